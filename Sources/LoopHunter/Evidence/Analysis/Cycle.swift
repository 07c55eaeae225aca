/// The minimal cycle of a loop, its drivers, and the views that are carried along.
package struct Cycle {
  /// The actors whose layouts cause each other in a cycle; empty if no cause was seen.
  package var drivers: ActorSet
  /// The drivers and all that they dirty.
  package var participants: ActorSet
  /// The top-most of those that are laid out in every round.
  package var root: Int
  /// The rounds that are complete, oldest first: from one layout of the root to the next, as ranges
  /// of indexes into the history's layouts.
  package var rounds: [Range<Int>]
  /// After how many rounds the order of layouts repeats; nil if it does not.
  package var period: Int?
  /// The last rounds that the period explains; all of them if there is no period, or if the same
  /// was seen before what it does not explain.
  package var explained: ArraySlice<Range<Int>>
  /// Whether the drivers are known: they were seen to bring each other in the earlier and in the
  /// later half of the evidence; if there is little evidence, no other view was in all of it.
  ///
  /// A piece of a long round can hold a cycle of its own, which would settle.
  package var isSteady: Bool
  /// Whether the layouts of the drivers alone repeat; the cycle has no others then.
  package var isOfDrivers = false
  /// The actors of the minimal cycle, in the order of their layouts.
  package var order: [Int]

  /// The later half of the explained rounds, which has no run-up in it.
  package var later: ArraySlice<Range<Int>> {
    explained.suffix(max(Cycle.fewRounds, (explained.count + 1) / 2))
  }

  /// With so few rounds there is no half to leave out.
  private static let fewRounds = 4
}
