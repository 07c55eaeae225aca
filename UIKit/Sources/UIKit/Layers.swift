import ViewTree

/// A layer: what was set, in the place of its view; nothing is drawn, and no layer is laid out by itself.
open class CALayer: NSObject, CAMediaTiming {
  /// The view whose layer this is; its geometry is the layer's.
  weak var owner: View?
  /// The geometry of a layer without a view: that of a view which nobody sees.
  private lazy var place = View()
  final var geometry: View { owner ?? place }
  /// The values that key-value coding keeps under names of an app.
  final var keyed: [String: Any] = [:]

  /// Makes a layer.
  public override init() { super.init() }

  /// Makes a layer for an animation's copy of another.
  ///
  /// - Parameter layer: The other, which is not copied.
  public init(layer: Any) { super.init() }

  /// The rectangle in the layer around it: the bounding box of the transformed bounds.
  open var frame: CGRect {
    get { geometry.frame }
    set { geometry.frame = newValue }
  }

  /// The rectangle in its own coordinates.
  open var bounds: CGRect {
    get { geometry.bounds }
    set { geometry.bounds = newValue }
  }

  /// The place of the anchor point.
  open var position: CGPoint {
    get { geometry.center }
    set { geometry.center = newValue }
  }

  /// The point of the bounds that `position` places.
  open var anchorPoint: CGPoint {
    get { geometry.anchorPoint }
    set { geometry.anchorPoint = newValue }
  }

  /// The depth.
  open var zPosition: CGFloat = 0
  /// The transform in space; its part in the plane is the transform of the view, and counts in the frame.
  open var transform: CATransform3D {
    get {
      // The view's own may have been set since.
      ownTransform.inPlane == geometry.transform
        ? ownTransform : CATransform3DMakeAffineTransform(geometry.transform)
    }
    set {
      ownTransform = newValue
      geometry.transform = newValue.inPlane
    }
  }
  private var ownTransform = CATransform3DIdentity
  /// The transform of what is in the layer.
  open var sublayerTransform = CATransform3DIdentity

  /// The view's visibility.
  open var isHidden: Bool {
    get { owner?.isHidden ?? ownHidden }
    set { if let owner { owner.isHidden = newValue } else { ownHidden = newValue } }
  }
  private var ownHidden = false

  /// The view's opacity.
  open var opacity: Float {
    get { owner.map { Float($0.alpha) } ?? ownOpacity }
    set { if let owner { owner.alpha = CGFloat(newValue) } else { ownOpacity = newValue } }
  }
  private var ownOpacity: Float = 1

  /// The radius of the corners.
  open var cornerRadius: CGFloat = 0
  /// The shape of the corners.
  open var cornerCurve = CALayerCornerCurve.circular
  /// The corners that are round.
  open var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  /// The width of the border.
  open var borderWidth: CGFloat = 0
  /// The colour of the border.
  open var borderColor: CGColor?
  /// The colour behind the content.
  open var backgroundColor: CGColor?
  /// The colour of the shadow.
  open var shadowColor: CGColor?
  /// The opacity of the shadow.
  open var shadowOpacity: Float = 0
  /// The distance of the shadow.
  open var shadowOffset = CGSize(width: 0, height: -3)
  /// The blur of the shadow.
  open var shadowRadius: CGFloat = 3
  /// The shape of the shadow.
  open var shadowPath: CGPath?
  /// True if content is cut off at the bounds.
  open var masksToBounds: Bool {
    get { owner?.clipsToBounds ?? ownMasks }
    set { if let owner { owner.clipsToBounds = newValue } else { ownMasks = newValue } }
  }
  private var ownMasks = false
  /// The layer whose opacity masks this one.
  open var mask: CALayer?
  /// An image.
  open var contents: Any?
  /// The place of the image.
  open var contentsGravity = CALayerContentsGravity.resize
  /// The pixels per point.
  open var contentsScale: CGFloat = 1
  /// The part of the image that is shown.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// True if the layer is drawn once and kept.
  open var shouldRasterize = false
  /// The pixels per point of what is kept.
  open var rasterizationScale: CGFloat = 1
  /// True if nothing shows through.
  open var isOpaque = false
  /// True if edges are smoothed.
  open var allowsEdgeAntialiasing = false
  /// True if groups are blended as one.
  open var allowsGroupOpacity = true
  /// True if a new size means drawing.
  open var needsDisplayOnBoundsChange = false
  /// A name.
  open var name: String?
  /// Actions by key.
  open var actions: [String: any CAAction]?
  /// The object that is asked for actions and drawing; nothing asks it.
  open weak var delegate: (any CALayerDelegate)?
  /// The speed of time.
  open var speed: Float = 1
  /// The offset of time.
  open var timeOffset: CFTimeInterval = 0
  /// The beginning of time.
  open var beginTime: CFTimeInterval = 0
  /// The length of time.
  open var duration: CFTimeInterval = 0
  /// The number of repetitions.
  open var repeatCount: Float = 0
  /// True if time goes back again.
  open var autoreverses = false
  /// The values that are shown outside of the time.
  open var fillMode = CAMediaTimingFillMode.removed

  // MARK: Hierarchy

  /// The layers that were added.
  open var sublayers: [CALayer]?
  /// The layer in which this one is: the one it was added to, else that of the superview.
  open var superlayer: CALayer? { parent ?? owner?.superview?.layer }
  private weak var parent: CALayer?

  /// Adds a layer in front.
  ///
  /// - Parameter layer: The layer.
  open func addSublayer(_ layer: CALayer) {
    insertSublayer(layer, at: UInt32(sublayers?.count ?? 0))
  }

  /// Adds a layer.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - index: Its index; past the end means the end.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) {
    layer.removeFromSuperlayer()
    var layers = sublayers ?? []
    layers.insert(layer, at: min(Int(index), layers.count))
    sublayers = layers
    layer.parent = self
  }

  /// Adds a layer in front of another.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - sibling: The one behind.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    let index = sublayers?.firstIndex { $0 === sibling } ?? (sublayers?.count ?? 0) - 1
    insertSublayer(layer, at: UInt32(index + 1))
  }

  /// Adds a layer behind another.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - sibling: The one in front.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insertSublayer(layer, at: UInt32(sublayers?.firstIndex { $0 === sibling } ?? 0))
  }

  /// Removes the layer from the one it is in.
  open func removeFromSuperlayer() {
    parent?.sublayers?.removeAll { $0 === self }
    if parent?.sublayers?.isEmpty == true { parent?.sublayers = nil }
    parent = nil
  }

  // MARK: Layout and drawing

  /// Called by nothing: layers are not laid out by themselves.
  open func layoutSublayers() {}

  /// The size that the layer wants: its own, unless it has text.
  open func preferredFrameSize() -> CGSize { bounds.size }

  /// Marks the view of the layer; a layer without a view is not laid out.
  open func setNeedsLayout() { owner?.setNeedsLayout() }

  /// Lays out the view of the layer.
  open func layoutIfNeeded() { owner?.layoutIfNeeded() }

  /// Asks for drawing; nothing is drawn.
  open func setNeedsDisplay() {}

  /// Draws what is waiting; nothing is.
  open func displayIfNeeded() {}

  /// Draws; nothing calls it.
  ///
  /// - Parameter context: Where to draw.
  open func draw(in context: CGContext) {}

  /// Draws the layer; nothing is drawn.
  ///
  /// - Parameter context: Where to draw.
  open func render(in context: CGContext) {}

  /// True if the point is in the bounds.
  ///
  /// - Parameter point: The point.
  open func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }

  // MARK: Conversion

  /// The place of the layer's origin in the outermost layer, without transforms.
  private var absoluteOrigin: CGPoint {
    var origin = CGPoint(x: -bounds.minX, y: -bounds.minY)
    var layer: CALayer = self
    while let outer = layer.superlayer {
      origin.x += layer.frame.minX - outer.bounds.minX
      origin.y += layer.frame.minY - outer.bounds.minY
      layer = outer
    }
    return CGPoint(x: origin.x + layer.frame.minX, y: origin.y + layer.frame.minY)
  }

  /// Converts a point; transforms count only between the layers of two views.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - layer: The other layer; nil for the outermost one.
  open func convert(_ point: CGPoint, to layer: CALayer?) -> CGPoint {
    if let owner, let other = layer?.owner { return owner.convert(point, to: other) }
    let (origin, other) = (absoluteOrigin, layer?.absoluteOrigin ?? .zero)
    return CGPoint(x: point.x + origin.x - other.x, y: point.y + origin.y - other.y)
  }

  /// Converts a point; transforms count only between the layers of two views.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - layer: The other layer; nil for the outermost one.
  open func convert(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
    if let layer { return layer.convert(point, to: self) }
    let origin = absoluteOrigin
    return CGPoint(x: point.x - origin.x, y: point.y - origin.y)
  }

  // MARK: Animations

  private var animations: [String: CAAnimation] = [:]

  /// Keeps an animation, which does not run: the values of the layer are its final ones.
  ///
  /// - Parameters:
  ///   - animation: The animation.
  ///   - key: Its name.
  open func add(_ animation: CAAnimation, forKey key: String?) {
    animations[key ?? "\(animations.count)"] = animation
  }

  /// Forgets an animation.
  ///
  /// - Parameter key: Its name.
  open func removeAnimation(forKey key: String) { animations[key] = nil }

  /// Forgets all animations.
  open func removeAllAnimations() { animations = [:] }

  /// Returns an animation.
  ///
  /// - Parameter key: Its name.
  open func animation(forKey key: String) -> CAAnimation? { animations[key] }

  /// The names of the animations.
  open func animationKeys() -> [String]? { animations.isEmpty ? nil : animations.keys.sorted() }

  /// Returns the action of a key.
  ///
  /// - Parameter event: The key.
  open func action(forKey event: String) -> (any CAAction)? { actions?[event] }

  /// True if a new value of a key means drawing.
  ///
  /// - Parameter key: The key.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// Converts a time: all layers have the same.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - layer: The other layer.
  open func convertTime(_ time: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval { time }

  /// Converts a time: all layers have the same.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - layer: The other layer.
  open func convertTime(_ time: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval { time }

  /// The layer itself: nothing is under way.
  open func presentation() -> Self? { self }

  /// The layer itself.
  open func model() -> Self { self }
}

/// An object with a time.
public protocol CAMediaTiming: AnyObject {
  /// The time at which it begins.
  var beginTime: CFTimeInterval { get set }
  /// The seconds that it takes.
  var duration: CFTimeInterval { get set }
}

/// The reaction to the change of a key.
public protocol CAAction: AnyObject {}

extension NSNull: CAAction {}

/// A gradient; nothing is drawn.
open class CAGradientLayer: CALayer {
  /// The colours.
  open var colors: [Any]?
  /// The places of the colours.
  open var locations: [NSNumber]?
  /// The beginning.
  open var startPoint = CGPoint(x: 0.5, y: 0)
  /// The end.
  open var endPoint = CGPoint(x: 0.5, y: 1)
  /// Its kind.
  open var type = CAGradientLayerType.axial
}

/// A shape; nothing is drawn.
open class CAShapeLayer: CALayer {
  /// The outline.
  open var path: CGPath?
  /// The colour of the inside.
  open var fillColor: CGColor? = .black
  /// The rule that tells the inside.
  open var fillRule = CAShapeLayerFillRule.nonZero
  /// The colour of the line.
  open var strokeColor: CGColor?
  /// The share of the line where it begins.
  open var strokeStart: CGFloat = 0
  /// The share of the line where it ends.
  open var strokeEnd: CGFloat = 1
  /// The width of the line.
  open var lineWidth: CGFloat = 1
  /// The length of sharp corners.
  open var miterLimit: CGFloat = 10
  /// The ends of the line.
  open var lineCap = CAShapeLayerLineCap.butt
  /// The corners of the line.
  open var lineJoin = CAShapeLayerLineJoin.miter
  /// The offset of the dashes.
  open var lineDashPhase: CGFloat = 0
  /// The dashes.
  open var lineDashPattern: [NSNumber]?
}

/// Copies of a layer; nothing is drawn.
open class CAReplicatorLayer: CALayer {
  /// The number of copies.
  open var instanceCount = 1
  /// The delay of each.
  open var instanceDelay: CFTimeInterval = 0
  /// The change that each adds.
  open var instanceTransform = CATransform3DIdentity
  /// The colour.
  open var instanceColor: CGColor?
}

/// The shape of round corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// One of Core Animation's words.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// The place of a layer's image.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// One of Core Animation's words.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// One of Core Animation's words.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// One of Core Animation's words.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// One of Core Animation's words.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// One of Core Animation's words.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// One of Core Animation's words.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// One of Core Animation's words.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// The kind of a gradient.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// One of Core Animation's words.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// One of Core Animation's words.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// The rule that tells the inside of an outline.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "nonZero")
  /// One of Core Animation's words.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "evenOdd")
}

/// The ends of a line.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// One of Core Animation's words.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// One of Core Animation's words.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The corners of a line.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// One of Core Animation's words.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// One of Core Animation's words.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A course of time.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// One of Core Animation's words.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// One of Core Animation's words.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// One of Core Animation's words.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// One of Core Animation's words.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The values that an animation shows outside of its time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")
  /// One of Core Animation's words.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// One of Core Animation's words.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// One of Core Animation's words.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
}

/// The kind of a transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let fade = CATransitionType(rawValue: "fade")
  /// One of Core Animation's words.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// One of Core Animation's words.
  public static let push = CATransitionType(rawValue: "push")
  /// One of Core Animation's words.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The direction of a transition.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// One of Core Animation's words.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// One of Core Animation's words.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// One of Core Animation's words.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// The rule for values between two others.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// One of Core Animation's words.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// One of Core Animation's words.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// One of Core Animation's words.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// One of Core Animation's words.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
}

/// Corners of a layer.
public struct CACornerMask: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Top left.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// Top right.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// Bottom left.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// Bottom right.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}
