/// What an instrument knows of the layouts that led to the present one.
///
/// The engine carries causes without looking into them: a view keeps the cause under which it was
/// dirtied, its layout runs under that cause, and so does what the layout enqueues. Nobody makes
/// one unless an instrument does, and without any the engine's share is a comparison with nil.
package protocol LayoutCause: AnyObject {
  /// The cause of a layout that has two: this one, and `other`.
  func merged(with other: any LayoutCause) -> any LayoutCause
}
