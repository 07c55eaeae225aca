/// A class of views in a file, and the way in which a test makes one.
struct ViewClass: Equatable {
  let name: String
  /// The call that makes one, or the reason why there is none.
  let making: Making

  enum Making: Equatable {
    case call(String)
    case obstacle(String)
  }

  /// The classes from which a class of views may descend.
  static let bases: Set = [
    "UIView", "UIControl", "UIButton", "UILabel", "UIImageView", "UITextField", "UITextView",
    "UIScrollView", "UIStackView", "UICollectionViewCell", "UICollectionReusableView",
    "UITableViewCell", "UISwitch", "UISlider", "UIPageControl", "UIVisualEffectView",
    "UITableView", "UITableViewHeaderFooterView",
  ]

  /// The view classes of a file, in their order.
  static func all(in outline: SwiftOutline, _ tokens: [SwiftToken]) -> [ViewClass] {
    outline.types.compactMap { type in
      guard !Interruption.isRequested, type.kind == "class",
        bases.contains(outline.base(of: type.name))
      else { return nil }
      return ViewClass(type, outline, tokens)
    }
  }

  private init(_ type: SwiftOutline.TypeBlock, _ outline: SwiftOutline, _ tokens: [SwiftToken]) {
    name = type.name
    var start = type.body.lowerBound
    while start > 0, tokens[start].text != "class" { start -= 1 }
    let words = outline.modifiers(before: start)
    if outline.isNested(type) {
      making = .obstacle("it stands in another type")
    } else if words.contains("private") || words.contains("fileprivate") {
      making = .obstacle("it is private")
    } else if words.contains("unavailable") {
      making = .obstacle("it is unavailable")
    } else if tokens[start + 2].text == "<" {
      making = .obstacle("it is generic")
    } else {
      let arguments = Self.arguments(for: type, outline, tokens)
      making =
        arguments.map { .call("\(type.name)(\($0))") }
        ?? .obstacle("a test can call none of its initialisers")
    }
  }

  /// The arguments for one of a class's initialisers, or for an inherited one; nil if none can be called.
  private static func arguments(
    for type: SwiftOutline.TypeBlock, _ outline: SwiftOutline, _ tokens: [SwiftToken],
    depth: Int = 0
  ) -> String? {
    var isInherited = true
    var found: [[String]] = []
    for index in type.body
    where tokens[index].text == "init" && tokens[index - 1].text != "."
      && outline.type(around: index)?.body == type.body
    {
      let words = outline.modifiers(before: index)
      if !words.contains("convenience") { isInherited = false }
      guard !words.contains(where: { unreachable.contains($0) }),
        let labels = outline.labels(at: index + 1)
      else { continue }
      found.append(labels)
    }
    let own = callable.first { found.contains($0.labels) }?.arguments
    // With convenience initialisers only, those of the superclass are there, too.
    guard isInherited else { return own }
    guard let parent = outline.superclass(of: type) else { return "frame: .zero" }
    // A wrong file may go round in circles.
    guard depth < SwiftOutline.mostSuperclasses else { return nil }
    return arguments(for: parent, outline, tokens, depth: depth + 1) ?? own
  }

  private static let unreachable: Set = ["private", "fileprivate", "unavailable"]

  /// The lists of parameters that a test knows, the best one first.
  private static let callable: [(labels: [String], arguments: String)] = [
    (["frame"], "frame: .zero"), ([], ""),
    (["style", "reuseIdentifier"], "style: .default, reuseIdentifier: nil"),
    (["reuseIdentifier"], "reuseIdentifier: nil"),
    (["frame", "textContainer"], "frame: .zero, textContainer: nil"),
    (["frame", "style"], "frame: .zero, style: .plain"),
  ]
}
