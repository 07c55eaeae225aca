/// Finds the smallest period with which a sequence ends.
package enum Periodicity {
  /// A period and the number of last elements that it explains.
  package struct Result: Equatable {
    package var period: Int
    package var coverage: Int

    /// True if the unexplained beginning is no run-up: the repeating part occurs in it, too.
    func isInterrupted<Element: Equatable>(in sequence: [Element]) -> Bool {
      let beginning = sequence.dropLast(coverage)
      let twice = sequence.suffix(2 * period)
      return beginning.indices.contains { beginning[$0...].starts(with: twice) }
    }
  }

  /// The smallest period that explains as much of the end as any other; nil if nothing repeats.
  ///
  /// It must occur at least twice. The beginning may differ: a loop often has a run-up. If
  /// something disturbed the sequence, a smaller period may explain a little less than the best.
  package static func find<Element: Equatable>(in sequence: [Element]) -> Result? {
    let count = sequence.count
    guard count >= 2 else { return nil }
    var best: [Result] = []
    var most = 0
    for period in 1...count / 2 {
      var matched = 0
      while matched + period < count,
        sequence[count - 1 - matched] == sequence[count - 1 - matched - period]
      {
        matched += 1
      }
      let coverage = matched + period
      guard matched >= period else { continue }
      best.append(Result(period: period, coverage: coverage))
      most = max(most, coverage)
      if coverage == count { break }
    }
    // The sequence is undisturbed if the best period explains nearly all.
    let isClear = most * 4 >= count * 3
    return best.first { isClear ? $0.coverage == most : $0.coverage * 5 >= most * 3 }
  }
}
