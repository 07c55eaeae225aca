import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The command diff")
struct DiffCommandTests {
  private let folder = TemporaryFolder()
  private let calm: String
  private let loop: String

  init() throws {
    calm = try folder.write(SampleTrace.badge(layouts: [10]), to: "calm.jsonl")
    loop = try folder.write(SampleTrace.badge(layouts: [150, 150]), to: "loop.jsonl")
  }

  @Test("a new loop is worse")
  func newLoop() throws {
    let outcome = try InProcess.loophunt("diff", calm, loop)
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("1 loop appeared:\n  `badge` (Window/badge) called "))
    #expect(outcome.text.contains("  10  300  +2900%  Window/badge\n"))
    #expect(outcome.text.hasSuffix("3 things got worse; 10 layouts before, 300 after\n"))
    #expect(try InProcess.loophunt("diff", "--exit-zero", calm, loop).status == 0)
    #expect(try InProcess.loophunt("diff", "-q", calm, loop).text == "")
  }

  @Test("a loop that went away or stayed is not worse")
  func oldLoop() throws {
    let vanished = try InProcess.loophunt("diff", loop, calm)
    #expect(vanished.status == 0)
    #expect(vanished.text.hasPrefix("1 loop vanished:\n"))
    let stayed = try InProcess.loophunt("diff", loop, loop)
    #expect(stayed.status == 0)
    #expect(stayed.text.hasPrefix("1 loop stayed:\n"))
    #expect(stayed.text.contains("in 2 turns before, 2 after"))
    let once = try folder.write(SampleTrace.badge(layouts: [150]), to: "once.jsonl")
    #expect(try InProcess.loophunt("diff", once, loop).status == 1)
    #expect(try InProcess.loophunt("diff", loop, once).status == 0)
  }

  @Test("more layouts than the tolerance allows are worse")
  func moreLayouts() throws {
    let more = try folder.write(SampleTrace.badge(layouts: [11]), to: "more.jsonl")
    #expect(try InProcess.loophunt("diff", calm, more).status == 1)
    #expect(try InProcess.loophunt("diff", "--tolerance=9", calm, more).status == 1)
    #expect(try InProcess.loophunt("diff", "--tolerance=10", calm, more).status == 0)
    let renamed = try folder.write(
      SampleTrace.badge(layouts: [90], className: "Medal"), to: "renamed.jsonl")
    let outcome = try InProcess.loophunt("diff", calm, renamed)
    #expect(outcome.text.contains("new  Medal") && outcome.text.contains("gone  Badge"))
  }

  @Test("text and JSON state that a replay differs from its recording")
  func replayDiffers() throws {
    let other = try folder.write(
      SampleTrace.badge(layouts: [10]).replacing(
        #""frame":[0,0,390,844],"clean":true"#, with: #""frame":[0,0,390,844]"#),
      to: "other.jsonl")
    let sentence = "\(other): warning: the replay differs from the recording at line 7, in turn 1: "
    for arguments in [[calm, other], [other, calm]] {
      let outcome = try InProcess.loophunt("diff", arguments[0], arguments[1])
      #expect(outcome.errors.contains(sentence))
      #expect(!outcome.errors.contains("\(calm): warning"))
      let json = try InProcess.loophunt("diff", "--format=json", arguments[0], arguments[1])
      let document = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
      let warnings = try #require(document?["warnings"] as? [String])
      #expect(warnings.count == 1 && warnings[0].hasPrefix(sentence))
    }
    #expect(try InProcess.loophunt("diff", "-q", calm, other).errors == "")
    #expect(try InProcess.loophunt("tree", other).errors.contains(sentence))
  }

  @Test("an input that can be read only once is refused")
  func readOnce() throws {
    let outcome = try Child.loophunt("diff", calm, "-")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "loophunt: 'diff' reads each trace twice, which '-' does not allow; "
        + "write it to a file first\n")
  }
}
