import LayoutTrace

/// The names of a program's views, classes and variables.
struct SwiftCast {
  /// A class of the program, or one of ViewTree.
  struct Class {
    var name: String
    var recordedName: String
    var base: Reproduction.Base
    /// The roles of its views.
    var roles: [Int]
    /// True if ViewTree's class of the name is used as it is.
    var isOwn: Bool
  }

  let plan: Reproduction
  private(set) var classes: [Class] = []
  /// By role: the index of its class, its variable in code outside of views, its identifier.
  private(set) var classPlaces: [Int]
  private(set) var variables: [String] = []
  /// By role: the property of other views that leads to it.
  private(set) var properties: [String] = []
  private(set) var identifiers: [String?] = []
  /// By place: the variable of a constraint.
  private(set) var constraintNames: [String] = []
  /// By role: the variables of the guides that code adds to its view.
  private(set) var guideNames: [[String]] = []
  /// The roles of which an older view than the latest is named.
  let listed: Set<Int>

  init(_ plan: Reproduction) {
    self.plan = plan
    listed = Self.listed(plan)
    classPlaces = plan.parts.map { _ in 0 }
    var places: [String: Int] = [:]
    for (role, part) in plan.parts.enumerated() {
      let name = part.role.view.className
      // A recorded view that is not a window can have the class name of one.
      let key = part.base == .window ? "\(name) of windows" : name
      if let place = places[key] {
        classes[place].roles.append(role)
      } else {
        places[key] = classes.count
        classes.append(
          Class(name: name, recordedName: name, base: .view, roles: [role], isOwn: false))
      }
      classPlaces[role] = places[key]!
    }
    nameClasses()
    var used: Set<String> = []
    for (role, part) in plan.parts.enumerated() {
      let view = part.role.view
      let type = classes[classPlaces[role]]
      // A report names a view without an identifier by its class.
      let isRenamed = type.name != type.recordedName
      identifiers.append(view.name ?? (isRenamed ? type.recordedName : nil))
      let variable = SwiftNames.variable(view.name ?? view.className)
      variables.append(SwiftNames.unique(variable, among: &used))
    }
    // No property may have the name of another's variable.
    properties = variables.map { variable in
      let property = SwiftNames.property(variable)
      return property == variable ? variable : SwiftNames.unique(property, among: &used)
    }
    guideNames = variables.indices.map { role in
      (0..<plan.guideCount(role)).map { _ in
        SwiftNames.unique("\(variables[role])Guide", among: &used)
      }
    }
    constraintNames = plan.constraints.map { constraint in
      let attribute = SwiftNames.capitalized("\(constraint.first.attribute)")
      return SwiftNames.unique(variables[constraint.first.role] + attribute, among: &used)
    }
  }

  private mutating func nameClasses() {
    var used: Set<String> = []
    for place in classes.indices {
      let type = classes[place]
      let parts = type.roles.map { plan.parts[$0] }
      classes[place].base = parts.lazy.map(\.base).first { $0 != .view } ?? .view
      let holdsArranged =
        classes[place].base == .stack
        && type.roles.contains { role in plan.parts.contains { $0.role.parent == role } }
      classes[place].isOwn =
        classes[place].base.rawValue == type.name && !holdsArranged
        && !parts.contains { $0.acts || $0.natural != nil }
      if classes[place].isOwn { used.insert(type.name) }
    }
    for place in classes.indices where !classes[place].isOwn {
      classes[place].name = SwiftNames.unique(
        SwiftNames.className(classes[place].recordedName), among: &used)
    }
  }

  /// The names of the classes by role.
  var classNames: [String] { classPlaces.map { classes[$0].name } }

  func type(of role: Int) -> Class { classes[classPlaces[role]] }

  /// The base of a class, distinct from a class of the program with the same name.
  func written(_ base: Reproduction.Base) -> String {
    let isHidden = classes.contains { !$0.isOwn && $0.name == base.rawValue }
    return isHidden ? "ViewTree.\(base.rawValue)" : base.rawValue
  }

  /// The name of the class of a role's views in code.
  func typeName(_ role: Int) -> String {
    let type = type(of: role)
    return type.isOwn ? written(type.base) : type.name
  }

  private static func listed(_ plan: Reproduction) -> Set<Int> {
    var roles: Set<Int> = []
    plan.forEachAct { act in
      for case .role(let role, let age)? in [act.deed.target, act.deed.superview] where age > 0 {
        roles.insert(role)
      }
    }
    return roles
  }
}
