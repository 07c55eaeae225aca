import ViewTree

/// The object that a layer would ask to draw; nothing asks it, since nothing is drawn.
///
/// A class may declare these members anew. They cannot be overridden, and `loophunt port` removes that word.
public protocol CALayerDelegate: AnyObject {}

extension CALayerDelegate {
  /// Shows the content of a layer; nothing calls it.
  ///
  /// - Parameter layer: The layer.
  public func display(_ layer: CALayer) {}

  /// Draws the content of a layer; nothing calls it.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - ctx: Where to draw.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}

  /// Called before a layer is drawn: never.
  ///
  /// - Parameter layer: The layer.
  public func layerWillDraw(_ layer: CALayer) {}

  /// Finds no action.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - event: The key of the change.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// An object that has a layer.
public protocol LayerOwner: CALayerDelegate {}

extension View: LayerOwner {}

extension LayerOwner where Self: View {
  /// The view's layer, of the class `layerClass`, made on first use.
  public var layer: CALayer {
    if let layer = storage.layer { return layer }
    let kind = type(of: self).layerClass as? CALayer.Type ?? CALayer.self
    let made = kind.make(owner: self)
    storage.layer = made
    return made
  }
}
