/// A registration that ends when it is cancelled or released.
public final class ObservationToken {
  private var onCancel: (() -> Void)?

  /// Makes a token that runs `onCancel` once.
  ///
  /// - Parameter onCancel: The code to run when the token is cancelled or released.
  public init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  deinit { cancel() }

  /// Ends the registration.
  ///
  /// A second call does nothing, nor does a call from an object that the first one releases.
  public func cancel() {
    guard let onCancel else { return }
    self.onCancel = nil
    onCancel()
  }
}
