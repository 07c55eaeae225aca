/// Cutting off what follows the first elements of a content.
extension TraceOutline {
  /// The parts to remove so that a content ends after some elements, and leaves no view dirty.
  ///
  /// A pass that ends at its limit leaves views dirty. If it is shorter, it must leave none: what is
  /// dirty where it is cut off is laid out once more, and that layout does nothing.
  func rest(after count: Int, inside place: Int) -> [Range<Int>] {
    let rest = elements(inside: place).dropFirst(count)
    guard let first = rest.first else { return [] }
    var due = DueLayouts()
    for event in events[..<first.lowerBound] { due.read(event) }
    return superfluous(in: rest, &due)
  }

  /// The parts of elements without which the views that are due are laid out, and do nothing.
  private func superfluous(in elements: ArraySlice<Range<Int>>, _ due: inout DueLayouts)
    -> [Range<Int>]
  {
    var superfluous: [Range<Int>] = []
    /// The call that forces the next layout, if that comes at once.
    var force: Range<Int>?
    for element in elements {
      let place = element.lowerBound
      defer { if case .force = events[place] { force = element } else { force = nil } }
      switch events[place] {
      case .layout(let view, _) where due.take(view):
        if force != nil, superfluous.last == force { superfluous.removeLast() }
        superfluous += self.elements(inside: place)
      case .commit: superfluous += self.superfluous(in: self.elements(inside: place)[...], &due)
      default: superfluous.append(element)
      }
    }
    return superfluous
  }
}

/// The layouts that are still to come at some place of a trace.
private struct DueLayouts {
  /// The views of the running batch, which are dirty no more, and those that were dirtied since.
  private var collected: Set<Int> = []
  private var dirty: Set<Int> = []
  private var depth = 0

  mutating func read(_ event: TraceEvent) {
    switch event {
    case .view(let view) where !view.isClean: dirty.insert(view.view)
    case .dirty(let mark): dirty.insert(mark.view)
    case .layout(let view, _): enter(view)
    case .done: depth -= 1
    case .clean(let view), .gone(let view): _ = take(view)
    default: break
    }
  }

  private mutating func enter(_ view: Int) {
    if depth > 0 {
      // A nested pass lays out nothing that only the outer one has collected, unless it has to.
      if dirty.remove(view) == nil { collected.remove(view) }
    } else if collected.remove(view) == nil {
      collected.formUnion(dirty)
      collected.remove(view)
      dirty = []
    }
    depth += 1
  }

  /// Takes the next layout of a view; false if none is due.
  mutating func take(_ view: Int) -> Bool {
    collected.remove(view) != nil || dirty.remove(view) != nil
  }
}
