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
      let found = Self.initializer(of: type, file, module)
      let isAwakened = Self.isAwakened(type, file.tokens)
      if let found, !found.isAsync {
        let call = "\(found.isThrowing ? "try " : "")Ported.\(type.name)(\(found.arguments))"
        making = .call(
          isAwakened ? "let view = \(call); view.awakeFromNib(); return view" : call)
      } else {
        making = .obstacle(
          found == nil
            ? "a test can call none of its initialisers" : "its initialiser is asynchronous")
      }
    }
  }

  /// True if the class is set up behind a nib, in a member that needs no outlets of it.
  private static func isAwakened(_ type: SwiftOutline.TypeBlock, _ tokens: [SwiftToken]) -> Bool {
    !type.body.contains { tokens[$0].text == "@IBOutlet" }
      && type.body.contains {
        tokens[$0].text == "func" && $0 + 1 < tokens.count && tokens[$0 + 1].text == "awakeFromNib"
      }
  }

  /// An initialiser, and the arguments with which a test calls it.
  private struct Initializer {
    var arguments: String
    var isThrowing = false
    var isAsync = false
    /// The place among those that a test knows.
    var rank = 0
  }

  /// One of a class's initialisers, or an inherited one, the asynchronous ones last; nil if none can be called.
  private static func initializer(
    of type: SwiftOutline.TypeBlock, _ file: PortedModule.File, _ module: PortedModule,
    depth: Int = 0
  ) -> Initializer? {
    let tokens = file.tokens
    var isInherited = true
    var found: [Initializer] = []
    for index in type.body
    where tokens[index].text == "init" && tokens[index - 1].text != "."
      && file.outline.type(around: index)?.body == type.body
    {
      let words = file.outline.modifiers(before: index)
      if !words.contains("convenience") { isInherited = false }
      guard !words.contains(where: { unreachable.contains($0) }),
        let parameters = file.outline.parameters(at: index + 1),
        let close = file.outline.closing(of: index + 1)
      else { continue }
      let labels = parameters.map { $0.label ?? "_" }
      let rank = callable.firstIndex { $0.labels == labels }
      let known = rank.map { callable[$0].arguments }
      guard let arguments = known ?? SampleValue.arguments(for: parameters) else { continue }
      let effects = file.outline.effects(after: close).effects
      found.append(
        Initializer(
          arguments: arguments, isThrowing: effects.isThrowing, isAsync: effects.isAsync,
          rank: rank ?? callable.count))
    }
    let own = found.min { ($0.isAsync ? 1 : 0, $0.rank) < ($1.isAsync ? 1 : 0, $1.rank) }
    // With convenience initialisers only, those of the superclass are there, too.
    guard isInherited else { return own }
    guard let parent = module.superclass(of: type) else {
      return Initializer(
        arguments: type.parent == "UICollectionView" ? collection : "frame: .zero")
    }
    // A wrong file may go round in circles.
    guard depth < PortedModule.mostSuperclasses else { return nil }
    return initializer(of: parent.type, parent.file, module, depth: depth + 1) ?? own
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
