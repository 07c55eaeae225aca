import ViewTree

/// A context in which things would be drawn; nothing is.
public final class CGContext {
  /// Keeps the settings.
  public func saveGState() {}
  /// Takes the settings back.
  public func restoreGState() {}
  /// Sets a colour.
  public func setFillColor(_ color: CGColor) {}
  /// Sets a colour.
  public func setStrokeColor(_ color: CGColor) {}
  /// Sets a width.
  public func setLineWidth(_ width: CGFloat) {}
  /// Sets a shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor? = nil) {}
  /// Moves what is drawn.
  public func translateBy(x: CGFloat, y: CGFloat) {}
  /// Scales what is drawn.
  public func scaleBy(x: CGFloat, y: CGFloat) {}
  /// Turns what is drawn.
  public func rotate(by angle: CGFloat) {}
  /// Fills a rectangle.
  public func fill(_ rect: CGRect) {}
  /// Draws the outline of a rectangle.
  public func stroke(_ rect: CGRect) {}
  /// Fills an ellipse.
  public func fillEllipse(in rect: CGRect) {}
  /// Draws the outline of an ellipse.
  public func strokeEllipse(in rect: CGRect) {}
  /// Empties a rectangle.
  public func clear(_ rect: CGRect) {}
  /// Begins a path.
  public func beginPath() {}
  /// Ends a part of a path.
  public func closePath() {}
  /// Begins a part of a path.
  public func move(to point: CGPoint) {}
  /// Adds a line.
  public func addLine(to point: CGPoint) {}
  /// Adds a path.
  public func addPath(_ path: CGPath) {}
  /// Adds a rectangle.
  public func addRect(_ rect: CGRect) {}
  /// Adds an ellipse.
  public func addEllipse(in rect: CGRect) {}
  /// Adds a part of a circle.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {}
  /// Adds the corner of two lines.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {}
  /// Adds a curve.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
  /// Sets the dashes of lines.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}
  /// Sets the ends of lines.
  public func setLineCap(_ cap: CGLineCap) {}
  /// Sets the corners of lines.
  public func setLineJoin(_ join: CGLineJoin) {}
  /// Sets the opacity.
  public func setAlpha(_ alpha: CGFloat) {}
  /// Fills the path.
  public func fillPath() {}
  /// Draws the path.
  public func strokePath() {}
  /// Cuts off outside of the path.
  public func clip() {}
  /// Cuts off outside of a rectangle.
  public func clip(to rect: CGRect) {}
  /// Cuts off where a picture says so.
  public func clip(to rect: CGRect, mask: CGImage) {}
  /// Sets the way colours are mixed.
  public func setBlendMode(_ mode: CGBlendMode) {}
  /// Fills the path, or draws it, or both.
  public func drawPath(using mode: CGPathDrawingMode) {}
  /// Draws a gradient along a line.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {}
  /// Draws a gradient between circles.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat, options: CGGradientDrawingOptions
  ) {}
  /// Draws a picture.
  public func draw(_ image: CGImage, in rect: CGRect) {}
  /// Returns a picture as large as the context.
  public func makeImage() -> CGImage? {
    CGImage(pixelsOf: size, scale: scale)
  }

  /// The size of the picture that would be drawn, in points.
  let size: CGSize
  /// The pixels per point.
  let scale: CGFloat

  init(size: CGSize, scale: CGFloat) { (self.size, self.scale) = (size, scale) }
}

/// A picture of Core Graphics: a number of pixels, and nothing to see.
public final class CGImage {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int

  init(pixelsOf size: CGSize, scale: CGFloat) {
    width = Int((size.width * scale).rounded(.up))
    height = Int((size.height * scale).rounded(.up))
  }
}

/// The space of colours, which all have the same parts here.
public final class CGColorSpace {
  fileprivate init() {}
}

/// Returns the space of colours.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }

/// A course of colours; nothing is drawn.
public final class CGGradient {
  /// Makes a course of colours.
  ///
  /// - Parameters:
  ///   - space: Not looked at.
  ///   - colors: Not looked at.
  ///   - locations: Not looked at.
  public init?(colorsSpace space: CGColorSpace?, colors: [Any], locations: [CGFloat]?) {}

  /// Makes a course of colours.
  ///
  /// - Parameters:
  ///   - space: Not looked at.
  ///   - components: Not looked at.
  ///   - locations: Not looked at.
  ///   - count: Not looked at.
  public init?(
    colorSpace space: CGColorSpace, colorComponents components: [CGFloat], locations: [CGFloat]?,
    count: Int
  ) {}
}

/// The ends of a gradient.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first colour goes on before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour goes on after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// The ways to draw a path.
public enum CGPathDrawingMode: Int32, Sendable {
  /// The ways of Core Graphics.
  case fill, eoFill, stroke, fillStroke, eoFillStroke
}

/// The ways to mix colours.
public enum CGBlendMode: Int32, Sendable {
  /// The ways of Core Graphics.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  /// The ways of Core Graphics.
  case hardLight, difference, exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn
  /// The ways of Core Graphics.
  case sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor
  /// The ways of Core Graphics.
  case plusDarker, plusLighter
}

extension CGRect {
  /// True if two rectangles are equal.
  ///
  /// - Parameter other: The other.
  public func equalTo(_ other: CGRect) -> Bool { self == other }
}

extension CGSize {
  /// True if two sizes are equal.
  ///
  /// - Parameter other: The other.
  public func equalTo(_ other: CGSize) -> Bool { self == other }
}

extension CGPoint {
  /// True if two points are equal.
  ///
  /// - Parameter other: The other.
  public func equalTo(_ other: CGPoint) -> Bool { self == other }
}

/// An outline: its bounds and its points count, its curves are not computed.
public class CGPath: Hashable {
  fileprivate(set) var points: [CGPoint] = []

  /// Makes an empty path.
  public init() {}

  /// Makes a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - transform: Not applied.
  public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) { add(rect) }

  /// Makes an ellipse.
  ///
  /// - Parameters:
  ///   - rect: The rectangle around it.
  ///   - transform: Not applied.
  public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) { add(rect) }

  /// Makes a rectangle with round corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerWidth: The width of the corners.
  ///   - cornerHeight: The height of the corners.
  ///   - transform: Not applied.
  public init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) { add(rect) }

  fileprivate func add(_ rect: CGRect) {
    points += [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ]
  }

  fileprivate func adopt(_ others: [CGPoint]) { points = others }

  /// The smallest rectangle that holds all points, those that bend curves included.
  public var boundingBox: CGRect {
    guard let first = points.first else { return .null }
    return points.reduce(CGRect(origin: first, size: .zero)) {
      $0.union(CGRect(origin: $1, size: .zero))
    }
  }

  /// The smallest box around the path; here equal to `boundingBox`.
  public var boundingBoxOfPath: CGRect { boundingBox }
  /// True without points.
  public var isEmpty: Bool { points.isEmpty }
  /// The last point.
  public var currentPoint: CGPoint { points.last ?? .zero }

  public static func == (left: CGPath, right: CGPath) -> Bool { left.points == right.points }

  public func hash(into hasher: inout Hasher) {
    for point in points {
      hasher.combine(point.x)
      hasher.combine(point.y)
    }
  }
}

/// An outline that can be changed.
public final class CGMutablePath: CGPath {
  /// Begins a part.
  public func move(to point: CGPoint) { points.append(point) }
  /// Adds a line.
  public func addLine(to point: CGPoint) { points.append(point) }
  /// Adds lines.
  public func addLines(between others: [CGPoint]) { points += others }
  /// Adds a rectangle.
  public func addRect(_ rect: CGRect) { add(rect) }
  /// Adds an ellipse.
  public func addEllipse(in rect: CGRect) { add(rect) }
  /// Adds a path.
  public func addPath(_ path: CGPath) { points += path.points }
  /// Adds a curve.
  public func addQuadCurve(to point: CGPoint, control: CGPoint) { points += [control, point] }
  /// Adds a curve.
  public func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
    points += [control1, control2, point]
  }
  /// Adds the corner of two lines.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    points += [tangent1End, tangent2End]
  }
  /// Adds a part of a circle.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    points += [startAngle, endAngle].map {
      CGPoint(x: center.x + radius * cos($0), y: center.y + radius * sin($0))
    }
  }
  /// Ends a part.
  public func closeSubpath() {}
}

/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Top left.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// Top right.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// Bottom left.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// Bottom right.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// All of them.
  public static let allCorners: UIRectCorner = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The top.
  public static let top = UIRectEdge(rawValue: 1)
  /// The left.
  public static let left = UIRectEdge(rawValue: 2)
  /// The bottom.
  public static let bottom = UIRectEdge(rawValue: 4)
  /// The right.
  public static let right = UIRectEdge(rawValue: 8)
  /// All of them.
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// The ends of a line.
public enum CGLineCap: Int32, Sendable {
  /// The ends of Core Graphics.
  case butt, round, square
}

/// The corners of a line.
public enum CGLineJoin: Int32, Sendable {
  /// The corners of Core Graphics.
  case miter, round, bevel
}

/// An outline with UIKit's members; nothing is drawn.
open class UIBezierPath: NSObject {
  private let path = CGMutablePath()

  /// The outline.
  open var cgPath: CGPath {
    get { path }
    set { path.adopt(newValue.points) }
  }
  /// The width of the line.
  open var lineWidth: CGFloat = 1
  /// The ends of the line.
  open var lineCapStyle = CGLineCap.butt
  /// The corners of the line.
  open var lineJoinStyle = CGLineJoin.miter
  /// The length of sharp corners.
  open var miterLimit: CGFloat = 10
  /// The curves' precision.
  open var flatness: CGFloat = 0.6
  /// True if inside and outside alternate.
  open var usesEvenOddFillRule = false

  /// Makes an empty path.
  public override init() {}

  /// Makes a rectangle.
  ///
  /// - Parameter rect: The rectangle.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  /// Makes an ellipse.
  ///
  /// - Parameter rect: The rectangle around it.
  public convenience init(ovalIn rect: CGRect) { self.init(rect: rect) }

  /// Makes a rectangle with round corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init(rect: rect) }

  /// Makes a rectangle with some round corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - corners: The corners.
  ///   - cornerRadii: The radii.
  public convenience init(
    roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
  ) { self.init(rect: rect) }

  /// Makes a part of a circle.
  ///
  /// - Parameters:
  ///   - center: Its centre.
  ///   - radius: Its radius.
  ///   - startAngle: Where it begins.
  ///   - endAngle: Where it ends.
  ///   - clockwise: The direction.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise)
  }

  /// Makes a path of an outline.
  ///
  /// - Parameter cgPath: The outline.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// The smallest rectangle that holds all points.
  open var bounds: CGRect { path.boundingBox }
  /// True without points.
  open var isEmpty: Bool { path.isEmpty }
  /// The last point.
  open var currentPoint: CGPoint { path.currentPoint }

  /// Begins a part.
  open func move(to point: CGPoint) { path.move(to: point) }
  /// Adds a line.
  open func addLine(to point: CGPoint) { path.addLine(to: point) }
  /// Adds a curve.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }
  /// Adds a curve.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }
  /// Adds a part of a circle.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise)
  }
  /// Adds a path.
  open func append(_ other: UIBezierPath) { path.addPath(other.cgPath) }
  /// Ends a part.
  open func close() { path.closeSubpath() }
  /// Removes all points.
  open func removeAllPoints() { path.adopt([]) }
  /// Moves all points.
  open func apply(_ transform: CGAffineTransform) {
    path.adopt(path.points.map { $0.applying(transform) })
  }
  /// True if the point is in the bounds.
  open func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }
  /// Cuts off outside; nothing is drawn.
  open func addClip() {}
  /// Fills; nothing is drawn.
  open func fill() {}
  /// Draws; nothing is drawn.
  open func stroke() {}
}

/// A picture: a size, and nothing to see.
open class UIImage: NSObject {
  /// The treatment of colours.
  public enum RenderingMode: Int, Sendable {
    /// The modes of UIKit.
    case automatic, alwaysOriginal, alwaysTemplate
  }

  /// The way a picture is turned.
  public enum Orientation: Int, Sendable {
    /// The ways of UIKit.
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// The size in points.
  public let size: CGSize
  /// The pixels per point.
  public let scale: CGFloat
  /// The treatment of colours.
  public private(set) var renderingMode = RenderingMode.automatic
  /// The insets of the part that is stretched.
  public private(set) var capInsets = UIEdgeInsets.zero
  /// The distances that constraints leave out.
  public private(set) var alignmentRectInsets = UIEdgeInsets.zero
  /// The way it is turned.
  public var imageOrientation: Orientation { .up }

  /// Makes an empty picture.
  public override convenience init() { self.init(size: .zero) }

  /// Makes a picture of a size; this is not in UIKit.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - scale: The pixels per point; by default 2.
  public init(size: CGSize, scale: CGFloat = 2) { (self.size, self.scale) = (size, scale) }

  /// Makes the picture that was registered under a name, or an empty one; on iOS, an unknown name traps.
  ///
  /// - Parameter name: The name.
  public convenience init(imageLiteralResourceName name: String) {
    self.init(size: UIImage.registry.size(of: name) ?? .zero)
  }

  /// Makes the picture that was registered under a name; nil if there is none.
  ///
  /// - Parameter name: The name.
  public convenience init?(named name: String) {
    guard let size = UIImage.registry.size(of: name) else { return nil }
    self.init(size: size)
  }

  /// Makes the picture that was registered under a name; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - bundle: Not looked at.
  ///   - traitCollection: Not looked at.
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) { self.init(named: name) }

  /// Makes a symbol: the size registered under its name, else 20 by 20 points.
  ///
  /// - Parameter name: The name.
  public convenience init?(systemName name: String) {
    self.init(size: UIImage.registry.size(of: name) ?? CGSize(width: 20, height: 20))
  }

  /// Returns nil: no data is read.
  ///
  /// - Parameter data: The data.
  public convenience init?(data: Data) { return nil }

  /// Registers the size of a picture, so that `UIImage(named:)` finds it; this is not in UIKit.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - size: The size in points.
  public static func register(_ name: String, size: CGSize) { registry.register(name, size) }

  private static let registry = Registry()

  /// Sizes by name.
  private final class Registry: @unchecked Sendable {
    private let lock = NSLock()
    private var sizes: [String: CGSize] = [:]

    func size(of name: String) -> CGSize? { lock.withLock { sizes[name] } }
    func register(_ name: String, _ size: CGSize) { lock.withLock { sizes[name] = size } }
  }

  private func copied(_ change: (UIImage) -> Void) -> UIImage {
    let made = UIImage(size: size, scale: scale)
    (made.renderingMode, made.capInsets) = (renderingMode, capInsets)
    made.alignmentRectInsets = alignmentRectInsets
    change(made)
    return made
  }

  /// Returns the picture in another mode.
  open func withRenderingMode(_ mode: RenderingMode) -> UIImage {
    copied { $0.renderingMode = mode }
  }
  /// Returns the picture with insets for stretching.
  open func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage {
    copied { $0.capInsets = insets }
  }
  /// Returns the picture with insets that constraints leave out.
  open func withAlignmentRectInsets(_ insets: UIEdgeInsets) -> UIImage {
    copied { $0.alignmentRectInsets = insets }
  }
  /// Returns the picture; no colour is kept.
  open func withTintColor(_ color: UIColor) -> UIImage { copied { _ in } }
  /// Draws; nothing is drawn.
  open func draw(in rect: CGRect) {}
  /// Draws; nothing is drawn.
  open func draw(at point: CGPoint) {}
  /// Draws; nothing is drawn.
  open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {}
  /// Draws; nothing is drawn.
  open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {}
  /// A picture with as many pixels; nil for an empty one.
  open var cgImage: CGImage? { size == .zero ? nil : CGImage(pixelsOf: size, scale: scale) }

  /// Makes a picture of one pixel per point.
  ///
  /// - Parameter cgImage: The pixels.
  public convenience init(cgImage: CGImage) {
    self.init(cgImage: cgImage, scale: 1, orientation: .up)
  }

  /// Makes a picture of some pixels.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels.
  ///   - scale: The pixels per point.
  ///   - orientation: The way it is turned: on its side, width and height change places.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    let size = CGSize(
      width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale)
    let isUpright = [.up, .down, .upMirrored, .downMirrored].contains(orientation)
    self.init(
      size: isUpright ? size : CGSize(width: size.height, height: size.width), scale: scale)
  }
}
