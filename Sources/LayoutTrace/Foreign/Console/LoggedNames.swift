/// A frame of a call stack, in the format of `-[NSThread callStackSymbols]`.
struct LoggedFrame: Hashable {
  var module: String
  /// The function in readable form, without the modules of types; nil for compiler glue.
  var function: String?
  /// The class and the method, if it is one of UIKit's layout callbacks.
  var callback: Callback?

  struct Callback: Hashable {
    /// The class without its module; nil for UIKit's own glue.
    var className: String?
    var method: String

    /// True if it is a method of a controller, not of a view.
    var isOfController: Bool { LoggedNames.isOfController(method) }
  }

  /// The methods that UIKit calls to lay out a view.
  private static let methods = [
    "layoutSubviews", "viewDidLayoutSubviews", "viewWillLayoutSubviews", "layoutSublayersOfLayer:",
    "updateConstraints", "updateViewConstraints",
  ]

  init(module: String, symbol: String) {
    self.module = module
    guard !symbol.isEmpty else { return }
    if symbol.hasPrefix("-[") || symbol.hasPrefix("+[") {
      function = symbol.clipped
      let inner = symbol.dropFirst(2).prefix { $0 != "]" }
      let words = inner.split(separator: " ", maxSplits: 1)
      if words.count == 2, Self.methods.contains(String(words[1])) {
        let name = LoggedNames.className(String(words[0].prefix { $0 != "(" }))
        callback = Callback(
          className: words[1] == "layoutSublayersOfLayer:" ? nil : name, method: String(words[1]))
      }
      return
    }
    guard let demangled = SwiftDemangler.demangledFunction(symbol) else {
      function = symbol.clipped
      return
    }
    function = LoggedNames.function(demangled)
    guard let function, !function.hasPrefix("closure in ") else { return }
    let path = function.prefix { $0 != "(" }.split(separator: ".")
    if path.count >= 2, let method = path.last.map(String.init), Self.methods.contains(method) {
      callback = Callback(className: String(path[path.count - 2]), method: method)
    }
  }

  /// True if the function belongs to the app, not to the system.
  var isOfApp: Bool {
    function != nil && !Self.systemModules.contains(module)
      && !["libswift", "libsystem", "libobjc", "libdispatch", "dyld", "???"].contains {
        module.hasPrefix($0)
      }
  }

  /// The system's libraries whose code is on the stack of a layout.
  private static let systemModules: Set<String> = [
    "UIKit", "UIKitCore", "UIKitMacHelper", "AppKit", "QuartzCore", "CoreAutoLayout",
    "CoreFoundation", "Foundation", "GraphicsServices", "SwiftUI", "SwiftUICore", "AttributeGraph",
    "CoreAnimation", "FrontBoardServices", "BackBoardServices", "BaseBoard", "HIToolbox",
    "CoreGraphics", "UIFoundation", "TextInputUI", "WebKit", "WebKitLegacy", "WebCore", "Combine",
    "CoreData", "MapKit", "PDFKit", "RealityKit", "Charts", "XCTest", "XCTestCore", "MetricKit",
    "SpriteKit", "SceneKit", "MetalKit",
  ]
}

/// Turns the names in a log into readable ones.
enum LoggedNames {
  /// True for a method that UIKit calls on a controller, not on a view.
  static func isOfController(_ method: String) -> Bool {
    method.hasPrefix("view") || method == "updateViewConstraints"
  }

  /// A class without its module: `_TtC6Pulley10DrawerView`, `Pulley.DrawerView` are `DrawerView`.
  static func className(_ name: String) -> String {
    if let old = OldSwiftTypeName.name(name) { return old.clipped }
    let text = SwiftDemangler.demangled(name) ?? name
    return withoutModules(text[...]).clipped
  }

  /// `PulleyViewController.shadowOpacity.didset` of a demangled name; nil for compiler glue.
  static func function(_ demangled: String) -> String? {
    var text = demangled[...]
    for prefix in ["@objc ", "@nonobjc ", "dynamic ", "override "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    // `(extension in App):UIView.shake()`
    if text.hasPrefix("(extension in "), let end = text.place(of: "):") {
      text = text[end.upperBound...]
    }
    for glue in [
      "reabstraction thunk", "partial apply", "outlined ", "protocol witness for ",
      "dispatch thunk of ", "vtable thunk for ", "method descriptor", "autodiff",
    ] where text.hasPrefix(glue) { return nil }
    for word in ["specialized ", "merged ", "static "] where text.hasPrefix(word) {
      return function(String(text.dropFirst(word.count)))
    }
    if text.hasPrefix("generic specialization"), let of = text.place(of: "> of ") {
      return function(String(text[of.upperBound...]))
    }
    if text.hasPrefix("closure #") || text.hasPrefix("implicit closure #"),
      let outer = text.place(of: ") in ") ?? text.place(of: " in ")
    {
      return function(String(text[outer.upperBound...])).map {
        $0.hasPrefix("closure in ") ? $0 : "closure in \($0)"
      }
    }
    return signature(text).clipped
  }

  /// `Type.name(label:)` of `Module.Type.name(label: Type) -> Type`.
  private static func signature(_ text: Substring) -> String {
    var path = ""
    var labels = ""
    var depth = 0
    var word = ""
    /// True if the parameter has its label.
    var isLabelled = false
    for character in text {
      switch character {
      case "(" where depth == 0 && !path.isEmpty && !path.hasSuffix("."):
        depth = 1
        labels = "("
        word = ""
      case "(", "<", "[": depth += 1
      case ")", ">", "]":
        depth -= 1
        guard depth == 0, !labels.isEmpty else { continue }
        if !isLabelled, !word.isEmpty { labels += "_:" }
        return withoutFirstModule(path) + labels + ")"
      case ":" where depth == 1 && !labels.isEmpty:
        labels += word + ":"
        isLabelled = true
      case "," where depth == 1:
        if !isLabelled { labels += "_:" }
        isLabelled = false
        word = ""
      case " " where depth == 0 && labels.isEmpty:
        // The rest is its type, or says what it throws and returns.
        return withoutFirstModule(path)
      case ":" where depth == 0: return withoutFirstModule(path)
      default:
        if depth == 0, labels.isEmpty { path.append(character) }
        if depth == 1, character != " " { word.append(character) }
      }
    }
    return withoutFirstModule(path)
  }

  private static func withoutFirstModule(_ path: String) -> String {
    let parts = path.split(separator: ".")
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : path
  }

  /// A type without the modules and types around it and around its generic arguments.
  private static func withoutModules(_ text: Substring) -> String {
    var result = ""
    var word = ""
    for character in text {
      switch character {
      case ".": word = ""
      case "<", ">", ",", " ", "(", ")", "[", "]", "?", "&":
        result += word
        result.append(character)
        word = ""
      default: word.append(character)
      }
    }
    return result + word
  }
}
