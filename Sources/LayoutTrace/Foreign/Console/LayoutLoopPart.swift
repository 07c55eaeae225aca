import ViewTree

/// A report of which somebody posted only a part: it becomes a finding, because there is no layout to run.
extension LayoutLoopReport {
  /// True if it holds writes or calls, but names no view that was laid out.
  var isPart: Bool {
    isEmpty && !(writes.isEmpty && strayWrites.isEmpty && strayCalls.isEmpty)
  }

  /// The facts of a part: the code that asked for layout, and the geometry that was written.
  var finding: TraceEvent.Finding {
    var finding = TraceEvent.Finding(
      kind: Self.partKind.kind, verdict: Self.partKind.verdict, framework: "UIKit")
    let written = writes.map(\.write) + strayWrites
    if let call = strayCalls.first(where: { !$0.functions.isEmpty }) ?? strayCalls.first {
      finding.call = "setNeedsLayout"
      (finding.from, finding.frames) = (call.functions.first, call.functions)
      finding.views = call.frames.compactMap(\.callback?.className)
    }
    finding.property = written.first?.property.rawValue
    finding.views += written.compactMap(author)
    finding.views += writes.map { LoggedNames.className($0.target.className) }
    finding.views = finding.views.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    if finding.call == nil, Set(written.map(\.numbers)).count > 1, let write = written.first,
      let author = author(of: write), let method = write.method
    {
      // Values that go back and forth keep a loop going; the same value again does not.
      finding.from = "\(author).\(method)"
    }
    return finding
  }

  /// The class whose layout wrote: that of the controller, or of the view.
  private func author(of write: Write) -> String? {
    guard let writer = write.writer else { return nil }
    let owner = write.method.map(LoggedNames.isOfController) == true ? owners[writer] : nil
    return owner ?? LoggedNames.className(writer.className)
  }

  /// The parts of a whole report that are missing, and what they would tell.
  var missingParts: String {
    var missing = ["the headline with the top-level view", "the order of the layouts"]
    if writes.isEmpty {
      missing.append(
        strayWrites.isEmpty ? "the geometry changes" : "the views whose geometry changed")
    }
    if strayCalls.isEmpty {
      missing.append("the call stacks of setNeedsLayout")
    } else if !strayCalls.contains(where: {
      $0.isWhole || $0.frames.contains { $0.callback != nil }
    }) {
      missing.append("the end of the call stack, with the layout method")
    }
    return "this is a part of a report of UIKit's debugger for layout loops; it lacks "
      + missing.joined(separator: "; ")
  }

  static let partKind = ReportedKind(
    kind: "uikit.part", framework: "UIKit", verdict: .undetermined,
    statement:
      "The text is a part of UIKit's report of a layout loop[: `{place}` called `{call}`][; "
      + "the layout of `{view}` wrote `{property}`]",
    remedy: "Save the whole log of the app, starting at the line 'Degenerate layout!': the log "
      + "lists the views, the order of their layouts, and the stacks.")

  static let callKind = ReportedKind(
    kind: "uikit.call", framework: "UIKit", verdict: nil,
    statement:
      "`{view}` was asked for layout[ by `{place}`] while the loop ran; the log does not show "
      + "in which layout",
    remedy: "Save the whole call stack: the layout method further out names the view at fault.")
}

extension LayoutLoopReport.Call {
  /// The call as a hint, where the log does not show in which layout it was made.
  var hint: TraceEvent.Finding {
    let kind = LayoutLoopReport.callKind
    var finding = TraceEvent.Finding(kind: kind.kind, verdict: kind.verdict, framework: "UIKit")
    finding.views = [LoggedNames.className(target.className)]
    (finding.from, finding.frames, finding.call) = (functions.first, functions, "setNeedsLayout")
    return finding
  }
}
