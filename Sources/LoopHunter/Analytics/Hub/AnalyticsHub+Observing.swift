public import ViewTree

extension AnalyticsHub {
  /// Calls `body` with every event for as long as `owner` lives.
  ///
  /// The owner is held weakly and handed in, so `body` need not capture it. When the owner dies,
  /// `body` is never called again, and is released at the next event or registration at the latest.
  /// The same owner may observe any number of times.
  public func observe<Owner: AnyObject>(
    _ owner: Owner, _ body: @escaping (_ owner: Owner, _ event: AnalyticsEvent) -> Void
  ) {
    observers.add(owner: owner) { [weak owner] event in
      if let owner { body(owner, event) }
    }
  }

  /// Ends everything that `owner` observes here.
  public func stopObserving(_ owner: AnyObject) {
    observers.remove(owner: owner)
  }

  /// Calls `body` with every event until the token is cancelled or dropped.
  ///
  /// A `body` that is registered while an event is delivered gets the next one.
  public func observe(_ body: @escaping (_ event: AnalyticsEvent) -> Void) -> ObservationToken {
    let id = observers.add(owner: nil, body)
    return ObservationToken { [weak observers] in observers?.remove(id) }
  }

  /// The number of registrations whose owner has not been found dead.
  package var observerCount: Int { observers.count }
}
