import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("A label")
struct LabelTests {
  /// A label whose em is 4 points, so that a quarter is 1 point and a line 5.
  private func make(_ text: String?, lines: Int = 0) -> Label {
    let label = Label()
    label.font = .systemFont(ofSize: 4)
    label.numberOfLines = lines
    label.text = text
    return label
  }

  private func size(_ text: String, width: CGFloat = 0, lines: Int = 0) -> CGSize {
    make(text, lines: lines).sizeThatFits(CGSize(width: width, height: 0))
  }

  @Test(
    "has documented widths: ASCII, marks, wide characters, emoji",
    arguments: [
      ("", 0), (" ", 0), ("a", 2), ("i", 1), ("W", 3), ("a b", 5), ("a\tb", 8),
      ("é", 2), ("e\u{301}", 2), ("í", 1), ("i\u{301}", 1), ("Ẁ", 3), ("Ω", 2), ("д", 2), ("א", 2),
      ("漢", 4), ("か\u{3099}", 4), ("한", 4), ("\u{1112}\u{1161}\u{11AB}", 4), ("ｗ", 4),
      ("👍", 4), ("👍🏽", 4), ("👩‍👩‍👧‍👦", 4), ("🇩🇪", 4), ("1️⃣", 4), ("❤️", 4), ("\u{200B}", 0),
      ("\u{AD}", 0), ("\u{7}", 0), ("a\u{A0}b", 6),
    ] as [(String, CGFloat)])
  func widths(text: String, width: CGFloat) {
    #expect(size(text).width == width)
  }

  @Test("is as high as its lines: 1.2 em each, rounded up")
  func heights() {
    #expect(size("a").height == 5)
    #expect(size("a\nb").height == 10)
    #expect(size("a\r\nb\u{2028}c\n").height == 20)
    #expect(Label.Font.systemFont(ofSize: 17).lineHeight == 21)
    #expect(make("").intrinsicContentSize == .zero)
    #expect(make(nil).sizeThatFits(CGSize(width: 100, height: 100)) == .zero)
  }

  @Test("rounds its size up to whole points")
  func rounding() {
    let label = Label()
    label.text = "a"
    #expect(label.intrinsicContentSize == CGSize(width: 9, height: 21))
    label.text = "Inbox"
    #expect(label.intrinsicContentSize == CGSize(width: 39, height: 21))
    label.text = "a"
    label.font = .systemFont(ofSize: 10.1)
    #expect(label.intrinsicContentSize == CGSize(width: 6, height: 13))
  }

  @Test("wraps at words, and spaces at the end of a line do not count")
  func wrapping() {
    // "aaa bb c": 6, 1, 4, 1, 2.
    #expect(size("aaa bb c", width: 14) == CGSize(width: 14, height: 5))
    #expect(size("aaa bb c", width: 13) == CGSize(width: 11, height: 10))
    #expect(size("aaa bb c", width: 10) == CGSize(width: 7, height: 10))
    #expect(size("aaa bb c", width: 6.9) == CGSize(width: 6, height: 15))
    #expect(size("aaa      b", width: 8) == CGSize(width: 6, height: 10))
    #expect(size("aaa   ", width: 6) == CGSize(width: 6, height: 5))
  }

  @Test("breaks words that are too long between grapheme clusters, on lines of their own")
  func longWords() {
    #expect(size("aaaaa", width: 4) == CGSize(width: 4, height: 15))
    #expect(size("b aaaaa", width: 6) == CGSize(width: 6, height: 15))
    #expect(size("aaaaa b", width: 7) == CGSize(width: 7, height: 10))
    #expect(size("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", width: 8) == CGSize(width: 8, height: 10))
    #expect(size("WWW", width: 0.1) == CGSize(width: 3, height: 15), "one cluster at least")
    #expect(size("  aaa", width: 7) == CGSize(width: 6, height: 10), "spaces before a word")
    #expect(size("a\u{A0}b", width: 4) == CGSize(width: 4, height: 10))
  }

  @Test("takes at most numberOfLines lines")
  func numberOfLines() {
    #expect(size("a b c d", width: 2, lines: 2) == CGSize(width: 2, height: 10))
    #expect(size("a\nbbb\ncccccc", lines: 2) == CGSize(width: 6, height: 10))
    #expect(size("aaaaaaaa", width: 4, lines: 2) == CGSize(width: 4, height: 10))
    #expect(size("aaa bbb", width: 6, lines: 1) == CGSize(width: 13, height: 5))
    #expect(size("a\nbb", width: 6, lines: 1) == CGSize(width: 2, height: 5))
    let label = Label()
    label.numberOfLines = -3
    #expect(label.numberOfLines == 0)
  }

  @Test("wraps its intrinsic size at preferredMaxLayoutWidth")
  func preferredWidth() {
    let label = make("aaa bb c")
    #expect(label.intrinsicContentSize == CGSize(width: 14, height: 5))
    label.preferredMaxLayoutWidth = 10
    #expect(label.intrinsicContentSize == CGSize(width: 7, height: 10))
    label.preferredMaxLayoutWidth = -1
    #expect(label.preferredMaxLayoutWidth == 0)
  }

  @Test("accepts any width to fit in")
  func strangeWidths() {
    let label = make("aaa bb c")
    for width in [0, -5, .infinity, .greatestFiniteMagnitude, .nan] as [CGFloat] {
      #expect(label.sizeThatFits(CGSize(width: width, height: 0)).width == 14)
    }
    label.sizeToFit()
    #expect(label.frame.size == CGSize(width: 14, height: 5))
  }

  @Test("a new text dirties it with the reason text, and its superview asks again")
  func newText() {
    let loop = TurnLoop()
    let label = make("old")
    let parent = JournalView("parent")
    parent.addSubview(label)
    let window = loop.makeSettledWindow(parent)
    let watcher = Watcher()
    let token = loop.addLayoutObserver(watcher)
    label.text = "old"
    label.font = .systemFont(ofSize: 4)
    label.numberOfLines = 0
    label.preferredMaxLayoutWidth = 0
    #expect(watcher.lines == [])
    #expect(loop.isIdle)
    label.text = "new"
    #expect(label.needsLayout && parent.needsLayout && !window.needsLayout)
    #expect(label.needsUpdateConstraints())
    #expect(watcher.lines.contains { $0.contains("text") })
    loop.runTurn()
    label.font = .systemFont(ofSize: 5)
    #expect(label.needsLayout && parent.needsLayout)
    loop.runTurn()
    label.numberOfLines = 3
    #expect(label.needsLayout && parent.needsLayout)
    withExtendedLifetime(token) {}
  }

  @Test("that changes its text in its own layout never settles until the limit ends it")
  func ownLayout() {
    final class Clock: Label {
      var ticks = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        ticks += 1
        text = "\(ticks)"
      }
    }
    let loop = TurnLoop()
    loop.passLimit = 50
    let clock = Clock()
    let window = loop.makeSettledWindow(clock)
    #expect(loop.lastCommit.didHitLimit)
    #expect(clock.ticks == 50)
    withExtendedLifetime(window) {}
  }

  @Test("takes no part in hit testing until told")
  func interaction() {
    let label = Label(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(label.hitTest(CGPoint(x: 5, y: 5), with: nil) == nil)
    label.isUserInteractionEnabled = true
    #expect(label.hitTest(CGPoint(x: 5, y: 5), with: nil) === label)
  }

  @Test("a font size that is not finite ends the process, a negative one is zero")
  func fontSizes() async throws {
    #expect(Label.Font.systemFont(ofSize: -4).pointSize == 0)
    let label = make("text")
    label.font = .systemFont(ofSize: 0)
    #expect(label.intrinsicContentSize == .zero)
    label.font = nil
    #expect(label.font.pointSize == 17)
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Label.Font.systemFont(ofSize: .infinity)
      })
    #expect(result.saysOnError("Label.Font.pointSize must be finite"))
  }

  @Test("every way to wrap agrees with a slow model, in a random walk")
  func againstModel() {
    let seed = firstSeed("LabelTests")
    var random = SeededGenerator(seed: seed)
    let alphabet: [(Character, Int)] = [
      ("a", 2), ("i", 1), ("W", 3), ("漢", 4), (" ", 1), (" ", 1), ("\n", 0), ("é", 2),
    ]
    for _ in 0..<3000 {
      let characters = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      let width = Int.random(in: 1...12, using: &random)
      let lines = Int.random(in: 2...5, using: &random)
      let text = String(characters.map(\.0))
      let expected = model(characters, width: width, lines: lines)
      #expect(
        size(text, width: CGFloat(width), lines: lines) == expected,
        "\(text.debugDescription) in \(width), \(lines) lines, seed \(seed)")
    }
  }

  /// Lays text out line by line, each one tried character by character.
  private func model(_ text: [(Character, Int)], width: Int, lines: Int) -> CGSize {
    guard !text.isEmpty else { return .zero }
    var found: [Int] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.0 == "\n" })
    {
      var rest = Array(paragraph)
      var isFirst = true
      repeat {
        if !isFirst { while rest.first?.0 == " " { rest.removeFirst() } }
        if rest.isEmpty && !isFirst { break }
        isFirst = false
        let (taken, length) = firstLine(rest, width)
        found.append(length)
        rest.removeFirst(taken)
      } while !rest.isEmpty
    }
    let kept = found.prefix(lines)
    return CGSize(width: CGFloat(kept.max() ?? 0), height: CGFloat(kept.count * 5))
  }
}

/// The number of characters on the first line, and its length without the spaces at its end.
private func firstLine(_ text: [(Character, Int)], _ width: Int) -> (taken: Int, length: Int) {
  func length(_ count: Int) -> Int {
    var part = text.prefix(count)
    while part.last?.0 == " " { part.removeLast() }
    return part.reduce(0) { $0 + $1.1 }
  }
  // The longest beginning that ends at a word's end and fits.
  let ends = (1..<max(1, text.count + 1)).filter { count in
    count == text.count || text[count].0 == " " || text[count - 1].0 == " "
  }
  if text.isEmpty { return (0, 0) }
  if let end = ends.last(where: { length($0) <= width && length($0) > 0 }) {
    return (end, length(end))
  }
  // The first word has no room behind spaces at the beginning: they get a line.
  if let spaces = text.firstIndex(where: { $0.0 != " " }), spaces > 0 { return (spaces, 0) }
  // The first word is too long: as much of it as fits, one character at least.
  var count = 1
  while count < text.count, length(count + 1) <= width { count += 1 }
  return (count, length(count))
}
