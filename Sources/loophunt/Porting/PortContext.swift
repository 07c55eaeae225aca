/// All files of a run: their classes, methods and optional requirements.
struct PortContext {
  private let outlines: [SwiftOutline]
  /// The first class of each name, as the file that declares it.
  private var homes: [String: Int] = [:]
  /// The optional requirements that become plain ones.
  let optionalMethods: Set<String>
  /// The names of properties, which may be called like an optional requirement.
  let properties: Set<String>

  /// Reads the files.
  ///
  /// - Parameter files: Their bytes.
  init(_ files: [[UInt8]]) {
    var outlines: [SwiftOutline] = []
    var optional: Set<String> = []
    var properties: Set<String> = []
    for file in files where !Interruption.isRequested {
      let tokens = SwiftTokens.of(file)
      let outline = SwiftOutline(tokens, file)
      for index in tokens.indices.dropLast() {
        switch tokens[index].text {
        case "var", "let": properties.insert(tokens[index + 1].text)
        case "optional": outline.optionalMethod(at: index).map { _ = optional.insert($0.name) }
        default: break
        }
      }
      for type in outline.types where type.kind == "class" && homes[type.name] == nil {
        homes[type.name] = outlines.count
      }
      outlines.append(outline)
    }
    (self.outlines, optionalMethods, self.properties) = (outlines, optional, properties)
  }

  /// The first class of a name, and the outline of its file.
  func firstClass(named name: String) -> (SwiftOutline, SwiftOutline.TypeBlock)? {
    guard let home = homes[name], outlines.indices.contains(home) else { return nil }
    return outlines[home].firstClass(named: name).map { (outlines[home], $0) }
  }

  /// The first superclass of a class, or the class itself, that no file declares.
  func base(of name: String) -> String {
    var (base, depth) = (name, 0)
    while depth < SwiftOutline.mostSuperclasses, let parent = firstClass(named: base)?.1.parent {
      (base, depth) = (parent, depth + 1)
    }
    return base
  }

  /// A method of a class or of those that it descends from, and the type in which it stands.
  ///
  /// In the file itself, it may be private.
  func method(named name: String, of type: String, in file: SwiftOutline)
    -> (method: SwiftOutline.Method, type: String)?
  {
    var (next, depth) = (type, 0)
    while depth < SwiftOutline.mostSuperclasses {
      if let method = file.method(named: name, in: next) { return (method, next) }
      for outline in outlines {
        if let method = outline.method(named: name, in: next), !method.isPrivate {
          return (method, next)
        }
      }
      guard let parent = firstClass(named: next)?.1.parent else { return nil }
      (next, depth) = (parent, depth + 1)
    }
    return nil
  }
}
