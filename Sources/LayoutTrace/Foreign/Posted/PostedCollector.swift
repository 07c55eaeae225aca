/// Collects stacks and sentences from the lines of a text, and turns them into findings.
struct PostedCollector {
  private var findings: [TraceEvent.Finding] = []
  /// The place in `findings` of each, so that a repeated sentence is reported once.
  private var places: [TraceEvent.Finding: Int] = [:]
  private var stack = PostedStack()
  private var memory = FrameMemory()
  /// The last frames of the stack, as long as nobody has to see them.
  private var run = FrameRun()
  private var circumstance = PostedStack.Circumstance.unknown
  /// The sentence that a stack may follow: its finding, and the line that it stands in.
  private var open: (sentence: PostedSentence, place: Int, line: Int)?
  private var line = 0
  private var lastFrameLine = 0
  /// The beginning of a sentence at the end of the last lines, and the number of those.
  private var wrapped: (text: String, lines: Int)?
  /// The members of a frame that JSON spreads over several lines.
  private var spread = PostedJSON.Spread()
  private(set) var counts = Counts()
  /// The reading of the best stack that shows no loop.
  private var rest: StackReading?
  /// The function that a line of its own names, whose place may be in the next one.
  private var pending: (name: Substring, line: Int)?
  /// The frame of Julia whose place may be in the next line.
  private var juliaName: (frame: PostedFrame, line: Int)?
  /// The names right above, which are frames if a frame of native code follows.
  private var names: [(frame: PostedFrame, line: Int)] = []
  private var hang: TraceEvent.Finding?
  /// The rank of the thread whose stack explains a hang, or shows that it does not.
  private var hangRank: PostedThread.Rank?
  private var threads = PostedThreads()
  /// Sentences that the text only mentions.
  private var mentions: [TraceEvent.Finding] = []

  /// The ends of lines that may be frames of a stack that overflowed, in a form that nothing reads.
  private var unreadEnds: Set<String> = []

  /// The numbers of what was seen.
  struct Counts: Equatable {
    var frames = 0
    var stacks = 0
    var nameless = 0
    /// The lines that may be such frames, because others end like them.
    var unread = 0
    /// The lines of UIKit's log in the dress of a page, in which its format does not see them.
    var logged = 0
  }

  /// The longest name of an exception.
  private static let longestName = 119
  /// The number of lines that may stand between two frames of one stack.
  private static let gap = 4
  /// The number of characters by which frames that nothing reads are told apart.
  private static let unreadEnd = 24
  /// The largest number of names that may be frames before one is.
  private static let mostNames = 16
  /// The number of lines after a sentence in which its stack may begin.
  static let reach = 60

  /// True if no stack, no sentence and nothing else is open that the next lines could belong to.
  var isQuiet: Bool {
    !isOpen && stack.marked == nil && line - lastFrameLine > Self.reach
      && open.map { line - $0.line > Self.reach } ?? true
  }

  /// True if the next line can be read as more than what it says by itself.
  private var isOpen: Bool {
    wrapped != nil || spread.isOpen || juliaName != nil || circumstance == .overflow
  }

  /// Takes the next line, whose number may be given if lines were skipped; true if it was used.
  ///
  /// A line that a filter did not mark holds no frame and no sentence of its own.
  @discardableResult
  mutating func take(
    _ text: String, number: Int? = nil, isMarked: Bool = true, above: () -> [String] = { [] }
  ) -> Bool {
    line = number ?? (line + 1)
    let isTaken = text.utf8.withContiguousStorageIfAvailable { takeAlike(LineBytes($0), isMarked) }
    if isTaken == true { return true }
    unrollRun()
    let signs = PostedSigns(text)
    guard let lines = PostedDress.lines(in: text, signs) else {
      return takeLine(text, signs, isMarked, above)
    }
    var isUsed = false
    for plain in lines {
      if plain.holds("About to send -layoutSubviews to ") { counts.logged += 1 }
      if takeLine(plain, PostedSigns(plain), isMarked, above) { isUsed = true }
    }
    return isUsed
  }

  /// Takes the next line by its bytes if it is like one that was read before, and can be nothing else now.
  mutating func takeKnown(_ bytes: LineBytes, number: Int) -> Bool {
    line = number
    return takeAlike(bytes, true)
  }

  private mutating func takeAlike(_ bytes: LineBytes, _ isMarked: Bool) -> Bool {
    takeFurther(bytes) || isMarked && takeRemembered(bytes)
  }

  /// Takes a line like those before it in a stack that is full already.
  private mutating func takeFurther(_ bytes: LineBytes) -> Bool {
    guard stack.isFull, line - lastFrameLine <= Self.gap,
      stack.shapes.hold(bytes, above: stack.frames.last?.number)
    else { return false }
    lastFrameLine = line
    counts.frames += 1
    return true
  }

  /// Takes a line that was read as a frame before, if nothing else can be in it now.
  private mutating func takeRemembered(_ bytes: LineBytes) -> Bool {
    guard !isOpen, names.isEmpty, open.map({ line - $0.line > Self.reach }) ?? true,
      let call = memory.look(for: bytes)
    else { return false }
    let family = call.known.family
    // A line below a frame may hold its place.
    guard
      call.number != nil
        || family != .dotNet && family != .native
          && family == (run.isEmpty ? stack.frames.last?.family : run.family)
    else { return false }
    if takeInRun(call) { return true }
    unrollRun()
    let frame = memory.frame(call)
    guard fits(frame) else { return false }
    take(frame)
    if stack.isFull { stack.shapes.learn(bytes) }
    return true
  }

  /// Takes a line without the dress of a page.
  private mutating func takeLine(
    _ text: String, _ signs: PostedSigns, _ isMarked: Bool, _ above: () -> [String]
  ) -> Bool {
    let isThread = signs.contains(.thread) && noteThread(text)
    let mayBePart = awaitsStack || wrapped != nil || spread.isOpen || juliaName != nil
    guard isMarked || mayBePart || FrameNotation.juliaName(text) != nil else {
      return takeUnmarked(text, signs) || isThread
    }
    if takeSentence(text, signs, above) { return true }
    if endsReach(text, signs) {
      endStack()
      open = nil
    }
    if isThread { return true }
    if takePlace(text, signs) || takeSpread(text) || takeRepeated(text, signs) || takePair(text)
      || takeJulia(text, signs)
    {
      return true
    }
    if let frame = frame(in: text, signs, isMarked) {
      if fits(frame) {
        take(frame, in: text)
        return true
      }
      if frame.isUnsure, frame.family == .native { noteName(frame) }
    }
    let quoted = signs.contains(.appleFrame) ? PostedJSON.frames(in: text) : []
    guard quoted.isEmpty else {
      take(PostedStack(frames: quoted))
      return true
    }
    let before = circumstance
    if signs.contains(.circumstance) { noteCircumstance(text) }
    if takeUnmarked(text, signs) || circumstance != before || wrapped != nil { return true }
    noteUnread(text)
    return false
  }

  /// Notes a line that may be a frame of a stack that overflowed: lines of a recursion end alike.
  private mutating func noteUnread(_ text: String) {
    guard circumstance == .overflow, stack.frames.isEmpty, unreadEnds.count < Self.reach,
      PostedStack.Circumstance(text) == .unknown
    else { return }
    let end = String(text[...].trimmed.suffix(Self.unreadEnd))
    guard end.utf8.count >= Self.unreadEnd / 2 else { return }
    if !unreadEnds.insert(end).inserted { counts.unread += 1 }
  }

  /// Takes a line with a sentence, which ends the stack above it unless the line only mentions it.
  private mutating func takeSentence(
    _ text: String, _ signs: PostedSigns, _ above: () -> [String]
  ) -> Bool {
    guard let found = sentence(in: text, signs, above) else { return false }
    guard !found.isMention else {
      if !mentions.contains(found.finding) { mentions.append(found.finding) }
      return true
    }
    endStack()
    note(found.finding, of: found.sentence)
    return true
  }

  /// The frame in a line, which may have been read before.
  private mutating func frame(
    in text: String, _ signs: PostedSigns, _ isMarked: Bool
  ) -> PostedFrame? {
    if let known = memory.look(for: text) { return known }
    guard let frame = FrameNotation.frame(in: text, signs) else { return nil }
    if isMarked { memory.learn(frame, in: text) }
    return frame
  }

  /// True if the stack of a sentence may come, in whichever notation.
  private var awaitsStack: Bool {
    open.map { $0.sentence.takesStack && line - $0.line <= Self.reach } == true
  }

  /// Notes a line that tells the thread of the stack after it.
  private mutating func noteThread(_ text: String) -> Bool {
    guard let isNew = threads.take(text) else { return false }
    if isNew { endStack() }
    noteCircumstance(text)
    return true
  }

  /// The sentence in a line, or in the last lines with this one, as a page's width wraps them.
  private mutating func sentence(
    in text: String, _ signs: PostedSigns, _ above: () -> [String]
  ) -> PostedSentence.Found? {
    let found =
      signs.contains(.sentence) ? PostedSentence.finding(in: text, above: above) : nil
    if let found, !found.isName {
      wrapped = nil
      return found
    }
    if let begun = wrapped {
      let whole = begun.text + " " + text[...].trimmed.drop { "> ".contains($0) }
      wrapped = begun.lines < 3 && whole.utf8.count < 2_000 ? (whole, begun.lines + 1) : nil
      guard let later = PostedSentence.finding(in: whole), !later.isName else { return found }
      wrapped = nil
      return later
    }
    if signs.contains(.beginning), text.utf8.count < 400,
      PostedSentence.beginnings.contains(where: { text.holds($0) })
    {
      wrapped = (text, 1)
    }
    return found
  }

  /// True for the headline of an exception that the stack after it belongs to, not the sentence before.
  private func endsReach(_ text: String, _ signs: PostedSigns) -> Bool {
    guard let open else { return false }
    if signs.contains(.otherEnd), PostedSentence.otherEnds.contains(where: { text.holds($0) }) {
      return true
    }
    guard line - open.line > 1 else { return false }
    let words = text[...].trimmed
    let name = Substring(words.utf8.prefix(Self.longestName + 1).prefix { $0 != Byte.colon })
    return name.utf8.count <= Self.longestName && name.endIndex < words.endIndex
      && !name.holds(" ") && (name.holds("Exception") || name.ends(with: "Error"))
  }

  /// Takes a line of JSON that holds one member of a frame, or ends it.
  private mutating func takeSpread(_ text: String) -> Bool {
    switch spread.take(text) {
    case .other: return false
    case .member: lastFrameLine = line
    case .frame(let frame): take(frame)
    case .end: endStack()
    }
    return true
  }

  /// Takes a frame with words behind it that say how often it repeats: `12  Shop  Feed.grow()  x 5000`.
  private mutating func takeRepeated(_ text: String, _ signs: PostedSigns) -> Bool {
    guard !signs.isDisjoint(with: [.cross, .times]), let line = RepeatMark.frame(before: text),
      let frame = FrameNotation.frame(in: line),
      fits(frame)
    else { return false }
    take(frame)
    markLast()
    return true
  }

  /// Marks the last frame as repeated, together with those right before it that are.
  private mutating func markLast() {
    let end = stack.frames.count
    let isNext = stack.marked?.upperBound == end - 1
    stack.marked = (isNext ? stack.marked?.lowerBound ?? end - 1 : end - 1)..<end
  }

  /// Takes a script's frame of two lines, as overlays and consoles print it: `Feed.resize`, `feed.js (12:3)`.
  private mutating func takePair(_ text: String) -> Bool {
    guard awaitsStack || circumstance == .overflow else { return false }
    if let pending, line - pending.line == 1, let place = FrameNotation.pairedPlace(text) {
      self.pending = nil
      take(PostedFrame(family: .script, function: String(pending.name), place: place))
      return true
    }
    pending = FrameNotation.pairedName(text).map { ($0, line) }
    return false
  }

  /// Takes a frame of Julia in two lines: `[12] resize!(p::Panel)`, `@ Main ./panel.jl:31`.
  private mutating func takeJulia(_ text: String, _ signs: PostedSigns) -> Bool {
    if let (frame, number) = juliaName {
      juliaName = nil
      let line = RepeatMark.frame(before: text)
      if self.line - number == 1, let place = FrameNotation.juliaPlace(line ?? text) {
        var frame = frame
        frame.place = place
        take(frame)
        if line != nil { markLast() }
        return true
      }
    }
    // The name may have stood in a line that a filter left out.
    if signs.contains(.julia), FrameNotation.juliaPlace(text) != nil { return true }
    guard let frame = FrameNotation.juliaName(text),
      FrameNotation.frame(in: text, signs)?.isUnsure != false
    else { return false }
    juliaName = (frame, line)
    return true
  }

  /// Takes a line that may only add to what came before.
  private mutating func takeUnmarked(_ text: String, _ signs: PostedSigns) -> Bool {
    let isOfReact = open.map { $0.sentence.further == .components && line - $0.line < 8 }
    if let frame = FrameNotation.rustInLog(text) {
      take(frame)
      return true
    }
    if circumstance == .overflow || isOfReact == true, let frame = FrameNotation.oldScript(text) {
      take(frame)
      return true
    }
    if stack.frames.last?.family == .native, line - lastFrameLine <= Self.gap,
      let frame = FrameNotation.nameAlone(text[...].trimmed)
    {
      take(frame)
      return true
    }
    // The stack of a cause is another one.
    if signs.contains(.otherEnd), text.holds("Caused by: ") { endStack() }
    noteMark(text)
    if let open, line - open.line <= Self.reach {
      readFurther(text, open.sentence.further, open.place, distance: line - open.line)
    }
    return false
  }

  /// Takes a stack that was read elsewhere.
  mutating func take(_ whole: PostedStack) {
    endStack()
    stack = whole
    counts.frames += whole.frames.count
    endStack()
  }

  /// Ends the text, and returns the findings: loops first, then hints.
  ///
  /// Where it is not alone, another report tells the loop: nothing is said of stacks that show none, and of
  /// sentences that are only mentioned.
  mutating func finish(isAlone: Bool = true) -> [TraceEvent.Finding] {
    endStack()
    if isAlone { addLeftovers() }
    return findings.filter { $0.verdict != nil } + findings.filter { $0.verdict == nil }
  }

  /// Adds a hint of what was there to a text without findings.
  private mutating func addLeftovers() {
    if findings.isEmpty, let hang { findings.append(hang) }
    if findings.isEmpty, let rest, let kind = Self.hint(for: rest.outcome) {
      var hint = TraceEvent.Finding(kind: kind, verdict: nil, framework: nil)
      if rest.outcome == .otherRecursion {
        hint.from = (rest.period.first { $0.place != nil } ?? rest.period.first)?.text
      }
      findings.append(hint)
    }
    if findings.isEmpty { findings = mentions }
    if findings.isEmpty, circumstance == .overflow, counts.nameless == 0, counts.unread == 0 {
      findings.append(TraceEvent.Finding(kind: .stack(.overflow), verdict: nil, framework: nil))
    }
  }

  private static func hint(for outcome: StackReading.Outcome) -> TraceEvent.Finding.Kind? {
    switch outcome {
    case .nesting: .stack(.nesting)
    case .otherRecursion: .stack(.other)
    case .nothing: .stack(.none)
    case .loop, .nameless: nil
    }
  }

  // MARK: Sentences

  private mutating func note(_ finding: TraceEvent.Finding, of sentence: PostedSentence) {
    if let place = places[finding] {
      open = (sentence, place, line)
      return
    }
    guard findings.count < TraceEvent.Finding.most else { return }
    // A later line may name the view that an earlier one left out, and the other way round.
    if let place = findings.lastIndex(where: { $0.kind == finding.kind }),
      finding.views.isEmpty || findings[place].views.isEmpty, finding.from == nil,
      finding.property == nil
    {
      if findings[place].views.isEmpty { findings[place].views = finding.views }
      open = (sentence, place, line)
      return
    }
    places[finding] = findings.count
    open = (sentence, findings.count, line)
    findings.append(finding)
  }

  /// Reads facts that a framework writes into the lines after its sentence.
  private mutating func readFurther(
    _ text: String, _ facts: PostedSentence.Further, _ place: Int, distance: Int
  ) {
    switch facts {
    case .window where findings[place].views.isEmpty && distance < 4:
      findings[place].views = PostedSentence.view(in: text).map { [$0] } ?? []
    case .component where findings[place].views.isEmpty:
      findings[place].views = PostedSentence.component(in: text).map { [$0] } ?? []
    case .widget: readWidget(text, place)
    case .namedWidget:
      readWidgetName(text, place)
      readWidget(text, place)
    case .components where findings[place].from == nil:
      findings[place].from = Self.wholePlace(text, [".js:", ".jsx:", ".ts:", ".tsx:", ".mjs:"])
    default: break
    }
  }

  /// `This Foo widget cannot be marked …`.
  private mutating func readWidgetName(_ text: String, _ place: Int) {
    if findings[place].views.isEmpty, let start = text.place(of: "This "),
      let end = text.place(of: " widget cannot be marked"),
      start.upperBound < end.lowerBound
    {
      findings[place].views = [
        String(
          text[start.upperBound..<end.lowerBound].prefix { $0 != "-" && $0 != "(" && $0 != "<" })
      ]
    }
  }

  /// `Column Column:file:///a/lib/main.dart:57:14`.
  private mutating func readWidget(_ text: String, _ place: Int) {
    if findings[place].from == nil, let found = Self.wholePlace(text, [".dart:"]) {
      findings[place].from = found
    }
    if findings[place].from == nil, let mark = text.place(of: ":file://"), text.holds(".dart:") {
      findings[place].from = FrameNotation.place(
        text[mark.lowerBound...].dropFirst().prefix { $0 != " " })
    }
  }

  /// The place that is the whole line: `/src/Feed.tsx:39:8`, `lib\screens\feed.dart:31`.
  private static func wholePlace(_ text: String, _ endings: [StaticString]) -> String? {
    let words = text[...].trimmed
    guard words.utf8.count < 300, words.last?.isNumber == true, !words.holds(" "),
      !words.holds("node_modules"), endings.contains(where: { words.holds($0) })
    else { return nil }
    return FrameNotation.place(words)
  }

  // MARK: Stacks

  /// True if a line that could be prose, too, is a frame here.
  private func fits(_ frame: PostedFrame) -> Bool {
    if frame.isUnsure {
      return frame.isOfSwiftUI
        || stack.frames.last?.family == .native && line - lastFrameLine <= Self.gap
    }
    guard frame.family == .script, frame.place == nil else { return true }
    let isInStack = stack.frames.last?.family == .script && line - lastFrameLine <= Self.gap
    return isInStack
      || open.map { $0.sentence.further == .components && line - $0.line < 4 } == true
  }

  /// Takes a frame, whose line is known by its shape once the stack is full.
  private mutating func take(_ frame: PostedFrame, in text: String) {
    take(frame)
    if stack.isFull { stack.shapes.learn(text) }
  }

  private mutating func take(_ frame: PostedFrame) {
    endStack(before: frame.number, frame.family)
    if stack.frames.isEmpty {
      (stack.line, stack.thread) = (line, threads.current)
      takeNames(before: frame)
    }
    names = []
    lastFrameLine = line
    counts.frames += 1
    if !stack.isFull {
      stack.frames.append(frame)
    } else if stack.elision == nil {
      stack.elision = stack.frames.count
    }
  }

  /// Notes a name that could be prose, too, as long as no frame follows it.
  private mutating func noteName(_ frame: PostedFrame) {
    let goesOn = names.last.map { $0.line == line - 1 && isNext(frame, after: $0.frame) } ?? true
    if !goesOn || names.count >= Self.mostNames { names = [] }
    names.append((frame, line))
  }

  /// Takes the names right above the first frame of a stack, which go on in it.
  private mutating func takeNames(before frame: PostedFrame) {
    guard let last = names.last, last.line == line - 1, frame.family == .native, !frame.isUnsure,
      isNext(frame, after: last.frame)
    else { return }
    stack.line = names[0].line
    stack.frames = names.map(\.frame)
    counts.frames += names.count
  }

  /// True if a frame has the next number, or both have none.
  private func isNext(_ frame: PostedFrame, after last: PostedFrame) -> Bool {
    frame.number == last.number.map { $0 + 1 }
  }

  /// Ends the stack if a frame of a family, perhaps with a number, does not belong to it.
  private mutating func endStack(before number: Int?, _ family: PostedFrame.Family) {
    guard let last = stack.frames.indices.last else { return }
    let (lastNumber, lastFamily) = (stack.frames[last].number, stack.frames[last].family)
    if last == 0, let number { stack.isDescending = lastNumber == number + 1 }
    let isRestart = Self.isRestart(number, after: lastNumber, stack.isDescending)
    if isRestart || family != lastFamily || isFar(number, from: lastNumber) { endStack() }
    if isRestart { threads.forget() }
  }

  /// True if a frame with a number begins another stack.
  private static func isRestart(_ number: Int?, after last: Int?, _ isDescending: Bool) -> Bool {
    guard let number else { return false }
    return isDescending ? last != number + 1 : number == 0 || number < (last ?? -1)
  }

  /// True if too many lines stand between two frames of one stack.
  private func isFar(_ number: Int?, from last: Int?) -> Bool {
    // A debugger may print all variables between two frames, whose numbers then tell.
    let isNext = number.flatMap { number in last.map { number == $0 + 1 } } == true
    return line - lastFrameLine > (isNext ? Self.reach : Self.gap)
  }

  /// Adds a frame that was read before to the run, if it is like all others there.
  private mutating func takeInRun(_ call: FrameMemory.Call) -> Bool {
    guard call.known.isPlain, !run.isFull else { return false }
    endStack(before: call.number, call.known.family)
    guard stack.frames.isEmpty, stack.marked == nil else { return false }
    if let last = run.calls.last {
      let isDescending = run.isDescending(before: call.number)
      let isRestart = Self.isRestart(call.number, after: last.number, isDescending)
      if isRestart || call.known.family != run.family || isFar(call.number, from: last.number) {
        endRun()
      }
      if isRestart { threads.forget() }
    }
    run.append(call, line: line)
    lastFrameLine = line
    counts.frames += 1
    return true
  }

  /// Ends a stack of nothing but the run, whose frames nobody has to see if it repeats nothing.
  private mutating func endRun() {
    let isAwaited =
      open.map { $0.sentence.takesStack && run.line - $0.line <= Self.reach } ?? false
    guard !isAwaited, circumstance != .hang, run.repeatsNothing else {
      return endStack()
    }
    run.clear()
    counts.stacks += 1
    if rest == nil { rest = StackReading(outcome: .nothing) }
  }

  /// Makes frames of the run, which readers of the stack need.
  private mutating func unrollRun() {
    guard !run.isEmpty else { return }
    (stack.line, stack.thread) = (run.line, threads.current)
    stack.isDescending = run.isDescending
    stack.frames += run.calls.map(memory.frame)
    run.clear()
  }

  /// Takes the second line of a debugger's frame: `at File.mm:559`, `at C:\\x\\File.cs(245)`.
  private mutating func takePlace(_ text: String, _ signs: PostedSigns) -> Bool {
    let rust = signs.contains(.rust) ? FrameNotation.rustPlace(in: text) : nil
    guard line - lastFrameLine <= 1, let last = stack.frames.last,
      last.family == .native && last.place == nil || last.family == .dotNet
    else { return rust != nil }
    var words = text[...].trimmed
    guard rust != nil || words.begins(with: "at ") else { return false }
    words = rust ?? words.dropFirst(3)
    if last.family == .dotNet {
      guard words.hasSuffix(")"), let open = words.place(ofLast: "(") else { return false }
      words = (words[..<open.lowerBound] + ":" + words[open.upperBound...].dropLast())[...]
    }
    guard let place = FrameNotation.place(words),
      place.last?.isNumber == true, place.contains(":"), !place.contains(" ")
    else { return false }
    stack.frames[stack.frames.count - 1].place = place
    if last.module == nil {
      stack.frames[stack.frames.count - 1].module = FrameNotation.crate(in: words)
    }
    lastFrameLine = line
    return true
  }

  private mutating func noteCircumstance(_ text: String) {
    let found = PostedStack.Circumstance(text)
    if found != .unknown { circumstance = found }
  }

  /// Reads what stands between frames: `Repeat 200 times:`, `… 40 frames elided`, `...`.
  private mutating func noteMark(_ text: String) {
    let words = text[...].trimmed
    if words.begins(with: "Repeat "), words.ends(with: " times:") {
      stack.marked = stack.frames.count..<stack.frames.count
      lastFrameLine = line
      return
    }
    if noteBrace(words) { return }
    guard !stack.frames.isEmpty, line - lastFrameLine <= Self.gap else { return }
    if words.begins(with: "-----") {
      if let marked = stack.marked, marked.isEmpty, stack.frames.count > marked.lowerBound {
        stack.marked = marked.lowerBound..<stack.frames.count
      }
      lastFrameLine = line
      if words.holds("ELIDED") { elide() }
      return
    }
    // A mark is short, and begins with a sign or speaks of frames: people write of what they repeat.
    let startsWithSign = words.first.map { !$0.isLetter } ?? false
    let isMark = words.utf8.count < 100 && (startsWithSign || RepeatMark.isOfFrames(words))
    let repeats = isMark && RepeatMark.tells(words) || RepeatMark.isMark(words)
    let isDots =
      words.begins(with: "...") || words.begins(with: "…") || words.begins(with: "[...")
      || isMark && startsWithSign && text.holds(" more")
    if repeats || isDots || text.holds("elided") || text.holds("frames omitted")
      || text.holds("frames skipped") || text.holds("truncated")
      || text.holds("were not displayed")
    {
      if repeats { stack.saysRepeat = true }
      if repeats, let count = Self.repeatedFrames(text), count <= stack.frames.count {
        stack.marked = (stack.frames.count - count)..<stack.frames.count
      }
      elide()
      lastFrameLine = line
    }
  }

  /// Reads braces around frames that repeat: `{x1166 times} {` and `}`.
  private mutating func noteBrace(_ words: Substring) -> Bool {
    let count = stack.frames.count
    if words.ends(with: "{"), RepeatMark.isMark(words) {
      stack.marked = count..<count
    } else if words == "}", let marked = stack.marked, marked.isEmpty, count > marked.lowerBound {
      stack.marked = marked.lowerBound..<count
    } else {
      return false
    }
    lastFrameLine = line
    return true
  }

  /// The number in `[The 2 frame(s) above this were repeated 9584 times]`, `last 6 frames repeated`.
  ///
  /// Julia counts lines, one for each frame: `--- the above 2 lines are repeated 9584 more times ---`.
  private static func repeatedFrames(_ text: String) -> Int? {
    let frames = text.place(of: " frame") ?? text.place(of: " Frame")
    guard let frames = frames ?? text.place(of: " lines are repeated") else { return nil }
    return text[..<frames.lowerBound].split(separator: " ").last.flatMap { Int($0) }
      .flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func elide() {
    if stack.elision == nil { stack.elision = stack.frames.count }
  }

  private mutating func endStack() {
    unrollRun()
    guard !stack.frames.isEmpty else { return stack = PostedStack() }
    if stack.circumstance == .unknown { stack.circumstance = circumstance }
    defer { stack = PostedStack() }
    if stack.isDescending || stack.frames.allSatisfy(\.isCallerFirst) { stack.turnOver() }
    counts.stacks += 1
    if let open, open.sentence.takesStack, stack.line - open.line <= Self.reach {
      addStack(to: open.place, open.sentence)
    }
    guard stack.frames.count > 1 || stack.frames[0].isEvidence else { return }
    let reading = StackJudge.read(stack)
    if reading.outcome != .loop { noteDetector() }
    switch reading.outcome {
    case .loop: addLoop(reading)
    case .nameless: counts.nameless += 1
    case .nesting: rest = reading
    case .otherRecursion: if rest?.outcome != .nesting { rest = reading }
    case .nothing: if rest == nil { rest = reading }
    }
    if stack.circumstance == .hang, reading.outcome != .loop { noteHang() }
  }

  /// Adds the stack of the thread that hung, which is the main one where the text tells the threads.
  private mutating func noteHang() {
    let rank = PostedThread.rank(of: stack.thread)
    if hangRank.map({ $0 < rank }) ?? true { (hangRank, hang) = (rank, nil) }
    if rank == hangRank, hang == nil { addHang() }
  }

  private mutating func addLoop(_ reading: StackReading) {
    var finding = TraceEvent.Finding(
      kind: .stack(.loop), verdict: .reentrant, framework: reading.framework)
    finding.views = reading.views
    finding.frames = reading.period.map(\.text)
    finding.from = reading.culprit?.text
    finding.call = reading.call
    guard findings.count < TraceEvent.Finding.most, places[finding] == nil else { return }
    places[finding] = findings.count
    findings.append(finding)
  }

  /// Adds the sentence of the function in which a debugger stopped, with the app's frame that led to it.
  private mutating func noteDetector() {
    guard let sentence = PostedSentence.detected(by: stack),
      let own = StackJudge.suspects(in: stack).map({ $0.frames.first })
    else { return }
    var finding = TraceEvent.Finding(
      kind: sentence.kind.kind, verdict: sentence.kind.verdict,
      framework: sentence.kind.framework)
    // A sentence that names a view means the one that was laid out, not that of the caller.
    if !sentence.kind.namesView {
      finding.views = own?.type.map { [String($0)] } ?? []
    }
    guard !findings.contains(where: { $0.kind == finding.kind && $0.from == own?.text }) else {
      return
    }
    note(finding, of: sentence)
    if let open { addStack(to: open.place, open.sentence) }
  }

  private mutating func addHang() {
    guard let (calls, frames) = StackJudge.suspects(in: stack) else { return }
    var finding = TraceEvent.Finding(kind: .stack(.hang), verdict: nil, framework: calls.framework)
    finding.frames = frames.map(\.text)
    finding.views = frames.compactMap { $0.type.map(String.init) }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    hang = finding
  }

  /// Adds the app's innermost frame of the stack after a sentence, if it is of the sentence's framework.
  private mutating func addStack(to place: Int, _ sentence: PostedSentence) {
    guard findings[place].frames.isEmpty else { return }
    let named = stack.withoutGlue().frames.filter { !$0.isNameless }
    guard let calls = LayoutCalls.of(named),
      sentence.callers.contains(where: { $0.framework == calls.framework })
    else { return }
    // React prints a stack of components, or the functions that led to the setter, or both.
    let isOfComponents =
      sentence.further == .components
      && named.first { $0.place != nil }.map { !calls.isSystem($0) } ?? true
    let own = named.first {
      isOfComponents && ($0.place == nil || !calls.isSystem($0))
        ? !$0.isHostElement : !calls.isSystem($0) && $0.function != "main"
    }
    guard let own else { return }
    findings[place].frames = named.prefix(40).map(\.text)
    // A component's name begins with a capital; another function is the setter's caller.
    if isOfComponents, own.method.first?.isUppercase == true || own.place == nil {
      findings[place].views = [String(own.method)]
      findings[place].from = own.place
    } else {
      findings[place].from = own.text
    }
  }
}
