import Foundation
import LayoutTrace

/// The loops of a program that are known, and pass a gate until they are fixed.
///
/// As a file it is JSON with a loop a line, sorted by fingerprint: changes read well in a review.
package struct Baseline: Sendable, Equatable {
  /// One known loop.
  package struct Entry: Codable, Hashable, Sendable {
    /// The fingerprint of the loop's reports.
    package var fingerprint: String
    /// A sentence about the loop, for people.
    package var sentence: String
    /// The reason for its entry.
    package var reason: String?
    /// The last day on which the loop passes, as `2027-01-31`.
    package var expires: String?

    /// True if its last day is before a day.
    package func isExpired(on day: String) -> Bool { expires.map { $0 < day } ?? false }
  }

  /// The status of a loop in a baseline.
  package enum Standing: String, Codable, Sendable {
    /// The baseline does not have it, or the loop cannot be identified.
    case new
    /// The baseline has it.
    case known
    /// The baseline had it until a day that is over.
    case expired
  }

  /// The version of the file that this build reads and writes.
  package static let version = 1

  private var entriesByFingerprint: [String: Entry] = [:]

  /// Makes a baseline without any loop.
  package init() {}

  /// The known loops, sorted by fingerprint.
  package var entries: [Entry] {
    entriesByFingerprint.values.sorted { $0.fingerprint < $1.fingerprint }
  }

  /// The entry of a fingerprint.
  package subscript(fingerprint: String) -> Entry? { entriesByFingerprint[fingerprint] }

  /// The status of a loop on a day; by default today.
  package func standing(of report: LoopReport, on day: String = Baseline.today) -> Standing {
    guard report.isBaselinable, let entry = self[report.fingerprint] else { return .new }
    return entry.isExpired(on: day) ? .expired : .known
  }

  /// Adds a loop that is new and whose reports identify a bug; returns true if it did.
  package mutating func add(_ report: LoopReport) -> Bool {
    guard report.isBaselinable, self[report.fingerprint] == nil else { return false }
    entriesByFingerprint[report.fingerprint] = Entry(
      fingerprint: report.fingerprint, sentence: report.headline)
    return true
  }

  /// Removes a loop.
  package mutating func remove(_ fingerprint: String) { entriesByFingerprint[fingerprint] = nil }

  /// The baseline after a run that began with `old`; this one is the present file, which another run
  /// may have changed meanwhile.
  ///
  /// - Parameters:
  ///   - old: The baseline by which the run judged.
  ///   - seen: The loops that the run saw.
  ///   - gone: The entries that may be removed, because the run would have seen their loops; those
  ///     that were edited meanwhile stay.
  package func updated(
    from old: Baseline, seen: [LoopReport], gone: [Entry]
  ) -> (baseline: Baseline, added: Int, removed: Int) {
    var new = self
    var (added, removed) = (0, 0)
    for report in seen where new[report.fingerprint] == nil {
      // Another run may have removed it, which did not see it.
      if let entry = old[report.fingerprint] {
        if new.insert(entry) { added += 1 }
      } else if new.add(report) {
        added += 1
      }
    }
    for entry in gone where new[entry.fingerprint] == entry {
      new.remove(entry.fingerprint)
      removed += 1
    }
    return (new, added, removed)
  }

  /// Adds an entry of a file; returns true if its fingerprint is new.
  mutating func insert(_ entry: Entry) -> Bool {
    entriesByFingerprint.updateValue(entry, forKey: entry.fingerprint) == nil
  }

  /// Today's date in UTC, so that every machine has the same day.
  package static var today: String { String(WallClock.text(WallClock.now).prefix(10)) }

  /// The bytes of the file, including the last newline.
  package var text: [UInt8] {
    var bytes = Array("{\n  \"version\": \(Self.version),\n  \"loops\": [".utf8)
    for (index, entry) in entries.enumerated() {
      bytes += Array((index == 0 ? "\n" : ",\n").utf8) + Array("    {".utf8)
      let members: [(String, String?)] = [
        ("fingerprint", entry.fingerprint), ("sentence", entry.sentence),
        ("reason", entry.reason), ("expires", entry.expires),
      ]
      var isFirst = true
      for case (let key, let value?) in members {
        if !isFirst { bytes += Array(", ".utf8) }
        isFirst = false
        bytes.append(json: key)
        bytes += Array(": ".utf8)
        bytes.append(json: value)
      }
      bytes += Array("}".utf8)
    }
    bytes += Array((entriesByFingerprint.isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8)
    return bytes
  }
}

extension LoopReport {
  /// The culprit's sentence, or the looping view if there is no culprit.
  package var headline: String {
    culprit?.sentence ?? reported?.sentence ?? "`\(view.path)` loops: \(verdict.kind)"
  }

  /// True if the fingerprint identifies one bug: an undetermined loop may be any.
  package var isBaselinable: Bool {
    (verdict != .undetermined || reported != nil) && !fingerprint.isEmpty
  }
}
