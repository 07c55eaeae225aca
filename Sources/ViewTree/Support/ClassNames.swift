/// The names of classes, each made once: making one takes longer than recording an event.
package struct ClassNames {
  private var known: [ObjectIdentifier: String] = [:]

  package init() {}

  /// The name of a class, without its module.
  package mutating func name(of type: AnyClass) -> String {
    if let name = known[ObjectIdentifier(type)] { return name }
    let name = String(describing: type)
    known[ObjectIdentifier(type)] = name
    return name
  }
}
