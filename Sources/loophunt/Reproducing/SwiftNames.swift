/// Names for Swift code, made of names in a trace.
package enum SwiftNames {
  /// Words that cannot be names.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await",
    "borrowing", "break", "case", "catch", "class", "consuming", "continue", "convenience", "copy",
    "default", "defer", "deinit", "discard", "do", "dynamic", "each", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if", "import",
    "in", "indirect", "infix", "init", "inout", "internal", "is", "isolated", "lazy", "let",
    "macro", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "optional",
    "override", "package", "postfix", "precedence", "precedencegroup", "prefix", "private",
    "protocol", "public", "repeat", "required", "rethrows", "return", "self", "sending", "set",
    "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "unowned", "var", "weak", "where", "while", "_",
  ]

  /// Names that variables cannot have, because the code uses them for something else.
  private static let variablesTaken: Set<String> = [
    "configuration", "hunt", "hunter", "layouts", "loop", "observation", "onlooker", "print",
    "report", "reports", "role", "round", "subject", "updates", "view",
  ]

  /// Names that properties cannot have, because views have members of the name.
  private static let propertiesTaken: Set<String> = [
    "addSubview", "alignment", "alpha", "anchorPoint", "arrangedSubviews", "autoresizesSubviews",
    "autoresizingMask", "axis", "bounds", "center", "companion", "contentInset", "contentOffset",
    "contentSize", "delegate", "description", "distribution",
    "effectiveUserInterfaceLayoutDirection",
    "extras", "firstPending", "flags", "font", "frame", "identifier", "instrument",
    "instrumentAddress", "intrinsicContentSize", "isHidden", "isInLayout", "isScripted",
    "isUserInteractionEnabled", "layoutMargins", "layoutsOnStack", "loop", "nameTag", "natural",
    "needsLayout",
    "numberOfLines", "numberWord", "rootViewController", "safeAreaInsets", "screen",
    "semanticContentAttribute",
    "spacing", "subviews", "superview", "tag", "text", "transform", "window",
  ]

  /// Names that classes cannot have, because the code means something else by them.
  static let takenClasses: Set<String> = [
    "AffineTransform", "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "EdgeInsets", "Expected",
    "Foundation", "Int", "Issue", "LayoutConstraint", "LayoutObserver", "LayoutPriority",
    "LoopHunter", "LoopReport", "Never", "Onlooker",
    "Role", "String", "Suite", "Swift", "Test", "Testing", "TurnLoop", "Values", "ViewController",
    "ViewTree",
  ]

  /// True if a name can be used in code as it is.
  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !keywords.contains(name) else { return false }
    return (isLetter(first) || first == "_")
      && name.unicodeScalars.allSatisfy { isLetter($0) || $0 == "_" || ("0"..."9").contains($0) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: return true
    default: return false
    }
  }

  /// The words of a name: the runs of letters and digits in it.
  private static func words(_ name: String) -> [String] {
    name.unicodeScalars.split { !isLetter($0) && !("0"..."9").contains($0) }
      .map { String($0) }.prefix(6).map { $0 }
  }

  /// A name for a class, the recorded one if it can be.
  package static func className(_ name: String) -> String {
    if isIdentifier(name), !takenClasses.contains(name), name.count <= 80 { return name }
    let joined = words(name).map { capitalized($0) }.joined().prefix(60)
    guard let first = joined.unicodeScalars.first else { return "UnnamedView" }
    let legal = isLetter(first) ? String(joined) : "View" + joined
    return isIdentifier(legal) && !takenClasses.contains(legal) ? legal : legal + "View"
  }

  /// A name for a variable that holds a thing with a name in the trace.
  package static func variable(_ name: String) -> String {
    var words = words(name)
    guard let first = words.first else { return "unnamed" }
    words[0] = lowered(first)
    let joined = (words[0] + words.dropFirst().map { capitalized($0) }.joined()).prefix(60)
    let legal = isLetter(joined.unicodeScalars.first!) ? String(joined) : "view" + joined
    return isIdentifier(legal) && !variablesTaken.contains(legal) ? legal : legal + "View"
  }

  /// A name for a property of a view that holds the same as a variable.
  package static func property(_ variable: String) -> String {
    propertiesTaken.contains(variable) ? variable + "View" : variable
  }

  package static func typeName(ofFile stem: String) -> String {
    let name = className(stem)
    return name.first?.isUppercase == true ? name : words(name).map { capitalized($0) }.joined()
  }

  /// The name with a number behind it that makes it unique.
  package static func unique(_ name: String, among used: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !used.insert(candidate).inserted {
      candidate = "\(name)\(name.last?.isNumber == true ? "_" : "")\(number)"
      number += 1
    }
    return candidate
  }

  package static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `feedCell` for `FeedCell`, `uiLabel` for `UILabel`.
  private static func lowered(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }.count
    let count = capitals > 1 && capitals < word.count ? capitals - 1 : max(1, capitals)
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  package static func literal(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
