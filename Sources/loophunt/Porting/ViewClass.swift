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
    "UITableView", "UITableViewHeaderFooterView", "UICollectionView", "UIProgressView",
    "UISegmentedControl", "UIStepper", "UIActivityIndicatorView", "UIDatePicker", "UIPickerView",
    "UINavigationBar", "UITabBar", "UIToolbar", "UISearchBar", "UIRefreshControl", "UIWindow",
  ]

  /// The view classes of a file, in their order.
  static func all(in file: PortedModule.File, of module: PortedModule) -> [ViewClass] {
    file.outline.types.compactMap { type in
      guard !Interruption.isRequested, type.kind == "class", module.isView(type) else {
        return nil
      }
      return ViewClass(type, file, module)
    }
  }

  private init(
    _ type: SwiftOutline.TypeBlock, _ file: PortedModule.File, _ module: PortedModule
  ) {
    name = type.name
    let tokens = file.tokens
    let words = file.outline.modifiers(before: type.word)
    let isCompiled = file.conditions.holds(at: type.word)
    if isCompiled != true {
      let condition = isCompiled == nil ? "is unknown" : "does not hold"
      making = .obstacle("it stands under a condition that \(condition)")
    } else if file.outline.isNested(type) {
      making = .obstacle("it stands in another type")
    } else if words.contains("private") || words.contains("fileprivate") {
      making = .obstacle("it is private")
    } else if words.contains("unavailable") {
      making = .obstacle("it is unavailable")
    } else if tokens[type.word + 2].text == "<" {
      making = .obstacle("it is generic")
    } else if module.base(of: type.name) == "UIWindow" {
      making = .obstacle("it is a window")
    } else {
      let arguments = Self.arguments(for: type, file, module)
      let isAwakened = Self.isAwakened(type, file.tokens)
      making =
        arguments.map {
          let call = "Ported.\(type.name)(\($0))"
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
    for type: SwiftOutline.TypeBlock, _ file: PortedModule.File, _ module: PortedModule,
    depth: Int = 0
  ) -> String? {
    let tokens = file.tokens
    var isInherited = true
    var found: [[(label: String?, type: String)]] = []
    for index in type.body
    where tokens[index].text == "init" && tokens[index - 1].text != "."
      && file.outline.type(around: index)?.body == type.body
    {
      let words = file.outline.modifiers(before: index)
      if !words.contains("convenience") { isInherited = false }
      guard !words.contains(where: { unreachable.contains($0) }),
        let parameters = file.outline.parameters(at: index + 1)
      else { continue }
      found.append(parameters)
    }
    let labels = found.map { $0.map { $0.label ?? "_" } }
    let known = callable.first { labels.contains($0.labels) }?.arguments
    let own = known ?? found.lazy.compactMap(SampleValue.arguments).first
    // With convenience initialisers only, those of the superclass are there, too.
    guard isInherited else { return own }
    guard let parent = module.superclass(of: type) else {
      return type.parent == "UICollectionView" ? collection : "frame: .zero"
    }
    // A wrong file may go round in circles.
    guard depth < PortedModule.mostSuperclasses else { return nil }
    return arguments(for: parent.type, parent.file, module, depth: depth + 1) ?? own
  }

  /// Those of a collection, which has no initialiser with a frame alone.
  static let collection =
    "frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()"

  private static let unreachable: Set = ["private", "fileprivate", "unavailable"]

  /// The lists of parameters that a test knows, the best one first.
  private static let callable: [(labels: [String], arguments: String)] = [
    (["frame"], "frame: .zero"), ([], ""),
    (["style", "reuseIdentifier"], "style: .default, reuseIdentifier: nil"),
    (["reuseIdentifier"], "reuseIdentifier: nil"),
    (["frame", "textContainer"], "frame: .zero, textContainer: nil"),
    (["frame", "style"], "frame: .zero, style: .plain"),
    (["frame", "collectionViewLayout"], collection),
  ]
}
