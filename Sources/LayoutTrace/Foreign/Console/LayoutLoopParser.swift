import Foundation
import ViewTree

/// Finds the reports of UIKit's debugger for layout loops in a console log.
///
/// A report is one message or many; others may come between, lines may wrap, ends may be missing.
struct LayoutLoopParser {
  private(set) var reports: [LayoutLoopReport] = []
  private var streams: [String: Stream] = [:]
  /// True if the lines belong to an exception that ends the app.
  private var isTerminating = false
  /// The process whose report is continued by lines without a prefix.
  private var current = ""
  private var threshold: Int?
  /// The views listed before the first report, whose beginning may be missing.
  private var listed = ListedViews()

  /// The parts of a report.
  private enum Section {
    case none, tree, order, variables, geometry, calls
  }

  /// A report being read.
  private struct Stream {
    var report: LayoutLoopReport
    var section = Section.none
    /// The view whose geometry was changed, or that needs layout, in the current list.
    var target: LoggedView?
    /// A line whose end has not come yet.
    var pending = ""
    var pendingLines = 0
    /// True if the stack of the last call has not come yet, if one is open, if its frame is.
    var awaitsStack = false
    var isInStack = false
    var isFrameOpen = false
    /// The symbol of that frame so far.
    var openSymbol = ""

    /// The amount of what was read, by which a line of use is told from others.
    var size: Int { report.size + pendingLines }
  }

  /// Texts, one of which is in every part of a report.
  static let marks: [StaticString] = [
    "Degenerate layout! Layout feedback loop", "Top-level view = <", "Views caught in loop:",
    "Views receiving layout in order:", "Geometry change records for <",
    "*** Views With Geometry Changes ***", "*** Views With Variable Changes Triggering Layout ***",
    "where -setNeedsLayout is sent", "About to send -layoutSubviews to <",
    "About to send -setNeedsLayout to layer for <", "\"<frame = (", "\"<bounds = (", call,
  ]

  /// The debugger's own frame in the stacks that it logs.
  private static let call: StaticString = " _recordSetNeedsLayoutToLayerOfView:]"
  private static let thresholds: [StaticString] = [
    "with a threshold of ", "loop trigger threshold is ",
  ]

  /// Finds the lines that a report may begin with, that name the threshold, or that describe views.
  static let filter = LineFilter(marks + thresholds + ["; frame = ("])

  /// The number of lines after a part of a report in which it may continue.
  static let reach = 500

  /// True if a line is a part of a report.
  static func recognises(_ line: some StringProtocol) -> Bool {
    let mayBePart = line.utf8.withContiguousStorageIfAvailable { table.holdsAny($0) } ?? true
    return mayBePart && marks.contains { line.holds($0) }
  }

  private static let table = AnchorTable([(1, marks)])

  /// The limits of the data kept from a log.
  private static let mostReports = 1_000
  private static let mostViews = 20_000
  private static let mostCalls = 2_000
  private static let mostFrames = 400
  private static let mostJoined = 8

  // MARK: Lines

  /// Takes the next line; true if it may belong to a report.
  @discardableResult
  mutating func take(_ line: String) -> Bool {
    // Most lines of a log are unrelated.
    guard !streams.isEmpty || Self.recognises(line) || line.holds("threshold") else {
      return listed.take(line)
    }
    let prefix = ConsolePrefix(line)
    var message = prefix.message
    if prefix.process != nil {
      // `<Error>: `, `(UIKitCore) `, `[com.apple.UIKit:LayoutLoop] `
      while let tag = Self.tag(at: message) { message = message[tag...] }
    }
    noteThreshold(message)
    if prefix.process != nil { isTerminating = false }
    if message.holds("*** Terminating app") { isTerminating = true }
    let key = prefix.process ?? current
    if let headline = message.place(of: "Degenerate layout!") {
      // The exception repeats the headline.
      let isException = isTerminating || message.holds("More info may be available in the log")
      isTerminating = false
      if isException, streams[key] != nil { return true }
      finish(key)
      begin(Stream(report: LayoutLoopReport(process: prefix.process ?? "")), key)
      read(message[headline.lowerBound...], key, isNew: true)
      return true
    }
    if streams[key] == nil {
      guard Self.recognises(message) else { return false }
      var report = LayoutLoopReport(process: prefix.process ?? "")
      report.order = listed.order
      begin(Stream(report: report), key)
    }
    let size = streams[key]?.size
    // A message with a prefix cannot be the rest of another message's line.
    read(message, key, isNew: prefix.process != nil)
    return streams[key]?.size != size || Self.recognises(message)
  }

  /// Ends all reports, including those that are cut off.
  mutating func finish() {
    for key in streams.keys.sorted() { finish(key) }
  }

  private mutating func begin(_ stream: Stream, _ key: String) {
    guard reports.count < Self.mostReports else { return }
    streams[key] = stream
    current = key
  }

  private mutating func finish(_ key: String) {
    guard var stream = streams.removeValue(forKey: key) else { return }
    flush(&stream)
    stream.report.threshold = stream.report.threshold ?? threshold
    stream.report.setStraysApart()
    if !stream.report.isEmpty || stream.report.isPart { reports.append(stream.report) }
    listed = ListedViews()
  }

  /// The index after a log tag at the beginning of the message; nil if there is none.
  private static func tag(at message: Substring) -> Substring.Index? {
    let text = message.drop { $0 == " " || $0 == "\t" }
    guard let open = text.first, let close = ["[": "]", "(": ")", "<": ">"][open] else {
      return nil
    }
    guard let end = text.prefix(80).firstIndex(of: Character(close)) else { return nil }
    let word = text[text.index(after: text.startIndex)..<end]
    guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0 == "." || $0 == ":" || $0.isNumber }),
      word.first?.isLetter == true
    else { return nil }
    return text[text.index(after: end)...].drop { $0 == ":" || $0 == " " }.startIndex
  }

  private mutating func noteThreshold(_ message: Substring) {
    guard message.holds("threshold") else { return }
    for words in Self.thresholds {
      guard let found = message.place(of: words),
        let number = Int(message[found.upperBound...].prefix(while: \.isNumber))
      else { continue }
      threshold = number
    }
  }

  // MARK: Parts of a report

  private mutating func read(_ message: Substring, _ key: String, isNew: Bool) {
    guard var stream = streams.removeValue(forKey: key) else { return }
    defer { streams[key] = stream }
    current = key
    var text = String(message)
    if !stream.pending.isEmpty {
      let startsAnew = isNew || Self.startsAnew(message)
      if startsAnew || stream.pendingLines >= Self.mostJoined {
        flush(&stream)
      } else {
        text = stream.pending + text
        stream.pending = ""
      }
    }
    if Self.isOpen(text, in: stream.section) {
      stream.pending = text
      stream.pendingLines += 1
      return
    }
    stream.pendingLines = 0
    Self.parse(text, &stream)
  }

  private func flush(_ stream: inout Stream) {
    let text = stream.pending
    stream.pending = ""
    stream.pendingLines = 0
    if !text.isEmpty { Self.parse(text, &stream) }
  }

  /// True if a line cannot be the rest of the previous one.
  private static func startsAnew(_ message: Substring) -> Bool {
    let text = message.drop { " \t|0123456789".contains($0) }
    return text.hasPrefix("<") || text.hasPrefix("\"<") || text.hasPrefix("***")
      || recognises(message)
  }

  /// True if a heading, or a description of a view, continues in the next line.
  private static func isOpen(_ text: String, in section: Section) -> Bool {
    if text.hasPrefix("*** Views With") || text.hasPrefix("*** Call stacks") {
      return !text.dropFirst(3).holds("***")
    }
    // `>>>UPSTREAM LAYOUT DIRTYING<<<` precedes the sentence.
    let sentence = text.place(of: "About to send")
    guard section != .calls || sentence != nil, text.utf8.count < ConsoleLines.longest else {
      return false
    }
    var depth = 0
    var previous: UInt8 = 0
    for byte in text.utf8[(sentence?.lowerBound ?? text.startIndex)...] {
      if byte == UInt8(ascii: "<") { depth += 1 }
      // An arrow isn't a bracket, and neither is one that was opened before the text began.
      if byte == UInt8(ascii: ">"), previous != Byte.minus, depth > 0 { depth -= 1 }
      previous = byte
    }
    return depth > 0
  }

  private static func parse(_ line: String, _ stream: inout Stream) {
    let text = line[...].drop { $0 == " " || $0 == "\t" }
    if parseHeading(line, &stream) { return }
    if stream.section == .none, text.hasPrefix("\"<") { stream.section = .geometry }
    switch stream.section {
    case .none, .variables: break
    case .tree:
      guard stream.report.tree.count < mostViews,
        let (view, start) = LoggedView.all(in: line[...], most: 1).first
      else { break }
      stream.report.tree.append((depth(before: line[..<start]), view))
    case .order:
      if text.hasPrefix(")") { stream.section = .none }
      guard text.hasPrefix("<"), stream.report.order.count < mostViews,
        let view = LoggedView.first(in: text)
      else { break }
      stream.report.order.append(view)
    case .geometry:
      guard stream.report.writes.count < mostViews, let write = write(in: text, &stream.report)
      else { break }
      stream.report.writes.append((stream.target ?? .unnamed, write))
    case .calls: parseFrame(text, &stream)
    }
  }

  /// The number of bars that the tree draws before a view.
  private static func depth(before text: Substring) -> Int {
    var depth = 0
    for byte in text.utf8.reversed() {
      switch byte {
      case UInt8(ascii: "|"): depth += 1
      case Byte.space, Byte.tab, Byte.colon, Byte.dot, Byte.zero...Byte.nine: continue
      default: return depth
      }
    }
    return depth
  }

  /// Reads a line that begins another part of the report; returns false for any other line.
  private static func parseHeading(_ line: String, _ stream: inout Stream) -> Bool {
    func rest(_ mark: StaticString) -> Substring? {
      line.place(of: mark).map { line[$0.upperBound...] }
    }
    func begin(_ section: Section) {
      stream.section = section
      stream.isInStack = false
      stream.isFrameOpen = false
      stream.awaitsStack = false
    }
    if let rest = rest("Degenerate layout!") {
      begin(.none)
      stream.report.isConfirmed = !rest.holds("suspected")
      if let view = LoggedView.first(in: rest) { stream.report.top = view }
    } else if rest("Unable to confirm the layout feedback loop") != nil {
      begin(.none)
      stream.report.isConfirmed = false
    } else if let rest = rest("Top-level view = ") {
      begin(.none)
      if line.holds("Ambiguous layout suspected") { stream.report.hasAmbiguousLayout = true }
      if let view = LoggedView.first(in: rest) { stream.report.top = view }
    } else if let rest = rest("Views caught in loop:") {
      begin(.tree)
      if let view = LoggedView.first(in: rest) { stream.report.tree.append((0, view)) }
    } else if rest("Views receiving layout in order:") != nil {
      begin(.order)
    } else if rest("*** Views With Variable Changes") != nil {
      begin(.variables)
      stream.report.hasConstraints = true
    } else if rest("*** Views With Geometry Changes") != nil {
      begin(.geometry)
    } else if let rest = rest("Geometry change records for ") {
      begin(.geometry)
      stream.target = LoggedView.first(in: rest)
    } else if rest("where -setNeedsLayout is sent to the top-level view") != nil {
      begin(.calls)
      stream.target = stream.report.top ?? .topLevel
    } else if let rest = rest("where -setNeedsLayout is sent upstream to ") {
      begin(.calls)
      stream.target = LoggedView.first(in: rest)
    } else if let rest = rest("About to send -setNeedsLayout to layer for ") {
      begin(.calls)
      parseCall(rest, isUpstream: line.holds(">>>UPSTREAM"), &stream)
    } else if let rest = rest("About to send -layoutSubviews to ") {
      begin(.none)
      guard let view = LoggedView.first(in: rest), stream.report.layouts.count < mostViews else {
        return true
      }
      stream.report.layouts.append(view)
    } else if rest("Ambiguous layout suspected as a cause") != nil {
      stream.report.hasAmbiguousLayout = true
    } else if stream.section != .calls, rest(call) != nil {
      // The heading of the stack is missing.
      begin(.calls)
      stream.target = nil
      return false
    } else {
      return false
    }
    return true
  }

  /// Reads `<VIEW> under -layoutSubviews for <VIEW>`, after which a stack follows.
  private static func parseCall(_ text: Substring, isUpstream: Bool, _ stream: inout Stream) {
    stream.target = nil
    let views = LoggedView.all(in: text, most: 2)
    guard let target = views.first?.view, stream.report.calls.count < mostCalls else { return }
    var call = LayoutLoopReport.Call(target: target, isUpstream: isUpstream)
    if views.count == 2 {
      let between = text[views[0].start..<views[1].start]
      if let under = between.place(of: " under -") {
        call.writer = views[1].view
        call.method = String(between[under.upperBound...].prefix { $0 != " " })
      }
    }
    stream.report.calls.append(call)
    stream.awaitsStack = true
  }

  // MARK: Geometry

  /// Reads `"<frame = (0, 646; 375, 768); in -viewDidLayoutSubviews of <VC: 0x…> with <VIEW>; >"`.
  private static func write(
    in text: Substring, _ report: inout LayoutLoopReport
  ) -> LayoutLoopReport.Write? {
    let record = text.drop { "\"{( ".contains($0) }
    guard record.hasPrefix("<"), let equals = record.place(of: " = ("),
      let end = record[equals.upperBound...].firstIndex(of: ")")
    else { return nil }
    let word = String(record[record.index(after: record.startIndex)..<equals.lowerBound])
    guard let property = GeometryProperty(rawValue: word), let count = counts[property],
      let numbers = LoggedView.numbers(
        in: record[equals.upperBound..<end].prefix(160), count: count)
    else { return nil }
    var write = LayoutLoopReport.Write(property: property, numbers: numbers)
    let rest = record[end...]
    guard let method = rest.place(of: " in -") else { return write }
    write.method = String(rest[method.upperBound...].prefix { $0 != " " })
    // A controller precedes its view.
    let views = LoggedView.all(in: rest[method.upperBound...], most: 2)
    write.writer = views.last?.view
    if views.count == 2, write.method.map(LoggedNames.isOfController) == true {
      report.controllers[LoggedNames.className(views[0].view.className)] = views[1].view
    }
    return write.writer == nil ? nil : write
  }

  /// The number of values of each property that is understood.
  private static let counts: [GeometryProperty: Int] = [
    .frame: 4, .bounds: 4, .center: 2, .anchorPoint: 2, .safeAreaInsets: 4, .layoutMargins: 4,
  ]

  // MARK: Stacks

  /// Reads `4   PulleyDemo   0x0000000102029494 $s10PulleyDemo… + 4356`, or a line between stacks.
  private static func parseFrame(_ text: Substring, _ stream: inout Stream) {
    guard let head = FrameHead(text) else {
      // This is the end of a wrapped frame.
      let isList = text.allSatisfy { "(){}, ".contains($0) } || "*>)".contains(text.first!)
      if stream.isFrameOpen, !isList, let call = stream.report.calls.indices.last,
        let frame = stream.report.calls[call].frames.popLast()
      {
        stream.isFrameOpen = false
        let symbol = stream.openSymbol + (text.hasPrefix("+") ? " " : "") + text
        stream.openSymbol = ""
        stream.report.calls[call].frames.append(
          LoggedFrame(module: frame.module, symbol: Self.withoutOffset(symbol[...])))
      }
      if isList, text.hasPrefix("(") { stream.isInStack = false }
      // The next stack may be another program's.
      if isList, text.hasPrefix(stream.target == nil ? ")" : ")}") { stream.section = .none }
      return
    }
    if head.index == 0 || !stream.isInStack {
      // A call that was logged separately has its stack once.
      if stream.awaitsStack {
        stream.awaitsStack = false
      } else {
        guard stream.report.calls.count < mostCalls else { return }
        stream.report.calls.append(LayoutLoopReport.Call(target: stream.target ?? .unnamed))
      }
      stream.isInStack = true
    }
    guard let call = stream.report.calls.indices.last,
      stream.report.calls[call].frames.count < mostFrames
    else { return }
    stream.isFrameOpen = head.symbol.place(of: " + ") == nil
    stream.openSymbol = stream.isFrameOpen ? String(head.symbol) : ""
    stream.report.calls[call].frames.append(
      LoggedFrame(module: head.module, symbol: Self.withoutOffset(head.symbol)))
  }

  /// The number, the module and the symbol of a frame, as far as a line contains them.
  private struct FrameHead {
    var index: Int
    var module: String
    var symbol: Substring

    /// Reads a frame; nil if the line isn't one: a wrapped mangled name may also begin with digits.
    init?(_ text: Substring) {
      let digits = text.drop { $0 == "\"" }.prefix(while: \.isNumber)
      guard let index = Int(digits) else { return nil }
      let rest = text[digits.endIndex...].drop { $0 == " " || $0 == "\t" }
      guard let address = rest.place(of: " 0x") else { return nil }
      self.index = index
      module = rest[..<address.lowerBound].trimmingCharacters(in: .whitespaces)
      symbol = rest[address.upperBound...].drop(while: \.isHexDigit).drop { $0 == " " }
    }
  }

  /// A symbol without ` + 517`, whose end may be missing.
  private static func withoutOffset(_ symbol: Substring) -> String {
    let isBlank = { (character: Character) in character == " " }
    var rest = symbol.dropLast(symbol.reversed().prefix { isBlank($0) || $0.isNumber }.count)
    guard rest.popLast() == "+", rest.last == " " else { return String(symbol) }
    rest = rest.dropLast(rest.reversed().prefix(while: isBlank).count)
    return String(rest)
  }
}
