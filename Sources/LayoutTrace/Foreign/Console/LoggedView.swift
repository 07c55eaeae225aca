import Foundation

/// A view in UIKit's description in a log: `<Class: 0x7f…; frame = (0 0; 375 812); …>`.
struct LoggedView: Hashable {
  /// The class as written in the log; it may be mangled.
  var className: String
  var address: UInt64
  /// The frame at the time of the report.
  var frame: CGRect?

  static func == (one: LoggedView, other: LoggedView) -> Bool {
    one.address == other.address && one.className == other.className
  }

  func hash(into hasher: inout Hasher) { hasher.combine(address) }

  /// The top-level view of a loop, in a part of a log that does not describe it.
  static let topLevel = LoggedView(className: "top-level view", address: 0)
  /// A view that the line which names it is missing for.
  static let unnamed = LoggedView(className: "", address: 0)
}

/// The views of a list whose heading may be missing, up to its end.
struct ListedViews {
  private var views: [LoggedView] = []
  private var isClosed = false

  private static let most = 20_000

  /// Takes the next line; true if it belongs to a list.
  mutating func take(_ line: String) -> Bool {
    let text = line[...].trimmed
    if text.isEmpty { return !views.isEmpty }
    if text == ")", !views.isEmpty {
      isClosed = true
      return true
    }
    guard text.hasPrefix("<"), let view = LoggedView.first(in: text) else {
      self = ListedViews()
      return false
    }
    if isClosed { self = ListedViews() }
    if views.count < Self.most { views.append(view) }
    return true
  }

  /// The order of a round: its list ends with a parenthesis, that of a tree does not.
  var order: [LoggedView] { isClosed ? views : [] }
}

extension LoggedView {
  /// The views in a text, each with its index; of an incomplete description, the address suffices.
  static func all(in text: Substring, most: Int) -> [(view: LoggedView, start: Substring.Index)] {
    var found: [(view: LoggedView, start: Substring.Index)] = []
    var rest = text
    while found.count < most, let mark = rest.place(of: ": 0x") {
      let before = rest[..<mark.lowerBound].suffix(longestName)
      let digits = rest[mark.upperBound...].prefix(while: \.isHexDigit)
      rest = rest[digits.endIndex...]
      guard let next = rest.first, ";> ".contains(next), let open = opening(in: before),
        let address = UInt64(digits, radix: 16), address > 0
      else { continue }
      let name = before[before.index(after: open)...]
      guard isClass(name) else { continue }
      let end = closing(in: rest)
      let view = LoggedView(
        className: String(name).clipped, address: address,
        frame: frame(in: rest[..<(end ?? rest.endIndex)]))
      found.append((view, open))
      // Objects inside a description, such as its gesture recognizers, are not views.
      if let end { rest = rest[end...] }
    }
    return found
  }

  /// The longest name of a class that is looked for, so that time grows with the text alone.
  private static let longestName = 1_000

  static func first(in text: Substring) -> LoggedView? { all(in: text, most: 1).first?.view }

  /// The bracket before a class name, which may contain brackets of its own.
  private static func opening(in text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.utf8.indices.reversed() {
      switch text.utf8[index] {
      case UInt8(ascii: ">"): depth += 1
      case UInt8(ascii: "<"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ";"), UInt8(ascii: "="): return nil
      default: break
      }
    }
    return nil
  }

  /// The index after the bracket that ends a description; nil if it is cut off.
  private static func closing(in text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"):
        if depth == 0 { return text.utf8.index(after: index) }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  private static func isClass(_ name: Substring) -> Bool {
    guard let first = name.first else { return false }
    return (first.isLetter || first == "_" || first == "$") && !name.contains("\t")
  }

  private static func frame(in description: Substring) -> CGRect? {
    guard
      let start = description.place(of: "frame = (") ?? description.place(of: "f={{"),
      let numbers = numbers(in: description[start.upperBound...].prefix(120), count: 4)
    else { return nil }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// This many numbers, with any text between them; nil if one is missing or unusable.
  static func numbers(in text: Substring, count: Int) -> [Double]? {
    var numbers: [Double] = []
    var rest = text
    while numbers.count < count {
      rest = rest.drop {
        !($0.isNumber || $0 == "-" || $0 == ">" || $0 == ";" && numbers.count > 3)
      }
      let word = rest.prefix { $0.isNumber || "+-.e".contains($0) }
      guard let number = Double(word), number.magnitude < largest else { return nil }
      numbers.append(number)
      rest = rest[word.endIndex...]
    }
    return numbers
  }

  /// The largest number that is accepted as geometry.
  private static let largest = 1e9
}
