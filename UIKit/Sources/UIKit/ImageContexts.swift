import ViewTree

/// The contexts of pictures that were begun and have not ended, for each thread.
private enum ImageContexts {
  private static let key = "UIKit.ImageContexts"

  static var all: [CGContext] {
    get { Thread.current.threadDictionary[key] as? [CGContext] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }
}

/// Makes a context the one that is drawn in; nothing is drawn.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPushContext(_ context: CGContext) { ImageContexts.all.append(context) }

/// Takes the context back.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPopContext() { UIGraphicsEndImageContext() }

/// Begins a picture of one pixel per point; nothing is drawn in it.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins a picture; nothing is drawn in it. A scale of 0 is the screen's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat)
{
  ImageContexts.all.append(CGContext(size: size, scale: scale > 0 ? scale : UIScreen.main.scale))
}

/// Returns a picture of the size that was begun; nil without one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  ImageContexts.all.last.map { UIImage(size: $0.size, scale: $0.scale) }
}

/// Ends a picture.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsEndImageContext() { _ = ImageContexts.all.popLast() }

/// Returns the context of the picture that was begun last; nil without one.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { ImageContexts.all.last }

/// Fills a rectangle; nothing is drawn.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: CGRect) {}

/// Draws the outline of a rectangle; nothing is drawn.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrame(_ rect: CGRect) {}

/// The scale of a picture that is begun.
open class UIGraphicsImageRendererFormat: NSObject {
  /// The pixels per point; 0 for the screen's.
  open var scale: CGFloat = 0
  /// True if nothing shows through.
  open var opaque = false

  /// Makes a usual one.
  open class func `default`() -> Self { Self.init() }
  /// Makes a usual one.
  open class func preferred() -> Self { Self.init() }

  /// Makes a usual one.
  public required override init() {}
}

/// Makes pictures of a size; nothing is drawn.
open class UIGraphicsImageRenderer: NSObject {
  /// The size in points.
  private let size: CGSize
  /// The scale.
  public let format: UIGraphicsImageRendererFormat

  /// The context of a picture that is begun.
  public final class Context {
    /// The context to draw in.
    public let cgContext: CGContext

    fileprivate init(_ context: CGContext) { cgContext = context }

    /// Fills a rectangle; nothing is drawn.
    public func fill(_ rect: CGRect) {}
    /// Draws the outline of a rectangle; nothing is drawn.
    public func stroke(_ rect: CGRect) {}
  }

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - format: The scale; by default the screen's.
  public init(
    size: CGSize, format: UIGraphicsImageRendererFormat = UIGraphicsImageRendererFormat()
  ) { (self.size, self.format) = (size, format) }

  /// Calls code that would draw, and returns a picture of the size.
  ///
  /// - Parameter actions: The code.
  open func image(actions: (Context) -> Void) -> UIImage {
    let context = CGContext(
      size: size, scale: format.scale > 0 ? format.scale : UIScreen.main.scale)
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    actions(Context(context))
    return UIImage(size: size, scale: context.scale)
  }
}

/// The context of a picture that a renderer makes.
public typealias UIGraphicsImageRendererContext = UIGraphicsImageRenderer.Context
