import Foundation

/// Reads WinUI's `[LayoutCycleTracing]` lines: the elements of the last iterations, in order.
///
/// They contain neither parents nor causes: an element is laid out once in each, by no culprit.
struct LayoutCycleLog {
  private struct Element: Hashable {
    var process: String
    var instance: String
    var className: String
  }

  /// The iterations that are logged for one cycle, counting down.
  struct Countdown {
    let process: String
    /// The elements that take part in the iterations, by number, in order.
    fileprivate(set) var layouts: [Int] = []
    /// The current iteration, and the elements named in it.
    fileprivate var iteration: Int?
    fileprivate var named: Set<Int> = []
    fileprivate var iterations = 0

    fileprivate init(process: String) { self.process = process }
  }

  private(set) var elements: [(className: String, name: String)] = []
  private var numbers: [Element: Int] = [:]
  private var countdowns: [Countdown] = []
  /// The current countdown of each process.
  private var running: [String: Int] = [:]
  /// The process of the line that is being read.
  private var process = ""
  /// A line whose end has not come yet, and the number of lines joined to it.
  private var pending = ""
  private var joined = 0

  private static let mostCountdowns = 1_000
  private static let mostElements = 50_000
  private static let mostLayouts = 1_000_000
  private static let mostJoined = 4

  /// The text in each line that comes from WinUI.
  static let mark: StaticString = "[LayoutCycleTracing]"
  static let filter = LineFilter([mark])
  /// The number of lines after one of WinUI's in which the rest of it may come.
  static let reach = 2 * mostJoined

  /// True if a line comes from WinUI.
  static func recognises(_ line: String) -> Bool { line.holds(mark) }

  mutating func take(_ line: String) {
    guard let mark = line.place(of: Self.mark) else {
      // The rest of a wrapped line, unless it is another message.
      guard !pending.isEmpty else { return }
      guard joined < Self.mostJoined, ConsolePrefix(line).process == nil else { return finish() }
      joined += 1
      pending += line
      if isWhole { finish() }
      return
    }
    finish()
    process = ConsolePrefix(line).process ?? ""
    pending = String(line[mark.upperBound...])
    if isWhole { finish() }
  }

  /// Takes the last line, which may be cut off.
  mutating func finish() {
    guard !pending.isEmpty else { return }
    read(pending)
    (pending, joined) = ("", 0)
  }

  /// True if all quotes of the pending line are closed.
  private var isWhole: Bool { pending.utf8.count { $0 == Byte.quote } % 2 == 0 }

  /// `"SetValue(Height=41)","LayoutCycleCountdown: 9","ClassName: Border","Name: Tag","Instance: 0x1F"`.
  private mutating func read(_ text: String) {
    func field(_ key: StaticString) -> Substring? {
      guard let start = text.place(of: key)?.upperBound else { return nil }
      let end = text[start...].utf8.firstIndex(of: Byte.quote)
      return end.map { text[start..<$0] }
    }
    let iteration = text.place(of: "Countdown: ").flatMap {
      Int(text[$0.upperBound...].prefix(while: \.isNumber))
    }
    // An incomplete address would be another element.
    guard let countdown = countdown(at: iteration),
      let instance = field("\"Instance: "), let className = field("\"ClassName: "),
      instance.hasPrefix("0x"), instance.count > 2
    else { return }
    let element = Element(
      process: process, instance: instance.prefix(20).lowercased(),
      className: String(className).clipped)
    guard countdowns[countdown].layouts.count < Self.mostLayouts,
      let number = number(of: element, name: field("\"Name: "))
    else { return }
    if countdowns[countdown].named.insert(number).inserted {
      countdowns[countdown].layouts.append(number)
    }
  }

  /// The number of an element; nil if there are too many.
  private mutating func number(of element: Element, name: Substring?) -> Int? {
    if let number = numbers[element] { return number }
    guard elements.count < Self.mostElements else { return nil }
    let type = element.className.split(separator: ".").last.map(String.init) ?? element.className
    let shown = name.flatMap { $0.isEmpty ? nil : String($0).clipped } ?? type
    numbers[element] = elements.count
    elements.append((type, "\(shown):\(element.instance)"))
    return elements.count - 1
  }

  /// The countdown that a line belongs to: a new one begins when the numbers rise.
  private mutating func countdown(at iteration: Int?) -> Int? {
    var index = running[process]
    if let open = index, let iteration, let last = countdowns[open].iteration, iteration > last {
      index = nil
    }
    if index == nil {
      guard countdowns.count < Self.mostCountdowns else { return nil }
      index = countdowns.count
      countdowns.append(Countdown(process: process))
      running[process] = index
    }
    if let index, let iteration, countdowns[index].iteration != iteration {
      countdowns[index].iteration = iteration
      countdowns[index].iterations += 1
      countdowns[index].named.removeAll()
    }
    return index
  }

  /// The number of iterations in the longest countdown; 0 if no line names an element.
  var mostIterations: Int { elements.isEmpty ? 0 : countdowns.lazy.map(\.iterations).max() ?? 0 }

  /// The countdowns that name an element.
  var cycles: [Countdown] { countdowns.filter { !$0.layouts.isEmpty } }
}
