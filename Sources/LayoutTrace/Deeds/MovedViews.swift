/// The views that got new values, by changes that are left out and by others, until their superviews apply them.
///
/// A superview applies values at some time in its layout: of changes in that layout, it applies those before
/// now, and those after in its next one.
struct MovedViews {
  /// The sources of the values that a view waits for.
  struct Source {
    /// True if a change moved the view that is left out, and if another one did.
    var isLost = false
    var isKept = false
    /// True once the running layout has applied the values.
    var isApplied = false
  }

  private var sources: [Int: Source] = [:]
  /// Those of changes in the running layout of the superview, since the values were applied.
  private var later: [Int: Source] = [:]
  /// The views whose requests to be asked for their sizes are left out.
  var unasked: Set<Int> = []

  /// Notes a view that a change moves which is left out.
  mutating func lose(_ view: Int, isInLayout: Bool) { note(view, isInLayout) { $0.isLost = true } }

  /// Notes a view that another change moves.
  mutating func keep(_ view: Int, isInLayout: Bool) { note(view, isInLayout) { $0.isKept = true } }

  private mutating func note(_ view: Int, _ isInLayout: Bool, _ set: (inout Source) -> Void) {
    if isInLayout {
      set(&later[view, default: Source()])
    } else {
      set(&sources[view, default: Source()])
    }
  }

  /// The sources of the value that a view gets now.
  mutating func apply(_ view: Int) -> Source {
    var source = sources[view] ?? Source()
    if let newer = later.removeValue(forKey: view) {
      if source.isApplied { source = Source() }
      source.isLost = source.isLost || newer.isLost
      source.isKept = source.isKept || newer.isKept
    }
    source.isApplied = true
    sources[view] = source
    return source
  }

  /// Ends the layout of the superview of some views.
  mutating func end(where isSubview: (Int) -> Bool) {
    if sources.isEmpty && later.isEmpty { return }
    sources = sources.filter { !isSubview($0.key) }
    for (view, source) in later where isSubview(view) {
      later[view] = nil
      sources[view] = source
    }
  }
}
