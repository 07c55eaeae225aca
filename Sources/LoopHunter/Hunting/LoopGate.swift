/// A gate that counts loops which others broke.
protocol LoopGate: AnyObject {
  /// Takes the report of a loop that a hunter breaks, again with each layout that it leaves out.
  func take(_ report: LoopReport)
}
