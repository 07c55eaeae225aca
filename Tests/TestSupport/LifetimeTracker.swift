/// A class whose live instances tests count.
public final class LifetimeTracker {
  public init() {}
}
