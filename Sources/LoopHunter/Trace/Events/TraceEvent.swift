public import Foundation

/// One line of a layout trace.
///
/// A trace is JSON Lines: every line is an object whose key `e` names the event. Views are positive
/// numbers, unique in the trace and never used again.
public enum TraceEvent: Hashable, Sendable {
  /// `trace`: the first line, what was recorded and how.
  case header(TraceHeader)
  /// `view`: a view is seen for the first time.
  case view(TraceView)
  /// `move`: a view was added to another, removed, or put at another place.
  case move(TraceMove)
  /// `gone`: a view was deallocated.
  case gone(view: Int)
  /// `turn`: a turn of the loop begins, `time` nanoseconds after the start.
  case turn(number: Int, time: Int64?)
  /// `commit`: the turn's commit begins.
  case commit
  /// `committed`: the commit ended after so many batches, at the pass limit or settled.
  case committed(batches: Int, hitLimit: Bool)
  /// `dirty`: a view was invalidated.
  case dirty(TraceDirty)
  /// `frame`, `bounds`, `center`, `transform`: that setter changed something.
  case geometry(TraceGeometry)
  /// `clean`: layout is no longer pending, for it ran while the view was outside any window.
  case clean(view: Int)
  /// `force`: `layoutIfNeeded` was called on a view and had something to do.
  case force(view: Int, by: Int?)
  /// `layout`: a view's layout begins.
  case layout(view: Int, time: Int64?)
  /// `done`: a view's layout ends.
  case done(view: Int, time: Int64?)
  /// `async`: work was enqueued, or a timer armed.
  case async(work: Int, by: Int?, via: TraceWorkKind?)
  /// `run`: work begins.
  case run(work: Int)
  /// `ran`: work ends.
  case ran(work: Int)
  /// `end`: the trace is complete and holds so many turns.
  case end(turns: Int)
  /// An event of a name this version does not know; readers skip it.
  case unknown
}

/// The first line of a trace: what was recorded, and the limits it ran under.
public struct TraceHeader: Hashable, Sendable {
  /// The format version this build reads and writes.
  public static let currentVersion = 1

  /// The version of the format.
  public var version: Int
  /// The program that recorded it.
  public var tool: String?
  /// What was recorded.
  public var title: String?
  /// The clock that `t` comes from: `virtual` or `wall`.
  public var clock: String?
  /// Pixels per point.
  public var scale: Double?
  /// The largest number of batches one commit could have.
  public var passLimit: Int?
  /// The largest number of nested layout passes.
  public var nestingLimit: Int?

  public init(
    version: Int = TraceHeader.currentVersion, tool: String? = nil, title: String? = nil,
    clock: String? = nil, scale: Double? = nil, passLimit: Int? = nil, nestingLimit: Int? = nil
  ) {
    self.version = version
    self.tool = tool
    self.title = title
    self.clock = clock
    self.scale = scale
    self.passLimit = passLimit
    self.nestingLimit = nestingLimit
  }
}

/// A view that the trace has not mentioned before.
///
/// Before the first turn it belongs to the snapshot of the tree, which has no consequences. Later it
/// is a new view, added by the rules of the tree.
public struct TraceView: Hashable, Sendable {
  /// The view's number.
  public var view: Int
  /// The class, without its module.
  public var className: String
  /// The identifier the view carries.
  public var name: String?
  /// Where the view is.
  public var place: TracePlace
  /// The place among the superview's subviews; nil means last.
  public var index: Int?
  /// The frame; where there is a transform, as it would be without it.
  public var frame: CGRect?
  /// The bounds, where they are not the frame's size at zero.
  public var bounds: CGRect?
  /// The transform, where it is not the identity.
  public var transform: TraceTransform?
  /// Whether no layout is pending for the view.
  public var isClean: Bool

  public init(
    view: Int, className: String, name: String? = nil, place: TracePlace = .root,
    index: Int? = nil, frame: CGRect? = nil, bounds: CGRect? = nil,
    transform: TraceTransform? = nil, isClean: Bool = false
  ) {
    self.view = view
    self.className = className
    self.name = name
    self.place = place
    self.index = index
    self.frame = frame
    self.bounds = bounds
    self.transform = transform
    self.isClean = isClean
  }
}

/// Where a new view is.
public enum TracePlace: Hashable, Sendable {
  /// At the top: a window. The key `in` is absent.
  case root
  /// In another view.
  case inside(Int)
  /// In no tree yet; a `move` will say where. The key `in` is null.
  case nowhere
}

/// A change of the tree.
public struct TraceMove: Hashable, Sendable {
  public var view: Int
  /// The new superview; nil when the view was removed.
  public var parent: Int?
  /// The place among the superview's subviews afterwards; nil means last.
  public var index: Int?
  /// The innermost view in layout at that moment.
  public var by: Int?

  public init(view: Int, parent: Int?, index: Int? = nil, by: Int? = nil) {
    self.view = view
    self.parent = parent
    self.index = index
    self.by = by
  }
}

/// An invalidation.
public struct TraceDirty: Hashable, Sendable {
  public var view: Int
  /// `size`, `bounds`, `subviews` for consequences, `explicit`, or a control's own word.
  public var why: String
  /// The innermost view in layout at that moment.
  public var by: Int?
  /// `File.swift:42` of the code that did it, where the recorder captured stacks.
  public var from: String?
  /// Whether the view was dirty already.
  public var isAgain: Bool

  public init(
    view: Int, why: String, by: Int? = nil, from: String? = nil, isAgain: Bool = false
  ) {
    self.view = view
    self.why = why
    self.by = by
    self.from = from
    self.isAgain = isAgain
  }
}

/// A setter that changed something.
public struct TraceGeometry: Hashable, Sendable {
  public var view: Int
  /// The value that was set.
  public var new: TraceGeometryValue
  /// The value before.
  public var old: TraceGeometryValue?
  /// The innermost view in layout at that moment.
  public var by: Int?
  /// `File.swift:42` of the code that did it, where the recorder captured stacks.
  public var from: String?

  public init(
    view: Int, new: TraceGeometryValue, old: TraceGeometryValue? = nil, by: Int? = nil,
    from: String? = nil
  ) {
    self.view = view
    self.new = new
    self.old = old
    self.by = by
    self.from = from
  }
}

/// The property a setter wrote, with a value of its kind.
public enum TraceGeometryValue: Hashable, Sendable {
  case frame(CGRect)
  case bounds(CGRect)
  case center(CGPoint)
  case transform(TraceTransform)
}

/// The six numbers of an affine transform, in the order `a, b, c, d, tx, ty`.
public struct TraceTransform: Hashable, Sendable {
  public var a, b, c, d, tx, ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }
}

/// How work reached the loop.
public enum TraceWorkKind: String, Hashable, Sendable {
  case block
  case timer
}
