/// What views have in common that code treats alike.
struct ViewRole: Hashable {
  /// The number of the superview, 0 for none.
  var superview: Int
  var className: String
}

extension ViewRegister {
  /// The role of a view by its number.
  func role(of number: Int) -> ViewRole {
    let note = notes[number]
    return ViewRole(
      superview: note.superview,
      className: note.recordedClassName ?? String(describing: note.type))
  }
}
