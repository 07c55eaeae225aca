import LoopHunter

/// The XML of test results that CI servers read: a suite for each trace, a case for each loop.
///
/// A known loop is a case that was skipped, a trace without a loop a case that passes, a wrong
/// trace an error.
enum JUnitReport {
  static func text(_ document: ReplayForms.Document) -> String {
    var suites = document.files.map { suite($0) }
    if let suite = document.summary.baseline.flatMap(baselineSuite) { suites.append(suite) }
    let sum = suites.reduce(into: Counts()) { $0.add($1.counts) }
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"loophunt\" \(sum.text)>",
    ]
    .joined(separator: "\n") + "\n" + suites.map(\.text).joined() + "</testsuites>"
  }

  private struct Counts {
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

  private struct Suite {
    var name: String
    var counts = Counts()
    private var cases = ""

    init(_ name: String) {
      self.name = attribute(name)
    }

    /// Adds a case; `outcome` is the content of its element, nothing for a passed one.
    mutating func add(
      _ title: String, _ count: WritableKeyPath<Counts, Int>?, outcome: String? = nil
    ) {
      counts.tests += 1
      if let count { counts[keyPath: count] += 1 }
      cases += "    <testcase classname=\"\(name)\" name=\"\(attribute(title))\""
      cases += outcome.map { ">\n      \($0)\n    </testcase>\n" } ?? "/>\n"
    }

    var text: String {
      "  <testsuite name=\"\(name)\" \(counts.text)>\n\(cases)  </testsuite>\n"
    }
  }

  private static func suite(_ file: ReplayForms.Document.File) -> Suite {
    var suite = Suite(file.result.file)
    for loop in file.loops {
      let title = "\(loop.report.headline) [\(loop.report.fingerprint)]"
      if let reason = loop.reasonToPass {
        suite.add(title, \.skipped, outcome: "<skipped message=\"\(attribute(reason))\"/>")
      } else {
        suite.add(
          title, \.failures,
          outcome: "<failure type=\"\(loop.report.verdict.kind)\" "
            + "message=\"\(attribute(loop.report.headline))\">\(content(loop.plainText))</failure>")
      }
    }
    for rule in file.result.detail?.ignored ?? [] {
      suite.add(
        "\(Figures.count(rule.views, "view")) ignored (\(rule.subject))", \.skipped,
        outcome: "<skipped message=\"\(attribute(rule.reason ?? "no reason is given"))\"/>")
    }
    if let error = file.result.error {
      suite.add(
        "the trace can be replayed", \.errors,
        outcome: "<error type=\"input\" message=\"\(attribute(error))\"/>")
    } else if file.loops.isEmpty {
      suite.add("no layout loop", nil)
    }
    return suite
  }

  /// The loops of a strict baseline that were not seen fail, too.
  private static func baselineSuite(_ baseline: BaselineSummary) -> Suite? {
    guard baseline.isStrict, !baseline.gone.isEmpty else { return nil }
    var suite = Suite(baseline.file)
    for entry in baseline.gone {
      suite.add(
        "\(entry.sentence) [\(entry.fingerprint)]", \.failures,
        outcome:
          "<failure type=\"gone\" message=\"the loop was not seen: remove it from the baseline\"/>")
    }
    return suite
  }

  /// A text as the value of an attribute.
  private static func attribute(_ text: String) -> String {
    escaped(Printable.line(text)).replacing("\"", with: "&quot;")
  }

  /// A text between tags; its lines stay.
  private static func content(_ text: String) -> String { escaped(Printable.block(text)) }

  /// Without what XML reserves, and without the characters that it has no way to write.
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
