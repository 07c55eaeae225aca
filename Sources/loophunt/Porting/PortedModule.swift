/// The files that are ported together: a class may descend from one in another file.
struct PortedModule {
  /// A file with its parts.
  struct File {
    let bytes: [UInt8]
    let tokens: [SwiftToken]
    let outline: SwiftOutline
    let conditions: SwiftConditions

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      tokens = SwiftTokens.of(bytes)
      outline = SwiftOutline(tokens, bytes)
      conditions = SwiftConditions(tokens)
    }

    /// True if the file imports a module as a whole.
    func imports(_ module: String) -> Bool {
      zip(tokens, tokens.dropFirst()).contains { $0.text == "import" && $1.text == module }
    }
  }

  let files: [File]
  /// The optional requirements that get an empty default.
  let optionalMethods: Set<String>
  /// The names of all properties.
  let properties: Set<String>
  /// The first class of each name: its file and its block.
  private let classes: [String: (file: Int, type: SwiftOutline.TypeBlock)]

  init(_ sources: [[UInt8]]) {
    var files: [File] = []
    for source in sources where !Interruption.isRequested { files.append(File(source)) }
    var classes: [String: (file: Int, type: SwiftOutline.TypeBlock)] = [:]
    var (optionals, properties): (Set<String>, Set<String>) = ([], [])
    for (index, file) in files.enumerated() {
      for type in file.outline.types where type.kind == "class" && classes[type.name] == nil {
        classes[type.name] = (index, type)
      }
      for place in file.tokens.indices.dropLast() {
        switch file.tokens[place].text {
        case "var", "let": properties.insert(file.tokens[place + 1].text)
        case "optional":
          if let method = file.outline.emptyRequirement(at: place) { optionals.insert(method.name) }
        default: break
        }
      }
    }
    (self.files, self.classes) = (files, classes)
    (optionalMethods, self.properties) = (optionals, properties)
    importsUIKit = files.contains { $0.imports("UIKit") }
    types = Set(
      files.flatMap { $0.outline.types.lazy.filter { $0.kind != "extension" }.map(\.name) })
  }

  /// The first superclass of a class, or the class itself, that no file declares.
  func base(of name: String) -> String {
    var (base, depth) = (name, 0)
    while depth < Self.mostSuperclasses, let next = classes[base]?.type.parent {
      (base, depth) = (next, depth + 1)
    }
    return base
  }

  /// The superclass of a class, with its file; nil if no file declares it.
  func superclass(of type: SwiftOutline.TypeBlock) -> (file: File, type: SwiftOutline.TypeBlock)? {
    type.parent.flatMap { classes[$0] }.map { (files[$0.file], $0.type) }
  }

  /// True if a class of the files has an initialiser with a decoder.
  func hasCoder(_ name: String) -> Bool {
    guard let (index, type) = classes[name] else { return false }
    let file = files[index]
    return type.body.contains {
      file.tokens[$0].text == "init" && file.tokens[$0 - 1].text != "."
        && file.outline.type(around: $0)?.body == type.body
        && file.tokens[$0..<min($0 + 4, file.tokens.count)].contains { $0.text == "coder" }
    }
  }

  /// True if the classes of a type of a file, or of what it extends, are views.
  func isView(_ type: SwiftOutline.TypeBlock) -> Bool {
    ViewClass.bases.contains(base(of: type.name))
  }

  /// True if one of the files imports UIKit.
  let importsUIKit: Bool
  /// The names of all types that the files declare.
  let types: Set<String>

  /// The only method of a name in a class or its superclasses, and the class that has it; nil if there is none, or
  /// several.
  func method(named name: String, in type: String) -> (method: SwiftOutline.Method, type: String)? {
    var (owner, depth) = (type, 0)
    while depth < Self.mostSuperclasses {
      let found = files.flatMap { $0.outline.methods(named: name, in: owner) }
      if found.count > 1 { return nil }
      if let method = found.first {
        return method.isPrivate && owner != type ? nil : (method, owner)
      }
      guard let next = classes[owner]?.type.parent else { return nil }
      (owner, depth) = (next, depth + 1)
    }
    return nil
  }

  /// The largest number of superclasses that are followed: a wrong file may go round in circles.
  static let mostSuperclasses = 100
}
