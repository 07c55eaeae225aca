/// A frame of a call stack, in whichever notation somebody posted it.
struct PostedFrame: Hashable {
  /// The families of notations: each has its own names for layout.
  enum Family: Hashable, Sendable { case native, java, dotNet, script, dart, python }

  var family: Family
  /// The number in the stack, if the line has one; 0 is the innermost.
  var number: Int?
  /// The library or the app's binary.
  var module: String?
  /// The function in readable form, without addresses and parameters.
  var function: String
  /// `Feed.swift:31`, `app.js:7:65`.
  var place: String?
  /// True for code that a compiler put between two functions.
  var isGlue = false
  /// True if only an address is known.
  var isNameless = false
  /// True if it is a line of a call graph of samples.
  var isSampled = false
  /// True if calls stand below their callers.
  var isCallerFirst = false
  /// True for a name alone, which prose and code have, too: it counts only among other frames.
  var isUnsure = false

  /// True for a function of SwiftUI's layout.
  var isOfSwiftUI: Bool {
    ["sizeThatFits", "placement", "placeSubviews", "sizeChildren"].contains {
      method.hasPrefix($0)
    }
  }

  /// The method's name without its type: `layoutIfNeeded` of `-[UIView(Hierarchy) layoutIfNeeded]`.
  var method: Substring { Self.split(function).method }

  /// The type's name without modules and namespaces; nil for a free function.
  var type: Substring? { Self.split(function).type }

  /// True for what a component stack of React names beside the app's components.
  var isHostElement: Bool {
    if function.hasPrefix("RCT") || Self.hosts.contains(function) { return true }
    // An element's name has no capitals; `handleMove` is a function, and so is `resize` with a place.
    return place == nil && function.first?.isLowercase == true
      && function.allSatisfy { $0.isLowercase || $0.isNumber }
  }

  /// Elements and components of the system, which may have the place of the app's code that makes them.
  private static let hosts: Set<String> = [
    "View", "Text", "ScrollView", "AnimatedComponent", "Unknown", "Suspense",
    "a", "article", "aside", "b", "body", "button", "canvas", "code", "div", "em", "footer", "form",
    "g", "h1", "h2", "h3", "h4", "h5", "h6", "header", "html", "i", "iframe", "img", "input",
    "label",
    "li", "main", "nav", "ol", "option", "p", "path", "pre", "section", "select", "span", "strong",
    "svg", "table", "tbody", "td", "textarea", "th", "thead", "tr", "ul", "video",
  ]

  /// The function and its place, as a report shows them.
  var text: String { place.map { "\(function) (\($0))" } ?? function }

  /// The words that Swift puts behind a property.
  private static let accessors: Set<String> = [
    "getter", "setter", "didset", "willset", "modify", "read",
  ]

  private static func split(_ function: String) -> (type: Substring?, method: Substring) {
    var text = function[...]
    for prefix in ["closure in ", "async ", "new "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    if text.hasPrefix("-[") || text.hasPrefix("+[") {
      let inner = text.dropFirst(2).prefix { $0 != "]" }
      let type = inner.prefix { $0 != " " && $0 != "(" }
      let method = inner.drop { $0 != " " }.dropFirst()
      return (type.split(separator: ".").last ?? type, method)
    }
    let name = text.prefix { $0 != "(" && $0 != "<" }
    if let colons = name.place(ofLast: "::") {
      let type = name[..<colons.lowerBound]
      let last = type.place(ofLast: "::").map { type[$0.upperBound...] } ?? type
      return (last, name[colons.upperBound...])
    }
    var parts = name.split(separator: ".")
    if parts.count > 2, let last = parts.last, accessors.contains(String(last)) {
      parts.removeLast()
    }
    guard parts.count > 1, let method = parts.last else { return (nil, name) }
    return (parts[parts.count - 2], method)
  }
}
