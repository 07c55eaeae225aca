import ViewTree

extension ViewRegister {
  /// Tells the loops at a limit up to the first that fails the test, and adds the views of those before it to
  /// the known ones: a loop that the baseline knows explains no other one.
  ///
  /// - Parameters:
  ///   - known: The numbers of views whose loops are known.
  ///   - judged: The numbers of the views, the busiest first, that no view beyond its threshold explains, and
  ///     no known one; nil if these explain all.
  ///   - tell: Reports the loop of the first view that lives, or, without one, of the number of a dead one or 0;
  ///     returns true if the test fails because of it.
  func tellLoops(
    behind known: inout Set<Int>, of judged: (_ known: Set<Int>) -> [Int]?,
    tell: (_ busiest: (number: Int, view: View)?, _ number: Int) -> Bool
  ) {
    while let views = judged(known) {
      let busiest = first(of: views)
      let number = busiest?.number ?? views.first ?? 0
      if tell(busiest, number) || number == 0 { return }
      known.insert(number)
    }
  }
}
