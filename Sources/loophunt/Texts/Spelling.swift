/// Finds the word that was meant.
package enum Spelling {
  /// The longest text that is compared, so that the work stays bounded.
  private static let longest = 64

  /// The first of the words that are nearest to `text`, or nil if none is near enough.
  ///
  /// A word that begins with `text` counts as one mistake away.
  package static func nearest(to text: String, among words: [String]) -> String? {
    guard !text.isEmpty, text.utf8.count <= longest else { return nil }
    let wanted = Array(text.lowercased())
    var best: (word: String, distance: Int)?
    for word in words {
      let candidate = Array(word.lowercased())
      let begins = wanted.count > 1 && candidate.starts(with: wanted)
      let distance = begins ? 1 : self.distance(wanted, candidate)
      guard distance <= max(1, min(wanted.count, candidate.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word
  }

  /// The number of letters that must be inserted, removed, replaced or swapped with a neighbour.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
