public import Foundation
public import ViewTree

extension TraceEvent {
  /// The first line of a trace: the subject of the recording and the limits it ran under.
  public struct Header: Hashable, Sendable {
    /// The newest version of the format that this build reads and writes.
    ///
    /// A recorder writes it if a view has an anchor point, and version 1 otherwise.
    public static let currentVersion = 2
    /// The version without anchor points, which older readers support.
    public static let firstVersion = 1

    /// The version of the format.
    public var version: Int
    /// The program that recorded it.
    public var tool: String?
    /// The subject of the recording.
    public var title: String?
    /// The format of the recording from which the trace was converted, by its name in `loophunt
    /// --from`.
    public var source: String?
    /// The clock that `t` comes from: `virtual` or `wall`.
    public var clock: String?
    /// Pixels per point.
    public var scale: Double?
    /// The largest number of batches one commit could have.
    public var passLimit: Int?
    /// The largest number of nested layout passes.
    public var nestingLimit: Int?

    /// Describes a recording.
    ///
    /// - Parameters:
    ///   - version: The version of the format; by default the first.
    ///   - tool: The program that records; by default nil, unknown.
    ///   - title: The subject of the recording; by default nil, unknown.
    ///   - source: The format of the recording from which the trace is made; by default nil, none.
    ///   - clock: The clock of the loop, `virtual` or `wall`; by default nil, unknown.
    ///   - scale: The pixels per point; by default nil, unknown.
    ///   - passLimit: The loop's pass limit; by default nil, unknown.
    ///   - nestingLimit: The loop's nesting limit; by default nil, unknown.
    public init(
      version: Int = TraceEvent.Header.firstVersion, tool: String? = nil, title: String? = nil,
      source: String? = nil, clock: String? = nil, scale: Double? = nil, passLimit: Int? = nil,
      nestingLimit: Int? = nil
    ) {
      (self.version, self.tool, self.title, self.source) = (version, tool, title, source)
      (self.clock, self.scale, self.passLimit) = (clock, scale, passLimit)
      self.nestingLimit = nestingLimit
    }
  }

  /// A view that the trace has not mentioned before.
  ///
  /// Before the first turn, it belongs to the snapshot of the tree, which has no consequences.
  /// Later, it is a new view, added by the rules of the tree.
  public struct NewView: Hashable, Sendable {
    /// The view's number.
    public var view: Int
    /// The class, without its module.
    public var className: String
    /// The identifier the view carries.
    public var name: String?
    /// The view's place in the tree.
    public var place: TraceEvent.Place
    /// The index among the superview's subviews; nil means last.
    public var index: Int?
    /// The frame; for a transformed view, the frame without the transform.
    public var frame: CGRect?
    /// The bounds, if they differ from the frame's size at the origin zero.
    public var bounds: CGRect?
    /// The transform, if it is not the identity.
    public var transform: TraceEvent.Transform?
    /// The anchor point, if it is not the middle.
    public var anchor: CGPoint?
    /// True if no layout is pending for the view.
    public var isClean: Bool

    /// Describes a view.
    ///
    /// - Parameters:
    ///   - view: The number that other events use.
    ///   - className: The name of its class.
    ///   - name: Its identifier; by default nil, none.
    ///   - place: Its place in the tree; by default a root outside any window.
    ///   - index: The index among the subviews; by default nil, the last.
    ///   - frame: Its frame; by default nil, empty.
    ///   - bounds: Its bounds; by default nil, derived from the frame.
    ///   - transform: Its transform; by default nil, none.
    ///   - anchor: Its anchor point; by default nil, the middle.
    ///   - isClean: `true` if it needs no layout; by default false, as for a new view.
    public init(
      view: Int, className: String, name: String? = nil, place: TraceEvent.Place = .root,
      index: Int? = nil, frame: CGRect? = nil, bounds: CGRect? = nil,
      transform: TraceEvent.Transform? = nil, anchor: CGPoint? = nil, isClean: Bool = false
    ) {
      (self.view, self.className, self.name, self.place) = (view, className, name, place)
      (self.index, self.frame, self.bounds, self.transform) = (index, frame, bounds, transform)
      (self.anchor, self.isClean) = (anchor, isClean)
    }
  }

  /// The place of a new view in the tree.
  public enum Place: Hashable, Sendable {
    /// At the top: a window. The key `in` is absent.
    case root
    /// In another view.
    case inside(Int)
    /// In no tree yet; a later `move` adds it. The key `in` is null.
    case nowhere
  }

  /// The owner of a deed that is not that of the running layout's code.
  public enum Owner: Hashable, Sendable {
    /// The engine: a rule of its stacks, scroll views and autoresizing masks.
    case engine
    /// A view that the engine asked or told something, in a member that an app may override.
    case view(Int)
  }

  /// A change of the tree.
  public struct Move: Hashable, Sendable {
    /// The number of the view that moved.
    public var view: Int
    /// The new superview; nil if the view was removed.
    public var parent: Int?
    /// The index among the superview's subviews afterwards; nil means last.
    public var index: Int?
    /// The innermost view in layout at that moment.
    public var by: Int?
    /// The view whose member the engine had called, or the engine; nil for the code of the layout.
    public var owner: TraceEvent.Owner?

    /// Describes a move.
    ///
    /// - Parameters:
    ///   - view: The number of the view.
    ///   - parent: The number of the new superview, or nil if the view was removed.
    ///   - index: The index among the subviews; by default nil, the last.
    ///   - by: The number of the view whose layout moved it; by default nil, none.
    ///   - owner: The owner of the move; by default nil, the code of that layout.
    public init(
      view: Int, parent: Int?, index: Int? = nil, by: Int? = nil, owner: TraceEvent.Owner? = nil
    ) {
      (self.view, self.parent, self.index, self.by) = (view, parent, index, by)
      self.owner = owner
    }
  }

  /// An invalidation.
  public struct Invalidation: Hashable, Sendable {
    /// The number of the view that became dirty.
    public var view: Int
    /// The subview whose method or setter dirtied the view.
    public var receiver: Int?
    /// `size`, `bounds`, `subviews` for consequences, `explicit`, or a control's own word.
    public var why: String
    /// The innermost view in layout at that moment.
    public var by: Int?
    /// The view whose member the engine had called, or the engine; nil for the code of the layout.
    public var owner: TraceEvent.Owner?
    /// `File.swift:42` of the code that did it, if the recorder captured stacks.
    public var from: String?
    /// True if the view was already dirty.
    public var isAgain: Bool

    /// Describes an invalidation.
    ///
    /// - Parameters:
    ///   - view: The number of the view that was dirtied.
    ///   - why: The reason, such as `size` or `text`.
    ///   - receiver: The number of the view on which something was called; by default nil, the view
    ///     itself.
    ///   - by: The number of the view whose layout did it; by default nil, none.
    ///   - owner: The owner of the deed; by default nil, the code of that layout.
    ///   - from: The source location that did it; by default nil, unknown.
    ///   - isAgain: `true` if the view was already dirty; by default false.
    public init(
      view: Int, why: String, receiver: Int? = nil, by: Int? = nil,
      owner: TraceEvent.Owner? = nil, from: String? = nil, isAgain: Bool = false
    ) {
      (self.view, self.why, self.receiver, self.by, self.from) = (view, why, receiver, by, from)
      (self.owner, self.isAgain) = (owner, isAgain)
    }
  }

  /// A setter that changed something.
  public struct Geometry: Hashable, Sendable {
    /// The number of the view that was written.
    public var view: Int
    /// The value that was set.
    public var new: TraceEvent.Value
    /// The value before.
    public var old: TraceEvent.Value?
    /// The innermost view in layout at that moment.
    public var by: Int?
    /// The view whose member the engine had called, or the engine; nil for the code of the layout.
    public var owner: TraceEvent.Owner?
    /// `File.swift:42` of the code that did it, if the recorder captured stacks.
    public var from: String?

    /// Describes a written value.
    ///
    /// - Parameters:
    ///   - view: The number of the view.
    ///   - new: The value that was written.
    ///   - old: The value before; by default nil, unknown.
    ///   - by: The number of the view whose layout wrote it; by default nil, none.
    ///   - owner: The owner of the write; by default nil, the code of that layout.
    ///   - from: The source location that wrote it; by default nil, unknown.
    public init(
      view: Int, new: TraceEvent.Value, old: TraceEvent.Value? = nil, by: Int? = nil,
      owner: TraceEvent.Owner? = nil, from: String? = nil
    ) {
      (self.view, self.new, self.old, self.by, self.from) = (view, new, old, by, from)
      self.owner = owner
    }
  }

  /// A change of another property that layout can depend on, of a constraint, or of a state of the app.
  public struct Change: Hashable, Sendable {
    /// The number of the view whose property it is, on which the constraint is, or for which the state
    /// is watched.
    public var view: Int
    /// The name of the property, such as `isHidden`, or of the state.
    public var name: String
    /// The value: a number, two numbers for a size, `true` or `false`, a word, or a text.
    public var new: String
    /// The value before.
    public var old: String?
    /// The constraint whose property it is; nil for one of the view.
    public var constraint: String?
    /// The number of that constraint, if a `constraint` line tells it.
    public var constraintNumber: Int?
    /// True if it is a state of the app that a hunt watches.
    public var isState: Bool
    /// The innermost view in layout at that moment.
    public var by: Int?
    /// The view whose member the engine had called, or the engine; nil for the code of the layout.
    public var owner: TraceEvent.Owner?
    /// `File.swift:42` of the code that did it, if the recorder captured stacks.
    public var from: String?

    /// Describes a changed value.
    ///
    /// - Parameters:
    ///   - view: The number of the view.
    ///   - name: The name of the property, or of the state.
    ///   - new: The value that was set.
    ///   - old: The value before; by default nil, unknown.
    ///   - constraint: The identifier or the notation of the constraint whose property it is; by default
    ///     nil, it is one of the view.
    ///   - constraintNumber: The number of that constraint; by default nil, unknown.
    ///   - isState: `true` for a state of the app; by default false.
    ///   - by: The number of the view whose layout did it; by default nil, none.
    ///   - owner: The owner of the deed; by default nil, the code of that layout.
    ///   - from: The source location that did it; by default nil, unknown.
    public init(
      view: Int, name: String, new: String, old: String? = nil, constraint: String? = nil,
      constraintNumber: Int? = nil, isState: Bool = false, by: Int? = nil,
      owner: TraceEvent.Owner? = nil, from: String? = nil
    ) {
      (self.view, self.name, self.new, self.old) = (view, name, new, old)
      (self.constraint, self.constraintNumber, self.isState) = (
        constraint, constraintNumber, isState
      )
      (self.by, self.owner, self.from) = (by, owner, from)
    }
  }

  /// The property that a setter wrote, with its value.
  public enum Value: Hashable, Sendable {
    /// A frame, in the superview's coordinates.
    case frame(CGRect)
    /// Bounds, in the view's own coordinates.
    case bounds(CGRect)
    /// The position of the anchor point in the superview's coordinates.
    case center(CGPoint)
    /// A transform.
    case transform(TraceEvent.Transform)
    /// The anchor point, in units of the size of the bounds.
    case anchor(CGPoint)
    /// One of the insets, or one that follows from them.
    case inset(GeometryProperty, EdgeInsets)
  }

  /// The six numbers of an affine transform, in the order `a, b, c, d, tx, ty`.
  public struct Transform: Hashable, Sendable {
    /// The six numbers: (`a`, `b`) is the image of a step to the right, (`c`, `d`) of one down; the
    /// others are the translation.
    public var a, b, c, d, tx, ty: Double

    /// Makes a transform of six numbers, named as in Core Graphics.
    ///
    /// - Parameters:
    ///   - a: The entry at position 1, 1.
    ///   - b: The entry at position 1, 2.
    ///   - c: The entry at position 2, 1.
    ///   - d: The entry at position 2, 2.
    ///   - tx: The horizontal translation.
    ///   - ty: The vertical translation.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
      (self.tx, self.ty) = (tx, ty)
    }
  }

  /// The kind of work; readers that know no observers of phases see a timer.
  public typealias WorkKind = ViewTree.WorkKind
}

extension WorkKind {
  /// The words under `via`.
  package static let words = [WorkKind.block, .timer].map(\.rawValue)
}

extension TraceEvent.Value {
  /// The property that was written.
  package var property: GeometryProperty {
    switch self {
    case .frame: .frame
    case .bounds: .bounds
    case .center: .center
    case .transform: .transform
    case .anchor: .anchorPoint
    case .inset(let property, _): property
    }
  }

  /// Makes the value that a setter of the tree wrote; nil for one that is a `TraceEvent.Change`.
  init?(_ property: GeometryProperty, _ value: GeometryValue) {
    switch value {
    case .rect(let rect): self = property == .bounds ? .bounds(rect) : .frame(rect)
    case .point(let point): self = property == .anchorPoint ? .anchor(point) : .center(point)
    case .transform(let transform): self = .transform(TraceEvent.Transform(transform))
    case .insets(let insets): self = .inset(property, insets)
    case .size, .number, .flag, .text, .word: return nil
    }
  }
}

extension TraceEvent.Transform {
  package init(_ transform: AffineTransform) {
    self.init(
      a: Double(transform.m11), b: Double(transform.m12), c: Double(transform.m21),
      d: Double(transform.m22), tx: Double(transform.tX), ty: Double(transform.tY))
  }

  /// The transform as the tree has it.
  package var affine: AffineTransform {
    AffineTransform(m11: a, m12: b, m21: c, m22: d, tX: tx, tY: ty)
  }
}
