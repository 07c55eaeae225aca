/// Further fingerprints of a reported loop; they decide nothing about the equality of reports.
struct OtherFingerprints: Hashable, Sendable {
  /// Those that older versions gave to it.
  var former: [String] = []
  /// That of its detection, if the verdict came later; the events of one loop keep it.
  var detected: String?

  static func == (a: OtherFingerprints, b: OtherFingerprints) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension LoopReport {
  /// The fingerprints that older versions gave to the loop: their entries in baselines are renewed.
  package var formerFingerprints: [String] {
    get { otherFingerprints.former }
    set { otherFingerprints.former = newValue }
  }

  /// Takes the fingerprint of a verdict that came later than the detection.
  mutating func take(lateFingerprint: String, former: [String]) {
    let detected = otherFingerprints.detected ?? fingerprint
    guard lateFingerprint != detected else { return }
    // An older version kept that of the detection.
    let others = OtherFingerprints(
      former: former + otherFingerprints.former + [detected], detected: detected)
    (fingerprint, otherFingerprints) = (lateFingerprint, others)
  }
}
