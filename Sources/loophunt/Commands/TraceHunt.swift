import LayoutTrace
import LoopHunter
import ViewTree

/// Replays one trace with a hunter attached to the chosen views, and collects its reports.
package final class TraceHunt {
  /// The options of a hunt.
  package struct Options {
    /// The limits of layouts, and the views that are exempt from them.
    var rules: HuntRules
    /// The chosen views: paths, ends of paths, identifiers or numbers; if there are no classes
    /// either, all views.
    var views: [String] = []
    var classes: [String] = []
    var breaksLoops = false
    var stopsAtDivergence = false
    var isLenient = false
    /// True if the claims of reports are to be tested.
    var proves = false
    /// The limits of the documents of a browser's recording, other than the number of layouts.
    var pages = PageLimits(layouts: 0)

    /// True if some views are chosen, and others are not hunted.
    var isChoice: Bool { !(views.isEmpty && classes.isEmpty) }
  }

  let replayer: TraceReplayer
  let hunter: LoopHunter
  /// The loops in the order of their first report.
  private(set) var loops: [FoundLoop] = []
  /// The number of loops beyond those that are kept.
  private(set) var loopsLeftOut = 0
  /// True if any view was chosen.
  private(set) var hasChosen = false
  /// True if a chosen view that no rule ignores was laid out, or another program states a finding.
  ///
  /// The elements of a browser's page are judged with their document, unless they were chosen.
  private(set) var hasJudged = false
  /// The names of chosen views and classes, and of strict rules, that no view had so far.
  private var (soughtChoices, soughtRules): (SoughtNames, SoughtNames)
  /// The number of views to which each rule of the options applied.
  private(set) var viewsByRule: [Int]
  /// Counts the layouts of views that rules exempt; nil without rules.
  private var exempt: (views: ExemptViews, observation: ObservationToken)?

  /// Called with the number of each turn after it was replayed.
  var onTurn: (Int) -> Void = { _ in }

  /// Called with each report at the moment of the crossing, before anything else happens.
  var onReport: (LoopReport) -> Void = { _ in }

  private let options: Options
  /// The original format of the trace, if it was converted.
  private let source: (any TraceFormat)?
  private let names: [ViewName]
  /// The callback of every hunt: one for all, because a trace can have millions of views.
  private var onLoop: (LoopReport) -> Void = { _ in }
  private var places: [String: Int] = [:]
  /// The index of the first turn of each loop.
  private(set) var firstTurns: [Int] = []
  private(set) var turnsRun = 0
  /// A copy of an input that can be read only once.
  private let copy: TraceCopy?
  private var lost: Set<String> = []
  /// The views whose path may be one of the chosen ones when the tree is complete.
  private var undecided: [(place: WeakView, number: Int)] = []
  /// The numbers of chosen views without a layout so far: their rules may depend on their paths,
  /// which are known by then.
  private var chosen: Set<Int> = []
  /// The numbers of views that were chosen by their paths at their first layout.
  private var chosenByPath: Set<Int> = []
  /// The hunts of views that were chosen after their first layout.
  private var late: [LoopHunter.Attachment] = []
  /// The reports of the running turn; their attachments learn how the turn ended.
  private var fired: [(number: Int, attachment: LoopHunter.Attachment?, report: LoopReport)] = []
  /// The conclusions of these reports at the end of the turn.
  private var conclusions: [LoopReport: LoopReport] = [:]
  /// Reports passes that ended at a limit.
  private var limits: LimitWatch?
  /// Reports layouts that bring about each other from turn to turn; nil for a browser's recording.
  private var successions: RecordedSuccessions?
  /// The documents of a browser's recording, whose loops are found at the end.
  private var study: (pages: PageReplay, observation: ObservationToken)?
  /// The tasks of documents that came near a limit.
  private(set) var pageMisses: [LoopHunter.NearMiss] = []
  /// The error of a view that could not be hunted.
  private var failure: (any Error)?

  /// Opens a trace.
  ///
  /// - Throws: `TraceError` if it cannot be read or its first lines are wrong.
  ///
  /// - Parameters:
  ///   - input: The trace.
  ///   - options: The options of the hunt.
  ///   - copy: Gets the bytes that are read, for an input that can be read only once.
  init(_ input: TraceInput, _ options: Options, copy: TraceCopy? = nil) throws {
    self.options = options
    viewsByRule = options.rules.rules.map { _ in 0 }
    self.copy = copy
    names = options.views.map(ViewName.init)
    soughtChoices = SoughtNames(
      options.classes.map { .init(.class, $0) } + options.views.map { .init(.view, $0) })
    soughtRules = SoughtNames(strictRulesOf: options.rules)
    replayer = try TraceReplayer(
      input,
      options: TraceReplayer.Options(
        isLenient: options.isLenient, stopsAtDivergence: options.stopsAtDivergence),
      interrupt: Interruption.trace, copy: copy)
    var configuration = LoopHunter.Configuration.default
    if let scale = replayer.header?.scale, scale > 0, scale.isFinite {
      configuration.scale = scale
    }
    source = replayer.header?.source.flatMap(TraceFormats.named)
    hunter = LoopHunter(
      loop: replayer.loop, killSwitch: KillSwitch(isEngaged: false), configuration: configuration)
    hunter.takeSourceLocations(from: replayer)
    hunter.tellHiddenLoops()
    if options.proves { hunter.takeViewNumbers(from: replayer) }
    followViews()
    onLoop = { [unowned self] report in
      let attachment = hunter.reportingAttachment
      let number = attachment?.view.flatMap(replayer.number(of:)) ?? 0
      fired.append((number, attachment, report))
      if let view = attachment?.view { successions?.note(report, on: view) }
      onReport(report)
    }
    hunter.takeConclusions { [unowned self] in conclusions[$0] = $1 }
    limits = LimitWatch(
      replayer, hunter, threshold: options.rules.threshold,
      huntsAll: isEveryViewHunted, ignores: { [unowned self] in isIgnored($0) },
      proves: options.proves
    ) { [unowned self] in take($0, on: $1) }
    if source?.isBrowser != true {
      successions = RecordedSuccessions(
        replayer, hunter, threshold: options.rules.threshold, huntsAll: isEveryViewHunted,
        ignores: { [unowned self] in isIgnored($0) }
      ) { [unowned self] in take($0, on: $1) }
    }
    if source?.isBrowser == true {
      let pages = PageReplay(replayer) { [unowned self] in pageLimits($0) }
      study = (pages, replayer.loop.addLayoutObserver(pages))
    }
    if !options.rules.rules.isEmpty {
      // A page is judged by several limits, none of which one layout in a task can reach.
      let views = ExemptViews(
        threshold: study == nil ? options.rules.threshold : 1,
        number: { [unowned replayer] in replayer.number(of: $0) })
      exempt = (views, replayer.loop.addLayoutObserver(views))
    }
    // Reading the roots builds the snapshot, after which the paths in it are final.
    _ = replayer.roots
    // Layouts before the first turn line form a turn of their own.
    conclude()
    decide()
  }

  /// Takes a report that no hunt made.
  private func take(_ report: LoopReport, on view: View) {
    (hasChosen, hasJudged) = (true, true)
    fired.append((replayer.number(of: view) ?? 0, nil, report))
    onReport(report)
  }

  /// Hunts all views when they are first laid out, or the chosen ones as they appear.
  private func followViews() {
    guard !isEveryViewHunted else {
      hasChosen = true
      if !soughtRules.isEmpty {
        replayer.onView = { [unowned self] view, _ in
          soughtRules.see(className: view.displayedClassName, name: view.identifier)
        }
      }
      return replayer.onFirstLayout = { [unowned self] view, _ in
        if hunt(view) != nil, isJudgedAlone(view) { hasJudged = true }
      }
    }
    replayer.onView = { [unowned self] in consider($0, number: $1) }
    replayer.onFirstLayout = { [unowned self] view, number in
      if isChosen(view, number: number), hunt(view) != nil { hasJudged = true }
    }
  }

  /// Opens a trace of any format, with a copy if its claims are to be tested and it is read once.
  convenience init(_ opened: OpenedTrace, _ options: Options) throws {
    let mustCopy = options.proves && !opened.isRereadable
    try self.init(opened.input, options, copy: mustCopy ? TraceCopy(of: opened.input) : nil)
  }

  /// Replays to the end, or to the first divergence if the options say so.
  ///
  /// - Throws: `TraceError` if the trace is wrong, or the reason why a view could not be hunted.
  func run(_ progress: ((_ done: Int64, _ total: Int64?) -> Void)? = nil) throws {
    if let failure { throw failure }
    while !Interruption.isRequested, let turn = try replayer.runTurn() {
      conclude()
      turnsRun += 1
      noteLateLayouts(in: turn)
      decide()
      onTurn(turn)
      if let failure { throw failure }
      if options.stopsAtDivergence, replayer.result.divergence != nil { break }
      progress?(replayer.result.summary.bytes, replayer.totalBytes)
    }
    successions?.finish()
    conclude()
    addPages()
    addReported()
  }

  /// Adds the pairs of functions that lay out a page's document too often.
  private func addPages() {
    guard let (pages, observation) = study else { return }
    observation.cancel()
    study = nil
    let finder = PageFinder(pages.study)
    pageMisses = finder.nearMisses()
    for finding in finder.findings() {
      guard loops.count < UnlistedLoops.mostKept else {
        loopsLeftOut += 1
        continue
      }
      loops.append(FoundLoop(finding))
      onReport(finding.report)
      hunter.analytics.raise(page: finding.report)
    }
  }

  /// The limits of a document; nil if it is ignored, or was not chosen.
  private func pageLimits(_ view: View) -> PageLimits? {
    guard let layouts = options.rules.threshold(by: rule(for: view)),
      isEveryViewHunted || isNamed(view, number: replayer.number(of: view) ?? 0)
    else { return nil }
    var limits = options.pages
    limits.layouts = layouts
    return limits
  }

  /// Adds the findings of other programs, after the loops that were hunted.
  private func addReported() {
    let chosen = Set(options.views + options.classes)
    let findings = replayer.findings.filter {
      chosen.isEmpty || !chosen.isDisjoint(with: $0.views)
    }
    if !findings.isEmpty { (hasChosen, hasJudged) = (true, true) }
    for view in findings.flatMap(\.views) {
      soughtChoices.remove { $0.text == view }
      soughtRules.see(className: view, name: nil)
    }
    for loop in FoundLoop.all(reported: findings) {
      loops.append(loop)
      hunter.analytics.raise(detection: loop.report)
    }
  }

  /// Tests the claims of the loops' reports in a second replay of the trace.
  ///
  /// - Parameter input: The trace, to be read from its beginning; nil if only a copy is left.
  func prove(by input: TraceInput?) {
    // Findings of other programs come last, and have nothing to be tested.
    let hunted = loops.prefix(firstTurns.count)
    guard options.proves, !hunted.isEmpty, !Interruption.isRequested else { return }
    let found = hunted.enumerated().map { place, loop in
      FoundClaim(loop.report, view: loop.views.first?.view ?? 0, turn: firstTurns[place])
    }
    var prover = LoopProver(interrupt: Interruption.trace)
    let proved = prover.proving(
      found, of: input ?? copy?.input(),
      options: TraceReplayer.Options(isLenient: options.isLenient))
    for (place, report) in proved.enumerated() {
      loops[place].take(report)
      hunter.analytics.raise(proof: report)
    }
  }

  /// The number of a rule's views that a run without it might report.
  func suspects(ofRule rule: Int) -> Int { exempt?.views.suspects(of: rule) ?? 0 }

  // MARK: Choosing

  /// Hunts a new view if it is one of the chosen ones, or keeps it until its path is final.
  private func consider(_ view: View, number: Int) {
    chosen.remove(number)
    soughtRules.see(className: view.displayedClassName, name: view.identifier)
    noteNames(of: view, number: number)
    let isNamed = isNamed(view, number: number)
    if isNamed {
      hasChosen = true
      chosen.insert(number)
    }
    // Its path may be another of the names.
    if !options.views.isEmpty, !isNamed || !soughtChoices.isEmpty {
      undecided.append((WeakView(view: view), number))
    }
  }

  /// Notes the names of the options by which a view is known wherever it is.
  private func noteNames(of view: View, number: Int) {
    guard !soughtChoices.isEmpty else { return }
    let className = view.displayedClassName
    soughtChoices.note(className)
    if let name = view.identifier { soughtChoices.note(name) }
    soughtChoices.remove { name in
      switch name.scope {
      case .class: name.text == className
      case .view: ViewName(name.text).isIdentity(of: view, number: number)
      }
    }
  }

  /// Notes the names of the options that are the path of a view, or the end of it.
  private func notePath(of view: View, _ namer: ViewNamer) {
    soughtChoices.remove { $0.scope == .view && ViewName($0.text).isPath(of: view, namer) }
  }

  /// The names of the options and of strict rules that no view has; nil if there are none.
  var unknownNames: [UnknownName]? {
    UnknownName.all(choices: soughtChoices, rules: soughtRules)
  }

  /// True if all views are hunted, because none was chosen.
  private var isEveryViewHunted: Bool { !options.isChoice }

  /// True if a view was chosen by its class, its identifier or its number.
  private func isNamed(_ view: View, number: Int) -> Bool {
    names.contains { $0.isIdentity(of: view, number: number) }
      || options.classes.contains(view.displayedClassName)
  }

  /// True if a view is to be hunted from its first layout on.
  private func isChosen(_ view: View, number: Int) -> Bool {
    if chosen.remove(number) != nil { return true }
    guard !names.isEmpty, case let namer = ViewNamer(),
      names.contains(where: { $0.isPath(of: view, namer) })
    else { return false }
    notePath(of: view, namer)
    // A view can be laid out in the turn that brings it.
    chosenByPath.insert(number)
    hasChosen = true
    return true
  }

  /// Compares the paths of the views that were added since the last call.
  private func decide() {
    let namer = ViewNamer()
    for (place, number) in undecided
    where !Interruption.isRequested {
      guard let view = place.view, names.contains(where: { $0.isPath(of: view, namer) }) else {
        continue
      }
      notePath(of: view, namer)
      if chosenByPath.contains(number) || isNamed(view, number: number) { continue }
      hasChosen = true
      if let attachment = hunt(view) { late.append(attachment) }
    }
    undecided.removeAll(keepingCapacity: true)
    chosenByPath.removeAll(keepingCapacity: true)
  }

  /// Notes that a view which was chosen after its first layout was laid out again.
  private func noteLateLayouts(in turn: Int) {
    if late.contains(where: { $0.layouts(in: turn) > 0 }) { hasJudged = true }
    if hasJudged { late = [] }
  }

  /// Hunts a view; nil if a rule ignores it, or if it cannot be hunted.
  private func hunt(_ view: View) -> LoopHunter.Attachment? {
    let rule = rule(for: view)
    if let rule {
      viewsByRule[rule] += 1
      exempt?.views.watch(view, rule: rule, limit: options.rules.threshold(by: rule))
    }
    guard var threshold = options.rules.threshold(by: rule) else { return nil }
    // A study judges documents, with all elements in them; the hunt sees which of them recur.
    if study != nil, isEveryViewHunted || view.superview == nil { threshold = .max }
    do {
      return try hunter.attach(
        to: view, threshold: threshold,
        reaction: options.breaksLoops ? .breakLoop : .report, onLoop: onLoop)
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  private func rule(for view: View) -> Int? {
    options.rules.rule(
      className: view.displayedClassName, name: view.identifier, path: { Self.path(of: view) })
  }

  /// True if a rule ignores a view that is not hunted, or would at its first layout.
  private func isIgnored(_ view: View) -> Bool {
    guard let exempt else { return false }
    return exempt.views.ignores(view) ?? (options.rules.threshold(by: rule(for: view)) == nil)
  }

  /// False for the elements of a browser's page: if a rule ignores their document, they are, too.
  private func isJudgedAlone(_ view: View) -> Bool {
    source?.isBrowser != true || options.rules.rules.isEmpty || view.superview == nil
  }

  /// Identifiers or classes from the window down, as rules name views.
  private static func path(of view: View) -> [String] {
    sequence(first: view, next: \.superview).map { $0.identifier ?? $0.displayedClassName }
      .reversed()
  }

  // MARK: Collecting

  /// Adds the reports of the turn to the loops, with the outcome of the turn.
  private func conclude() {
    guard !fired.isEmpty else { return }
    for (number, attachment, report) in fired {
      // A report without a verdict may have got one by the end of the turn.
      let concluded = attachment == nil ? nil : conclusions[report]
      add(explained(concluded ?? report, attachment?.view), number: number)
    }
    fired.removeAll(keepingCapacity: true)
    conclusions.removeAll(keepingCapacity: true)
  }

  /// The report with further facts from the recording.
  ///
  /// For WinUI's, these are the fact that the app gave up, and the reason for the lack of more
  /// evidence; for the elements of a browser's, the time that layout took and the remedy.
  private func explained(_ report: LoopReport, _ view: View?) -> LoopReport {
    var report = report
    if source?.isFatal == true {
      report.isSettled = false
      report.remarks = [.winUI]
    }
    let commit = replayer.loop.lastCommit
    if let limit = replayer.header?.passLimit, commit.didHitLimit, commit.batches < limit {
      report.remarks.append(.cutShort(batch: commit.batches, limit: limit))
    }
    guard source?.isBrowser == true else { return report }
    if let view, let time = replayer.recordedLayoutTime(of: view) {
      report.remarks.append(.layoutTime(layouts: report.layouts, seconds: time / .seconds(1)))
    }
    if let remedy = report.scriptRemedy { report.remarks.append(.scriptRemedy(remedy)) }
    report.blameScript()
    return report
  }

  private func add(_ report: LoopReport, number: Int) {
    let identity = report.identity
    if let place = places[identity] {
      loops[place].add(report, number: number)
    } else if loops.count < UnlistedLoops.mostKept {
      places[identity] = loops.count
      loops.append(FoundLoop(report, number: number))
      firstTurns.append(turnsRun)
    } else if lost.insert(identity).inserted {
      loopsLeftOut += 1
    }
  }
}

/// A weak reference to a view.
struct WeakView {
  weak var view: View?
}

extension ReplayDetail {
  /// Makes the findings of a hunt through a trace other than its loops.
  init(_ hunt: TraceHunt, _ rules: HuntRules) {
    let result = hunt.replayer.result
    self.init(
      threshold: rules.threshold,
      rules: AppliedRule.all(
        rules.rules, views: hunt.viewsByRule, suspects: hunt.suspects(ofRule:)),
      unknownNames: hunt.unknownNames,
      loopsLeftOut: hunt.loopsLeftOut, hints: ReportedHint.all(hunt.replayer.findings),
      nearMisses: hunt.hunter.nearMisses + hunt.pageMisses,
      recurring: hunt.hunter.recurringViews, replayedLayouts: result.replayedLayouts,
      unexplainedLayouts: result.unexplainedLayouts, divergence: result.divergence,
      divergentTurns: result.divergentTurns, leftRecordingInTurn: result.leftRecordingInTurn)
  }
}

extension TraceHunt.Options {
  /// Makes options with one threshold for the chosen views, or for all.
  package init(threshold: Int, views: [String] = []) {
    self.init(rules: HuntRules(threshold: threshold), views: views)
  }
}
