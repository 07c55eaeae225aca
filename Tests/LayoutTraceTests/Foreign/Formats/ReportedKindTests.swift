import LayoutTrace
import Testing

@Suite("Kinds of reported findings")
struct ReportedKindTests {
  @Test("a statement without its fact is a sentence, too")
  func unknowns() {
    for (kind, begins) in [
      ("stack.loop", "The framework's own code re-enters layout"),
      ("flutter.build", "A widget was marked to be built again"),
    ] {
      let finding = TraceEvent.Finding(kind: .init(kind), verdict: .reentrant, framework: "")
      #expect(finding.sentence.hasPrefix(begins), "\(finding.sentence)")
    }
    for kind in ReportedKind.all {
      let sentence = TraceEvent.Finding(kind: kind.kind, verdict: kind.verdict).sentence
      #expect(!sentence.contains("|") && !sentence.contains("]"), "\(kind.name): \(sentence)")
    }
  }

  @Test("each kind states what it means, and what to do")
  func kinds() {
    #expect(Set(ReportedKind.all.map(\.name)).count == ReportedKind.all.count)
    for kind in ReportedKind.all {
      #expect(!kind.statement.isEmpty && !kind.remedy.isEmpty, "\(kind.name)")
      let sentence = TraceEvent.Finding(kind: kind.kind, verdict: kind.verdict).sentence
      #expect(sentence.hasSuffix(".") && !sentence.contains("{"), "\(kind.name): \(sentence)")
    }
  }
}
