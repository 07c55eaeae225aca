/// The price of a unit of each symbol in the tableau at each priority.
///
/// Symbols have seats here, which their solver gives them; most never need one.
///
/// Prices are compared from the highest priority down: a lower one only decides between equals.
struct PriorityCosts {
  private var costs: [Double] = []
  private var seatCount = 0
  /// The room for slots, one for each priority in use, in the costs of a seat.
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

  /// Makes one more seat.
  mutating func addSeat() {
    for _ in 0..<stride { costs.append(0) }
    seatCount += 1
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
      for seat in 0..<seatCount { costs[seat * stride + slot] = 0 }
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
    var wider = [Double](repeating: 0, count: seatCount * stride * 2)
    for seat in 0..<seatCount {
      for slot in 0..<stride { wider[seat * stride * 2 + slot] = costs[seat * stride + slot] }
    }
    (costs, stride) = (wider, stride * 2)
  }

  // MARK: Prices

  mutating func clear(_ seat: Int32) {
    for slot in 0..<slots.count { costs[Int(seat) * stride + slot] = 0 }
  }

  mutating func clearAll() {
    for index in costs.indices { costs[index] = 0 }
  }

  mutating func add(_ amount: Double, to seat: Int32, _ slot: Int32) {
    costs[Int(seat) * stride + Int(slot)] += amount
  }

  /// Adds a multiple of another seat's price.
  mutating func add(_ factor: Double, of other: Int32, to seat: Int32) {
    for slot in 0..<slots.count {
      costs[Int(seat) * stride + slot] += factor * costs[Int(other) * stride + slot]
    }
  }

  // MARK: Comparing

  func isZero(_ seat: Int32) -> Bool {
    for index in order.indices where abs(costs[Int(seat) * stride + order[index]]) > Self.epsilon {
      return false
    }
    return true
  }

  /// True if more of the symbol is a gain.
  func isNegative(_ seat: Int32) -> Bool {
    for index in order.indices {
      let cost = costs[Int(seat) * stride + order[index]]
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
