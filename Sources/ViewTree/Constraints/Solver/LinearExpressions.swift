/// A symbol with its coefficient.
struct LinearTerm {
  var symbol: Int32
  var coefficient: Double
}

/// Linear expressions, each a constant and terms sorted by symbol, in one block of memory.
///
/// Expressions come and go all the time. Their terms live in blocks whose sizes are powers of two, and a
/// dropped block serves the next expression of its size.
struct LinearExpressions {
  private struct Block {
    var start: Int32 = 0
    var count: Int32 = 0
    /// There is room for `4 << size` terms; none below 0.
    var size: Int32 = -1
    var constant = 0.0
  }

  /// The terms of all blocks, and some room behind the first `termCount`.
  private var terms: [LinearTerm] = []
  private var termCount = 0
  private var blocks: [Block] = []
  private var freeExpressions: [Int32] = []
  /// The start of the last block of each size that was dropped, where the start of the one before stands.
  private var freeBlocks: [Int32] = Array(repeating: -1, count: 28)
  private var merged: [LinearTerm] = []
  /// The symbols that the last replacement added, and those that it cancelled out.
  private(set) var gained = ReusableList<Int32>()
  private(set) var lost = ReusableList<Int32>()

  /// The largest coefficient that counts as a rounding error.
  static let epsilon = 1e-9

  // MARK: Life

  /// Makes an empty expression.
  mutating func make() -> Int32 {
    if let free = freeExpressions.popLast() { return free }
    blocks.appendInLargeSteps(Block())
    return Int32(blocks.count - 1)
  }

  mutating func drop(_ expression: Int32) {
    release(blocks[Int(expression)])
    blocks[Int(expression)] = Block()
    freeExpressions.append(expression)
  }

  private mutating func release(_ block: Block) {
    guard block.size >= 0 else { return }
    terms[Int(block.start)].symbol = freeBlocks[Int(block.size)]
    freeBlocks[Int(block.size)] = block.start
  }

  /// Gives an expression room for a number of terms, whatever it holds.
  private mutating func makeRoom(for count: Int, in expression: Int32) -> Int {
    let constant = blocks[Int(expression)].constant
    var block = blocks[Int(expression)]
    if block.size < 0 || count > 4 << Int(block.size) {
      release(block)
      block = newBlock(for: count)
    }
    block.count = Int32(count)
    block.constant = constant
    blocks[Int(expression)] = block
    return Int(block.start)
  }

  private mutating func newBlock(for count: Int) -> Block {
    var size = 0
    while 4 << size < count { size += 1 }
    let free = freeBlocks[size]
    if free >= 0 {
      freeBlocks[size] = terms[Int(free)].symbol
      return Block(start: free, size: Int32(size))
    }
    let start = termCount
    termCount += 4 << size
    if terms.count < termCount {
      let nothing = LinearTerm(symbol: 0, coefficient: 0)
      let more = max(termCount - terms.count, min(terms.count, 512))
      if terms.count + more > terms.capacity { terms.reserveCapacity(4 * (terms.count + more)) }
      terms.append(contentsOf: repeatElement(nothing, count: more))
    }
    return Block(start: Int32(start), size: Int32(size))
  }

  // MARK: Reading

  func count(_ expression: Int32) -> Int { Int(blocks[Int(expression)].count) }

  subscript(expression: Int32, index: Int) -> LinearTerm {
    terms[Int(blocks[Int(expression)].start) + index]
  }

  /// The places of an expression's terms, until it changes.
  @inline(__always)
  func places(of expression: Int32) -> Range<Int> {
    let block = blocks[Int(expression)]
    return Int(block.start)..<Int(block.start + block.count)
  }

  @inline(__always)
  func term(at place: Int) -> LinearTerm { terms[place] }

  func constant(_ expression: Int32) -> Double { blocks[Int(expression)].constant }

  /// The coefficient of a symbol; 0 if it is absent.
  func coefficient(of symbol: Int32, in expression: Int32) -> Double {
    let block = blocks[Int(expression)]
    return terms.withUnsafeBufferPointer { terms in
      var low = Int(block.start)
      var high = low + Int(block.count)
      while high - low > 8 {
        let middle = (low + high) >> 1
        if terms[middle].symbol <= symbol { low = middle } else { high = middle }
      }
      while low < high {
        if terms[low].symbol == symbol { return terms[low].coefficient }
        low += 1
      }
      return 0
    }
  }

  // MARK: Changing

  mutating func add(_ constant: Double, to expression: Int32) {
    blocks[Int(expression)].constant += constant
  }

  /// Replaces everything in an expression; the terms are sorted.
  mutating func set(_ expression: Int32, _ new: ReusableList<LinearTerm>, constant: Double) {
    let start = makeRoom(for: new.count, in: expression)
    blocks[Int(expression)].constant = constant
    terms.withUnsafeMutableBufferPointer { terms in
      for index in new.indices { terms[start + index] = new[index] }
    }
  }

  /// Solves `owner = expression` for a symbol of it: the expression is then that of the symbol.
  mutating func solve(_ expression: Int32, for symbol: Int32, owner: Int32) {
    let block = blocks[Int(expression)]
    let factor = -1 / coefficient(of: symbol, in: expression)
    blocks[Int(expression)].constant *= factor
    terms.withUnsafeMutableBufferPointer { terms in
      let (start, end) = (Int(block.start), Int(block.start + block.count))
      var place = start
      while terms[place].symbol != symbol { place += 1 }
      for index in start..<end { terms[index].coefficient *= factor }
      // The owner comes instead of the symbol, at its own place in the order.
      while place > start, terms[place - 1].symbol > owner {
        terms[place] = terms[place - 1]
        place -= 1
      }
      while place + 1 < end, terms[place + 1].symbol < owner {
        terms[place] = terms[place + 1]
        place += 1
      }
      terms[place] = LinearTerm(symbol: owner, coefficient: -factor)
    }
  }

  /// Replaces a symbol by an expression; false if the target doesn't hold it.
  mutating func replace(_ symbol: Int32, in target: Int32, by source: Int32) -> Bool {
    gained.removeAll()
    lost.removeAll()
    let factor = coefficient(of: symbol, in: target)
    guard factor != 0 else { return false }
    blocks[Int(target)].constant += factor * blocks[Int(source)].constant
    let count = merge(target, without: symbol, and: source, times: factor)
    let start = makeRoom(for: count, in: target)
    terms.withUnsafeMutableBufferPointer { terms in
      merged.withUnsafeBufferPointer { merged in
        for index in 0..<count { terms[start + index] = merged[index] }
      }
    }
    return true
  }

  /// Adds up two expressions in `merged`, and returns the number of terms.
  private mutating func merge(
    _ target: Int32, without symbol: Int32, and source: Int32, times factor: Double
  ) -> Int {
    let (to, from) = (blocks[Int(target)], blocks[Int(source)])
    let room = Int(to.count + from.count)
    if merged.count < room {
      let nothing = LinearTerm(symbol: 0, coefficient: 0)
      merged.append(contentsOf: repeatElement(nothing, count: max(room - merged.count, 64)))
    }
    var count = 0
    var (a, b) = (Int(to.start), Int(from.start))
    let (endA, endB) = (a + Int(to.count), b + Int(from.count))
    while a < endA || b < endB {
      let first = a < endA ? terms[a].symbol : .max
      let second = b < endB ? terms[b].symbol : .max
      var term = LinearTerm(symbol: min(first, second), coefficient: 0)
      if first <= second {
        term.coefficient = terms[a].coefficient
        a += 1
      }
      if second <= first {
        term.coefficient += factor * terms[b].coefficient
        b += 1
      }
      if term.symbol == symbol { continue }
      if abs(term.coefficient) <= Self.epsilon {
        if first <= second { lost.append(term.symbol) }
        continue
      }
      if second < first { gained.append(term.symbol) }
      merged[count] = term
      count += 1
    }
    return count
  }
}
