/// The layouts of all turns of a trace, in a bounded number of bins of neighbouring turns.
struct TurnBins: Encodable {
  /// Neighbouring turns.
  struct Bin: Encodable {
    var first: Int
    var last: Int
    /// How many turns there are.
    var turns = 1
    /// The most layouts of a turn.
    var layouts: Int
    /// The turn that had them.
    var layoutsTurn: Int
    /// The most layouts of one view in a turn, which is what the threshold is about.
    var peak: Int
    /// How long the layouts took in all, in nanoseconds.
    var busy: Int64
    /// Whether a loop was reported.
    var hasLoop: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in [first, last, turns, layouts, layoutsTurn, peak, Int(busy), hasLoop ? 1 : 0] {
        try container.encode(number)
      }
    }

    fileprivate mutating func take(_ next: Bin) {
      last = next.last
      turns += next.turns
      if next.layouts > layouts { (layouts, layoutsTurn) = (next.layouts, next.layoutsTurn) }
      peak = max(peak, next.peak)
      busy += next.busy
      hasLoop = hasLoop || next.hasLoop
    }
  }

  private(set) var bins: [Bin] = []
  /// How many turns a full bin has.
  private(set) var width = 1
  private let most: Int

  /// - Parameter most: how many bins there are at most; an even number.
  init(most: Int = 2000) { self.most = most }

  /// Adds the next turn.
  mutating func add(turn: Int, layouts: Int, peak: Int, busy: Int64, hasLoop: Bool) {
    let bin = Bin(
      first: turn, last: turn, layouts: layouts, layoutsTurn: turn, peak: peak, busy: busy,
      hasLoop: hasLoop)
    if let last = bins.last, last.turns < width {
      bins[bins.count - 1].take(bin)
      return
    }
    if bins.count == most {
      for index in 0..<most / 2 {
        bins[index] = bins[2 * index]
        bins[index].take(bins[2 * index + 1])
      }
      bins.removeLast(most / 2)
      width *= 2
    }
    bins.append(bin)
  }

  func encode(to encoder: any Encoder) throws { try bins.encode(to: encoder) }
}
