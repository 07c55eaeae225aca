import LayoutTrace
import LoopHunter

/// The search for the smallest trace that shows the same loop.
package struct TraceReduction {
  /// The statements of `shrink` about its result.
  package struct Summary: Encodable {
    var fingerprint: String
    /// The loop's fingerprint in the trace with its names, if they were removed.
    var namedFingerprint: String?
    var verdict: String
    var eventsBefore: Int
    var events: Int
    var turnsBefore: Int
    package var turns: Int
    var views: Int
    /// The number of candidates that were replayed.
    package var tries: Int
    /// True if the search reached its end: no single element can be left out.
    package var isMinimal: Bool

    private enum CodingKeys: String, CodingKey {
      case fingerprint, namedFingerprint, verdict, eventsBefore, events, turnsBefore, turns, views,
        tries
      case isMinimal = "minimal"
    }
  }

  /// The smallest trace so far.
  private(set) var trace: [UInt8] = []
  /// The warnings that a reader of the result needs.
  private(set) var warnings: [String] = []

  private let input: TraceInput
  private let options: TraceHunt.Options
  private let bug: Bug
  /// The fingerprint of the loop in the trace with its names, if they were removed.
  private let namedFingerprint: String?
  private let tolerance: Tolerance
  /// The place of the report's turn among all, and the number of turns before it that are needed.
  private let turn: Int
  private let reach: Int
  private let turnCount: Int
  private let eventCount: Int

  private var events: [TraceEvent] = []
  private var tries = 0
  private var isMinimal = false

  /// Finds the loop to keep, the `wanted` one or the first; an `anonymous` trace is reduced
  /// instead.
  package init(
    _ bytes: [UInt8], named name: String, _ options: TraceHunt.Options, keeping wanted: String?,
    anonymous: [UInt8]? = nil, for command: String = "shrink"
  ) throws {
    input = .bytes(anonymous ?? bytes, name: name)
    self.options = options
    let hunt = try TraceHunt(.bytes(bytes, name: name), options)
    try hunt.run()
    let place = try Self.place(of: hunt, name, keeping: wanted, options, command)
    var loop = hunt.loops[place]
    if anonymous == nil {
      namedFingerprint = nil
    } else {
      namedFingerprint = loop.report.fingerprint
      // Without names the loops are the same, in the same order.
      let again = try TraceHunt(input, options)
      try again.run()
      guard place < again.loops.count,
        LoopKind(again.loops[place].report.verdict) == LoopKind(loop.report.verdict)
      else {
        throw TraceError.refusal(
          name, "without its names the trace has another loop", "shrink it with its names")
      }
      loop = again.loops[place]
    }
    bug = Bug(loop.report)
    let result = hunt.replayer.result
    tolerance = Tolerance(result)
    turn = hunt.firstTurns[place]
    reach = if case .acrossTurns(let streak) = loop.report.verdict { streak } else { 0 }
    turnCount = hunt.turnsRun
    eventCount = result.summary.lines
    if result.divergence != nil {
      warnings.append(
        "the replay differs from the recording; the small trace shows the loop of the replay")
    }
  }

  /// The index of the loop to keep among those of a hunt.
  private static func place(
    of hunt: TraceHunt, _ name: String, keeping wanted: String?, _ options: TraceHunt.Options,
    _ command: String
  ) throws(TraceError) -> Int {
    if Interruption.isRequested {
      throw TraceError.refusal(name, "interrupted before a loop was found", "let the replay end")
    }
    guard !hunt.loops.isEmpty else {
      throw TraceError.refusal(
        name,
        "nothing to \(command): no hunted view is laid out more than "
          + (options.rules.rules.isEmpty
            ? "\(Figures.count(options.rules.threshold, "time")) in one turn"
            : "its threshold allows"),
        "lower --threshold; 'loophunt scan' shows the highest counts")
    }
    // Pairs of functions of a page come last, and findings of other programs.
    guard !hunt.firstTurns.isEmpty else {
      throw TraceError.refusal(
        name, "nothing to \(command): the loop is not that of a hunted view",
        "record the app's layout with TraceRecorder")
    }
    let hunted = hunt.loops.prefix(hunt.firstTurns.count)
    guard let wanted else {
      return hunted.firstIndex { $0.report.verdict != .undetermined } ?? 0
    }
    if let found = hunted.firstIndex(where: { $0.report.fingerprint == wanted }) {
      return found
    }
    let known = hunted.prefix(8).map(\.report.fingerprint).joined(separator: ", ")
    throw TraceError.refusal(
      name, "no loop has the fingerprint \(Printable.quoted(wanted))",
      "choose one of these: \(known)\(hunted.count > 8 ? ", …" : "")")
  }

  /// Searches until nothing more can be left out, or until `goesOn` returns false.
  package mutating func run(
    isForCode: Bool = false, goesOn: @escaping (_ events: Int, _ tries: Int) -> Bool
  ) throws {
    try begin(goesOn)
    var (left, tried) = (events.count, tries)
    var shrinker = TraceShrinker(
      events, isForCode: isForCode, mayGoOn: { goesOn(left, tried) },
      stillShows: { [self] candidate in
        tried += 1
        return shows(candidate)
      }
    )
    shrinker.onStep = { left = $0.count }
    shrinker.run()
    tries = tried
    isMinimal = shrinker.isMinimal
    events = shrinker.events
    trace = TraceOutline(events).bytes
    // A recording of the small trace knows the values that are overwritten now.
    if isMinimal, let again = try? TraceExcerpt.rerecorded(trace), shows(again) {
      events = try TraceExcerpt.events(of: .bytes(again, name: input.name), options: .init())
      trace = again
    }
  }

  /// Looks for the shortest excerpt that shows the loop, and takes the whole trace if none does.
  private mutating func begin(_ goesOn: (_ events: Int, _ tries: Int) -> Bool) throws {
    let replay = TraceReplayer.Options(isLenient: options.isLenient)
    var before = reach
    while goesOn(eventCount, tries) {
      let first = max(0, turn - before)
      // A recording of the replay may be no trace, as where a block runs twice: then the whole trace serves.
      guard
        let excerpt = try? TraceExcerpt.events(
          of: input, turns: first...turn, options: replay, interrupt: Interruption.trace)
      else { break }
      tries += 1
      if !Interruption.isRequested, shows(TraceOutline(excerpt).bytes) {
        events = excerpt
        return
      }
      if first == 0 { break }
      before = max(1, 2 * before)
    }
    events = try TraceExcerpt.events(of: input, options: replay)
  }

  /// True if a replay reports the loop, and agrees with the candidate as far as with the trace.
  private func shows(_ candidate: [UInt8]) -> Bool {
    var options = options
    options.isLenient = false
    options.stopsAtDivergence = !tolerance.diverges
    guard let hunt = try? TraceHunt(.bytes(candidate, name: "candidate"), options),
      (try? hunt.run()) != nil, !Interruption.isRequested
    else { return false }
    return tolerance.allows(hunt.replayer.result) && hunt.loops.contains { Bug($0.report) == bug }
  }

  /// The summary of the search.
  package var summary: Summary {
    let outline = TraceOutline(events)
    return Summary(
      fingerprint: bug.fingerprint, namedFingerprint: namedFingerprint, verdict: bug.kind.rawValue,
      eventsBefore: eventCount, events: events.count, turnsBefore: turnCount,
      turns: outline.turns.count, views: outline.views.count, tries: tries, isMinimal: isMinimal)
  }
}

extension TraceReduction.Summary {
  /// The summary for people.
  var sentence: String {
    "Loop \(fingerprint)\(namedFingerprint.map { ", with names \($0)," } ?? "") (\(verdict)): "
      + "\(Figures.count(eventsBefore, "event")) in "
      + "\(Figures.count(turnsBefore, "turn")) reduced to \(Figures.count(events, "event")) in "
      + "\(Figures.count(turns, "turn")) with \(Figures.count(views, "view"))."
      + (isMinimal ? "" : " The search was not finished.")
  }
}

/// The identity of a bug: reports with equal values are of the same bug.
private struct Bug: Equatable {
  let fingerprint: String
  let kind: LoopKind
  private let culprit: [String?]

  init(_ report: LoopReport) {
    fingerprint = report.fingerprint
    kind = LoopKind(report.verdict)
    let edge = report.culprit?.edge
    let views = [edge?.writer, edge?.target, edge?.dirtied]
    // A path counts namesakes, and fewer of these are left.
    culprit = views.flatMap { [$0?.className, $0?.identifier] } + [edge?.action.name]
  }
}

/// The allowed difference between a replay and its recording: no more than for the whole trace.
private struct Tolerance {
  let diverges: Bool
  private let unexplainedLayouts: Int
  /// True if there are layouts, without which a trace is not judged.
  private let hasLayouts: Bool

  init(_ result: TraceReplayer.Result) {
    diverges = result.divergence != nil
    unexplainedLayouts = result.unexplainedLayouts
    hasLayouts = result.summary.layouts > 0
  }

  func allows(_ result: TraceReplayer.Result) -> Bool {
    (diverges || result.divergence == nil) && result.unexplainedLayouts <= unexplainedLayouts
      && (!hasLayouts || result.summary.layouts > 0)
  }
}
