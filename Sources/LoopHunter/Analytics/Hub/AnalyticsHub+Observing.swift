public import ViewTree

extension AnalyticsHub {
  /// Calls `body` with every event as long as `owner` lives.
  ///
  /// When the owner has died, `body` is not called again, and is released at the next event or
  /// registration at the latest. One owner may observe any number of times.
  ///
  /// - Parameters:
  ///   - owner: The object that observes. It is held weakly.
  ///   - body: The closure to call. It gets the owner, and need not capture it.
  public func observe<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping (_ owner: Owner, _ event: AnalyticsEvent) -> Void
  ) {
    observers.add(owner: owner) { [weak owner] event in
      if let owner { body(owner, event) }
    }
  }

  /// Ends everything that `owner` observes here.
  ///
  /// - Parameter owner: The object that observes.
  public func stopObserving(_ owner: AnyObject) { observers.remove(owner: owner) }

  /// Calls `body` with every event until the token is cancelled or released.
  ///
  /// A `body` that is added while an event is delivered gets the next one.
  ///
  /// - Parameter body: The closure to call, on the thread of the loop.
  /// - Returns: The token.
  public func observe(_ body: @escaping (_ event: AnalyticsEvent) -> Void) -> ObservationToken {
    let id = observers.add(owner: nil, body)
    return ObservationToken { [weak observers] in observers?.remove(id) }
  }

  /// The number of registrations whose owner has not been found dead.
  package var observerCount: Int { observers.count }
}
