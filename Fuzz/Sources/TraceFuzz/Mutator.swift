/// Changes an input line by line and number by number, so that most of it stays a trace.
struct Mutator {
  private var generator: Generator
  private var lines: [[UInt8]]
  private let maximum: Int

  /// A small random generator (SplitMix64).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  init(_ input: [UInt8], seed: UInt32, maximum: Int) {
    generator = Generator(state: UInt64(seed))
    lines = input.split(separator: Expansion.newline, omittingEmptySubsequences: false).map(
      Array.init)
    self.maximum = maximum
  }

  /// The input after some changes.
  mutating func mutated() -> [UInt8] {
    for _ in 0..<random(1...4) { change() }
    var result = Array(lines.joined(separator: [Expansion.newline]))
    if result.count > maximum { result.removeLast(result.count - maximum) }
    return result
  }

  private mutating func random(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func place() -> Int { random(0...lines.count - 1) }

  private mutating func change() {
    let place = place()
    switch random(0...13) {
    case 0: lines.insert(Array(event().utf8), at: place)
    case 1: lines.insert(contentsOf: events(), at: place)
    case 2:
      if lines.count > 1 {
        lines.removeSubrange(place..<min(lines.count - 1, place + random(1...3)) + 1)
        if lines.isEmpty { lines = [[]] }
      }
    case 3: lines.insert(lines[place], at: self.place())
    case 4: lines.swapAt(place, self.place())
    case 5:
      let block = lines[place..<min(lines.count, place + random(1...12))]
      lines.insert(contentsOf: block, at: self.place())
    case 6, 7, 8: changeNumber(of: place)
    case 9: lines.insert(Array("@pad \(size())".utf8), at: place)
    case 10:
      let count = random(1...6)
      lines.insert(
        Array(
          "@repeat \(random(0...1) == 0 ? random(2...200) : random(200...20_000)) \(count)".utf8),
        at: place)
      if random(0...1) == 0 {
        lines.insert(
          contentsOf: (0..<count).map { _ in Array(event(isRepeated: true).utf8) }, at: place + 1)
      }
    case 11: changeByte(of: place)
    case 12:
      // Keys in another order, a key twice.
      lines[place] = lines[place].split(separator: UInt8(ascii: ",")).shuffled(using: &generator)
        .joined(separator: [UInt8(ascii: ",")]).map { $0 }
    default: if random(0...3) == 0 { lines.insert(Array("@diff".utf8), at: place) }
    }
  }

  /// Sizes around those of buffers and limits.
  private mutating func size() -> Int {
    let sizes = [64, 65_536, 131_072, 1 << 20, (1 << 20) + 1, 2 << 20, 3 << 20]
    return max(16, sizes[random(0...sizes.count - 1)] + random(-3...3))
  }

  private mutating func number(isRepeated: Bool = false) -> String {
    if isRepeated, random(0...2) > 0 {
      return "\(random(1...9))#\(["", "2", "64", "100003"][random(0...3)])"
    }
    switch random(0...19) {
    case 0:
      return [
        "0", "9007199254740991", "9007199254740992", "9223372036854775807", "4294967296",
        "2147483648", "-1", "1e3", "7.0", "0.5",
      ][random(0...9)]
    case 1: return "\(random(1...5_000))"
    default: return "\(random(1...7))"
    }
  }

  private mutating func rectangle() -> String {
    let numbers = (0..<4).map { _ in
      ["0", "44", "44.5", "-1", "1e300", "1e-300", "390", "0.333"][random(0...7)]
    }
    return "[\(numbers.joined(separator: ","))]"
  }

  /// One event of the format, which may be invalid at its place.
  private mutating func event(isRepeated: Bool = false) -> String {
    let v = number(isRepeated: isRepeated)
    let by = random(0...2) == 0 ? #","by":\#(number(isRepeated: isRepeated))"# : ""
    let from = random(0...3) == 0 ? #","from":"X.swift:\#(random(0...9))""# : ""
    switch random(0...25) {
    case 0, 1, 2: return #"{"e":"layout","v":\#(v)}"#
    case 3, 4, 5: return #"{"e":"done","v":\#(v)}"#
    case 6, 7:
      let whys = [
        "explicit", "size", "bounds", "subviews", "text", "own", "isHidden", "constraints",
        "updateConstraints", "safeArea",
      ]
      let why = whys[random(0...whys.count - 1)]
      let of = random(0...3) == 0 ? #","of":\#(number(isRepeated: isRepeated))"# : ""
      return #"{"e":"dirty","v":\#(v),"why":"\#(why)"\#(of)\#(by)\#(from)}"#
    case 8: return #"{"e":"frame","v":\#(v),"to":\#(rectangle()),"was":\#(rectangle())\#(by)}"#
    case 9: return #"{"e":"bounds","v":\#(v),"to":\#(rectangle())\#(by)}"#
    case 10: return #"{"e":"center","v":\#(v),"to":[1,2]\#(by)\#(from)}"#
    case 11: return #"{"e":"transform","v":\#(v),"to":[1,0,0,1,0,0.5]\#(by)}"#
    case 12: return #"{"e":"turn","n":\#(number(isRepeated: isRepeated)),"t":\#(random(0...99))}"#
    case 13: return #"{"e":"commit"}"#
    case 14:
      let hit = random(0...1) == 0 ? #","hit":true"# : ""
      return #"{"e":"committed","batches":\#(random(0...3))\#(hit)}"#
    case 15, 16:
      let place = [#","in":\#(number(isRepeated: isRepeated))"#, #","in":null"#, ""][random(0...2)]
      let clean = random(0...1) == 0 ? #","clean":true"# : ""
      return #"{"e":"view","v":\#(v),"class":"X"\#(place)\#(clean)}"#
    case 17:
      let parent = random(0...2) == 0 ? "null" : number(isRepeated: isRepeated)
      return #"{"e":"move","v":\#(v),"in":\#(parent)\#(by)}"#
    case 18: return #"{"e":"gone","v":\#(v)}"#
    case 19:
      let forced = #"{"e":"forced","batches":\#(random(0...3))}"#
      return [#"{"e":"force","v":\#(v)\#(by)\#(from)}"#, forced][random(0...1)]
    case 20:
      let kind = ["async", "run", "ran"][random(0...2)]
      return #"{"e":"\#(kind)","k":\#(v)}"#
    case 21: return #"{"e":"anchor","v":\#(v),"to":[\#(random(0...1)),0.5]\#(by)}"#
    case 22:
      let names = [
        "additionalSafeAreaInsets", "contentInset", "layoutMargins", "safeAreaInsets",
        "adjustedContentInset", "other",
      ]
      let name = names[random(0...names.count - 1)]
      return #"{"e":"inset","v":\#(v),"name":"\#(name)","to":\#(rectangle())\#(by)\#(from)}"#
    case 23: return #"{"e":"update","v":\#(v)}"#
    case 24: return #"{"e":"updated","v":\#(v)}"#
    default: return [#"{"e":"clean","v":\#(v)}"#, #"{"e":"end","turns":\#(v)}"#][random(0...1)]
    }
  }

  /// Some events that belong together.
  private mutating func events() -> [[UInt8]] {
    let v = number()
    let all: [[String]] = [
      [
        #"{"e":"commit"}"#, #"{"e":"layout","v":\#(v)}"#, #"{"e":"done","v":\#(v)}"#,
        #"{"e":"committed","batches":1}"#,
      ],
      [
        #"{"e":"layout","v":\#(v)}"#, #"{"e":"dirty","v":\#(v),"why":"explicit","by":\#(v)}"#,
        #"{"e":"done","v":\#(v)}"#,
      ],
      [
        #"{"e":"layout","v":\#(v)}"#,
        #"{"e":"dirty","v":1,"why":"updateConstraints","of":\#(v),"by":\#(v)}"#,
        #"{"e":"done","v":\#(v)}"#, #"{"e":"update","v":\#(v)}"#, event(),
        #"{"e":"updated","v":\#(v)}"#,
      ],
      [
        #"{"e":"update","v":\#(v)}"#, #"{"e":"force","v":\#(v),"from":"X.swift:1"}"#,
        #"{"e":"layout","v":\#(v)}"#, #"{"e":"done","v":\#(v)}"#, #"{"e":"updated","v":\#(v)}"#,
      ],
      [#"{"e":"async","k":\#(v)}"#, #"{"e":"run","k":\#(v)}"#, event(), #"{"e":"ran","k":\#(v)}"#],
      [#"{"e":"gone","v":\#(v)}"#, #"{"e":"view","v":\#(v),"class":"Y","in":1}"#],
      ["@repeat \(random(2...1_100)) 1", #"{"e":"view","v":2#,"class":"Y","in":1#}"#],
      [
        "@repeat \(random(2...1_100)) 1", #"{"e":"layout","v":\#(v)}"#,
        "@repeat \(random(2...1_100)) 1", #"{"e":"done","v":\#(v)}"#,
      ],
      [
        "@repeat \(random(50...400)) 3", #"{"e":"layout","v":\#(v)}"#,
        #"{"e":"dirty","v":\#(v),"why":"explicit","by":\#(v)}"#, #"{"e":"done","v":\#(v)}"#,
      ],
    ]
    return all[random(0...all.count - 1)].map { Array($0.utf8) }
  }

  private mutating func changeNumber(of place: Int) {
    let isDigit = { (byte: UInt8) in byte &- UInt8(ascii: "0") <= 9 }
    let starts = lines[place].indices.filter {
      isDigit(lines[place][$0]) && ($0 == 0 || !isDigit(lines[place][$0 - 1]))
    }
    guard let start = starts.randomElement(using: &generator) else { return }
    let end = lines[place][start...].firstIndex { !isDigit($0) } ?? lines[place].count
    lines[place].replaceSubrange(start..<end, with: Array(number().utf8))
  }

  private mutating func changeByte(of place: Int) {
    guard !lines[place].isEmpty else { return }
    let index = random(0...lines[place].count - 1)
    let bytes: [UInt8] = [
      0, 0x0d, 0x1b, 0x20, 0x22, 0x2c, 0x5b, 0x5c, 0x7b, 0x7d, 0x80, 0xc3, 0xff,
    ]
    lines[place][index] = bytes[random(0...bytes.count - 1)]
  }
}
