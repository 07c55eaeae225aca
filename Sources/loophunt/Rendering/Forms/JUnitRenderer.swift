import LoopHunter

/// The XML of test results that CI servers read: a suite for each trace, a case for each loop.
///
/// A known loop is a case that was skipped, a trace without a loop a case that passes, a wrong
/// trace an error.
struct JUnitRenderer<Kind: Findings>: FormRenderer {
  var keepsFiles: Bool { true }

  func end(_ ending: ResultEnding<Kind>) -> [String] {
    var suites = ending.document.files.map { suite($0, ignored: ending.ignored(in: $0)) }
    let summary = ending.document.summary
    if let suite = folderSuite(summary) { suites.append(suite) }
    if let suite = summary.baseline.flatMap(baselineSuite) { suites.append(suite) }
    let sum = suites.reduce(into: JUnit.Counts()) { $0.add($1.counts) }
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"loophunt\" \(sum.text)>",
      suites.map(\.text).joined() + "</testsuites>",
    ]
  }

  private func suite(_ file: Kind.File, ignored: [AppliedRule]) -> JUnit.Suite {
    var suite = JUnit.Suite(file.result.file)
    for loop in file.loops.map(\.shown) {
      let title = loop.headline + (loop.fingerprint.map { " [\($0)]" } ?? "")
      if let reason = loop.reasonToPass {
        suite.add(title, \.skipped, outcome: "<skipped message=\"\(JUnit.attribute(reason))\"/>")
      } else {
        suite.add(
          title, \.failures,
          outcome: "<failure type=\"\(loop.kind)\" message=\"\(JUnit.attribute(loop.headline))\">"
            + "\(JUnit.content(loop.text))</failure>")
      }
    }
    for rule in ignored {
      suite.add(
        "\(Figures.count(rule.views, "view")) ignored (\(rule.subject))", \.skipped,
        outcome: "<skipped message=\"\(JUnit.attribute(rule.reason ?? "no reason is given"))\"/>")
    }
    if let failure = file.result.unlisted {
      suite.add(
        "all loops are listed", \.failures,
        outcome: "<failure type=\"\(failure.kind.kind)\" "
          + "message=\"\(JUnit.attribute(failure.sentence))\"/>")
    }
    if let error = file.result.error {
      suite.add(
        "the trace can be \(Kind.participle)", \.errors,
        outcome: "<error type=\"input\" message=\"\(JUnit.attribute(error))\"/>")
    } else if file.result.isEmpty == true {
      suite.add(
        "anything is judged", \.skipped,
        outcome: "<skipped message=\"no layouts to judge\"/>")
    } else if file.loops.isEmpty {
      suite.add("no \(Kind.nounAlone)", nil)
    }
    return suite
  }

  /// The folders in which nothing was laid out, and the files that were left out of folders.
  private func folderSuite(_ summary: ResultTotals) -> JUnit.Suite? {
    guard !summary.errors.isEmpty || !summary.notes.isEmpty else { return nil }
    var suite = JUnit.Suite("folders")
    for error in summary.errors {
      suite.add(
        "anything is judged", \.errors,
        outcome: "<error type=\"input\" message=\"\(JUnit.attribute(error))\"/>")
    }
    for note in summary.notes {
      suite.add(
        "all files are traces", \.skipped,
        outcome: "<skipped message=\"\(JUnit.attribute(note))\"/>")
    }
    return suite
  }

  /// The loops of a strict baseline that were not seen fail, too.
  private func baselineSuite(_ baseline: BaselineSummary) -> JUnit.Suite? {
    guard baseline.isStrict, !baseline.gone.isEmpty else { return nil }
    var suite = JUnit.Suite(baseline.file)
    for entry in baseline.gone {
      suite.add(
        "\(entry.sentence) [\(entry.fingerprint)]", \.failures,
        outcome:
          "<failure type=\"gone\" message=\"the loop was not seen: remove it from the baseline\"/>")
    }
    return suite
  }
}

/// The elements of the XML.
private enum JUnit {
  struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
    }

    var text: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    }
  }

  struct Suite {
    var name: String
    var counts = Counts()
    private var cases = ""

    init(_ name: String) { self.name = attribute(name) }

    /// Adds a case; `outcome` is the content of its element, nothing for a passed one.
    mutating func add(
      _ title: String, _ count: WritableKeyPath<Counts, Int>?, outcome: String? = nil
    ) {
      counts.tests += 1
      if let count { counts[keyPath: count] += 1 }
      cases += "    <testcase classname=\"\(name)\" name=\"\(attribute(title))\""
      cases += outcome.map { ">\n      \($0)\n    </testcase>\n" } ?? "/>\n"
    }

    var text: String { "  <testsuite name=\"\(name)\" \(counts.text)>\n\(cases)  </testsuite>\n" }
  }

  static func attribute(_ text: String) -> String {
    escaped(Printable.line(text)).replacing("\"", with: "&quot;")
  }

  /// A text between tags; its lines stay.
  static func content(_ text: String) -> String { escaped(Printable.block(text)) }

  /// Escapes XML's reserved characters, and removes those that XML cannot represent.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
