import Foundation
import LayoutTrace
import ViewTree

/// The reason why a file is not a baseline, with its place and the remedy.
package struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, and the place in it: `known-loops.json: loops[2].expires`.
  package var place: String
  /// The flaw at that place.
  package var problem: String
  /// The remedy.
  package var remedy: String

  package var description: String { PlainText.line("\(place): \(problem); \(remedy)") }
}

extension Baseline {
  /// Reads a file, which must exist.
  package init(contentsOf file: URL) throws {
    guard file.isFileURL else {
      throw BaselineError(
        place: file.absoluteString, problem: "is not the address of a file",
        remedy: "make it with URL(filePath:)")
    }
    guard let baseline = try Baseline.read(file.path(percentEncoded: false)) else {
      throw BaselineError(
        place: file.path(percentEncoded: false), problem: "there is no such file",
        remedy:
          "write it with 'loophunt replay --baseline=FILE --update-baseline', or correct the path")
    }
    self = baseline
  }

  /// The size from which on a file is not accepted as a baseline.
  private static let mostBytes = 64 << 20

  /// Reads a file; nil if there is none.
  package static func read(_ path: String) throws(BaselineError) -> Baseline? {
    let bytes: [UInt8]
    do {
      bytes = try OpenFile.bytes(of: path, atMost: mostBytes)
    } catch {
      if error.isMissing { return nil }
      throw BaselineError(
        place: path, problem: error.problem, remedy: "name a file that this user may read")
    }
    return try BaselineReader(path: path, bytes: bytes).baseline()
  }
}

/// Reads the JSON of a baseline, and reports the place of a flaw.
private struct BaselineReader {
  let path: String
  let bytes: [UInt8]

  private static let entryKeys = ["fingerprint", "sentence", "reason", "expires"]

  func baseline() throws(BaselineError) -> Baseline {
    guard !bytes.isEmpty else {
      throw BaselineError(
        place: path, problem: "the file is empty",
        remedy: "remove it, and write it with --update-baseline")
    }
    let document: JSONNode
    do {
      document = try JSONNode(parsing: bytes)
    } catch {
      throw self.error(
        error.offset, "", error.text,
        "\(error.remedy), or remove the file and write it with --update-baseline")
    }
    let members = try members(of: document, at: "", keys: ["version", "loops"])
    guard let version = members["version"], case .whole(let number) = version.content else {
      throw error(
        members["version"]?.offset ?? document.offset, "version",
        "is missing or not a whole number", "write \"version\": 1")
    }
    guard number == Baseline.version else {
      throw error(
        version.offset, "version", "is \(number), but this build reads version \(Baseline.version)",
        "use the loophunt that wrote it, or remove the file and write it with --update-baseline")
    }
    guard let loops = members["loops"], case .list(let elements) = loops.content else {
      throw error(
        members["loops"]?.offset ?? document.offset, "loops", "is missing or not a list",
        "write \"loops\": []")
    }
    var baseline = Baseline()
    for (index, element) in elements.enumerated() {
      let entry = try entry(element, at: "loops[\(index)]")
      guard baseline.insert(entry) else {
        throw error(
          element.offset, "loops[\(index)].fingerprint", "'\(entry.fingerprint)' is listed twice",
          "remove one of the two")
      }
    }
    return baseline
  }

  private func entry(_ node: JSONNode, at place: String) throws(BaselineError) -> Baseline.Entry {
    let members = try members(of: node, at: place, keys: Self.entryKeys)
    var texts: [String: String] = [:]
    for (key, value) in members {
      if case .null = value.content { continue }
      guard case .text(let text) = value.content, !text.isEmpty else {
        throw error(
          value.offset, "\(place).\(key)", "is not a text, or an empty one",
          "write a text in quotes that is not empty")
      }
      texts[key] = text
    }
    guard let fingerprint = texts["fingerprint"] else {
      throw error(
        node.offset, "\(place).fingerprint", "is missing", "copy it from the report of the loop")
    }
    guard let sentence = texts["sentence"] else {
      throw error(node.offset, "\(place).sentence", "is missing", "say what loops")
    }
    if let day = texts["expires"], !Self.isDay(day) {
      throw error(
        members["expires"]?.offset ?? node.offset, "\(place).expires", "'\(day)' is not a day",
        "write the year, month and day: 2027-01-31")
    }
    return Baseline.Entry(
      fingerprint: fingerprint, sentence: sentence, reason: texts["reason"],
      expires: texts["expires"])
  }

  /// True if a text is `YYYY-MM-DD`, and such a day exists.
  private static func isDay(_ text: String) -> Bool {
    guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else { return false }
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    var parts = tm()
    parts.tm_year = Int32(numbers[0] - 1900)
    parts.tm_mon = Int32(numbers[1] - 1)
    parts.tm_mday = Int32(numbers[2])
    // Days that do not exist come back as other days.
    _ = timegm(&parts)
    return Int(parts.tm_mon) + 1 == numbers[1] && Int(parts.tm_mday) == numbers[2]
  }

  private func members(
    of node: JSONNode, at place: String, keys: [String]
  ) throws(BaselineError) -> [String: JSONNode] {
    guard case .object(let members) = node.content else {
      throw error(
        node.offset, place, "is not an object",
        "write {\(keys.map { "\"\($0)\": …" }.joined(separator: ", "))}")
    }
    if let unknown = members.first(where: { !keys.contains($0.key) }) {
      throw error(
        unknown.offset, place.isEmpty ? unknown.key : "\(place).\(unknown.key)",
        "is an unknown key", "the keys are \(keys.joined(separator: ", "))")
    }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
  }

  /// An error at a place in the file, and in the document: `known-loops.json:4:7: loops[0]`.
  private func error(
    _ offset: Int, _ place: String, _ problem: String, _ remedy: String
  ) -> BaselineError {
    let file = "\(path):\(JSONNode.place(of: offset, in: bytes))"
    return BaselineError(
      place: place.isEmpty ? file : "\(file): \(place)", problem: problem, remedy: remedy)
  }
}
