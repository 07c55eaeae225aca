import LayoutTrace
import ViewTree

/// The class of ViewTree that each role inherits from, as far as a script tells.
struct RecordedBases {
  private let roles: [RecordedRole]
  private(set) var base: [Int: Reproduction.Base] = [:]
  /// The roles whose views a controller manages.
  private(set) var controlled: Set<Int> = []

  init(of script: RecordedScript) {
    roles = script.roles
    for (place, role) in roles.enumerated() {
      if case .root = role.view.place {
        base[place] = .window
      } else if let known = Reproduction.Base(rawValue: role.view.className), known != .window {
        base[place] = known
      } else if role.arranges {
        base[place] = .stack
      }
    }
    for (place, role) in roles.enumerated() {
      for lists in [role.layouts, role.updates, role.echoes] {
        for list in lists { for deeds in list { look(at: deeds, by: place) } }
      }
    }
    for turn in script.turns { look(at: turn.deeds, by: nil) }
    for side in script.constraints.flatMap(\.sides) where side.guide?.isOfScrollView == true {
      if base[side.role] != .window { base[side.role] = .scroll }
    }
    unifyClasses()
  }

  /// Learns from deeds in the code of a role, or outside of any.
  private mutating func look(at deeds: [RecordedDeed], by doer: Int?) {
    for deed in deeds {
      if let work = deed.work { look(at: work.deeds, by: nil) }
      let target: Int? =
        switch deed.target {
        case .itself: doer
        case .superview: doer.flatMap { roles[$0].parent }
        case .role(let role, _): role
        case .constraint, nil: nil
        }
      if let target { look(at: deed.action, on: target) }
    }
  }

  private mutating func look(at action: LayoutAction, on target: Int) {
    switch action {
    case .write(let property) where SwiftSetting(property)?.isToldToStack == true:
      if let parent = roles[target].parent { base[parent] = .stack }
    case .write(let property) where SwiftSetting(property).map { $0.base != .view } ?? false:
      base[target] = SwiftSetting(property)?.base
    case .write(.contentInset): base[target] = .scroll
    case .write(.additionalSafeAreaInsets): controlled.insert(target)
    case .announce(.isHidden):
      if let parent = roles[target].parent { base[parent] = .stack }
    default: break
    }
  }

  /// Gives the views of a class one base.
  private mutating func unifyClasses() {
    var byName: [String: Reproduction.Base] = [:]
    for (place, role) in roles.enumerated() {
      if let known = base[place], known != .window {
        byName[role.view.className] = byName[role.view.className] ?? known
      }
    }
    for (place, role) in roles.enumerated() where base[place] != .window {
      base[place] = byName[role.view.className]
    }
  }
}
