extension LoopReport {
  /// Describes the deeds of a page's script in the words of a browser.
  package mutating func blameScript() {
    guard var culprit else { return }
    switch verdict {
    case .thrashing(let times):
      guard culprit.force != nil else { return }
      culprit.force?.action = .read
      culprit.account = .script(forced: times)
    case .feedback: culprit.account = .script(forced: nil)
    default: return
    }
    // The sentence for scripts names no victims.
    culprit.victimCount = 0
    self.culprit = culprit
  }
}
