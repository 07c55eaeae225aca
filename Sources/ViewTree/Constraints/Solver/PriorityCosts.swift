/// The price of a unit of each symbol at each priority.
///
/// Prices are compared from the highest priority down: a lower one only decides between equals.
struct PriorityCosts {
  private var costs: [Double] = []
  private var symbolCount = 0
  /// The room for slots, one for each priority in use, in the costs of a symbol.
  private var stride = 4
  private var slots: [Slot] = []
  /// The slots in use, from the highest priority down.
  private var order: [Int] = []

  private struct Slot {
    var priority: Double
    /// The number of errors that count at this priority.
    var errors = 0
  }

  private static let epsilon = 1e-9

  /// Makes room for more symbols.
  mutating func addSymbols(_ count: Int) {
    costs.append(contentsOf: repeatElement(0, count: stride * count))
    symbolCount += count
  }

  // MARK: Slots

  /// The slot of a priority, for another error.
  mutating func enter(_ priority: Double) -> Int32 {
    if let slot = order.first(where: { slots[$0].priority == priority }) {
      slots[slot].errors += 1
      return Int32(slot)
    }
    let slot = slots.firstIndex { $0.errors == 0 } ?? slots.count
    if slot == slots.count {
      slots.append(Slot(priority: priority))
      if slots.count > stride { widen() }
    } else {
      slots[slot].priority = priority
      // Only rounding errors are left of the priority that had this slot.
      for symbol in 0..<symbolCount { costs[symbol * stride + slot] = 0 }
    }
    slots[slot].errors = 1
    order.insert(slot, at: order.firstIndex { slots[$0].priority < priority } ?? order.count)
    return Int32(slot)
  }

  /// Takes leave of an error's slot.
  mutating func leave(_ slot: Int32) {
    slots[Int(slot)].errors -= 1
    if slots[Int(slot)].errors == 0 { order.removeAll { $0 == Int(slot) } }
  }

  private mutating func widen() {
    var wider = [Double](repeating: 0, count: symbolCount * stride * 2)
    for symbol in 0..<symbolCount {
      for slot in 0..<stride { wider[symbol * stride * 2 + slot] = costs[symbol * stride + slot] }
    }
    (costs, stride) = (wider, stride * 2)
  }

  // MARK: Prices

  mutating func clear(_ symbol: Int32) {
    for slot in 0..<slots.count { costs[Int(symbol) * stride + slot] = 0 }
  }

  mutating func clearAll() {
    for index in costs.indices { costs[index] = 0 }
  }

  mutating func add(_ amount: Double, to symbol: Int32, _ slot: Int32) {
    costs[Int(symbol) * stride + Int(slot)] += amount
  }

  /// Adds a multiple of another symbol's price.
  mutating func add(_ factor: Double, of other: Int32, to symbol: Int32) {
    for slot in 0..<slots.count {
      costs[Int(symbol) * stride + slot] += factor * costs[Int(other) * stride + slot]
    }
  }

  // MARK: Comparing

  func isZero(_ symbol: Int32) -> Bool {
    for index in order.indices where abs(costs[Int(symbol) * stride + order[index]]) > Self.epsilon
    {
      return false
    }
    return true
  }

  /// True if more of the symbol is a gain.
  func isNegative(_ symbol: Int32) -> Bool {
    for index in order.indices {
      let cost = costs[Int(symbol) * stride + order[index]]
      if cost < -Self.epsilon { return true }
      if cost > Self.epsilon { return false }
    }
    return false
  }

  /// True if `a` costs less than `b`, each divided by a positive number.
  func isLess(_ a: Int32, _ divisorA: Double, than b: Int32, _ divisorB: Double) -> Bool {
    for index in order.indices {
      let left = costs[Int(a) * stride + order[index]] / divisorA
      let right = costs[Int(b) * stride + order[index]] / divisorB
      if left < right - Self.epsilon { return true }
      if left > right + Self.epsilon { return false }
    }
    return false
  }
}
