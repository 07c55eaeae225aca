/// A reference to a view that is kept alive elsewhere.
///
/// Reading through it neither retains nor releases: in a pass, those would cost more than the
/// layouts themselves. Code that stores a link clears it before its view can die. Code that calls
/// user code retains first: `view` does, `with` does not.
struct ViewLink: Equatable {
  private let reference: Unmanaged<View>

  @inline(__always)
  init(_ view: View) {
    reference = .passUnretained(view)
  }

  @inline(__always)
  static func == (lhs: ViewLink, rhs: ViewLink) -> Bool {
    lhs.reference.toOpaque() == rhs.reference.toOpaque()
  }

  /// The view, retained while the caller uses it.
  @inline(__always) var view: View { reference.takeUnretainedValue() }

  /// Keeps the view alive until `release()`.
  @inline(__always) func retain() { _ = reference.retain() }

  /// Undoes `retain()`.
  @inline(__always) func release() { reference.release() }

  /// Calls `body` with the view, which must stay alive: it is held, or `body` calls no user code.
  @inline(__always)
  func with<Result>(_ body: (View) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef(body)
  }

  /// The outermost superview, or the view itself.
  var top: ViewLink {
    var top = self
    while let superview = top.superview { top = superview }
    return top
  }

  /// True if the view is another one or lies below it.
  func isDescendant(of view: ViewLink) -> Bool {
    var candidate: ViewLink? = self
    while let current = candidate {
      if current == view { return true }
      candidate = current.superview
    }
    return false
  }

  // MARK: State that a pass reads and writes

  var flags: ViewFlags {
    @inline(__always) get { with { $0.flags } }
    @inline(__always) nonmutating set { with { $0.flags = newValue } }
  }

  /// True if the view is dirty, and nobody would be told of, or keep, another reason for that.
  var isQuietlyDirty: Bool {
    with { $0.flags.contains(.isDirty) && !$0.flags.contains(.hasCause) && !$0.isWatched }
  }

  var indexHint: Int32 { @inline(__always) get { with { $0.indexHint } } }

  var runningLayouts: Int32 { @inline(__always) get { with { $0.runningLayouts } } }

  var superview: ViewLink? { @inline(__always) get { with { $0.superviewLink } } }

  var firstPending: ViewLink? {
    @inline(__always) get { with { $0.firstPendingLink } }
    @inline(__always) nonmutating set { with { $0.firstPendingLink = newValue } }
  }

  var nextPending: ViewLink? {
    @inline(__always) get { with { $0.nextPendingLink } }
    @inline(__always) nonmutating set { with { $0.nextPendingLink = newValue } }
  }

  var previousPending: ViewLink? {
    @inline(__always) get { with { $0.previousPendingLink } }
    @inline(__always) nonmutating set { with { $0.previousPendingLink = newValue } }
  }
}

extension View {
  /// A link to this view.
  final var link: ViewLink { ViewLink(self) }

  final var storedSuperview: View? {
    get { superviewLink?.view }
    set { superviewLink = newValue.map(ViewLink.init) }
  }

  /// Replaces the cause of the view's being dirty.
  ///
  /// The old cause may hold the last reference to an instrument, and thus to an app's closures.
  final func replaceCause(with cause: LayoutCause?) {
    let old = layoutCause
    layoutCause = cause
    flags = flags.with(.hasCause, cause != nil)
    withExtendedLifetime(old) {}
  }

  final var storedWindow: Window? { windowLink?.takeUnretainedValue() }

  /// True if the view's window is this one, or if it has none and this is nil.
  final func isIn(_ window: Window?) -> Bool {
    windowLink?.toOpaque() == window.map { Unmanaged.passUnretained($0).toOpaque() }
  }

  /// The pass of the window's loop.
  final var pass: LayoutPass? { passLink?.takeUnretainedValue() }

  /// Links the view to the window and its pass.
  final func link(to window: Window?) {
    windowLink = window.map(Unmanaged.passUnretained)
    passLink = window.map { Unmanaged.passUnretained($0.loop.pass) }
  }

  /// True if an observer must be told of events in the view.
  @inline(__always)
  final var isWatched: Bool {
    guard let passLink else { return false }
    return passLink._withUnsafeGuaranteedRef { $0.isWatched }
  }
}
