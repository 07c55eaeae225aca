import Foundation
import LayoutTrace
import LoopHunter

/// The first line of a partial result: the program, the command and the options that made it.
struct PartialHeader: Codable, Sendable {
  var schema = JsonText.schema
  var tool = JsonText.tool
  var command: String
  var type = "partial"
  /// The options that affect the findings, by name, with their values as texts.
  var options: [String: [String]]
}

/// A line of a partial result: everything about one trace.
struct PartialTrace<Kind: Findings>: Codable {
  var type = "trace"
  var file: Kind.File
  /// The fingerprints that older versions gave to each loop; absent if there are none.
  private var formerFingerprints: [[String]]?

  private enum CodingKeys: String, CodingKey { case type, formerFingerprints }

  init(_ file: Kind.File) {
    self.file = file
    let former = file.loops.map(\.formerFingerprints)
    formerFingerprints = former.contains { !$0.isEmpty } ? former : nil
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decode(String.self, forKey: .type)
    file = try Kind.File(from: decoder)
    formerFingerprints = try container.decodeIfPresent(
      [[String]].self, forKey: .formerFingerprints)
    for (index, former) in (formerFingerprints ?? []).prefix(file.loops.count).enumerated() {
      file.loops[index].formerFingerprints = former
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(formerFingerprints, forKey: .formerFingerprints)
    try file.encode(to: encoder)
  }
}

/// The last line of a partial result; a result without it is cut off.
struct PartialEnd: Codable {
  var type = "end"
  var traces: Int
  /// True if a signal ended the run before all traces were read.
  var isInterrupted: Bool
  /// The entries of folders that are named like traces, and are none; absent if there are none.
  var leftOut: [String]?
}

/// Reads partial results, and reports the place of a flaw.
struct PartialReader {
  /// The name of the file in messages.
  let name: String
  private let lines: [ArraySlice<UInt8>]
  /// The first line.
  let header: PartialHeader

  private static let remedy = "write it with '--format=partial' of 'loophunt replay' or 'scan'"
  private static let again = "write it again, or copy it again"

  /// The length of the longest first line: that of any line of a trace.
  private static let longestFirstLine = 1 << 20

  /// Reads an input to its end, unless it does not begin as a partial result.
  init(_ opened: OpenedTrace, name: String) throws(TraceError) {
    var bytes: [UInt8] = []
    var isChecked = false
    try opened.forEachPiece(isAnonymous: false) { (piece) throws(TraceError) in
      bytes += piece
      guard !isChecked else { return }
      isChecked = bytes.contains(UInt8(ascii: "\n"))
      guard isChecked || bytes.count <= Self.longestFirstLine else { throw Self.foreign(name) }
      if isChecked { _ = try Self.kind(ofFirstLineIn: bytes, name) }
    }
    try self.init(bytes, name: name)
  }

  /// The error of a file that is no partial result.
  private static func foreign(_ name: String) -> TraceError {
    error(name, 1, "this is not a partial result", remedy)
  }

  /// The kind in the first line.
  private static func kind(
    ofFirstLineIn bytes: [UInt8], _ name: String
  ) throws(TraceError) -> LineKind {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard let kind = try? decode(LineKind.self, line), kind.type == "partial" else {
      throw foreign(name)
    }
    return kind
  }

  /// Reads the first line.
  init(_ bytes: [UInt8], name: String) throws(TraceError) {
    self.name = name
    guard !bytes.isEmpty else { throw Self.error(name, 0, "the file is empty", Self.remedy) }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isWhole = lines.last?.isEmpty == true
    lines.removeLast(isWhole ? 1 : 0)
    let kind = try Self.kind(ofFirstLineIn: bytes, name)
    let first = lines[0]
    guard let schema = kind.schema, schema == JsonText.schema else {
      throw Self.error(
        name, 1,
        "the partial result has \(kind.schema.map { "schema \($0)" } ?? "no schema"), but this "
          + "build reads schema \(JsonText.schema)", "merge with the loophunt that wrote it")
    }
    do {
      header = try Self.decode(PartialHeader.self, first)
    } catch {
      throw Self.error(name, 1, Self.text(of: error), Self.again)
    }
    guard header.tool == JsonText.tool else {
      throw Self.error(
        name, 1,
        "the partial result was written by \(Printable.quoted(header.tool)), but this is "
          + "\(JsonText.tool)", "merge with the loophunt that wrote it")
    }
    let isEnded =
      isWhole && lines.last.flatMap { try? Self.decode(LineKind.self, $0) }?.type == "end"
    guard isEnded else {
      throw Self.error(
        name, lines.count, "the partial result is cut off: its last line is missing", Self.again)
    }
    self.lines = lines
  }

  /// The results of the traces, with the entries that were left out of folders.
  func traces<Kind: Findings>(
    of kind: Kind.Type
  ) throws(TraceError) -> (files: [Kind.File], leftOut: [String]) {
    var files: [Kind.File] = []
    var leftOut: [String] = []
    for (index, line) in lines.enumerated().dropFirst().dropLast() {
      do {
        guard try Self.decode(LineKind.self, line).type == "trace" else {
          throw PartialFlaw("this line does not describe a trace")
        }
        let file = try Self.decode(PartialTrace<Kind>.self, line).file
        if let flaw = file.flaw { throw PartialFlaw(flaw) }
        files.append(file)
      } catch {
        throw Self.error(name, index + 1, Self.text(of: error), Self.again)
      }
    }
    do {
      let end = try Self.decode(PartialEnd.self, lines[lines.count - 1])
      leftOut = end.leftOut ?? []
      guard end.traces == files.count else {
        throw PartialFlaw(
          "the partial result should have \(Figures.count(end.traces, "trace")), but has "
            + "\(Figures.count(files.count))")
      }
      guard !end.isInterrupted else {
        throw Self.error(
          name, lines.count, "the run that wrote this was interrupted, so traces are missing",
          "run it again to its end")
      }
    } catch let error as TraceError {
      throw error
    } catch {
      throw Self.error(name, lines.count, Self.text(of: error), Self.again)
    }
    guard !files.isEmpty else {
      throw Self.error(name, lines.count, "the partial result has no trace", Self.remedy)
    }
    return (files, leftOut)
  }

  /// The part of every line that identifies its kind.
  private struct LineKind: Decodable {
    var type: String
    var schema: Int?
  }

  /// The reason why a line that is JSON cannot be used.
  private struct PartialFlaw: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ line: ArraySlice<UInt8>
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode(type, from: Data(line))
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case let flaw as PartialFlaw: return flaw.text
    case DecodingError.keyNotFound(let key, let context):
      return "'\(place(context.codingPath + [key]))' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "'\(place(context.codingPath))' has a value of the wrong type"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "'\(place(context.codingPath))' has a wrong value"
    default: return "this is not JSON"
    }
  }

  /// `loops[0].report.verdict`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }

  private static func error(
    _ name: String, _ line: Int, _ problem: String, _ remedy: String
  ) -> TraceError {
    TraceError(
      kind: .json, file: name, line: line, column: min(line, 1), problem: problem, remedy: remedy)
  }
}
