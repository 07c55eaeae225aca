public final class TurnLoop {
  public init() {}
  package let pulse = Pulse()
  public var turn: Int { pulse.turn.load(ordering: .relaxed) }
}
