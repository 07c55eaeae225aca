import LayoutTrace
import LoopHunter

/// Turns a trace into code: finds the loop, plans the program, tries it out, and writes it.
struct LoopReproducer {
  /// The trace, already reduced if it is to be.
  let trace: [UInt8]
  /// The name of the trace in messages.
  let name: String
  let options: TraceHunt.Options
  /// The fingerprint of the loop.
  let fingerprint: String

  /// The code, and how closely its loop matches that of the trace.
  struct Product {
    var code: String
    var verdict: String
    /// The fingerprint that the program's hunter reports.
    var fingerprint: String
    /// The reason for a fingerprint other than the trace's; nil if they are equal.
    var difference: String?
  }

  /// Refuses traces whose views have no places and sizes.
  static func requireGeometry(_ bytes: [UInt8], named name: String) throws(TraceError) {
    let reader = try TraceReader(.bytes(bytes, name: name), options: TraceOptions(isLenient: true))
    var source: String?
    while let event = try reader.next() {
      if case .header(let header) = event { source = header.source }
      if case .view(let view) = event, view.frame != nil, source == nil { return }
      if case .geometry = event, source == nil { return }
    }
    let origin = source.map { "it was made from a recording (\($0))" } ?? "it has no frames"
    throw TraceError.refusal(
      name,
      "the trace cannot be written as code: \(origin), so the frames of its views and the values "
        + "they wrote are unknown",
      "record the app's tree with TraceRecorder")
  }

  /// Makes the code; throws `TraceError` if the trace is wrong, or no program reproduces its loop.
  func code(as form: SwiftProgram.Form, typeName: String) throws -> Product {
    let (loop, remedy) = try recorded()
    let script = RecordedScript(try events())
    let role = loop.views.first.flatMap { script.initialRoles[$0.view] }
    let plan = Reproduction.Hunt(
      role: role, threshold: loop.report.threshold, scale: script.header.scale)
    var likeness: (cast: SwiftCast, report: LoopReport)?
    var seen = "does not loop"
    // First as an app would go on, then exactly as long as it was recorded.
    for isEndless in [true, false] {
      let cast = SwiftCast(Reproduction(script, hunting: plan, isEndless: isEndless))
      guard !Interruption.isRequested, let report = try Rehearsal.report(of: cast) else { continue }
      if report.fingerprint == fingerprint,
        LoopKind(report.verdict) == LoopKind(loop.report.verdict)
      {
        return product(cast, report, loop.report, remedy, nil, form, typeName)
      }
      seen = "reports \(report.verdict.kind), \(report.fingerprint)"
      if likeness == nil, isAlike(report, loop.report) { likeness = (cast, report) }
    }
    guard let likeness else {
      throw TraceError.refusal(
        name, "no program was found that loops like the trace; the closest one \(seen)",
        "keep the trace itself as the test: 'loophunt replay' shows the loop")
    }
    let difference =
      "This program has the same verdict and culprit, but another fingerprint, "
      + "\(likeness.report.fingerprint): other views take part in the loop when the code runs by "
      + "itself."
    return product(likeness.cast, likeness.report, loop.report, remedy, difference, form, typeName)
  }

  /// The loop of the trace, as a hunt reports it, and the repair with which a replay settles.
  private func recorded() throws -> (loop: FoundLoop, remedy: Remedy?) {
    var options = options
    options.proves = true
    let hunt = try TraceHunt(.bytes(trace, name: name), options)
    try hunt.run()
    func found() -> FoundLoop? { hunt.loops.first { $0.report.fingerprint == fingerprint } }
    guard let loop = found() else {
      throw TraceError.refusal(
        name, "the replay was interrupted before it found the loop", "let the replay end")
    }
    // A proof may name another culprit; the code is compared with what the hunt said.
    hunt.prove(by: .bytes(trace, name: name))
    return (loop, found()?.report.remedy)
  }

  private func product(
    _ cast: SwiftCast, _ report: LoopReport, _ recorded: LoopReport, _ remedy: Remedy?,
    _ difference: String?, _ form: SwiftProgram.Form, _ typeName: String
  ) -> Product {
    let program = SwiftProgram(
      cast: cast,
      expectation: SwiftProgram.Expectation(
        report: report, recorded: recorded, remedy: remedy, difference: difference),
      form: form, name: typeName,
      source: name.split(separator: "/").last.map(String.init) ?? name)
    return Product(
      code: program.text(), verdict: report.verdict.kind, fingerprint: report.fingerprint,
      difference: difference)
  }

  /// The events as a recorder of the replay writes them: with the values that setters replaced.
  private func events() throws -> [TraceEvent] {
    let options = TraceReplayer.Options(isLenient: options.isLenient)
    let bytes = options.isLenient ? trace : (try? TraceExcerpt.rerecorded(trace)) ?? trace
    return try TraceExcerpt.events(of: .bytes(bytes, name: name), options: options)
  }

  /// True if two reports have the same verdict and the same culprit.
  private func isAlike(_ report: LoopReport, _ recorded: LoopReport) -> Bool {
    let (edge, other) = (report.culprit?.edge, recorded.culprit?.edge)
    func isSame(_ view: ViewReference?, _ other: ViewReference?) -> Bool {
      (view?.identifier ?? view?.className) == (other?.identifier ?? other?.className)
    }
    return LoopKind(report.verdict) == LoopKind(recorded.verdict)
      && edge?.action == other?.action && isSame(edge?.writer, other?.writer)
      && isSame(edge?.dirtied, other?.dirtied)
  }
}

extension TraceError {
  /// The error for a trace that cannot be used as a command needs it.
  static func refusal(_ name: String, _ problem: String, _ remedy: String) -> TraceError {
    TraceError(kind: .order, file: name, problem: problem, remedy: remedy)
  }
}
