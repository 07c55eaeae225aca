import Foundation

/// Tells scripts of libraries from those of the app.
struct LibraryScripts: Sendable {
  /// The patterns of users, for parts of addresses; `*` stands for any text.
  private let patterns: [String]

  init(patterns: [String]) { self.patterns = patterns }

  /// True if a user named the script.
  func isIgnored(_ url: String) -> Bool {
    patterns.contains { pattern in
      var rest = url[...]
      for part in pattern.split(separator: "*") {
        guard let found = rest.firstRange(of: part) else { return false }
        rest = rest[found.upperBound...]
      }
      return true
    }
  }

  /// True if the address of a script is that of a library.
  func isLibrary(_ url: String) -> Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    if path.contains("node_modules/") || Self.hosts.contains(where: path.contains) { return true }
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    guard name.hasSuffix("js") else { return false }
    if name.hasSuffix(".min.js") || name.hasSuffix(".min.mjs") { return true }
    return Self.names.contains { library in
      guard name.hasPrefix(library) else { return false }
      // `jquery-3.7.js` is the library, and `jquery-cards.js` a script that uses it.
      let rest = name.dropFirst(library.count)
      return rest.first == "." || rest.first == "@"
        || rest.first == "-" && rest.dropFirst().first?.isNumber == true
    }
  }

  private static let hosts = [
    "://cdn.jsdelivr.net/", "://unpkg.com/", "://cdnjs.cloudflare.com/", "://ajax.googleapis.com/",
    "://code.jquery.com/", "://esm.sh/", "-extension://",
  ]

  /// The beginnings of the names of well-known libraries, before a version or an extension.
  private static let names = [
    "angular", "backbone", "chunk-vendors", "d3", "three", "bootstrap", "ember", "gsap",
    "highcharts", "jquery", "lodash", "moment",
    "mootools", "polyfills", "popper", "preact", "react", "react-dom", "swiper", "underscore",
    "vendor",
    "vendors",
    "vue", "zone",
  ]
}
