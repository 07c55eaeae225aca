import Foundation
import LayoutTrace
import Testing

/// The kinds of findings, which a trace and JSON write as their names.
@Suite("Kinds of findings")
struct FindingKindTests {
  typealias Kind = TraceEvent.Finding.Kind

  @Test("each kind is known by its name")
  func names() {
    let kinds: [(Kind, String)] = [
      (.stack(.loop), "stack.loop"), (.stack(.hang), "stack.hang"),
      (.stack(.nesting), "stack.nesting"), (.stack(.other), "stack.other"),
      (.stack(.overflow), "stack.overflow"), (.stack(.none), "stack.none"),
      (.frames(.forced), "frames.forced"), (.frames(.calm), "frames.calm"),
      (.words("qml.binding"), "qml.binding"), (.words(""), ""), (.words("stack."), "stack."),
    ]
    for (kind, name) in kinds {
      #expect(kind.name == name && Kind(name) == kind)
    }
  }

  @Test("a verdict of a later version or of another recorder is kept as it is")
  func verdicts() throws {
    typealias Verdict = TraceEvent.Finding.Verdict
    let verdicts: [(Verdict, String)] = [
      (.reentrant, "reentrant"), (.feedback, "feedback"), (.redundant, "redundant"),
      (.thrashing, "thrashing"), (.undetermined, "undetermined"), (.other("spiral"), "spiral"),
    ]
    for (verdict, word) in verdicts {
      #expect(verdict.rawValue == word && Verdict(rawValue: word) == verdict)
      let finding = TraceEvent.Finding(kind: .words("own"), verdict: verdict)
      let json = try JSONEncoder().encode(finding)
      #expect(String(decoding: json, as: UTF8.self).contains(#""verdict":"\#(word)""#))
      #expect(try JSONDecoder().decode(TraceEvent.Finding.self, from: json) == finding)
      let writer = try TraceWriter(to: .memory)
      for event in [.header(.init()), .finding(finding), .end(turns: 0)] as [TraceEvent] {
        writer.write(event)
      }
      #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""verdict":"\#(word)""#))
      let reader = try TraceReader(.bytes(writer.bytes, name: "verdicts"))
      _ = try reader.next()
      #expect(try reader.next() == .finding(finding))
    }
  }

  @Test("a kind of a later version or of another recorder is kept as it is, in a trace and in JSON")
  func unknown() throws {
    for name in ["stack.loop", "stack.spiral", "own.kind", "frames."] {
      let writer = try TraceWriter(to: .memory)
      writer.write(.header(.init()))
      let finding = TraceEvent.Finding(kind: Kind(name), verdict: .reentrant)
      writer.write(.finding(finding))
      writer.write(.end(turns: 0))
      #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""kind":"\#(name)""#))
      let reader = try TraceReader(.bytes(writer.bytes, name: "findings"))
      var read: [TraceEvent.Finding] = []
      while let event = try reader.next() {
        if case .finding(let finding) = event { read.append(finding) }
      }
      #expect(read == [finding])
      let json = try JSONEncoder().encode(finding)
      #expect(String(decoding: json, as: UTF8.self).contains(#""kind":"\#(name)""#))
      #expect(try JSONDecoder().decode(TraceEvent.Finding.self, from: json) == finding)
    }
  }
}
