/// Rewrites in a Swift file what the compiler rejects on Linux, and no library can mend.
///
/// It knows tokens, not types. Where it is in doubt it leaves the code alone, and says so.
struct SourcePort {
  /// A change, or a remark about what was left alone.
  struct Change: Encodable, Equatable {
    let line: Int
    let text: String
    /// True if nothing was changed.
    let isNote: Bool
  }

  /// The file as it is to be.
  private(set) var result: [UInt8] = []
  private(set) var changes: [Change] = []

  let module: PortedModule
  let file: PortedModule.File
  var tokens: [SwiftToken] { file.tokens }
  var outline: SwiftOutline { file.outline }
  /// True if the file imports UIKit under its own name.
  let importsUIKit: Bool
  private var edits: [SourceEdit] = []
  private var appended = ""

  /// The view classes of the result.
  let viewClasses: [ViewClass]

  init(_ file: PortedModule.File, in module: PortedModule) {
    (self.file, self.module) = (file, module)
    let tokens = file.tokens
    viewClasses = ViewClass.all(in: file, of: module)
    importsUIKit = file.imports("UIKit")
    importUnnamed()
    for index in tokens.indices where !Interruption.isRequested { visit(index) }
    for index in tokens.indices where !Interruption.isRequested { visitCall(index) }
    result = file.bytes.applying(edits) + Array(appended.utf8)
    let moves = ExtensionMove.all(in: &result)
    changes += moves.map { Change(line: $0.line, text: $0.text, isNote: $0.isNote) }
    changes.sort { ($0.line, $0.text) < ($1.line, $1.text) }
  }

  /// Attributes for Objective-C and Interface Builder, and the isolation that views do not have here.
  private static let attributes: Set = [
    "@objc", "@objcMembers", "@nonobjc", "@IBOutlet", "@IBAction", "@IBInspectable",
    "@MainActor", "@IBDesignable", "@IBSegueAction", "@GKInspectable", "@UIApplicationMain",
  ]
  /// Modules whose names the module UIKit has.
  static let modules: Set = ["QuartzCore", "CoreGraphics", "CoreText", "ObjectiveC"]
  /// Names that need Objective-C's runtime, and nothing replaces.
  private static let doubtful: Set = [
    "observeValue", "addObserver", "performSelector", "perform", "responds", "NSClassFromString",
    "setValue", "value", "UINib", "loadNibNamed", "instantiate",
  ]

  // MARK: Visiting

  private mutating func visit(_ index: Int) {
    let token = tokens[index]
    switch token.kind {
    case .attribute where SourcePort.attributes.contains(token.text): removeAttribute(index)
    case .attribute where token.text == "@NSManaged": replaceManaged(index)
    case .attribute where token.text == "@convention": removeConvention(index)
    case .directive where token.text == "#selector": replaceSelector(index)
    case .directive where token.text == "#if" || token.text == "#elseif": widenCondition(index)
    case .directive where token.text == "#keyPath": replaceKeyPath(index)
    case .directive where token.text == "#colorLiteral" || token.text == "#imageLiteral":
      replaceLiteral(index)
    case .word: visitWord(index)
    case .string: visitString(token)
    default: break
    }
  }

  private mutating func visitWord(_ index: Int) {
    let token = tokens[index]
    switch token.text {
    case "dynamic" where isModifier(index): remove(index, through: index, "removed dynamic")
    case "super": replaceCoder(index)
    case "Task": isolateTask(index)
    case "import"
    where index + 3 < tokens.count && tokens[index + 1].text == "UIKit"
      && tokens[index + 2].text == "." && tokens[index + 3].line == token.line:
      remove(index + 2, through: index + 3, "import UIKit as a whole")
    case "import"
    where index + 1 < tokens.count && SourcePort.modules.contains(tokens[index + 1].text):
      edit(
        token.range.lowerBound..<tokens[index + 1].range.upperBound, "import UIKit", at: token,
        "import UIKit instead of \(tokens[index + 1].text)")
    case "import"
    where importsUIKit && index + 1 < tokens.count && tokens[index + 1].text == "Foundation":
      remove(
        index, through: index + 1,
        "removed import Foundation: UIKit brings it, with the main queue of the tree's loop")
    case "override": removeOverride(index)
    case "type": replaceDescription(index)
    case "layoutSublayers": replaceSublayers(index)
    case "protocol": boundProtocol(index)
    case "optional" where isModifier(index): replaceOptional(index)
    case let name
    where SourcePort.doubtful.contains(name) && index + 1 < tokens.count
      && tokens[index + 1].text == "(" && name != "addObserver":
      note(token, "\(name) is left alone: look at it if it does not compile")
    default: break
    }
  }

  /// Words and signs behind which stands no declaration.
  private static let beforeNames: Set = [
    "case", ",", ".", "=", ":", "(", "[", "?", "&", "|", "return", "var", "let", "func", "in",
  ]

  /// True if a word is followed by another part of a declaration.
  private func isModifier(_ index: Int) -> Bool {
    guard index + 1 < tokens.count, tokens[index + 1].line == tokens[index].line,
      index == 0 || !SourcePort.beforeNames.contains(tokens[index - 1].text)
    else { return false }
    return [
      "var", "func", "class", "static", "override", "public", "private", "open", "internal",
      "fileprivate", "weak", "lazy", "final", "init", "subscript", "let",
    ].contains(tokens[index + 1].text) || tokens[index + 1].kind == .attribute
  }

  private mutating func removeAttribute(_ index: Int) {
    var last = index
    let end = tokens[index].range.upperBound
    if index + 1 < tokens.count, tokens[index + 1].text == "(",
      tokens[index + 1].range.lowerBound == end, let close = outline.closing(of: index + 1)
    {
      last = close
    }
    let name = tokens[index].text
    if name == "@MainActor", isInSignature(index) { return }
    remove(index, through: last, "removed \(name)")
    if name == "@IBOutlet" { note(tokens[index], "nothing sets this outlet: there are no nibs") }
  }

  /// True if an attribute belongs to the signature of a closure, which says where it runs.
  private func isInSignature(_ index: Int) -> Bool {
    guard index > 0, index + 2 < tokens.count, tokens[index - 1].text == "{" else { return false }
    let next = tokens[index + 1]
    return ["in", "[", "("].contains(next.text)
      || (next.kind == .word && ["in", ","].contains(tokens[index + 2].text))
  }

  /// Lets a task of a view or a controller run on the main actor, as it does where these are isolated to it.
  private mutating func isolateTask(_ index: Int) {
    guard index > 0, index + 2 < tokens.count, tokens[index + 1].text == "{",
      tokens[index - 1].text != ".", tokens[index + 2].text != "@MainActor",
      let type = outline.type(around: index),
      module.isView(type) || module.base(of: type.name).hasPrefix("UI")
    else { return }
    let brace = tokens[index + 1].range.upperBound
    let hasList =
      tokens[index + 2].text == "["
      && outline.closing(of: index + 2).map {
        $0 + 1 < tokens.count && tokens[$0 + 1].text == "in"
      } == true
    edit(
      brace..<brace, hasList ? " @MainActor" : " @MainActor in", at: tokens[index],
      "the task runs on the main actor, to which views are isolated on iOS")
  }

  /// Notes what stands in the interpolations of a string, in which nothing is changed.
  private mutating func visitString(_ token: SwiftToken) {
    guard token.range.count > 11,
      String(decoding: file.bytes[token.range], as: UTF8.self).contains("\\(#selector(")
    else { return }
    note(token, "#selector in a string is left alone")
  }

  /// The ends of the names of UIKit's classes that are made without a frame.
  private static let frameless = [
    "Controller", "Layer", "Layout", "Recognizer", "Animation", "NSObject", "Item",
  ]

  /// Replaces `super.init(coder:)` by an initialiser that exists.
  private mutating func replaceCoder(_ index: Int) {
    guard index + 4 < tokens.count, tokens[index + 1].text == ".", tokens[index + 2].text == "init",
      tokens[index + 3].text == "(", tokens[index + 4].text == "coder",
      let close = outline.closing(of: index + 3)
    else { return }
    let parent = outline.type(around: index)?.parent ?? ""
    if module.hasCoder(parent) { return }
    let base = module.base(of: parent)
    let isView = !SourcePort.frameless.contains { base.hasSuffix($0) }
    let arguments = parent == "UICollectionView" ? ViewClass.collection : "frame: .zero"
    let call =
      if isView {
        "super.init(\(arguments))"
      } else {
        base.hasSuffix("Controller") ? "super.init(nibName: nil, bundle: nil)" : "super.init()"
      }
    // The initialiser that exists does not fail, so nothing is to be unwrapped.
    let isUnwrapped =
      close + 1 < tokens.count && tokens[close + 1].text == "!"
      && tokens[close + 1].range.lowerBound == tokens[close].range.upperBound
    let end = tokens[isUnwrapped ? close + 1 : close].range.upperBound
    edit(
      tokens[index].range.lowerBound..<end, call, at: tokens[index],
      "\(call) instead of super.init(coder:)")
  }

  /// Replaces `#selector` by a name and, if the method stands in the file, a closure that calls it.
  private mutating func replaceSelector(_ index: Int) {
    guard index + 1 < tokens.count, tokens[index + 1].text == "(",
      let close = outline.closing(of: index + 1)
    else { return }
    var words: [String] = []
    for next in (index + 2)..<close {
      if tokens[next].text == "(" || tokens[next].text == "as" { break }
      if tokens[next].kind == .word { words.append(tokens[next].text) }
    }
    guard let name = words.last else { return }
    let around = outline.type(around: index)?.name
    let before = words.dropLast().last.flatMap {
      $0.first?.isUppercase == true && $0 != "Self" ? $0 : nil
    }
    let range = tokens[index].range.lowerBound..<tokens[close].range.upperBound
    let found = (before ?? around).flatMap { module.method(named: name, in: $0) }
    let isCompared = isCompared(index, close)
    let obstacle = obstacle(to: found?.method)
    guard !isCompared, obstacle == nil, let found,
      let closure = closure(calling: found.method, of: found.type)
    else {
      edit(range, "Selector(\"\(name)\")", at: tokens[index], "a name instead of #selector")
      guard !isCompared else { return }
      let reason = obstacle ?? "it has several parameters"
      return note(tokens[index], "nothing calls \(name): \(reason)")
    }
    // A closure behind a call would be taken for its body.
    edit(
      range, "(Selector(\"\(name)\") \(closure))", at: tokens[index],
      "a closure that calls \(name) instead of #selector")
  }

  /// The reason why no closure can call the method of a selector; nil if there is none.
  private func obstacle(to method: SwiftOutline.Method?) -> String? {
    guard let method else { return "its method was not found here" }
    if method.isOfType { return "it is a method of the type itself" }
    if method.effects.isAsync { return "it is asynchronous" }
    return method.effects.isThrowing ? "it may throw" : nil
  }

  /// A closure that calls a method with one parameter or none; nil for another method.
  private func closure(calling method: SwiftOutline.Method, of type: String) -> String? {
    let (name, result) = (method.name, method.returns ? "_ = " : "")
    guard let parameter = method.parameters.first else {
      return "{ target, _ in \(result)(target as? \(type))?.\(name)() }"
    }
    guard method.parameters.count == 1 else { return nil }
    let argument = parameter.label.map { "\($0): sender" } ?? "sender"
    let isOptional = parameter.type.hasSuffix("?") || parameter.type.hasSuffix("!")
    let bare = isOptional ? String(parameter.type.dropLast()) : parameter.type
    return "{ target, sender in if let target = target as? \(type), "
      + "let sender = sender as? \(bare) { \(result)target.\(name)(\(argument)) } }"
  }

  /// True if a selector is only compared, as in a pattern.
  private func isCompared(_ index: Int, _ close: Int) -> Bool {
    func isSign(_ place: Int) -> Bool {
      place > 0 && place + 1 < tokens.count && tokens[place + 1].text == "="
        && ["=", "!"].contains(tokens[place].text)
    }
    if isSign(index - 2) || isSign(close + 1) { return true }
    let before = tokens[..<index].last {
      ["case", "{", "}", ";", ":", "=", "return"].contains($0.text)
    }
    return before?.text == "case"
  }

  /// Replaces a colour or a picture that Xcode shows in the text by the call that makes it.
  private mutating func replaceLiteral(_ index: Int) {
    guard index + 2 < tokens.count, tokens[index + 1].text == "(" else { return }
    let name = tokens[index].text
    guard name == "#imageLiteral" else {
      return edit(tokens[index].range, "UIColor", at: tokens[index], "UIColor instead of \(name)")
    }
    guard tokens[index + 2].text == "resourceName" else { return }
    edit(
      tokens[index].range.lowerBound..<tokens[index + 2].range.upperBound,
      "UIImage(imageLiteralResourceName", at: tokens[index], "UIImage instead of \(name)")
  }

  /// Replaces `#keyPath` by the string that it is, which names the property from its type on.
  private mutating func replaceKeyPath(_ index: Int) {
    guard index + 1 < tokens.count, tokens[index + 1].text == "(",
      let close = outline.closing(of: index + 1)
    else { return }
    let words = tokens[(index + 2)..<close].filter { $0.kind == .word }.map(\.text)
    let path = words.drop { $0.first?.isUppercase == true }.joined(separator: ".")
    guard !path.isEmpty else { return }
    edit(
      tokens[index].range.lowerBound..<tokens[close].range.upperBound, "\"\(path)\"",
      at: tokens[index], "a string instead of #keyPath: nothing observes it")
  }

  /// Makes a condition for iOS true for Linux.
  private mutating func widenCondition(_ index: Int) {
    var next = index + 1
    while next + 3 < tokens.count, tokens[next].line == tokens[index].line {
      if tokens[next].text == "os", tokens[next + 2].text == "iOS" {
        edit(
          tokens[next].range.lowerBound..<tokens[next + 3].range.upperBound,
          "(os(iOS) || os(Linux))", at: tokens[index], "the condition os(iOS) holds for Linux, too")
      }
      next += 1
    }
  }

  // MARK: Protocols

  /// Binds a protocol to classes that Objective-C or `NSObjectProtocol` bound before.
  private mutating func boundProtocol(_ index: Int) {
    guard index + 2 < tokens.count, tokens[index + 1].kind == .word else { return }
    var before = index - 1
    while before >= 0, tokens[before].kind == .word || tokens[before].kind == .attribute,
      ["public", "private", "internal", "fileprivate", "@objc"].contains(tokens[before].text)
    {
      before -= 1
    }
    let isBound = tokens[(before + 1)..<index].contains { $0.text == "@objc" }
    let colon = index + 2
    guard tokens[colon].text == ":" else {
      if isBound, tokens[colon].text == "{" {
        edit(
          tokens[index + 1].range.upperBound..<tokens[index + 1].range.upperBound, ": AnyObject",
          at: tokens[index], "bound the protocol to classes")
      }
      return
    }
    var next = colon + 1
    var isClassBound = false
    while next < tokens.count, tokens[next].text != "{" {
      if tokens[next].text == "NSObjectProtocol" {
        edit(
          tokens[next].range, "AnyObject", at: tokens[next],
          "AnyObject instead of NSObjectProtocol, which views do not have")
        isClassBound = true
      }
      if tokens[next].text == "AnyObject" || tokens[next].text == "class" { isClassBound = true }
      next += 1
    }
    if isBound, !isClassBound {
      edit(
        tokens[colon].range, ": AnyObject,", at: tokens[index], "bound the protocol to classes")
    }
  }

  /// Gives an optional requirement that returns nothing an empty default.
  private mutating func replaceOptional(_ index: Int) {
    guard let type = outline.type(around: index), type.kind == "protocol" else { return }
    guard let method = outline.emptyRequirement(at: index) else {
      return note(
        tokens[index], "an optional requirement with a value is left alone: make it required")
    }
    remove(index, through: index, "an empty default instead of optional")
    let access = outline.isPublic(type) ? "public " : ""
    appended += "\n\(access)extension \(type.name) { \(method.signature) {} }\n"
  }

  /// Replaces calls of optional requirements by plain ones.
  private mutating func visitCall(_ index: Int) {
    let name = tokens[index].text
    guard module.optionalMethods.contains(name), index > 1, index + 2 < tokens.count,
      tokens[index - 1].text == ".", tokens[index + 1].text == "?" || tokens[index + 1].text == "!",
      tokens[index + 2].text == "(",
      // A closure of the same name, which a control has beside its delegate.
      !(tokens[index - 2].text == "self" && module.properties.contains(name))
    else { return }
    edit(tokens[index + 1].range, "", at: tokens[index], "a plain call of \(tokens[index].text)")
  }

  // MARK: Editing

  mutating func note(_ token: SwiftToken, _ text: String) {
    changes.append(Change(line: token.line, text: text, isNote: true))
  }

  mutating func edit(
    _ range: Range<Int>, _ text: String, at token: SwiftToken, _ what: String
  ) {
    // Lines behind it keep their numbers.
    let breaks = file.bytes[range].count { $0 == UInt8(ascii: "\n") }
    edits.append(SourceEdit(range, text + String(repeating: "\n", count: breaks)))
    changes.append(Change(line: token.line, text: what, isNote: false))
  }

  /// Adds a text at the end of the file.
  mutating func append(_ text: String, at token: SwiftToken, _ what: String) {
    appended += text
    changes.append(Change(line: token.line, text: what, isNote: false))
  }

  /// Inserts a text that belongs to a change.
  mutating func insert(_ text: String, at place: Int) {
    edits.append(SourceEdit(place..<place, text))
  }

  /// Removes tokens and the spaces behind them; a line break stays, so that lines keep their numbers.
  mutating func remove(_ first: Int, through last: Int, _ what: String) {
    var end = tokens[last].range.upperBound
    while end < file.bytes.count, file.bytes[end] == UInt8(ascii: " ") { end += 1 }
    edit(tokens[first].range.lowerBound..<end, "", at: tokens[first], what)
  }
}
