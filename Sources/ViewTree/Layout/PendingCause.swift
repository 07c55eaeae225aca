/// The cause of something that waits to be done later; without any, code outside layout makes it wait.
struct PendingCause {
  private var cause: LayoutCause?
  /// The origins that gates see, at most one for each.
  private var origins: [any LayoutOrigin] = []

  /// Makes the cause of what nobody follows.
  init() {}

  /// Makes the cause of what the running code makes wait.
  init(in pulse: Pulse) {
    cause = pulse.cause
    origins = pulse.gates.compactMap(\.origin)
  }

  var isNone: Bool { cause == nil && origins.isEmpty }

  /// True if another one is of the same deed.
  func isSame(as other: PendingCause) -> Bool {
    cause === other.cause && origins.elementsEqual(other.origins, by: ===)
  }

  /// The cause of what either brings about: something that had to wait anyway follows from none.
  func joined(with other: PendingCause) -> PendingCause {
    if isSame(as: other) { return self }
    var joined = PendingCause()
    joined.cause = cause.flatMap { cause in
      other.cause.flatMap { cause === $0 ? cause : cause.shared(with: $0) }
    }
    joined.origins = origins.compactMap { origin in
      other.origins.lazy.compactMap(origin.joined).first
    }
    return joined
  }

  /// Runs `body` as a consequence, which may ask a view for its size.
  func run(in pulse: Pulse, asking view: View? = nil, _ body: () -> Void) {
    let gates = pulse.gates
    pulse.withCause(cause) {
      for gate in gates { gate.consequenceBegan(of: origins, asking: view) }
      body()
      for gate in gates.reversed() { gate.consequenceEnded() }
    }
  }
}
