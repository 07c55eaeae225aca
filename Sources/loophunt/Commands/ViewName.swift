import LoopHunter
import ViewTree

/// A view as a command line names it: a path, the end of one, an identifier, or a number.
struct ViewName {
  private let text: String
  /// The text without an index at its end, which only a path has.
  private let textWithoutIndex: Substring

  init(_ text: String) {
    self.text = text
    var rest = text[...]
    if rest.popLast() == "]" {
      while let last = rest.last, last.isASCII, last.isNumber { rest.removeLast() }
    }
    textWithoutIndex = rest.popLast() == "[" ? rest : text[...]
  }

  /// True if the view has this number or identifier, which stays with it wherever it is moved.
  func isIdentity(of view: View, number: Int) -> Bool {
    text == String(number) || text == view.identifier
  }

  /// True if the view's path ends with this one; its own name excludes most without their siblings.
  func isPath(of view: View, _ namer: ViewNamer) -> Bool {
    let name = view.identifier ?? view.displayedClassName
    guard Self.canEnd(text, with: name) || Self.canEnd(textWithoutIndex, with: name) else {
      return false
    }
    let path = namer.path(of: view)
    return path == text || path.hasSuffix("/\(text)")
  }

  /// True if a path that ends with a name can also end with a text.
  private static func canEnd(_ text: some StringProtocol, with name: String) -> Bool {
    text.hasSuffix(name) || name.hasSuffix(text)
  }
}
