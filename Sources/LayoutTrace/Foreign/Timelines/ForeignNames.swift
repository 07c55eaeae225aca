/// Names for documents, elements and places, as short as possible while still different.
struct ForeignNames {
  /// The shortened form of each URL.
  private var short: [String: String] = [:]

  /// Shortens the URLs of a trace to the last part of the path, or to more if those are equal.
  init(urls: some Sequence<String>) {
    let all = Set(urls)
    var count = 1
    var open = all
    while !open.isEmpty, count <= 8 {
      let groups = Dictionary(grouping: open) { Self.tail(of: $0, parts: count) }
      for (tail, members) in groups where members.count == 1 { short[members[0]] = tail }
      open = Set(groups.values.filter { $0.count > 1 }.joined())
      count += 1
    }
    for url in open { short[url] = url }
  }

  /// The short form of a URL.
  subscript(url: String) -> String { (short[url] ?? Self.tail(of: url, parts: 1)).clipped }

  /// The name of a page: its path, which is the same on every host; else the short form.
  func page(_ url: String) -> String {
    guard Self.hasHost(url) else { return self[url] }
    let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2)
    return path.isEmpty ? Self.root : path.joined(separator: "/").clipped
  }

  /// The name of the page at the root of a host: that of the host would differ on each of them.
  private static let root = "index"

  private static func hasHost(_ url: String) -> Bool {
    url.hasPrefix("http://") || url.hasPrefix("https://")
  }

  /// The last parts of a URL, without its query and fragment.
  static func tail(of url: String, parts: Int) -> String {
    // More parts than the path has: the whole URL, with its query.
    if parts == 8 { return url }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let body = path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path
    let pieces = body.split(separator: "/", omittingEmptySubsequences: true)
    guard !pieces.isEmpty else { return url }
    if pieces.count == 1, hasHost(url) { return parts == 1 ? root : "\(pieces[0])/\(root)" }
    return pieces.suffix(parts).joined(separator: "/")
  }

  /// `growRow (thrash.html:7:65)`, or the known part of it; nil if nothing is known.
  func text(_ place: ScriptStacks.Frame, through library: String?) -> String? {
    let location = location(place)
    let function = place.function.flatMap { $0.isEmpty ? nil : $0.clipped }
    if let library, let location {
      return FunctionPlace(function: function ?? "", library: library, place: location).text
    }
    return switch (function, location) {
    case (let function?, let location?): FunctionPlace(function: function, place: location).text
    case (let function?, nil): function
    case (nil, let location?): location
    case (nil, nil): nil
    }
  }

  /// `thrash.html:7:65`; nil for a place without a script.
  func location(_ place: ScriptStacks.Frame) -> String? {
    guard let url = place.url, !url.isEmpty, case let file = self[url] else { return nil }
    guard place.line > 0 else { return file }
    return place.column > 0 ? "\(file):\(place.line):\(place.column)" : "\(file):\(place.line)"
  }

  /// The tag of an element, and its identifier and classes in the form of a selector.
  ///
  /// A browser writes `DIV id='box' class='row wide'`: the class `DIV` and the name `#box.row.wide`.
  static func element(_ name: String?) -> (tag: String, selector: String?) {
    guard let name, !name.isEmpty else { return ("Element", nil) }
    let tag = String(name.prefix { $0 != " " })
    var selector = ""
    if let identifier = attribute("id", of: name), !identifier.isEmpty {
      selector += "#" + identifier
    }
    for word in attribute("class", of: name)?.split(separator: " ") ?? [] { selector += "." + word }
    return (tag.clipped, selector.isEmpty ? nil : selector.clipped)
  }

  private static func attribute(_ key: String, of name: String) -> String? {
    guard let start = name.firstRange(of: " \(key)='") else { return nil }
    let rest = name[start.upperBound...]
    // The value may contain quotes: it ends at the last one, or before the next attribute.
    let end = rest.firstRange(of: "' class='")?.lowerBound ?? rest.lastIndex(of: "'")
    return end.map { String(rest[..<$0]) }
  }

  /// True if a URL belongs to the browser's own interface, not to a page.
  static func isBrowsersOwn(_ url: String) -> Bool {
    if ["about:blank", "about:srcdoc"].contains(url) { return false }
    return [
      "chrome://", "chrome-untrusted://", "chrome-extension://", "chrome-search://", "edge://",
      "brave://", "opera://", "vivaldi://", "devtools://", "about:", "moz-extension://",
      "safari-web-extension://", "resource://",
    ].contains { url.hasPrefix($0) }
  }
}
