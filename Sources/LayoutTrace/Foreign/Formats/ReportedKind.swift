/// The meaning of a kind of reported finding: its statement, what it lacks, and what to do.
///
/// A statement is a template: `{view}`, `{property}`, `{place}` and `{call}` stand for the facts of a
/// finding, and a part in brackets is left out if a fact of it is unknown: `[ of `{view}`]`. The text
/// behind a bar takes its place: `[`{view}`|A widget]`.
package struct ReportedKind: Sendable {
  package let kind: TraceEvent.Finding.Kind
  /// The framework or the tool whose words they are.
  package let framework: String
  /// The kind of the loop; nil for a hint, which is no loop.
  package let verdict: TraceEvent.Finding.Verdict?
  package let statement: String
  /// The facts that the words do not contain, and the way to get them.
  package let remedy: String

  /// The stable name, such as `qml.binding`.
  package var name: String { kind.name }

  /// True if the statement names the view of a finding.
  var namesView: Bool { statement.contains("{view}") }
}
