import LayoutTrace

extension LoopReport {
  /// The identity of the loop in its reports: the fingerprint, or the path if there is none.
  ///
  /// Two pairs of places in the same functions of a page have one fingerprint, and are two loops.
  package var identity: String {
    guard !fingerprint.isEmpty else { return reported?.kind.name ?? view.path }
    guard share != nil else { return fingerprint }
    let places = [culprit?.edge, culprit?.force].map { $0?.location?.description ?? "" }
    return ([fingerprint] + places).joined(separator: " ")
  }
}
