/// The replacements of smaller things that need Objective-C's runtime.
extension SourcePort {
  // MARK: Values that the runtime keeps

  /// The values with which the runtime would begin, by type.
  private static let beginnings = [
    "Bool": "false", "String": "\"\"", "CGPoint": ".zero", "CGSize": ".zero", "CGRect": ".zero",
    "UIEdgeInsets": ".zero", "CGAffineTransform": ".identity",
  ]
  private static let numbers: Set = [
    "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float",
    "Double", "CGFloat", "TimeInterval", "CFTimeInterval", "NSInteger",
  ]

  /// Gives a property that the runtime would keep a place of its own, and the value with which it would begin.
  mutating func replaceManaged(_ index: Int) {
    let line = tokens[index].line
    var next = index
    while next + 1 < tokens.count, tokens[next].text != ":", tokens[next].text != "{",
      tokens[next].line <= line + 1
    {
      next += 1
    }
    let type = next + 1
    var last = type
    while last + 1 < tokens.count, tokens[last + 1].line == tokens[type].line,
      tokens[last + 1].text != "}", tokens[last + 1].text != ";", tokens[last + 1].text != "{"
    {
      last += 1
    }
    guard last < tokens.count, tokens[next].text == ":" else {
      return note(tokens[index], "@NSManaged is left alone: give the property a value")
    }
    let name = outline.text(from: type, through: last)
    let beginning =
      if name.hasSuffix("?") || name.hasSuffix("!") {
        ""
      } else if SourcePort.numbers.contains(name) {
        "0"
      } else if name.hasPrefix("["), name.hasSuffix("]") {
        tokens[type...last].contains { $0.text == ":" } ? "[:]" : "[]"
      } else {
        SourcePort.beginnings[name]
      }
    guard let beginning else {
      return note(
        tokens[index], "@NSManaged is left alone: give the property a value, or it does not link")
    }
    remove(index, through: index, "a property with a value instead of @NSManaged")
    if !beginning.isEmpty {
      let end = tokens[last].range.upperBound
      insert(" = \(beginning)", at: end)
    }
  }

  // MARK: Code that the runtime calls

  /// Removes a convention that no closure of Swift has on Linux.
  mutating func removeConvention(_ index: Int) {
    guard index + 3 < tokens.count, tokens[index + 1].text == "(",
      let close = outline.closing(of: index + 1), close + 1 < tokens.count
    else { return }
    let kind = tokens[index + 2].text
    // Code behind a selector is a method's, which there is not; other functions of C are.
    guard kind == "block" || (kind == "c" && namesSelector(from: close + 1)) else { return }
    remove(index, through: close, "removed @convention(\(kind))")
    note(tokens[index], "no method of Objective-C is found: what replaces one is never called")
  }

  /// True if the parameters that begin with a parenthesis have a selector among them.
  private func namesSelector(from open: Int) -> Bool {
    guard tokens[open].text == "(", let close = outline.closing(of: open) else { return false }
    return tokens[open...close].contains { $0.text == "Selector" }
  }

  /// Replaces `type(of: object).description()`, which objects of Objective-C have.
  mutating func replaceDescription(_ index: Int) {
    guard index + 2 < tokens.count, tokens[index + 1].text == "(", tokens[index + 2].text == "of",
      let close = outline.closing(of: index + 1), close + 4 < tokens.count,
      tokens[close + 1].text == ".", tokens[close + 2].text == "description",
      tokens[close + 3].text == "(", tokens[close + 4].text == ")"
    else { return }
    let type = outline.text(from: index, through: close)
    edit(
      tokens[index].range.lowerBound..<tokens[close + 4].range.upperBound,
      "String(reflecting: \(type))", at: tokens[index],
      "String(reflecting:) instead of the description of a class")
  }

  // MARK: Layers

  /// Members of views that come with the protocol of a layer's owner, by their first words.
  private static let layerMembers: [[String]] = [
    ["var", "layer"], ["func", "draw", "(", "_", "layer"], ["func", "display", "(", "_", "layer"],
    ["func", "layerWillDraw", "("], ["func", "action", "(", "for", "layer"],
  ]

  /// Removes `override` before what a view says of its layer: such a member can only be declared anew.
  mutating func removeOverride(_ index: Int) {
    guard let type = outline.type(around: index),
      ViewClass.bases.contains(context.base(of: type.name))
    else { return }
    let start = outline.declaration(after: index)
    let isOfLayer = SourcePort.layerMembers.contains { words in
      tokens.count >= start + words.count
        && zip(tokens[start...], words).allSatisfy { $0.text == $1 }
    }
    guard isOfLayer else { return }
    remove(index, through: index, "removed override: the package calls no such member of a view")
  }
}
