import Foundation
import HuntSupport
import LayoutTrace
import Testing
import ViewTree

/// The event `value`: other properties than geometry, and states of the app.
@Suite("Values in traces") struct TraceValueTests {
  private static let turn = [
    TraceText.header,
    #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
    #"{"e":"view","v":2,"class":"Label","in":1,"at":0,"frame":[0,0,10,10],"clean":true}"#,
    #"{"e":"turn","n":1}"#,
  ]

  @Test(
    "a text is read by the form of its property",
    arguments: [
      ("text", "a \"word\"", GeometryValue.text("a \"word\"")), ("font", "12.5", .number(12.5)),
      ("isHidden", "true", .flag(true)), ("axis", "vertical", .word("vertical")),
      ("contentSize", "320 0.1", .size(CGSize(width: 320, height: 0.1))),
    ])
  func forms(_ name: String, _ text: String, _ value: GeometryValue) throws {
    let event = TraceEvent.value(TraceEvent.Change(view: 2, name: name, new: text))
    let lines = Self.turn + [TraceWriter.line(event), #"{"e":"end","turns":1}"#]
    let read = try TraceText.events(TraceText.input(lines))[4]
    #expect(read == event)
    guard case .value(let change) = read else { return }
    #expect(change.change?.new == value)
    let (again, _) = try TraceText.replay(Array(lines.map { $0 + "\n" }.joined().utf8))
    // A replay knows no value before: it is the same.
    #expect(String(decoding: again, as: UTF8.self).contains(#""name":"\#(name)","now":"#))
  }

  @Test("a property that this version does not know, or no value of it, is passed over")
  func unknown() throws {
    for change in [
      TraceEvent.Change(view: 2, name: "colour", new: "red"),
      TraceEvent.Change(view: 2, name: "font", new: "large"),
      TraceEvent.Change(view: 2, name: "frame", new: "1 2"),
      TraceEvent.Change(view: 2, name: "superview", new: "1"),
    ] {
      #expect(change.change == nil, "\(change.name)")
      let lines = Self.turn + [TraceWriter.line(.value(change)), #"{"e":"end","turns":1}"#]
      let (_, result) = try TraceText.replay(Array(lines.map { $0 + "\n" }.joined().utf8))
      #expect(result.divergence == nil)
    }
  }

  @Test("a property of a constraint needs the constraint's name, and others have none")
  func constraints() throws {
    func change(_ name: String, _ constraint: String?) -> TraceEvent.Change {
      TraceEvent.Change(view: 2, name: name, new: "45", old: "44", constraint: constraint)
    }
    #expect(change("constant", "Label.height == 44").change?.new == .number(45))
    #expect(change("constant", nil).change == nil)
    #expect(change("font", "Label.height == 44").change == nil)
    let event = TraceEvent.value(change("constant", "Label.height == 44"))
    let lines = Self.turn + [TraceWriter.line(event), #"{"e":"end","turns":1}"#]
    #expect(try TraceText.events(TraceText.input(lines))[4] == event)
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let (again, _) = try TraceText.replay(bytes)
    #expect(String(decoding: again, as: UTF8.self).contains(TraceWriter.line(event)))
    guard case .value(let anonymous) = TraceAnonymizer().anonymized(event) else { return }
    #expect(anonymous.constraint == "constraint1")
  }

  @Test("a state is a number if it reads like one, and may have the name of a property")
  func states() {
    func value(_ text: String) -> GeometryValue? {
      TraceEvent.Change(view: 2, name: "isHidden", new: text, isState: true).change?.new
    }
    #expect(value("12") == .number(12))
    #expect(value("true") == .word("true"))
    #expect(value("nan") == .word("nan"))
  }

  @Test("without names a trace keeps words of settings and numbers, and no text")
  func anonymous() {
    func anonymous(_ name: String, _ text: String) -> String? {
      let event = TraceEvent.value(TraceEvent.Change(view: 2, name: name, new: text))
      guard case .value(let change) = TraceAnonymizer().anonymized(event) else { return nil }
      return change.new
    }
    #expect(anonymous("text", "PIN") == "text1")
    #expect(anonymous("axis", "vertical") == "vertical")
    #expect(anonymous("contentSize", "320 100") == "320 100")
  }
}
