import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The hub and its observers")
struct AnalyticsHubTests {
  @Test("observers run in the order of their registration, at once")
  func order() {
    let hub = AnalyticsHub.unlimited()
    var calls: [Int] = []
    let first = hub.observe { _ in calls.append(1) }
    let owner = Owner()
    hub.observe(owner) { _, _ in calls.append(2) }
    let third = hub.observe { _ in calls.append(3) }
    hub.raise()
    #expect(calls == [1, 2, 3])
    withExtendedLifetime((first, third)) {}
  }

  @Test("a second observer does not overwrite the first")
  func noOverwriting() {
    let hub = AnalyticsHub.unlimited()
    let first = Owner()
    let second = Owner()
    hub.observe(first) { owner, event in owner.events.append(event) }
    hub.observe(second) { owner, event in owner.events.append(event) }
    hub.raise()
    #expect(first.events.count == 1)
    #expect(second.events == first.events)
  }

  @Test("an owner is neither kept alive nor called after its death, and its closure is released")
  func ownerDies() {
    let hub = AnalyticsHub.unlimited()
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    var captured: Owner? = Owner()
    weak let weakCaptured = captured
    var calls = 0
    hub.observe(owner!) { [captured] _, _ in
      calls += 1
      _ = captured
    }
    captured = nil
    hub.raise()
    #expect(calls == 1)
    owner = nil
    #expect(weakOwner == nil)
    hub.raise()
    #expect(calls == 1)
    #expect(weakCaptured == nil)
    #expect(hub.observerCount == 0)
  }

  @Test("closures of dead owners are released by registrations too, when no event ever comes")
  func deadOwnersWithoutEvents() {
    let hub = AnalyticsHub.unlimited()
    for _ in 0..<10_000 { hub.observe(Owner()) { _, _ in } }
    #expect(hub.observerCount <= 64)
  }

  @Test("a closure that captures its owner leaks; one that uses the passed owner does not")
  func capturingLeaks() {
    let hub = AnalyticsHub.unlimited()
    weak var leaked: Owner?
    weak var released: Owner?
    do {
      let bad = Owner()
      leaked = bad
      hub.observe(bad) { _, event in bad.events.append(event) }
      let good = Owner()
      released = good
      hub.observe(good) { owner, event in owner.events.append(event) }
    }
    #expect(leaked != nil)
    #expect(released == nil)
    hub.close(timeout: .generous)
    #expect(leaked == nil)
  }

  @Test("a token ends its registration when cancelled and when dropped")
  func tokens() {
    let hub = AnalyticsHub.unlimited()
    var calls = 0
    var token: ObservationToken? = hub.observe { _ in calls += 1 }
    hub.raise()
    token?.cancel()
    hub.raise()
    #expect(calls == 1)
    token = hub.observe { _ in calls += 1 }
    hub.raise()
    token = nil
    hub.raise()
    #expect(calls == 2)
    #expect(hub.observerCount == 0)
  }

  @Test("a token that outlives its hub does no harm")
  func tokenOutlivesHub() {
    var hub: AnalyticsHub? = .unlimited()
    weak let weakHub = hub
    let token = hub!.observe { _ in }
    hub = nil
    #expect(weakHub == nil)
    token.cancel()
  }

  @Test("the same owner may observe twice, and stops with one call")
  func sameOwnerTwice() {
    let hub = AnalyticsHub.unlimited()
    let owner = Owner()
    hub.observe(owner) { owner, event in owner.events.append(event) }
    hub.observe(owner) { owner, event in owner.events.append(event) }
    hub.raise()
    #expect(owner.events.count == 2)
    hub.stopObserving(owner)
    hub.raise()
    #expect(owner.events.count == 2)
  }

  @Test("a registration inside a callback gets the next event, not the present one")
  func registeringInside() {
    let hub = AnalyticsHub.unlimited()
    let late = Owner()
    var isFirst = true
    let token = hub.observe { _ in
      guard isFirst else { return }
      isFirst = false
      for _ in 0..<100 { hub.observe(late) { owner, event in owner.events.append(event) } }
    }
    hub.raise()
    #expect(late.events.isEmpty)
    hub.raise()
    #expect(late.events.count == 100)
    token.cancel()
  }

  @Test("a registration removed inside a callback is not called any more, itself included")
  func removingInside() {
    let hub = AnalyticsHub.unlimited()
    var calls: [String] = []
    var later: ObservationToken?
    var own: ObservationToken?
    own = hub.observe { _ in
      calls.append("own")
      own?.cancel()
      later?.cancel()
    }
    later = hub.observe { _ in calls.append("later") }
    let last = hub.observe { _ in calls.append("last") }
    hub.raise()
    hub.raise()
    #expect(calls == ["own", "last", "last"])
    last.cancel()
  }

  @Test("an owner that dies inside a callback is not called any more")
  func ownerDiesInside() {
    let hub = AnalyticsHub.unlimited()
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    var calls = 0
    let first = hub.observe { _ in owner = nil }
    hub.observe(owner!) { _, _ in calls += 1 }
    hub.raise()
    #expect(weakOwner == nil)
    #expect(calls == 0)
    first.cancel()
  }

  @Test("an event raised inside a callback is delivered after the present one")
  func raisingInside() {
    let hub = AnalyticsHub.unlimited()
    var seen: [String] = []
    let first = hub.observe { event in
      seen.append("1:" + event.report!.fingerprint)
      if event.report!.fingerprint == "a" { hub.raise("b") }
    }
    let second = hub.observe { event in seen.append("2:" + event.report!.fingerprint) }
    hub.raise("a")
    #expect(seen == ["1:a", "2:a", "1:b", "2:b"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("an object may call the hub while it is being released")
  func releaseComesBack() {
    let hub = AnalyticsHub.unlimited()
    for _ in 0..<200 {
      let token = hub.observe { _ in }
      let captured = Owner()
      captured.onDeath = {
        token.cancel()
        hub.raise()
      }
      hub.observe(hub) { _, _ in _ = captured }
    }
    hub.stopObserving(hub)
    #expect(hub.observerCount == 0)
  }

  @Test("ten thousand observers all get the event, and leave nothing behind")
  func tenThousand() {
    let hub = AnalyticsHub.unlimited()
    let lives = LifetimeTracker()
    var owners = (0..<5000).map { _ in
      let owner = Owner()
      owner.token = lives.makeToken()
      return owner
    }
    for owner in owners { hub.observe(owner) { owner, event in owner.events.append(event) } }
    var calls = 0
    var tokens = (0..<5000).map { _ in
      hub.observe { [token = lives.makeToken()] _ in
        calls += 1
        withExtendedLifetime(token) {}
      }
    }
    // Without a use after the event, an optimised build may let go of them before it.
    withExtendedLifetime((owners, tokens)) { _ = hub.raise() }
    #expect(owners.allSatisfy { $0.events.count == 1 })
    #expect(calls == 5000)
    #expect(lives.count == 10_000)
    owners = []
    tokens = []
    #expect(lives.count == 0)
    hub.raise()
    #expect(calls == 5000)
    #expect(hub.observerCount == 0)
  }

  @Test("a random walk of registering, ending, dying and raising agrees with a plain model")
  func randomWalk() {
    let seed = firstSeed("AnalyticsHubTests")
    var random = SeededGenerator(seed: seed)
    let hub = AnalyticsHub.unlimited()
    var nextID = 0
    var calls: [Int] = []
    var model: [(id: Int, owner: Owner?, token: ObservationToken?)] = []
    for step in 0..<3000 {
      let place = model.isEmpty ? nil : Int.random(in: 0..<model.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        nextID += 1
        let id = nextID
        let owner = Owner()
        hub.observe(owner) { _, _ in calls.append(id) }
        model.append((id, owner, nil))
      case 3...4:
        nextID += 1
        let id = nextID
        model.append((id, nil, hub.observe { _ in calls.append(id) }))
      case 5...7: if let place { model.remove(at: place) }
      case 8:
        if let owner = place.flatMap({ model[$0].owner }) {
          hub.stopObserving(owner)
          model.removeAll { $0.owner === owner }
        }
      default:
        calls = []
        hub.raise()
        #expect(calls == model.map(\.id), "step \(step), seed \(seed)")
      }
    }
  }

  @Test("a hub may be closed by an observer, and the present event ends there")
  func closingInside() {
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    hub.add(sink)
    var calls: [String] = []
    let first = hub.observe { _ in
      calls.append("first")
      hub.close(timeout: .generous)
    }
    let second = hub.observe { _ in calls.append("second") }
    hub.raise()
    hub.raise()
    #expect(calls == ["first"])
    #expect(sink.events.count == 1)
    #expect(hub.observerCount == 0)
    withExtendedLifetime((first, second)) {}
  }

  @Test("a sink that is added inside an observer gets the next event")
  func addingSinkInside() {
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    var isFirst = true
    let token = hub.observe { _ in
      if isFirst { hub.add(sink) }
      isFirst = false
    }
    hub.raise("a")
    hub.raise("b")
    #expect(sink.events.map(\.report?.fingerprint) == ["b"])
    withExtendedLifetime(token) {}
  }

  @Test("a closed hub counts further events without taking them, and retains nothing")
  func close() {
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    hub.add(sink)
    weak var captured: Owner?
    do {
      let owner = Owner()
      captured = owner
      hub.observe(owner) { _, _ in _ = owner }
    }
    hub.raise()
    #expect(hub.close(timeout: .generous))
    #expect(captured == nil)
    #expect(hub.raise() == nil)
    #expect(sink.events.count == 1)
    #expect(hub.statistics.afterClose == 1)
  }
}
