/// The import of UIKit that another file brings on iOS.
extension SourcePort {
  /// Imports UIKit in a file that names its types without it, beside others that import it.
  ///
  /// On iOS an umbrella header or a bridging header brings UIKit to such a file.
  mutating func importUnnamed() {
    guard module.importsUIKit, !importsUIKit,
      !Self.modules.contains(where: { file.imports($0) }),
      let first = tokens.first,
      let named = tokens.first(where: {
        $0.kind == .word && Self.isOfUIKit($0.text) && !module.types.contains($0.text)
      })
    else { return }
    let what = "import UIKit, as other files do: this one names \(named.text)"
    if let index = tokens.indices.dropLast().first(where: {
      tokens[$0].text == "import" && tokens[$0 + 1].text == "Foundation"
    }) {
      let range = tokens[index].range.lowerBound..<tokens[index + 1].range.upperBound
      return edit(range, "import UIKit", at: tokens[index], what)
    }
    // At the end, so that lines keep their numbers, and a directive may stand in the first.
    append("\nimport UIKit\n", at: first, what)
  }

  /// True if a name looks like that of a class of UIKit.
  private static func isOfUIKit(_ name: String) -> Bool {
    let rest = name.dropFirst(2)
    return ["NSLayoutConstraint", "CALayer"].contains(name)
      || (name.hasPrefix("UI") && rest.first?.isUppercase == true
        && rest.contains(where: \.isLowercase))
  }
}
