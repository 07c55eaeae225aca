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
    "UITableView", "UITableViewHeaderFooterView", "UICollectionView", "UIWindow", "UIProgressView",
    "UIStepper", "UIActivityIndicatorView", "UIToolbar", "UINavigationBar", "UITabBar",
    "UISegmentedControl", "UIPickerView", "UIDatePicker", "UISearchBar", "UIRefreshControl",
  ]

  /// The view classes of a file, in their order.
  static func all(in outline: SwiftOutline, _ tokens: [SwiftToken], _ context: PortContext)
    -> [ViewClass]
  {
    let conditions = SwiftConditions(tokens)
    return outline.types.compactMap { type in
      guard !Interruption.isRequested, type.kind == "class",
        bases.contains(context.base(of: type.name))
      else { return nil }
      let isInDoubt = conditions.doubt(at: type.body.lowerBound) != nil
      return ViewClass(type, outline, tokens, context, isInDoubt: isInDoubt)
    }
  }

  private init(
    _ type: SwiftOutline.TypeBlock, _ outline: SwiftOutline, _ tokens: [SwiftToken],
    _ context: PortContext, isInDoubt: Bool
  ) {
    name = type.name
    var start = type.body.lowerBound
    while start > 0, tokens[start].text != "class" { start -= 1 }
    let words = outline.modifiers(before: start)
    if isInDoubt {
      making = .obstacle("it stands under a condition")
    } else if outline.isNested(type) {
      making = .obstacle("it stands in another type")
    } else if words.contains("private") || words.contains("fileprivate") {
      making = .obstacle("it is private")
    } else if words.contains("unavailable") {
      making = .obstacle("it is unavailable")
    } else if tokens[start + 2].text == "<" {
      making = .obstacle("it is generic")
    } else {
      let arguments = Self.arguments(for: type, outline, context)
      let isAwakened = Self.isAwakened(type, tokens)
      making =
        arguments.map {
          let call = "\(type.name)(\($0))"
          return .call(
            isAwakened ? "let view = \(call); view.awakeFromNib(); return view" : call)
        } ?? .obstacle("a test can call none of its initialisers")
    }
  }

  /// True if the class is set up behind a nib, in a member that needs no outlets of it.
  private static func isAwakened(_ type: SwiftOutline.TypeBlock, _ tokens: [SwiftToken]) -> Bool {
    !type.body.contains { tokens[$0].text == "@IBOutlet" }
      && type.body.contains {
        tokens[$0].text == "func" && $0 + 1 < tokens.count && tokens[$0 + 1].text == "awakeFromNib"
      }
  }

  /// The arguments for one of a class's initialisers, or for an inherited one; nil if none can be called.
  private static func arguments(
    for type: SwiftOutline.TypeBlock, _ outline: SwiftOutline, _ context: PortContext,
    depth: Int = 0
  ) -> String? {
    let tokens = outline.tokens
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
    guard let (home, parent) = type.parent.flatMap(context.firstClass) else {
      return type.parent == "UICollectionView"
        ? "frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()" : "frame: .zero"
    }
    // A wrong file may go round in circles.
    guard depth < SwiftOutline.mostSuperclasses else { return nil }
    return arguments(for: parent, home, context, depth: depth + 1) ?? own
  }

  private static let unreachable: Set = ["private", "fileprivate", "unavailable"]

  /// The lists of parameters that a test knows, the best one first.
  private static let callable: [(labels: [String], arguments: String)] = [
    (["frame"], "frame: .zero"), ([], ""),
    (["style", "reuseIdentifier"], "style: .default, reuseIdentifier: nil"),
    (["reuseIdentifier"], "reuseIdentifier: nil"),
    (["frame", "textContainer"], "frame: .zero, textContainer: nil"),
    (["frame", "style"], "frame: .zero, style: .plain"),
    (
      ["frame", "collectionViewLayout"],
      "frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()"
    ),
  ]
}
