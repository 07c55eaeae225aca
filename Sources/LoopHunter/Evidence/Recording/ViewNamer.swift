import LayoutTrace
import ViewTree

/// Makes references to views, living and dead; paths are made once for each superview.
///
/// A path holds identifiers, or class names if there are none, from the root of the tree. If
/// several siblings, or windows of a loop, have one name, the index among these follows in brackets, from 0. Very
/// long names are clipped, and the middle of a very long path is left out (`ShownSteps`).
package final class ViewNamer {
  private let register: ViewRegister?
  private var paths: [ObjectIdentifier: KnownPath] = [:]
  private var classNames = ClassNames()
  /// The subviews of superviews that were looked up, by superview; empty until the second look.
  private var families: [ObjectIdentifier: Family] = [:]
  /// The number of places in these.
  private var placeCount = 0

  /// A path, and its number of steps and the first ones of these if the middle is left out.
  private struct KnownPath {
    var path: ViewPath
    var count: Int
    var head: [String]?
  }

  /// The place of a view among the siblings of its name, which form a group.
  private struct Place {
    var view: ObjectIdentifier
    var index: Int32
    var group: Int32
  }

  /// The places of all subviews of a view, in their order.
  private struct Family {
    var places: [Place] = []
    /// The number of namesakes in each group.
    var groupSizes: [Int32] = []
  }

  package convenience init() { self.init(register: nil) }

  init(register: ViewRegister?) { self.register = register }

  /// The number of remembered paths and places.
  var size: Int { paths.count + placeCount }

  // MARK: Views by number

  /// A reference to a view by its number.
  func reference(_ number: Int) -> ViewReference {
    guard let register else { return ViewReference(path: "", className: "") }
    if let view = register.view(number) { return reference(view) }
    let note = register.notes[number]
    var names: [String] = []
    var path = ViewPath()
    var next = number
    repeat {
      if let view = register.view(next) {
        path = known(view)
        break
      }
      names.append(name(of: register.notes[next]))
      next = register.notes[next].superview
    } while next != 0
    for name in ShownSteps.of(names.reversed()) { path.append(name) }
    return ViewReference(path, className: note.className, identifier: note.identifier)
  }

  /// The name of a view by its number, without an index.
  func name(_ number: Int) -> String {
    guard let register else { return "" }
    return register.view(number).map { name(of: $0) } ?? name(of: register.notes[number])
  }

  private func name(of note: ViewRegister.Note) -> String { note.identifier ?? note.className }

  // MARK: Living views

  /// A reference to a living view.
  package func reference(_ view: View) -> ViewReference {
    ViewReference(known(view), className: className(of: view), identifier: view.identifier)
  }

  private func className(of view: View) -> String {
    view.displayedClassName(from: &classNames)
  }

  private func name(of view: View) -> String { view.identifier ?? className(of: view) }

  /// The view's path from the root of its tree.
  package func path(of view: View) -> String { known(view).text }

  /// The view's path; a new one is remembered.
  private func known(_ view: View) -> ViewPath {
    var chain: [View] = []
    var known: KnownPath?
    var next: View? = view
    while let current = next {
      known = paths[ObjectIdentifier(current)]
      if known != nil { break }
      chain.append(current)
      next = current.superview
    }
    if chain.isEmpty, let known { return known.path }
    let count = (known?.count ?? 0) + chain.count
    var path = known?.path ?? ViewPath()
    guard known?.head == nil, ShownSteps.areAll(count, bytes: path.text.utf8.count) else {
      return longPath(of: view, count: count, head: known?.head)
    }
    for next in chain.reversed() {
      path.append(step(to: next))
      guard ShownSteps.areAll(count, bytes: path.text.utf8.count) else {
        return longPath(of: view, count: count, head: nil)
      }
      paths[ObjectIdentifier(next)] = KnownPath(path: path, count: path.count)
    }
    return path
  }

  /// The first and the last steps of a path; `head` contains the first ones, if they are known.
  private func longPath(of view: View, count: Int, head: [String]?) -> ViewPath {
    let tail = ShownSteps.first(of: view.ancestry.lazy.map { self.step(to: $0) })
    let head = head ?? ShownSteps.first(of: view.ancestry.reversed().lazy.map { self.step(to: $0) })
    var path = ViewPath()
    for step in ShownSteps.joined(head, tail) { path.append(step) }
    paths[ObjectIdentifier(view)] = KnownPath(path: path, count: count, head: head)
    return path
  }

  /// The view's name with its index among namesakes.
  func step(to view: View) -> String {
    guard let superview = view.superview else { return step(toRoot: view) }
    let key = ObjectIdentifier(superview)
    let name = name(of: view)
    guard let known = families[key] else {
      families[key] = Family()
      return step(named: name, to: view, among: superview.subviews)
    }
    let family = known.places.isEmpty ? family(of: superview) : known
    let index = superview.index(of: view)
    // An override that was asked for a name may have changed the subviews since.
    guard index < family.places.count, case let place = family.places[index],
      place.view == ObjectIdentifier(view), family.groupSizes[Int(place.group)] > 1
    else { return name.clipped }
    return "\(name.clipped)[\(place.index)]"
  }

  /// The name of a root; a window's has an index if its loop has several of that name.
  private func step(toRoot view: View) -> String {
    guard let window = view as? Window else { return name(of: view) }
    return step(named: name(of: window), to: window, among: window.loop.windows)
  }

  /// A view's name, with its index if several siblings have that name.
  private func step<Sibling: View>(
    named name: String, to view: View, among siblings: [Sibling]
  ) -> String {
    var (count, index) = (0, 0)
    let plain = plainClass(of: view)
    for sibling in siblings {
      if sibling === view {
        index = count
      } else if plain == nil || plainClass(of: sibling) != plain {
        guard self.name(of: sibling) == name else { continue }
      }
      count += 1
    }
    return count > 1 ? "\(name.clipped)[\(index)]" : name.clipped
  }

  /// The class by which a view is named; nil if its identifier or a recording names it.
  ///
  /// Neighbours are often of one class and nameless: these need no comparison of strings.
  private func plainClass(of view: View) -> ObjectIdentifier? {
    view.identifier == nil && view.adoptedClassName == nil ? ObjectIdentifier(type(of: view)) : nil
  }

  /// Finds the places of all subviews, and remembers them.
  private func family(of superview: View) -> Family {
    superview.renewIndexHints()
    let subviews = superview.subviews
    var family = Family()
    family.places.reserveCapacity(subviews.count)
    var groupOfName: [String: Int] = [:]
    var previous: (type: ObjectIdentifier, group: Int)?
    for subview in subviews {
      let type = plainClass(of: subview)
      let group: Int
      if let previous, previous.type == type {
        group = previous.group
      } else {
        let name = name(of: subview)
        group = groupOfName[name] ?? family.groupSizes.count
        if group == family.groupSizes.count { family.groupSizes.append(0) }
        groupOfName[name] = group
        previous = type.map { ($0, group) }
      }
      family.places.append(
        Place(
          view: ObjectIdentifier(subview), index: family.groupSizes[group], group: Int32(group)))
      family.groupSizes[group] += 1
    }
    families[ObjectIdentifier(superview)] = family
    placeCount += subviews.count
    return family
  }
}

extension ViewReference {
  /// Names a view by its path: identifiers, or class names with the index among namesakes.
  package init(_ view: View) { self = ViewNamer().reference(view) }
}
