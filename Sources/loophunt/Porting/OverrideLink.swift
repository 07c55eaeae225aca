/// An override in an extension whose class stands in another file, which a class can do on Linux only by itself.
///
/// The member gets another name, since the extension may use what is private in its file, and a member of the class
/// that calls it overrides in its place.
struct OverrideLink {
  /// The index of the file with the extension.
  let file: Int
  let line: Int
  let text: String
  /// True if nothing was changed.
  var isNote = false

  /// Links all such overrides in some files, each of which was ported.
  static func all(in files: inout [[UInt8]]) -> [OverrideLink] {
    var sources: [Source] = []
    for file in files where !Interruption.isRequested { sources.append(Source(file)) }
    guard sources.count == files.count else { return [] }
    var homes: [String: Int] = [:]
    for (index, source) in sources.enumerated() {
      for type in source.outline.types where type.kind == "class" && homes[type.name] == nil {
        homes[type.name] = index
      }
    }
    var links: [OverrideLink] = []
    for index in sources.indices {
      for part in sources[index].outline.types where part.kind == "extension" {
        guard let home = homes[part.name], home != index,
          let type = sources[home].outline.firstClass(named: part.name)
        else { continue }
        let isCompiled = sources[index].isCompiled(part)
        // A member of the class would call what is not there.
        if isCompiled == false { continue }
        for word in sources[index].overrides(in: part) {
          let line = sources[index].tokens[word].line
          if isCompiled == true, let (member, edits) = sources[index].member(at: word) {
            sources[index].edits += edits
            sources[home].add(member, to: type, of: files[home])
            links.append(
              OverrideLink(
                file: index, line: line,
                text: "called by an override in \(part.name), which stands in another file"))
          } else {
            links.append(
              OverrideLink(
                file: index, line: line,
                text: "this override is left alone: move it into \(part.name)", isNote: true))
          }
        }
      }
    }
    for index in files.indices where !sources[index].edits.isEmpty {
      files[index] = files[index].applying(sources[index].edits)
    }
    return links
  }

  /// A file with the changes that are to be made.
  private struct Source {
    private let file: PortedModule.File
    var tokens: [SwiftToken] { file.tokens }
    var outline: SwiftOutline { file.outline }
    var edits: [SourceEdit] = []

    init(_ bytes: [UInt8]) { file = PortedModule.File(bytes) }

    /// True if an extension is compiled; nil if that is unknown.
    func isCompiled(_ part: SwiftOutline.TypeBlock) -> Bool? {
      file.conditions.holds(at: part.word)
    }

    /// The places of `override` in an extension, but not in what stands in it.
    func overrides(in part: SwiftOutline.TypeBlock) -> [Int] {
      part.body.filter {
        tokens[$0].text == "override" && outline.type(around: $0)?.body == part.body
      }
    }

    /// Adds a member that overrides to a class.
    mutating func add(_ member: String, to type: SwiftOutline.TypeBlock, of bytes: [UInt8]) {
      let end = tokens[type.body.upperBound].range.lowerBound
      let isFirst = !edits.contains { $0.range == end..<end }
      let follows = isFirst && ExtensionMove.endsStatement(bytes[..<end])
      let access = outline.isPublic(type) ? "public " : ""
      edits.append(SourceEdit(end..<end, "\(follows ? "" : "; ")\(access)override \(member) "))
    }

    /// The member that overrides in the class, and the edits that give this one another name; nil for those that
    /// can be set, and for those of the class itself.
    func member(at word: Int) -> (text: String, edits: [SourceEdit])? {
      let start = outline.declaration(after: word)
      guard start + 3 < tokens.count,
        let open = tokens.indices[start...].first(where: { tokens[$0].text == "{" }),
        let close = outline.closing(of: open)
      else { return nil }
      let isOfType = tokens[start].text == "class"
      let kind = isOfType ? start + 1 : start
      let name = tokens[kind + 1].text
      let edits = [
        SourceEdit(tokens[word].range.lowerBound..<tokens[word + 1].range.lowerBound, ""),
        SourceEdit(tokens[kind + 1].range, "ported_\(name)"),
      ]
      switch tokens[kind].text {
      case "var":
        let accessors: Set = ["set", "willSet", "didSet", "_modify"]
        guard !tokens[open...close].contains(where: { accessors.contains($0.text) }) else {
          return nil
        }
        return ("\(outline.text(from: start, through: open - 1)) { ported_\(name) }", edits)
      case "func":
        guard let method = outline.methods[kind] else { return nil }
        let parameters = method.parameters.enumerated().map {
          "\($1.label ?? "_") p\($0): \($1.type)"
        }
        let arguments = method.parameters.enumerated().map {
          ($1.label.map { "\($0): " } ?? "") + "p\($0)"
        }
        let behind = tokens.indices[start..<open].first {
          tokens[$0].range.upperBound >= method.end
        }
        let result =
          method.returns
          ? " -> \(outline.text(from: (behind ?? open - 1) + 1, through: open - 1))" : ""
        return (
          "\(isOfType ? "class " : "")func \(name)(\(parameters.joined(separator: ", ")))\(result) "
            + "{ ported_\(name)(\(arguments.joined(separator: ", "))) }", edits
        )
      default: return nil
      }
    }
  }
}
