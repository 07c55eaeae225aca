/// How work reached the loop.
public enum TraceWorkKind: String, Hashable, Sendable {
  case block
  case timer
}
