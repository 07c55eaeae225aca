/// Makes the short hash by which the same bug is known on every device.
///
/// It covers the kind of the verdict, the views that drive the loop by identifier or class in the
/// order of their layouts, and the culprit: who writes, what, which way, and who becomes dirty. Left
/// out is what differs between two runs of one bug: addresses, counts, frames, sibling indexes, files
/// and lines, the hunted view, the threshold, and the victims, whose number a list's length decides.
enum Fingerprint {
  static func make(verdict: Verdict, drivers: [String], culprit: [String]) -> String {
    var hash = StableHash()
    hash.combine("1")
    hash.combine(verdict.kind)
    if case .drifting(let property, _) = verdict { hash.combine(property) }
    var previous: String?
    for driver in drivers where driver != previous {
      hash.combine(driver)
      previous = driver
    }
    hash.combine("|")
    for part in culprit { hash.combine(part) }
    return hash.text
  }
}
