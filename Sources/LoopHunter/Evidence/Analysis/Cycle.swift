/// The minimal cycle of a loop, its drivers, and the views that are carried along.
package struct Cycle {
  /// The actors whose layouts cause each other in a cycle; empty if no cause was seen.
  package var drivers: ActorSet
  /// The drivers and all actors that they dirty.
  package var participants: ActorSet
  /// The top-most actor among those that are laid out in every round.
  package var root: Int
  /// The complete rounds, oldest first, as ranges of layouts; each ends at the root's next layout.
  package var rounds: [Range<Int>]
  /// The number of rounds after which the order of layouts repeats; nil if it does not.
  package var period: Int?
  /// The last rounds that the period explains; all rounds if there is no period, or if the period
  /// appeared already before a round that it does not explain.
  package var explained: ArraySlice<Range<Int>>
  /// True if the drivers are known.
  ///
  /// They must have caused each other in both the earlier and the later half of the evidence; or,
  /// if there is little evidence, no other view was in all of it. A part of a long round can hold a
  /// cycle of its own, which would settle.
  package var isSteady: Bool
  /// True if only the layouts of the drivers repeat; the cycle then has no other members.
  package var isOfDrivers = false
  /// The actors of the minimal cycle, in the order of their layouts.
  package var order: [Int]

  /// The later half of the explained rounds, which contains no run-up.
  package var later: ArraySlice<Range<Int>> {
    explained.suffix(max(Cycle.fewRounds, (explained.count + 1) / 2))
  }

  /// The number of rounds up to which all of them count as later.
  private static let fewRounds = 4
}
