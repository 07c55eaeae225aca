import Chat
import Foundation
import LoopHunter
import Testing
import ViewTree

/// The gate: no screen may have a layout loop, except those in `known-loops.json`.
@Suite struct ChatTests {
  private let loop = TurnLoop()
  private let window: Window
  private let chat: Chat

  /// The known loops, beside the package's manifest.
  private let knownLoops = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "known-loops.json")

  init() {
    loop.passLimit = 500
    window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    chat = Chat(frame: window.bounds)
    window.addSubview(chat)
  }

  @Test("a long message makes room for itself")
  func longMessage() throws {
    let bubble = Bubble()
    chat.addSubview(bubble)
    try loop.expectNoLayoutLoops(baseline: knownLoops) {
      loop.runUntilIdle(limit: 10)
      bubble.lines = 12
      loop.runUntilIdle(limit: 10)
    }
    #expect(bubble.frame.height == 240)
  }

  @Test("a typing indicator settles")
  func typing() throws {
    chat.addSubview(TypingDots())
    try loop.expectNoLayoutLoops(baseline: knownLoops)
  }
}
