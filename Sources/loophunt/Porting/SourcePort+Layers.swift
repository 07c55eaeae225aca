/// The replacements of what the owner of a layer overrides.
extension SourcePort {
  /// The name of a `layoutSubviews()` beside `layoutSublayers(of:)`.
  private static let inner = "layoutSubviewsOfView"

  /// Replaces a view's `layoutSublayers(of:)`, which is called with its layout, by `layoutSubviews()`.
  ///
  /// If the class has both, the first is what the tree calls, and the second gets another name: as on iOS, it is what
  /// `super.layoutSublayers(of:)` calls.
  mutating func replaceSublayers(_ index: Int) {
    guard index + 4 < tokens.count, tokens[index + 1].text == "(", tokens[index + 2].text == "of",
      let close = outline.closing(of: index + 1), let type = outline.type(around: index),
      type.kind == "class", module.isView(type)
    else { return }
    let inner = type.body.first {
      tokens[$0].text == "layoutSubviews" && tokens[$0 - 1].text == "func"
    }
    let end = tokens[close].range.upperBound
    if inner != nil, index > 1, tokens[index - 2].text == "super" {
      return edit(
        tokens[index - 2].range.lowerBound..<end, "self.\(Self.inner)()", at: tokens[index],
        "\(Self.inner)() instead of super.layoutSublayers(of:), which calls layoutSubviews()")
    }
    edit(
      tokens[index].range.lowerBound..<end, "layoutSubviews()", at: tokens[index],
      "layoutSubviews() instead of layoutSublayers(of:), which it is called by")
    guard tokens[index - 1].text == "func" else { return }
    if let inner { setApart(inner) }
    nameLayer(index + 3, close)
  }

  /// Gives a `layoutSubviews()` a name that overrides nothing.
  private mutating func setApart(_ index: Int) {
    edit(
      tokens[index].range, Self.inner, at: tokens[index],
      "\(Self.inner)() instead of layoutSubviews(), beside layoutSublayers(of:)")
    var before = index - 2
    while before >= 0, tokens[before].kind == .word, tokens[before].text != "override" {
      before -= 1
    }
    guard before >= 0, tokens[before].text == "override" else { return }
    remove(before, through: before, "removed override: \(Self.inner)() overrides nothing")
  }

  /// Gives the body the parameter, if it uses it by its name.
  private mutating func nameLayer(_ parameter: Int, _ close: Int) {
    guard close + 1 < tokens.count, tokens[close + 1].text == "{",
      tokens[parameter].kind == .word, tokens[parameter].text != "layer"
    else { return }
    insert(" let \(tokens[parameter].text) = layer;", at: tokens[close + 1].range.upperBound)
  }
}
