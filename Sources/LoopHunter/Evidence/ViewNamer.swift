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
  private var steps: [ObjectIdentifier: String] = [:]

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
      path: path(of: view), className: view.displayedClassName, identifier: view.identifier)
  }

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
    guard let superview = view.superview else { return NameStep.name(of: view) }
    if let known = steps[ObjectIdentifier(view)] { return known }
    var counts: [String: Int] = [:]
    var indexed: [(View, String, Int)] = []
    for sibling in superview.subviews {
      let name = NameStep.name(of: sibling)
      indexed.append((sibling, name, counts[name, default: 0]))
      counts[name, default: 0] += 1
    }
    for (sibling, name, index) in indexed {
      steps[ObjectIdentifier(sibling)] = counts[name]! > 1 ? "\(name)[\(index)]" : name
    }
    return steps[ObjectIdentifier(view)] ?? NameStep.name(of: view)
  }
}
