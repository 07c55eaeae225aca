import LoopHunter

/// The status of one loop in the baseline, with its entry.
struct LoopStanding: Sendable {
  var standing: Baseline.Standing
  var entry: Baseline.Entry?
  /// True if it leaves the exit status as it is: it is known, or is about to be.
  var passes: Bool
}

/// The statements of a run about its baseline, in its documented JSON form.
struct BaselineSummary: Encodable {
  /// The baseline's file.
  var file: String
  /// True if a loop that is gone counts as a finding.
  var isStrict: Bool
  /// The loops of the baseline that were not seen; empty if not every trace was read.
  var gone: [Baseline.Entry]
  /// The trace, with the reason, because of which loops that were not seen do not count as gone.
  var oversight: String?
  /// The loops that were seen and whose last day is over.
  var expired: [Baseline.Entry] = []
  /// The entries whose fingerprints are those of an older version, for loops that were seen.
  var former: [Baseline.Entry] = []
  /// True if the file was to be updated.
  var isUpdate = false
  /// The number of loops that were added; absent if the file was not written.
  var added: Int?
  /// The number of loops that were removed; absent if the file was not written.
  var removed: Int?
  /// The number of loops that were not added, because their verdict is undetermined.
  var undetermined = 0

  private enum CodingKeys: String, CodingKey { case file, gone, expired, added, removed }

  /// The remarks for a reader of the results, a sentence each.
  var remarks: [String] {
    var remarks = expired.map {
      "the baseline's entry \($0.fingerprint) expired on \($0.expires ?? "an earlier day"): fix the "
        + "loop, or give the entry a later day"
    }
    remarks += former.map {
      "an older version may have written the baseline's entry \($0.fingerprint) for a loop that was "
        + "seen: renew it with 'loophunt replay --baseline="
        + "\(Printable.line(file)) --update-baseline --prune' and the same traces"
    }
    if removed ?? 0 == 0 { remarks += gone.map(\.absence) }
    if let oversight {
      remarks.append("no loop of the baseline counts as gone, because \(oversight)")
    }
    if isUpdate, added == nil {
      remarks.append("the baseline was not written, because not every trace was read to its end")
    }
    if undetermined > 0 {
      let loops = Figures.count(undetermined, "undetermined loop")
      remarks.append("\(loops) not added: a fingerprint without a verdict may stand for any bug")
    }
    return remarks
  }

  /// The remarks that are no failures.
  var warnings: [String] {
    let failures = Set(failures)
    return remarks.filter { !failures.contains($0) }
  }

  /// A sentence for each loop that is gone from a strict baseline.
  var failures: [String] { isStrict ? gone.map(\.absence) : [] }

  /// `known-loops.json: 2 loops added, 1 removed`; nil if the file was not written.
  var text: String? {
    guard let added, let removed else { return nil }
    return "\(Printable.line(file)): \(Figures.count(added, "loop")) added, "
      + "\(Figures.count(removed)) removed"
  }
}

extension Baseline.Entry {
  /// The remark on a loop that was not seen.
  fileprivate var absence: String {
    "the baseline's loop \(fingerprint) was not seen; if it is fixed, remove it with "
      + "--update-baseline --prune: \(sentence)"
  }
}
