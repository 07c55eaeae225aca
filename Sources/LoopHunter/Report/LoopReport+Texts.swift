import LayoutTrace
import ViewTree

extension LoopReport {
  /// The report with every text rewritten that comes from the program under test.
  ///
  /// The fingerprint and the verdict stay: reports are grouped by them.
  func mapTexts(_ rewrite: @escaping @Sendable (String) -> String) -> LoopReport {
    var report = self
    report.view = view.mapTexts(rewrite)
    report.cycle = cycle.map { $0.mapTexts(rewrite) }
    report.culprit = culprit?.mapTexts(rewrite)
    report.remedy = remedy?.mapTexts(rewrite)
    report.otherEdges = otherEdges.map { $0.mapTexts(rewrite) }
    report.accomplices = accomplices.map { $0.mapTexts(rewrite) }
    report.victims = victims.map { $0.mapTexts(rewrite) }
    report.geometry = geometry.map { history in
      var history = history
      history.view = history.view.mapTexts(rewrite)
      history.property = history.property.mapTexts(rewrite)
      history.values = history.values.map { $0.mapTexts(rewrite) }
      return history
    }
    report.remarkList = remarkList.rewritten(rewrite)
    report.caughtStacks = caughtStacks.rewritten { stack in
      CallStack(dirtied: stack.dirtied.mapTexts(rewrite), frames: stack.frames.map(rewrite))
    }
    report.viewToHunt = viewToHunt?.mapTexts(rewrite)
    report.tree = rewrite(tree)
    report.reported = reported?.mapTexts(rewrite)
    report.share?.writerLibrary = share?.writerLibrary.map(rewrite)
    report.share?.readerLibrary = share?.readerLibrary.map(rewrite)
    report.claims = LoopClaims()
    return report
  }
}

extension LoopReport {
  /// The report without the texts of labels, which may be confidential: equal ones get equal numbers.
  var withoutLabelTexts: LoopReport {
    var report = self
    for place in geometry.indices where geometry[place].property == .geometry(.text, .whole) {
      var known: [LoopValue] = []
      report.geometry[place].values = geometry[place].values.map { value in
        if !known.contains(value) { known.append(value) }
        return .text("text \((known.firstIndex(of: value) ?? 0) + 1)")
      }
    }
    return report
  }
}

extension TraceEvent.Finding {
  /// The finding with everything rewritten that comes from the program under test.
  fileprivate func mapTexts(_ rewrite: (String) -> String) -> TraceEvent.Finding {
    var finding = self
    finding.views = views.map(rewrite)
    finding.frames = frames.map(rewrite)
    finding.from = from.map(rewrite)
    finding.property = property.map(rewrite)
    return finding
  }
}

extension InvalidationEdge {
  /// The edge with everything rewritten except the name of the action.
  fileprivate func mapTexts(_ rewrite: @escaping @Sendable (String) -> String) -> InvalidationEdge {
    var edge = InvalidationEdge(
      writer: writer?.mapTexts(rewrite), target: target.mapTexts(rewrite),
      action: action.mapTexts(rewrite),
      old: old?.mapTexts(rewrite), new: new?.mapTexts(rewrite), dirtied: dirtied.mapTexts(rewrite),
      place: place.rewritten(rewrite))
    switch proof {
    case .refuted(let view?): edge.proof = .refuted(through: view.mapTexts(rewrite))
    case .untested(.exhausted(let view?)):
      edge.proof = .untested(.exhausted(view: view.mapTexts(rewrite)))
    case .untested(.other(let reason)): edge.proof = .untested(.other(rewrite(reason)))
    case .proved, .refuted(nil), .untested, nil: edge.proof = proof
    }
    return edge
  }
}

extension Remedy {
  /// The remedy with its views rewritten.
  fileprivate func mapTexts(_ rewrite: (String) -> String) -> Remedy {
    var remedy = self
    remedy.writer = writer.mapTexts(rewrite)
    remedy.target = target.mapTexts(rewrite)
    if case .leaveTo(let owner) = repair { remedy.repair = .leaveTo(owner.mapTexts(rewrite)) }
    return remedy
  }
}

extension LoopProperty {
  /// The property; the name of a constraint is rewritten.
  fileprivate func mapTexts(_ rewrite: (String) -> String) -> LoopProperty {
    if case .constraint(let name, let property) = self {
      .constraint(rewrite(name), property)
    } else {
      self
    }
  }
}

extension EdgeAction {
  /// The deed; the name of a constraint is rewritten.
  fileprivate func mapTexts(_ rewrite: (String) -> String) -> EdgeAction {
    if case .write(let property) = self { .write(property.mapTexts(rewrite)) } else { self }
  }
}

extension LoopValue {
  /// The value; a text is rewritten.
  fileprivate func mapTexts(_ rewrite: (String) -> String) -> LoopValue {
    if case .text(let text) = self { .text(rewrite(text)) } else { self }
  }
}

extension Culprit {
  /// The culprit with everything rewritten except the names of actions.
  fileprivate func mapTexts(_ rewrite: @escaping @Sendable (String) -> String) -> Culprit {
    Culprit(
      edge: edge.mapTexts(rewrite), opponent: opponent?.mapTexts(rewrite),
      force: force?.mapTexts(rewrite), rivals: rivals.map { $0.mapTexts(rewrite) },
      companion: companion?.mapTexts(rewrite), account: account.mapTexts(rewrite),
      victimCount: victimCount)
  }
}

extension CulpritAccount {
  fileprivate func mapTexts(_ rewrite: (String) -> String) -> CulpritAccount {
    switch self {
    case .inLayout(var deed):
      deed.moved = deed.moved.map(rewrite)
      deed.caller = deed.caller?.mapTexts(rewrite)
      if case .announced(let call, let view) = deed.consequence {
        deed.consequence = .announced(call, on: view.mapTexts(rewrite))
      }
      return .inLayout(deed)
    case .told(let text): return .told(rewrite(text))
    case .outside, .script: return self
    }
  }
}

extension Remark {
  /// The remark with the names of views and all words rewritten.
  func mapTexts(_ rewrite: (String) -> String) -> Remark {
    switch self {
    case .wholeView(let view, let layouts): .wholeView(view.mapTexts(rewrite), layouts: layouts)
    case .otherViews(let views): .otherViews(views.map { $0.mapTexts(rewrite) })
    case .drivenByConstraints(let view): .drivenByConstraints(view.mapTexts(rewrite))
    case .replacedViews(let view, let count): .replacedViews(view.mapTexts(rewrite), count: count)
    case .driftWriter(let property, let target, let source):
      .driftWriter(property, of: target.mapTexts(rewrite), by: source.mapTexts(rewrite))
    case .ambiguousLayout(let view, let constraints):
      .ambiguousLayout(view.mapTexts(rewrite), constraints: constraints.map(rewrite))
    case .brokenConstraints(let constraints): .brokenConstraints(constraints.map(rewrite))
    case .alternation(var alternation):
      {
        alternation.view = rewrite(alternation.view)
        return .alternation(alternation)
      }()
    case .dirtied(let writer, let action, let times):
      .dirtied(by: writer?.mapTexts(rewrite), action, times: times)
    case .trace(let path): .trace(path: rewrite(path))
    case .unwrittenTrace(let error): .unwrittenTrace(rewrite(error))
    case .text(let text): .text(rewrite(text))
    default: self
    }
  }
}
