/// Does something when it dies: the `deinit` that an app may have anywhere.
public final class LastWish {
  private let body: () -> Void

  public init(_ body: @escaping () -> Void) {
    self.body = body
  }

  deinit { body() }
}
