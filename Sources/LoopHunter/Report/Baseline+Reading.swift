import Foundation
import LayoutTrace
import ViewTree

/// Why a file is no baseline, with its place and the remedy.
package struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, and the place in it: `known-loops.json: loops[2].expires`.
  package var place: String
  /// What is wrong.
  package var problem: String
  /// What to do about it.
  package var remedy: String

  package var description: String { PlainText.line("\(place): \(problem); \(remedy)") }
}

extension Baseline {
  /// Reads a file, which must be there.
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

  /// Reads a file; nil if there is none.
  package static func read(_ path: String) throws(BaselineError) -> Baseline? {
    let bytes: [UInt8]
    do throws(FileError) {
      let file = try OpenFile(reading: path)
      guard try file.isRegular else {
        throw FileError(doing: "read", code: EISDIR, path: path)
      }
      bytes = try file.read(0..<(try file.size))
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw BaselineError(
        place: path, problem: "cannot be read: \(String(cString: strerror(error.code)))",
        remedy: "name a file that this user may read")
    }
    return try BaselineReader(path: path).baseline(from: bytes)
  }
}

/// Reads the JSON of a baseline, and says where it is not as it must be.
private struct BaselineReader {
  let path: String

  private static let entryKeys = ["fingerprint", "sentence", "reason", "expires"]

  func baseline(from bytes: [UInt8]) throws(BaselineError) -> Baseline {
    guard !bytes.isEmpty else {
      throw error("", "the file is empty", "remove it, and write it with --update-baseline")
    }
    let json: Any
    do {
      json = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    } catch {
      let detail = (error as NSError).userInfo["NSDebugDescription"] as? String
      throw self.error(
        "", "is no JSON: \(detail ?? "it cannot be parsed")",
        "correct that place, or write the file again with --update-baseline")
    }
    let document = try object(json, at: "", keys: ["version", "loops"])
    guard let version = document["version"] as? Int else {
      throw error("version", "is missing or no whole number", "write \"version\": 1")
    }
    guard version == Baseline.version else {
      throw error(
        "version", "is \(version), and this build reads version \(Baseline.version)",
        "use the loophunt that wrote it, or write the file again with --update-baseline")
    }
    guard let loops = document["loops"] as? [Any] else {
      throw error("loops", "is missing or no list", "write \"loops\": []")
    }
    var baseline = Baseline()
    for (index, value) in loops.enumerated() {
      let entry = try entry(value, at: "loops[\(index)]")
      guard baseline.insert(entry) else {
        throw error(
          "loops[\(index)].fingerprint", "'\(entry.fingerprint)' is listed twice",
          "remove one of the two")
      }
    }
    return baseline
  }

  private func entry(_ value: Any, at place: String) throws(BaselineError) -> Baseline.Entry {
    let members = try object(value, at: place, keys: Self.entryKeys)
    var texts: [String: String] = [:]
    for key in Self.entryKeys {
      guard let value = members[key], !(value is NSNull) else { continue }
      guard let text = value as? String, !text.isEmpty else {
        throw error("\(place).\(key)", "is no text", "write a text in quotes")
      }
      texts[key] = text
    }
    guard let fingerprint = texts["fingerprint"] else {
      throw error("\(place).fingerprint", "is missing", "copy it from the report of the loop")
    }
    guard let sentence = texts["sentence"] else {
      throw error("\(place).sentence", "is missing", "say what loops")
    }
    if let day = texts["expires"], !Self.isDay(day) {
      throw error(
        "\(place).expires", "'\(day)' is no day", "write the year, month and day: 2027-01-31")
    }
    return Baseline.Entry(
      fingerprint: fingerprint, sentence: sentence, reason: texts["reason"],
      expires: texts["expires"])
  }

  /// Whether a text is `YYYY-MM-DD`, and such a day exists.
  private static func isDay(_ text: String) -> Bool {
    guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else { return false }
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    var parts = tm()
    parts.tm_year = Int32(numbers[0] - 1900)
    parts.tm_mon = Int32(numbers[1] - 1)
    parts.tm_mday = Int32(numbers[2])
    // Days that do not exist come back as others.
    _ = timegm(&parts)
    return Int(parts.tm_mon) + 1 == numbers[1] && Int(parts.tm_mday) == numbers[2]
  }

  private func object(
    _ value: Any, at place: String, keys: [String]
  ) throws(BaselineError) -> [String: Any] {
    guard let object = value as? [String: Any] else {
      throw error(
        place, "is no object", "write {\(keys.map { "\"\($0)\": …" }.joined(separator: ", "))}")
    }
    if let unknown = object.keys.sorted().first(where: { !keys.contains($0) }) {
      throw error(
        place.isEmpty ? unknown : "\(place).\(unknown)", "is an unknown key",
        "the keys are \(keys.joined(separator: ", "))")
    }
    return object
  }

  private func error(_ place: String, _ problem: String, _ remedy: String) -> BaselineError {
    BaselineError(
      place: place.isEmpty ? path : "\(path): \(place)", problem: problem, remedy: remedy)
  }
}
