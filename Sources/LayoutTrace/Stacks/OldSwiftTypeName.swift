/// Reads the names that the Objective-C runtime has for Swift's classes, without modules.
///
/// `_TtGC7SwiftUI14_UIHostingViewV4Shop8CartView_` is a `_UIHostingView<CartView>`. The names use
/// the oldest mangling, which Swift's own runtime no longer reads.
package struct OldSwiftTypeName {
  private var rest: Substring
  /// The meanings of `S_`, `S0_` and so on: modules and types, in their order.
  private var substitutions: [String] = []
  private var depth = 0

  /// The readable name; nil for other texts, and for types that a class name cannot contain.
  package static func name(_ mangled: String) -> String? {
    guard mangled.hasPrefix("_Tt"), mangled.utf8.count <= 8_192 else { return nil }
    var parser = OldSwiftTypeName(rest: mangled.dropFirst(3))
    guard let name = parser.type(), parser.rest.isEmpty else { return nil }
    return name
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private static let standard: [Character: String] = [
    "a": "Array", "b": "Bool", "c": "UnicodeScalar", "d": "Double", "f": "Float", "i": "Int",
    "q": "Optional", "Q": "ImplicitlyUnwrappedOptional", "S": "String", "u": "UInt",
    "P": "UnsafePointer", "p": "UnsafeMutablePointer", "V": "UnsafeRawPointer",
  ]

  private mutating func type() -> String? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100, let kind = rest.first else { return nil }
    switch kind {
    case "C", "V", "O": return nominal()
    case "G":
      rest.removeFirst()
      guard let base = type(), let parts = list() else { return nil }
      return "\(base)<\(parts.joined(separator: ", "))>"
    case "S":
      rest.removeFirst()
      if let next = rest.first, let name = Self.standard[next] {
        rest.removeFirst()
        return name
      }
      return substitution()
    case "T":
      rest.removeFirst()
      return list().map { "(\($0.joined(separator: ", ")))" }
    case "P":
      // A protocol composition, or `Any` if it is empty.
      rest.removeFirst()
      var names: [String] = []
      while !take("_") {
        guard let name = inContext() else { return nil }
        names.append(name)
      }
      return names.isEmpty ? "Any" : names.joined(separator: " & ")
    default: return nil
    }
  }

  private mutating func list() -> [String]? {
    var parts: [String] = []
    while !take("_") {
      guard let part = type() else { return nil }
      parts.append(part)
    }
    return parts
  }

  private mutating func nominal() -> String? {
    rest.removeFirst()
    return inContext()
  }

  /// A name after the module or the type that contains it.
  private mutating func inContext() -> String? {
    guard context(), let name = identifier() else { return nil }
    substitutions.append(name)
    return name
  }

  private mutating func context() -> Bool {
    guard let first = rest.first else { return false }
    switch first {
    case "C", "V", "O":
      depth += 1
      defer { depth -= 1 }
      return depth < 100 && nominal() != nil
    case "s":
      rest.removeFirst()
      return true
    case "S":
      rest.removeFirst()
      // Imported from C or Objective-C.
      if take("o") || take("C") { return true }
      return substitution() != nil
    default:
      guard let module = identifier() else { return false }
      substitutions.append(module)
      return true
    }
  }

  private mutating func substitution() -> String? {
    var index = 0
    if !take("_") {
      let digits = rest.prefix(while: \.isNumber)
      guard let number = Int(digits), number < 10_000 else { return nil }
      rest = rest[digits.endIndex...]
      guard take("_") else { return nil }
      index = number + 1
    }
    return substitutions.indices.contains(index) ? substitutions[index] : nil
  }

  private mutating func identifier() -> String? {
    if take("P") {
      // Private: a discriminator precedes its name.
      guard identifier() != nil else { return nil }
    }
    let digits = rest.prefix(while: \.isNumber)
    guard let length = Int(digits), length > 0, length <= rest.utf8.count else { return nil }
    rest = rest[digits.endIndex...]
    let name = rest.prefix(length)
    guard name.count == length else { return nil }
    rest = rest.dropFirst(length)
    return String(name)
  }
}
