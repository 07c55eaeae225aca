import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The page of a report")
struct ReportPageTests {
  private let folder = TemporaryFolder()

  /// Writes a page of a trace and returns its parts.
  private func page(_ trace: String, _ options: String...) throws -> Page {
    let path = try folder.write(trace, to: "trace.jsonl")
    let outcome = try InProcess.loophunt(["report", path] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try Page(outcome.text)
  }

  /// A page taken apart.
  private struct Page {
    var whole: String
    /// The text that is read without scripts.
    var text: String
    var data: [String: Any]
    var policy: String

    init(_ whole: String) throws {
      self.whole = whole
      let body = try #require(whole.ranges(of: "<body>").first)
      let opening = try #require(
        whole.ranges(of: #"<script type="application/json" id="data">"#).first)
      text = String(whole[body.upperBound..<opening.lowerBound])
      let closing = try #require(
        whole[opening.upperBound...].ranges(of: "</script>").first)
      let json = whole[opening.upperBound..<closing.lowerBound]
      data = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      policy = String(
        try #require(whole.firstMatch(of: #/Content-Security-Policy" content="([^"]*)"/#)).1)
    }

    /// The first trace of the data.
    var trace: [String: Any] { (data["traces"] as? [[String: Any]])?.first ?? [:] }

    var steps: [[String: Any]] {
      let loops = trace["loops"] as? [[String: Any]]
      return (loops?.first?["round"] as? [String: Any])?["steps"] as? [[String: Any]] ?? []
    }
  }

  @Test("a loop has a card, its round step by step, and its values, all as text")
  func card() throws {
    let recorded = try InProcess.loophunt("record", "scrollbar-flip")
    let page = try page(recorded.text)
    for part in [
      "1 layout loop in 1 trace", #"<span class="verdict">oscillating</span>"#,
      "<code>frame.size.height</code> 300 → 288.75", #"<span class="role culprit">culprit</span>"#,
      #"<code class="fingerprint">445949d380d838b2</code>"#,
      "<code>ScrollArea</code> writes the <code>frame.size.width</code> of <code>Photo</code>: 400 → 385.",
      "the same 2 values come back, between 288.75 and 300",
      "<dt>Remedy</dt>", "<code>frame.size.height</code> once per turn, the turn settles after",
    ] {
      #expect(page.text.contains(part), "\(part)")
    }
    #expect(
      page.steps.map { $0["kind"] as? String }
        == ["layout", "write", "write", "dirty", "layout", "write", "dirty"])
    #expect(page.steps[1]["property"] as? String == "isHidden")
    #expect(page.steps[5]["old"] as? String == "300")
    #expect(page.steps[5]["new"] as? String == "288.75")
    #expect(page.steps[5]["frame"] as? [Double] == [0, 0, 385, 288.75])
  }

  @Test("the constant of a constraint is drawn over the rounds, and tied constraints are named")
  func constraints() throws {
    let stored = try page(try Child.loophunt("record", "self-sizing-cell").text)
    let loops = stored.trace["loops"] as? [[String: Any]]
    let series = (loops?.first?["series"] as? [[String: Any]])?.first
    let label = series?["label"] as? String
    #expect(label == "Cell constant of constraint ConstrainedView:Cell.height == 44")
    #expect(Set(series?["values"] as? [Double] ?? []) == [44, 44.5])
    #expect(stored.text.contains("the same 2 values come back, between 44 and 44.5"))
    #expect(
      stored.steps.contains { ($0["property"] as? String)?.contains("Cell.height == 44") == true })
    let tied = try page(try Child.loophunt("record", "ambiguous-x").text)
    for constraint in [
      "H:|-(120@750)-[ConstrainedView:Card]", "H:|-(160@750)-[ConstrainedView:Card]",
    ] {
      let note =
        tied.text.firstMatch(of: #/<dt>Note<\/dt><dd>[^\n]*?<\/dd>/#).map { String($0.0) } ?? ""
      #expect(note.contains("<code>\(constraint)</code>"), "\(note)")
    }
  }

  @Test("the card of a page's functions says what to do first, then who reads and who writes")
  func thrashing() throws {
    let recording = Repository.path("Tests/Recordings/chromium-thrash.json.gz")
    let outcome = try InProcess.loophunt("report", recording)
    #expect(outcome.status == 0)
    let text = outcome.text
    #expect(text.ranges(of: "Read first, then write;").count == 1)
    let rows = ["What to do", "Reads", "Writes", "Proof"].map {
      text.firstRange(of: "<dt>\($0)</dt>")
    }
    let starts = rows.compactMap { $0?.lowerBound }
    #expect(starts.count == rows.count && starts == starts.sorted(), "\(text)")
    #expect(text.contains("thrash.html:8:60") && text.contains("thrash.html:7:65"))
    #expect(!text.contains("class=\"cycle"), "three lines of text need no player")
    // The heading is the file's name, and the answer follows it at once.
    let heads = [
      "<h1 id=\"trace-1-name\">chromium-thrash.json.gz</h1>", "<article", "class=\"facts\"",
    ]
    let places = heads.compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(places.count == heads.count && places == places.sorted(), "\(text)")
    #expect(text.contains("Layouts of one document per task"))
  }

  @Test("the page of a recording with stacks has a tree of who led to the pairs")
  func callers() throws {
    let recording = Repository.path("Tests/Recordings/Made/chromium-through-library.json.gz")
    let text = try InProcess.loophunt("report", recording).text
    let start = try #require(text.firstRange(of: ">Callers<")).upperBound
    let tree = text[start...].prefix(2000)
    let names = ["start (gallery.js", "spread (gallery.js:4:16)", "forces 40 layouts"]
    let places = names.compactMap { tree.firstRange(of: $0)?.lowerBound }
    #expect(places.count == names.count && places == places.sorted(), "\(tree)")
  }

  @Test("a pixel follows the scale of the hunt, and differences have no noise")
  func pixels() throws {
    let recorded = try InProcess.loophunt("record", "pixel-snap").text
    #expect(try !page(recorded, "--no-proof").text.contains("below one pixel"))
    let coarse = recorded.replacing(
      "{\"e\":\"trace\",\"version\":1,", with: "{\"e\":\"trace\",\"version\":1,\"scale\":1,")
    let page = try page(coarse, "--no-proof")
    #expect(page.text.contains("the difference of 0.800049 is below one pixel"))
  }

  @Test("a view that is turned has the matrix that draws it")
  func turned() throws {
    let trace = SampleTrace.badge(layouts: [150])
      .replacing(
        "\"frame\":[0,0,44,44],", with: "\"frame\":[10,20,44,22],\"transform\":[0,1,-1,0,0,0],")
    let loops = try page(trace).trace["loops"] as? [[String: Any]]
    let round = try #require(loops?.first?["round"] as? [String: Any])
    let views = try #require(round["views"] as? [[String: Any]])
    #expect(views[0]["matrix"] == nil)
    #expect(views[1]["frame"] as? [Double] == [21, 9, 22, 44])
    #expect(views[1]["matrix"] as? [Double] == [0, 1, -1, 0, 43, 9, 44, 22])
  }

  @Test("the page of a trace without a loop states the margin to the threshold")
  func noLoop() throws {
    let page = try page(SampleTrace.badge(layouts: [1, 3]))
    #expect(page.text.contains("No layout loop in 1 trace"))
    #expect(page.text.contains("were 3 (Window/badge, turn 2): 97 below the threshold."))
    #expect(page.text.contains("does not say how long layouts took"))
    #expect(!page.text.contains("<article"))
    let bins = page.trace["bins"] as? [[Int]]
    #expect(bins == [[1, 1, 1, 1, 1, 1, 0, 0], [2, 2, 1, 3, 2, 3, 0, 0]])
  }

  @Test("a trace without layouts, and one that was cut off, are shown with the missing data")
  func lacking() throws {
    let page = try page(#"{"e":"trace","version":1}"# + "\n", "--allow-no-layouts")
    #expect(page.text.contains("The trace holds no layouts."))
    #expect(page.text.contains("truncated: no &quot;end&quot; line"))
    #expect(!page.text.contains(#"class="timeline""#))
  }

  @Test("hostile names are text: they end no element, and no script but the page's own runs")
  func hostile() throws {
    let names = [
      "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\\\" onload=\\\"x",
      "<!--<script>", "' & &lt; ]]>", "\\u2028\\u0000\\u202e", "`</code>`",
    ]
    for name in names {
      let trace = SampleTrace.badge(layouts: [150], className: name)
        .replacing("\"badge\"", with: "\"\(name)\"").replacing("\"Window\"", with: "\"\(name)\"")
        .replacing(#""by":2}"#, with: #""by":2,"from":"\#(name).swift:1"}"#)
      let page = try page(trace, "--source-url=https://host/{file}#L{line}")
      #expect(page.whole.ranges(of: "<script").count == 2)
      #expect(page.whole.ranges(of: "</script").count == 2)
      #expect(!page.whole.contains("<!--"))
      for part in ["<img", "\" onload", "</code></code>", "&lt;&lt;", "javascript:"] {
        #expect(!page.text.contains(part), "\(name)")
      }
      #expect(page.steps.count == 2)
      // A link leads to the host of the pattern, whatever the file is called.
      for link in page.text.matches(of: #/href="([^"]*)"/#) where !link.1.hasPrefix("#") {
        #expect(link.1.hasPrefix("https://host/"))
      }
    }
  }

  @Test("the policy admits the script and the style of the page by their hashes, and nothing else")
  func policy() throws {
    let page = try page(SampleTrace.badge(layouts: [1]))
    #expect(page.policy.hasPrefix("default-src &#39;none&#39;; script-src &#39;sha256-"))
    #expect(!page.policy.contains("unsafe"))
    let script = try #require(page.whole.ranges(of: "<script>").first?.upperBound)
    let end = try #require(page.whole.ranges(of: "</script>").last?.lowerBound)
    let bytes = ContentHash.sha256(Array(page.whole[script..<end].utf8))
    #expect(page.policy.contains("sha256-\(Data(bytes).base64EncodedString())"))
    let ours = page.whole.utf8.count - page.text.utf8.count
    #expect(ours < 120_000)
    #expect(page.whole == (try self.page(SampleTrace.badge(layouts: [1]))).whole)
  }

  @Test(
    "hashes are those of the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func hash(text: String, digest: String) {
    let bytes = ContentHash.sha256(Array(text.utf8))
    #expect(bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() == digest)
  }

  @Test("places in the code are links if there is a pattern")
  func links() throws {
    let trace = SampleTrace.thrashing(150).replacing("Badge.swift:7", with: "UI/My Badge.swift:7")
    let plain = try page(trace)
    #expect(!plain.text.contains("href=\"https"))
    let linked = try page(trace, "--source-url=https://host/a/{file}?x={column}&y#L{line}")
    #expect(linked.text.contains("href=\"https://host/a/Badge.swift?x=1&amp;y#L8\""))
    for pattern in ["https://host/", "javascript:alert('{file}')", "{file}", "DATA:,{file}"] {
      let outcome = try InProcess.loophunt("report", "--source-url=\(pattern)", "x")
      #expect(outcome.status == 2 && outcome.errors.contains("expected an address with {file}"))
    }
  }

  /// The text of a page about a recording.
  private func text(of recording: String, _ options: String...) throws -> String {
    let path = Repository.path("Tests/Recordings/\(recording).json.gz")
    let outcome = try InProcess.loophunt(["report", path] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try Page(outcome.text).text
  }

  @Test("the lines of a pair are on the page if the recording has them, and its places lead there")
  func listings() throws {
    let page = try text(of: "Made/chromium-own-clicks")
    for (number, line) in [
      (9, "function high(row) { return row.offsetHeight }"),
      (8, "function grow(row, i) { row.style.height = (20 + i) + &quot;px&quot; }"),
    ] {
      #expect(page.contains("<li value=\"\(number)\" class=\"here\"><code>\(line)</code></li>"))
    }
    // Neighbouring lines are one listing.
    let links = page.matches(of: #/<a href="#trace-1-loop-1-code-1"><code>own-clicks.html:([89]):/#)
    #expect(links.map(\.1) == ["9", "8"])
    #expect(page.ranges(of: "class=\"listing\"").count == 1)
    let linked = try text(
      of: "Made/chromium-own-clicks", "--source-url=https://host/{file}#L{line}")
    #expect(linked.contains("<a href=\"https://host/own-clicks.html#L9\""))
    #expect(!linked.contains("127.0.0.1"))
  }

  @Test("a source map's own text is shown, and a copy of a script in a folder")
  func mappedListings() throws {
    let folder = Repository.path("Tests/Recordings/Pages")
    let mapped = try text(of: "Made/chromium-built-cards", "--source-maps=\(folder)/built")
    #expect(
      mapped.contains("<code>cards.js:5:3</code>")
        && mapped.contains("<li value=\"5\" class=\"here\">"))
    let copied = try text(of: "Made/firefox-own-clicks", "--source-maps=\(folder)")
    #expect(copied.contains("<code>function high(row) { return row.offsetHeight }</code>"))
  }

  @Test("without lines, the places of a page lead to its script, and a shared page has no address")
  func addresses() throws {
    let page = try text(of: "Made/firefox-own-clicks")
    #expect(page.contains(#/<a href="http:\/\/127\.0\.0\.1:[0-9]+\/own-clicks\.html#L9"/#))
    #expect(!page.contains("class=\"listing\""))
    let shared = try text(of: "Made/firefox-own-clicks", "--anonymous")
    #expect(!shared.contains("127.0.0.1") && !shared.contains("own-clicks"))
  }

  @Test("the text of a script is text on the page, and of a long line a part is shown")
  func hostileScripts() throws {
    let path = Repository.path("Tests/Recordings/Made/chromium-own-clicks.json.gz")
    let unpacked = try Child.run("gzip", ["-dc", path]).text
    let attack = "</script><img src=x onerror=alert(1)>"
    let line = "function high(row) { return row.offsetHeight }"
    let filler = String(repeating: "é", count: 50_000)
    let text = unpacked.replacing(line, with: "\(line) //\(attack)\(filler)")
      .replacing("http://127.0.0.1", with: "javascript:alert(1)//127.0.0.1")
    #expect(text.contains(attack))
    let outcome = try InProcess.loophunt("report", try folder.write(text, to: "attack.json"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = try Page(outcome.text)
    #expect(page.text.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;éé"))
    #expect(!page.text.contains("<img") && !page.text.contains("href=\"javascript"))
    #expect(page.text.utf8.count < 60_000)
  }

  @Test("an anonymous page holds no name of the trace")
  func anonymous() throws {
    let trace = SampleTrace.badge(layouts: [150], className: "Salary")
      .replacing("\"badge\"", with: "\"secret\"")
    let page = try page(trace, "--anonymous")
    for word in ["Salary", "secret", "trace.jsonl", folder.path("")] {
      #expect(!page.whole.contains(word), "\(word)")
    }
    #expect(page.text.contains("1 layout loop in 1 trace"))
    let path = try folder.write(trace, to: "trace.jsonl")
    for option in ["--class=Salary", "--view=badge", "--ignore-class=Salary"] {
      let chosen = try InProcess.loophunt("report", "--anonymous", option, path)
      #expect(chosen.status == 2 && chosen.errors.contains("use the new names"), "\(option)")
    }
  }
}
