import LayoutTrace

extension LoopHunter {
  /// Lets reports name the recorded places in the source while a replay runs.
  ///
  /// A replay has no call stacks of its own; `from` stands in for them. Call it before the first
  /// turn. Each place counts as a stack, so the limit of stacks must not be 0.
  package func takeSourceLocations(from replayer: TraceReplayer) {
    replayer.keepSourceLocations()
    core.recorder.sourceLocation = { [weak replayer] in replayer?.sourceLocation }
  }
}
