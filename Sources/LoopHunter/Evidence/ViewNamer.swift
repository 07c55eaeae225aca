import ViewTree

/// The name of one view in a path.
enum NameStep {
  /// The identifier where there is one, else the class name.
  static func name(of number: Int, in register: ViewRegister) -> String {
    if let view = register.view(number) { return name(of: view) }
    let note = register.notes[number]
    return note.identifier ?? className(of: note)
  }

  static func name(of view: View) -> String {
    view.identifier ?? view.displayedClassName
  }

  static func className(of note: ViewRegister.Note) -> String {
    note.recordedClassName ?? String(describing: note.type)
  }
}

/// Makes references to views, living and dead; paths are made once for each superview.
///
/// A path holds identifiers, or class names where there are none, from the root of the tree. Where
/// several siblings have one name, the view's index among these follows in brackets, from 0.
final class ViewNamer {
  private let register: ViewRegister?
  private var paths: [ObjectIdentifier: String] = [:]
  /// Class names by class: making one takes longer than all the rest.
  private var classNames: [ObjectIdentifier: String] = [:]
  /// The places among namesakes of all subviews of superviews that were asked about more than once.
  private var places: [ObjectIdentifier: (index: Int, count: Int)] = [:]
  private var askedOnce: Set<ObjectIdentifier> = []
  private var askedOften: Set<ObjectIdentifier> = []

  init(register: ViewRegister? = nil) {
    self.register = register
  }

  /// A reference to a view by its number.
  func reference(_ number: Int) -> ViewReference {
    guard let register else { return ViewReference(path: "", className: "") }
    if let view = register.view(number) { return reference(view) }
    let note = register.notes[number]
    let name = NameStep.name(of: number, in: register)
    let superview = note.superview == 0 ? nil : reference(note.superview).path
    return ViewReference(
      path: superview.map { "\($0)/\(name)" } ?? name,
      className: NameStep.className(of: note), identifier: note.identifier)
  }

  /// A reference to a living view.
  func reference(_ view: View) -> ViewReference {
    ViewReference(
      path: path(of: view), className: className(of: view), identifier: view.identifier)
  }

  private func className(of view: View) -> String {
    if view.isScripted { return view.displayedClassName }
    let type = ObjectIdentifier(type(of: view))
    if let known = classNames[type] { return known }
    let name = view.displayedClassName
    classNames[type] = name
    return name
  }

  private func name(of view: View) -> String {
    view.identifier ?? className(of: view)
  }

  // MARK: Paths

  /// The view's path from the root of its tree.
  func path(of view: View) -> String {
    var waiting: [View] = []
    var path: String?
    var next: View? = view
    while let current = next {
      if let known = paths[ObjectIdentifier(current)] {
        path = known
        break
      }
      waiting.append(current)
      next = current.superview
    }
    for view in waiting.reversed() {
      path = path.map { "\($0)/\(step(to: view))" } ?? step(to: view)
      paths[ObjectIdentifier(view)] = path
    }
    return path ?? ""
  }

  /// The view's name with its index among namesakes.
  func step(to view: View) -> String {
    guard let superview = view.superview else { return name(of: view) }
    let key = ObjectIdentifier(superview)
    let name = name(of: view)
    if askedOften.contains(key) || !askedOnce.insert(key).inserted {
      if askedOften.insert(key).inserted { placeAllSubviews(of: superview) }
      guard let place = places[ObjectIdentifier(view)], place.count > 1 else { return name }
      return "\(name)[\(place.index)]"
    }
    var count = 0
    var index = 0
    for sibling in superview.subviews where self.name(of: sibling) == name {
      if sibling === view { index = count }
      count += 1
    }
    return count > 1 ? "\(name)[\(index)]" : name
  }

  private func placeAllSubviews(of superview: View) {
    let subviews = superview.subviews
    let names = subviews.map { name(of: $0) }
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    var indexes: [String: Int] = [:]
    places.reserveCapacity(places.count + subviews.count)
    for (subview, name) in zip(subviews, names) {
      let index = indexes[name, default: 0]
      indexes[name] = index + 1
      places[ObjectIdentifier(subview)] = (index, counts[name]!)
    }
  }
}
