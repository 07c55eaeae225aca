import Foundation
import LayoutTrace
import Testing
import ViewTree

/// A recording tells what each constraint says before it tells of a change.
@Suite("Constraints in recordings") struct ToldConstraintsTests {
  private let loop = TurnLoop(clock: .virtual)
  private let window: Window
  private let recorder: TraceRecorder

  init() throws {
    window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    recorder = try TraceRecorder(loop, to: .memory)
  }

  private func card(in superview: View?) -> View {
    let card = View()
    card.identifier = "card"
    card.translatesAutoresizingMaskIntoConstraints = false
    superview?.addSubview(card)
    return card
  }

  /// The lines that tell of constraints, after the beginning of their names.
  private func told(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).filter {
      $0.contains(#""e":"constraint""#) || $0.contains(#""e":"item""#) || $0.contains(#""c":"#)
    }
  }

  /// The recording, which reads without an error and comes back byte for byte.
  private func recording(by other: TraceRecorder? = nil) throws -> [UInt8] {
    let recorder = other ?? recorder
    try recorder.finish()
    #expect(try TraceValidation(.bytes(recorder.bytes, name: "recording")).errors.isEmpty)
    #expect(try TraceExcerpt.rerecorded(recorder.bytes) == recorder.bytes)
    return recorder.bytes
  }

  @Test("constraints that are active at the beginning are told after the views")
  func beginning() throws {
    let card = card(in: window)
    let guide = LayoutGuide()
    card.addLayoutGuide(guide)
    card.setContentHuggingPriority(.defaultHigh, for: .vertical)
    let height = card.heightAnchor.constraint(
      lessThanOrEqualTo: window.heightAnchor, multiplier: 0.5)
    height.priority = .defaultLow
    LayoutConstraint.activate([
      card.topAnchor.constraint(equalTo: window.safeAreaLayoutGuide.topAnchor, constant: 12),
      height,
      guide.widthAnchor.constraint(equalToConstant: 20),
    ])
    card.heightAnchor.constraint(equalToConstant: 9).isActive = false
    let later = try TraceRecorder(loop, to: .memory)
    loop.runTurn()
    let lines = try told(recording(by: later))
    #expect(
      lines == [
        #"{"e":"item","v":2,"hugging":[250,750]}"#,
        #"{"e":"constraint","c":1,"v":2,"first":"top","relation":"==","numbers":[1,12,1000],"constraint":"#
          + #""View:card.top == LayoutGuide:UIViewSafeAreaLayoutGuide.top + 12","#
          + #""of":1,"second":"safeArea.top"}"#,
        #"{"e":"constraint","c":2,"v":2,"first":"height","relation":"<=","#
          + #""numbers":[0.5,0,250],"constraint":"View:card.height <= 0.5*Window.height @250","#
          + #""of":1,"second":"height"}"#,
        #"{"e":"constraint","c":3,"v":2,"first":"guide1.width","relation":"==","#
          + #""numbers":[1,20,1000],"constraint":"LayoutGuide.width == 20"}"#,
      ])
  }

  @Test(
    "a change refers to its constraint, which is told at its activation, and again only if it differs"
  )
  func changes() throws {
    let card = card(in: window)
    loop.runTurn()
    let width = card.widthAnchor.constraint(equalToConstant: 40)
    width.identifier = "w"
    width.isActive = true
    width.constant = 50
    width.isActive = false
    width.isActive = true
    width.isActive = false
    width.constant = 60
    width.isActive = true
    loop.runTurn()
    func line(_ constant: Int) -> String {
      #"{"e":"constraint","c":1,"v":2,"first":"width","relation":"==","numbers":[1,\#(constant),1000],"#
        + #""constraint":"w","identified":true}"#
    }
    func change(_ name: String, _ now: String, _ before: String) -> String {
      #"{"e":"value","v":2,"name":"\#(name)","now":"\#(now)","before":"\#(before)","#
        + #""constraint":"w","c":1}"#
    }
    let (on, off) = (change("isActive", "true", "false"), change("isActive", "false", "true"))
    let lines = try told(recording())
    #expect(
      lines == [
        #"{"e":"item","v":2}"#, line(40), on, change("constant", "50", "40"), off, on, off,
        line(60),
        on,
      ])
  }

  @Test(
    "constraints that come with their tree are told before it does, and again when it comes back")
  func arrival() throws {
    loop.runTurn()
    let card = card(in: nil)
    let height = card.heightAnchor.constraint(equalToConstant: 44)
    height.isActive = true
    window.addSubview(card)
    loop.runTurn()
    card.removeFromSuperview()
    height.constant = 50
    window.addSubview(card)
    loop.runTurn()
    let bytes = try recording()
    func line(_ constant: Int) -> String {
      #"{"e":"constraint","c":1,"v":2,"first":"height","relation":"==","#
        + #""numbers":[1,\#(constant),1000],"constraint":"View:card.height == 44"}"#
    }
    #expect(told(bytes) == [#"{"e":"item","v":2}"#, line(44), line(50)])
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    for constant in [44, 50] {
      let place = try #require(lines.firstIndex(of: line(constant)))
      #expect(lines[place + 1].hasPrefix(#"{"e":"move","v":2,"in":1"#))
    }
  }

  @Test("an excerpt begins with the constraints that are active then")
  func excerpt() throws {
    let card = card(in: window)
    let (width, height) = (
      card.widthAnchor.constraint(equalToConstant: 40),
      card.heightAnchor.constraint(equalToConstant: 44)
    )
    (width.identifier, height.identifier) = ("w", "h")
    LayoutConstraint.activate([width, height])
    loop.runTurn()
    width.isActive = false
    height.constant = 45
    loop.runTurn()
    width.isActive = true
    loop.runTurn()
    let events = try TraceExcerpt.events(
      of: .bytes(recording(), name: "recording"), turns: 2...2, options: .init())
    let lines = events.map { TraceWriter.line($0) }
    func line(_ number: Int, _ side: String, _ constant: Int) -> String {
      #"{"e":"constraint","c":\#(number),"v":2,"first":"\#(side)","relation":"==","#
        + #""numbers":[1,\#(constant),1000],"constraint":"\#(side.prefix(1))","identified":true}"#
    }
    let turn = try #require(lines.firstIndex { $0.contains(#""e":"turn""#) })
    #expect(lines.firstIndex(of: line(2, "height", 45)).map { $0 < turn } == true)
    // It was not active then: it is told where it becomes so.
    let other = try #require(lines.firstIndex(of: line(1, "width", 40)))
    #expect(other > turn && lines[other + 1].contains(#""c":1"#))
  }

  @Test("a stack's own constraints have no lines, nor does a tree without constraints")
  func untold() throws {
    let stack = StackView(frame: CGRect(x: 0, y: 0, width: 300, height: 40))
    window.addSubview(stack)
    let views = (0..<2).map { _ in View() }
    for view in views { stack.addArrangedSubview(view) }
    loop.runTurn()
    #expect(told(recorder.bytes).isEmpty)
    views[0].widthAnchor.constraint(equalToConstant: 40).isActive = true
    loop.runTurn()
    let lines = try told(recording())
    #expect(lines.count { $0.contains(#""e":"constraint""#) } == 1)
    #expect(!lines.contains { $0.contains("UISV") })
  }

  @Test(
    "a constraint whose views are unknown is an error",
    arguments: [
      #"{"e":"constraint","c":1,"v":7,"first":"width","relation":"==","numbers":[1,1,1000],"constraint":"w"}"#,
      #"{"e":"constraint","c":1,"v":1,"first":"top","relation":"==","numbers":[1,1,1000],"constraint":"w","of":7,"second":"top"}"#,
      #"{"e":"constraint","c":1,"v":1,"first":"top","relation":"==","numbers":[1,1,1000],"constraint":"w","of":1}"#,
      #"{"e":"item","v":7}"#,
    ])
  func unknownViews(line: String) throws {
    let lines = [
      #"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window","frame":[0,0,9,9]}"#,
      line,
      #"{"e":"turn","n":1}"#, #"{"e":"end","turns":1}"#,
    ]
    let text = lines.joined(separator: "\n") + "\n"
    #expect(try TraceValidation(.bytes(Array(text.utf8), name: "trace")).errors.map(\.line) == [3])
  }
}
