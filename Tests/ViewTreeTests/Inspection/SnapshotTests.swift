import Foundation
import TestSupport
import Testing
import ViewTree

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A screen with everything that a picture has to show.
private func makeScreen(loop: TurnLoop) -> Window {
  let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
  window.identifier = "main"
  let header = StackView(frame: CGRect(x: 0, y: 0, width: 320, height: 64))
  header.identifier = "header"
  header.spacing = 8
  header.isLayoutMarginsRelativeArrangement = true
  for text in ["Inbox", "Edit & <share>"] {
    let label = Label()
    label.text = text
    header.addArrangedSubview(label)
  }
  let feed = ScrollView(frame: CGRect(x: 0, y: 64, width: 320, height: 416))
  feed.identifier = "feed"
  feed.contentSize = CGSize(width: 320, height: 1000)
  for index in 0..<10 {
    let cell = View(frame: CGRect(x: 8, y: CGFloat(index) * 90 + 8, width: 304, height: 80))
    cell.identifier = "cell \(index)"
    let avatar = View(frame: CGRect(x: 12, y: 16, width: 48, height: 48))
    avatar.identifier = "avatar"
    if index == 2 { avatar.transform = CGAffineTransform(rotationAngle: .pi / 6) }
    let body = Label(frame: CGRect(x: 72, y: 12, width: 220, height: 56))
    body.text = "Row \(index): \"five\" > four"
    cell.addSubview(avatar)
    cell.addSubview(body)
    cell.isHidden = index == 3
    feed.addSubview(cell)
  }
  window.addSubview(feed)
  window.addSubview(header)
  loop.runTurn()
  feed.contentOffset.y = 30
  feed.viewWithIdentifier("cell 4")?.setNeedsLayout()
  return window
}

@Suite("A picture of the frames")
struct SnapshotTests {
  let loop = TurnLoop()

  private typealias Element = (name: String, attributes: [String: String])

  /// The elements of a document; nil where it is not well formed.
  private func parse(_ svg: String) -> [Element]? {
    final class Collector: NSObject, XMLParserDelegate {
      var elements: [Element] = []
      func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
      ) {
        elements.append((elementName, attributes))
      }
    }
    let collector = Collector()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = collector
    return parser.parse() ? collector.elements : nil
  }

  @Test("is well formed and has a rectangle for every view in sight")
  func wellFormed() throws {
    let window = makeScreen(loop: loop)
    let svg = window.svgSnapshot()
    let elements = try #require(parse(svg))
    #expect(elements.first?.name == "svg")
    #expect(elements.first?.attributes["viewBox"] == "-16 -28 352 536")
    // The window, the header with two labels, the feed, and five cells of three that are in sight.
    #expect(frames(in: elements).count == 20)
    #expect(svg.contains("20 of 35 views"))
    #expect(svg.contains("2 dirty"))
  }

  /// The rectangles of views.
  private func frames(in elements: [Element]) -> [Element] {
    elements.filter { $0.name == "rect" && $0.attributes["class"]?.hasPrefix("d") == true }
  }

  @Test("shows dirty views, hidden ones, labels' texts and names, escaped")
  func styles() throws {
    let svg = makeScreen(loop: loop).svgSnapshot()
    let classes = try #require(parse(svg)).compactMap { $0.attributes["class"] }
    #expect(classes.contains("d2 dirty"), "the cell that is due")
    #expect(classes.count { $0.contains("hidden") } == 3, "a hidden cell and what is in it")
    #expect(svg.contains(">“Edit &amp; &lt;share&gt;”</text>"))
    #expect(svg.contains(">feed</text>"))
    #expect(svg.contains("<title>Label (72 12; 220 56) &quot;Row 0: "))
  }

  @Test("puts frames where the window has them: scrolled, turned and scaled")
  func places() throws {
    let window = Window(frame: CGRect(x: 7, y: 9, width: 100, height: 100), loop: loop)
    let scroll = ScrollView(frame: CGRect(x: 10, y: 10, width: 80, height: 80))
    scroll.contentOffset = CGPoint(x: 5, y: 20)
    let scaled = View(frame: CGRect(x: 20, y: 40, width: 20, height: 20))
    scaled.transform = CGAffineTransform(scaleX: 2, y: 2)
    let inner = View(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    let turned = View(frame: CGRect(x: 40, y: 60, width: 20, height: 10))
    turned.transform = CGAffineTransform(rotationAngle: .pi / 2)
    window.addSubview(scroll)
    scroll.addSubview(scaled)
    scaled.addSubview(inner)
    scroll.addSubview(turned)
    let rectangles = frames(in: try #require(parse(window.svgSnapshot()))).map { element in
      ["x", "y", "width", "height"].map { element.attributes[$0] ?? "?" }.joined(separator: " ")
        + (element.attributes["transform"].map { " " + $0 } ?? "")
    }
    #expect(
      rectangles == [
        "0 0 100 100", "10 10 80 80", "15 20 40 40", "17 24 6 8",
        "0 0 20 10 matrix(0.0 1.0 -1.0 0.0 60 45)",
      ])
  }

  @Test("of a subtree shows that subtree, in the window's coordinates")
  func subtree() throws {
    let window = makeScreen(loop: loop)
    let cell = try #require(window.viewWithIdentifier("cell 1"))
    let elements = try #require(parse(cell.svgSnapshot()))
    // 64 of the feed, 98 of the cell, 30 scrolled away; 16 and 28 around it.
    #expect(elements.first?.attributes["viewBox"] == "-8 104 336 136")
    #expect(frames(in: elements).count == 3)
  }

  @Test("is well formed whatever characters names and texts have")
  func characters() throws {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 400, height: 400), loop: loop)
    window.identifier = "]]>\u{0}\u{1F}\u{FFFF}\n<!-- & \"'"
    let label = Label(frame: CGRect(x: 0, y: 50, width: 300, height: 40))
    label.text = "\u{8}<script>alert('👩‍👩‍👧')</script>\r\n\u{85}"
    window.addSubview(label)
    let svg = window.svgSnapshot()
    #expect(parse(svg) != nil)
    #expect(!svg.contains("<script"))
  }

  @Test("is bounded with a note, however wide or deep the tree is")
  func bounded() throws {
    let wide = View(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
    let count = caseCount(200_000, inDebug: 30_000)
    for index in 0..<count {
      let frame = CGRect(
        x: Double(index % 90) * 11, y: Double(index / 90 % 90) * 11, width: 10, height: 10)
      wide.addSubview(View(frame: frame))
    }
    var svg = ""
    let time = processorTime { svg = wide.svgSnapshot() }
    #expect(svg.utf8.count < 2_000_000)
    #expect(svg.contains("5000 of \(count + 1) views, no more are drawn"))
    #expect(time < timeBound(.seconds(20)))

    let top = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    var deepest = top
    for _ in 0..<count {
      let next = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      deepest.addSubview(next)
      deepest = next
    }
    #expect(top.svgSnapshot().contains("5000 of \(count + 1) views"))
  }

  @Test("of views without a size, or far away, is an empty sheet")
  func empty() throws {
    #expect(parse(View().svgSnapshot()) != nil)
    let far = View(frame: CGRect(x: 1e300, y: -1e300, width: 1e300, height: 1e300))
    far.addSubview(View(frame: CGRect(x: 1e308, y: 1e308, width: 1e308, height: 1e308)))
    let elements = try #require(parse(far.svgSnapshot()))
    #expect(frames(in: elements).isEmpty)
  }

  @Test("changes nothing and is the same twice")
  func pure() {
    let window = makeScreen(loop: loop)
    let description = window.recursiveDescription()
    #expect(window.svgSnapshot() == window.svgSnapshot())
    #expect(window.recursiveDescription() == description)
  }
}
