import LayoutTrace
import LoopHunter

/// Writes a page: all text is HTML, and a script adds the drawings.
struct ReportPage {
  let traces: [ShownTrace]
  /// The hunted views, in words.
  let hunted: String
  let links: SourceLinks?

  /// The policy of the document, which allows its own script and style and nothing else.
  private static let policy =
    "default-src 'none'; script-src \(ContentHash.source(of: PackageResources.report_js)); "
    + "style-src \(ContentHash.source(of: PackageResources.report_css)); "
    + "base-uri 'none'; form-action 'none'"

  /// The whole document.
  func html() throws -> String {
    let script = PackageResources.report_js
    let style = PackageResources.report_css
    let head: [Markup] = [
      "<meta charset=\"utf-8\">",
      Markup.void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy]),
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<meta name=\"color-scheme\" content=\"light dark\">",
      Markup.void("meta", ["name": "generator", "content": JsonText.tool]),
      .element("title", [:], Markup(title)),
    ]
    let body: [Markup] = [
      "<a class=\"skip\" href=\"#main\">Skip to the traces</a>", header, navigation,
      .element(
        "main", ["id": "main"],
        .all(traces.enumerated().map { TraceSection(self, $1, at: $0 + 1).markup })),
      .element("footer", [:], Markup("Written by \(JsonText.tool).")),
      "<div class=\"status\" role=\"status\" aria-live=\"polite\"></div>",
    ]
    let data = try PageJson.text(HeadedDocument(command: "report", content: PageData(traces)))
    // The raw parts are this program's own, or JSON in which nothing ends an element.
    return """
      <!doctype html>
      <html lang="en">
      <head>
      \(Markup.all(head).html)
      <style>\(String(decoding: style, as: UTF8.self))</style>
      </head>
      <body>
      \(Markup.all(body).html)
      <script type="application/json" id="data">\(data)</script>
      <script>\(String(decoding: script, as: UTF8.self))</script>
      </body>
      </html>

      """
  }

  private var title: String {
    let loops = traces.reduce(0) { $0 + $1.loops.count }
    let name = traces.count == 1 ? traces[0].name : Figures.count(traces.count, "trace")
    return "\(loops == 0 ? "No loop" : Figures.count(loops, "loop")) – \(name)"
  }

  /// True for a page about one browser's recording, which begins with the answer.
  var isOfBrowser: Bool { traces.count == 1 && traces[0].isOfBrowser }

  private var header: Markup {
    if isOfBrowser, let trace = traces.first {
      let loops = trace.loops.isEmpty ? "No loop" : Figures.count(trace.loops.count, "loop")
      let name = trace.name.split(separator: "/").last.map(String.init) ?? trace.name
      return .element(
        "header", ["class": "brief"], .element("h1", ["id": "trace-1-name"], Markup(name)),
        .element("h2", ["class": "settings"], Markup("\(loops) · loophunt report")))
    }
    let loops = traces.reduce(0) { $0 + $1.loops.count }
    let failed = traces.count { $0.error != nil }
    var sentence =
      "\(loops == 0 ? "No layout loop" : Figures.count(loops, "layout loop")) in "
      + Figures.count(traces.count, "trace")
    if failed > 0 { sentence += ", \(Figures.count(failed)) of which could not be read to the end" }
    return .element(
      "header", [:],
      .element("p", ["class": "brand"], "loophunt report"),
      .element("h1", [:], Markup(sentence)),
      .element(
        "p", ["class": "settings"], Markup("\(thresholds) · hunted: \(hunted)")))
  }

  /// The hunt's limit; formats have limits of their own.
  var thresholds: String {
    let all = Set(traces.compactMap { $0.detail?.threshold }).sorted().map { Figures.count($0) }
    let noun = all.count == 1 ? "Threshold" : "Thresholds"
    return "\(noun) \(all.joined(separator: ", ")) layouts of a view in one turn"
  }

  private var navigation: Markup {
    guard traces.count > 1 else { return "" }
    let items = traces.enumerated().map { index, trace in
      let loops = trace.loops.isEmpty ? "no loop" : Figures.count(trace.loops.count, "loop")
      return Markup.item(
        .element("a", ["href": "#trace-\(index + 1)"], Markup(trace.name)),
        Markup(" – \(trace.error == nil ? loops : "\(loops), not read to its end")"))
    }
    return .element("nav", ["aria-label": "Traces"], .element("ol", [:], items))
  }
}
