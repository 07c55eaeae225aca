import LayoutTrace
import TestSupport
import Testing

/// The tables of a reader, beside plain models.
@Suite("The tables of a trace's reader")
struct TableTests {
  private let seed: UInt64
  private let generator: SeededGenerator

  init() {
    seed = firstSeed("TableTests")
    generator = SeededGenerator(seed: seed)
  }

  @Test(
    "slots are found as in a dictionary, whatever pattern the numbers have",
    arguments: [1, 64, 4096, 1 << 20, -1])
  func slots(stride: Int) {
    var random = generator
    var table = SlotTable()
    var model: [Int: Int] = [:]
    for step in 0..<2_000 {
      // -1 stands for no pattern.
      let number =
        stride < 0
        ? Int.random(in: 1...1 << 53, using: &random)
        : Int.random(in: 1...600, using: &random) * stride
      if let known = model.keys.randomElement(using: &random), step % 3 == 0 {
        table.remove(known)
        model[known] = nil
      } else if model[number] == nil {
        table.insert(number, slot: step)
        model[number] = step
      }
      #expect(table.slot(of: number) == model[number] ?? -1, "seed \(seed)")
      #if DEBUG
      if step % 100 == 0 { #expect(table.checkInvariants() == nil, "seed \(seed)") }
      #endif
    }
    #expect(table.count == model.count)
    #expect(model.allSatisfy { table.slot(of: $0.key) == $0.value }, "seed \(seed)")
    #expect(table.slot(of: 0) == -1)
  }

  @Test("numbers that share a home are moved apart, and are all found")
  func collisions() {
    var table = SlotTable()
    // With the simple order all would be at home in one place.
    for index in 1...500 { table.insert(index << 32, slot: index) }
    #expect((1...500).allSatisfy { table.slot(of: $0 << 32) == $0 })
    for index in stride(from: 2, through: 500, by: 2) { table.remove(index << 32) }
    #expect((1...500).allSatisfy { table.slot(of: $0 << 32) == ($0 % 2 == 0 ? -1 : $0) })
    #if DEBUG
    #expect(table.checkInvariants() == nil)
    #endif
  }

  @Test("a set of numbers holds what was inserted, in ranges or far apart, and nothing else")
  func numberSet() {
    var random = generator
    var numbers = NumberSet()
    var model: Set<Int> = []
    for step in 0..<3_000 {
      let number: Int
      switch step % 4 {
      case 0: number = (model.max() ?? 0) + 1
      case 1: number = (model.randomElement(using: &random) ?? 0) + 1
      case 2: number = Int.random(in: 0...20_000, using: &random)
      default: number = Int.random(in: 0...1 << 53, using: &random)
      }
      #expect(numbers.contains(number) == model.contains(number), "\(number), seed \(seed)")
      if model.insert(number).inserted { numbers.insert(number) }
    }
    for number in model {
      for neighbour in [number - 1, number, number + 1] {
        #expect(numbers.contains(neighbour) == model.contains(neighbour), "seed \(seed)")
      }
    }
  }

  @Test("a set forgets no number, however many ranges there are, and knows where each ends")
  func manyRanges() {
    var numbers = NumberSet()
    // Ranges of one to five numbers, some across the border of a word.
    let ranges = (0..<10_000).map { index in
      let first = index * 67
      return first...first + index % 5
    }
    for range in ranges { for number in range { numbers.insert(number) } }
    for range in ranges {
      #expect(range.allSatisfy(numbers.contains))
      #expect(!numbers.contains(range.lowerBound - 1) && !numbers.contains(range.upperBound + 1))
    }
  }

  @Test("a tree of views knows slots, superviews and heights as a plain model does")
  func tree() {
    var random = generator
    var tree = TraceTree(bytesPerView: 1, keepsSlots: true)
    /// By the number of a living view that of its superview; 0 for none.
    var model: [Int: Int] = [:]
    var last = 0
    func isDescendant(_ view: Int, of ancestor: Int) -> Bool {
      var next = view
      while next != 0, next != ancestor { next = model[next] ?? 0 }
      return next == ancestor
    }
    for _ in 0..<2_000 {
      let view = model.keys.sorted().randomElement(using: &random) ?? 0
      let other = model.keys.sorted().randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3 where model.count < 40:
        last += Int.random(in: 1...3, using: &random)
        _ = tree.insert(last, isRoot: false)
        model[last] = 0
      case 4...6 where view != 0 && !isDescendant(other, of: view):
        tree.detach(tree.slot(of: view))
        tree.attach(tree.slot(of: view), to: tree.slot(of: other))
        model[view] = other
      case 7 where view != 0:
        tree.detach(tree.slot(of: view))
        model[view] = 0
      case 8 where view != 0:
        tree.remove(tree.slot(of: view))
        model[view] = nil
        // Its subviews have no superview from then on.
        for child in model.keys where model[child] == view { model[child] = 0 }
      default: tree.beginTurn()
      }
      for (view, superview) in model {
        let slot = tree.slot(of: view)
        #expect(tree.number(in: slot) == view, "seed \(seed)")
        let parent = tree.slotOfParent(slot)
        #expect((parent < 0 ? 0 : tree.number(in: parent)) == superview, "seed \(seed)")
      }
      #if DEBUG
      if let fault = tree.checkInvariants() {
        Issue.record("\(fault), seed \(seed)")
        return
      }
      #endif
    }
    #expect(model.keys.allSatisfy { tree.isUsed($0) } && !tree.isUsed(last + 1))
  }

  @Test("views fit below another as long as their levels together stay below the limit")
  func depth() {
    var tree = TraceTree(bytesPerView: 1, keepsSlots: false)
    func chain(from first: Int, count: Int) -> [Int] {
      let slots = (0..<count).map { tree.insert(first + $0, isRoot: false) }
      for (upper, lower) in zip(slots, slots.dropFirst()) { tree.attach(lower, to: upper) }
      return slots
    }
    let half = TraceTree.maximumDepth / 2
    let (upper, lower) = (chain(from: 1, count: half), chain(from: 10_000, count: half))
    #expect(tree.fits(lower[0], below: upper[half - 1]))
    tree.attach(lower[0], to: upper[half - 1])
    #expect(tree.isAncestor(upper[0], of: lower[half - 1]))
    #expect(!tree.fits(nil, below: lower[half - 1]))
    #expect(tree.fits(nil, below: lower[half - 2]))
  }

  @Test("a slot is used again only when its turn is over, where slots are kept")
  func keptSlots() {
    for keepsSlots in [false, true] {
      var tree = TraceTree(bytesPerView: 1, keepsSlots: keepsSlots)
      let first = tree.insert(1, isRoot: true)
      #expect(tree.isRoot(first))
      tree.remove(first)
      #expect(tree.slot(of: 1) == -1 && tree.isUsed(1))
      #expect((tree.insert(2, isRoot: false) == first) == !keepsSlots)
      tree.beginTurn()
      #expect((tree.insert(3, isRoot: false) == first) == keepsSlots)
      #expect(tree.views == 3)
    }
  }

  @Test("the height of a view is that of its highest subview and one more")
  func heights() {
    var heights = TreeHeights()
    for _ in 0..<3 { heights.append() }
    for height in [0, 4, 2, 4, 7] { heights.add(height, below: 1) }
    #expect(heights.measure(1) == 8)
    heights.remove(7, below: 1)
    heights.remove(4, below: 1)
    #expect(heights.measure(1) == 5)
    #expect(heights[0] == 0)
    heights.clear(1)
    #expect(heights.measure(1) == 0)
    #if DEBUG
    #expect(heights.checkInvariants() == nil)
    #endif
  }

  @Test("a table of names finds each of them, and no beginning or continuation of one")
  func names() {
    let names = TraceKey.allCases.map(\.spelling)
    let table = NameTable(names.enumerated().map { ($1, UInt8($0)) })
    for (index, name) in names.enumerated() {
      #expect(table.value(of: name) == UInt8(index))
      for other in [name + "s", String(name.dropLast()), name + "\0", name.uppercased()]
      where !names.contains(other) {
        #expect(table.value(of: other) == NameTable.unknown, "\(other)")
      }
    }
  }

  private struct Entry: NumberedView, Equatable { var view: Int }

  @Test("a list of the highest keeps them in order, equal ones by number, and counts the rest")
  func topList() {
    var random = generator
    var list = TopList<Entry>(limit: 5)
    var all: [(key: Int, view: Int)] = []
    for view in (1...60).shuffled(using: &random) {
      let key = Int.random(in: 0...9, using: &random)
      all.append((key, view))
      if list.admits(key, view) { list.insert(key, Entry(view: view)) }
    }
    all.sort { ($1.key, $0.view) < ($0.key, $1.view) }
    #expect(list.views.map(\.view) == all.prefix(5).map(\.view), "seed \(seed)")
    #expect(list.leftOut == 55)
  }
}
