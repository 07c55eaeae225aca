import ViewTree

extension View {
  /// Adds a subview that only constraints place, in the top leading corner.
  package func addPinned(_ view: View) {
    view.translatesAutoresizingMaskIntoConstraints = false
    addSubview(view)
    LayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: leadingAnchor),
      view.topAnchor.constraint(equalTo: topAnchor),
    ])
  }
}
