// Reads symbol graphs, and lists public symbols without documentation. Scripts/check-symbols runs it.

import Foundation

/// The parts of a module's symbol graph that are needed here.
struct Graph: Decodable {
  struct Fragment: Decodable {
    let kind: String
    let spelling: String
  }

  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
      let module: String?
    }
    struct Signature: Decodable {
      struct Parameter: Decodable {
        let name: String
        let internalName: String?
      }
      let parameters: [Parameter]?
    }
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let functionSignature: Signature?
    let declarationFragments: [Fragment]
    let location: Location?
  }

  let symbols: [Symbol]
}

extension Graph.Symbol {
  /// The comment, which may be inherited from the requirement that this symbol satisfies.
  var documentation: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }

  /// The file and line, or nil for what the compiler wrote.
  var place: String? {
    guard let location, let sources = location.uri.range(of: "/Sources/") else { return nil }
    return "Sources/\(location.uri[sources.upperBound...]):\(location.position.line + 1)"
  }

  /// The parameters that have a default, by the names that the body uses.
  var defaults: Set<String> {
    var names: Set<String> = []
    var depth = 0
    var name: String?
    for fragment in declarationFragments {
      if depth <= 1, ["externalParam", "internalParam"].contains(fragment.kind) {
        name = fragment.spelling
      }
      if fragment.kind == "text", fragment.spelling.contains(" = "), let name { names.insert(name) }
      depth += fragment.spelling.count { $0 == "(" } - fragment.spelling.count { $0 == ")" }
    }
    return names
  }

  /// True if the function itself throws, and not only a closure that it takes.
  var isThrowing: Bool {
    var depth = 0
    for fragment in declarationFragments {
      if depth == 0, ["throws", "rethrows"].contains(fragment.spelling) { return true }
      depth += fragment.spelling.count { $0 == "(" } - fragment.spelling.count { $0 == ")" }
    }
    return false
  }

  /// The comment on each parameter.
  var described: [String: String] {
    var texts: [String: String] = [:]
    var name: String?
    var inList = false
    for line in documentation.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.firstMatch(of: #/^\s*- Parameter (\w+):(.*)/#) {
        name = String(match.1)
        texts[String(match.1)] = String(match.2)
      } else if line.contains(#/^\s*- Parameters:/#) {
        (inList, name) = (true, nil)
      } else if inList, let match = line.firstMatch(of: #/^\s+- (\w+):(.*)/#) {
        name = String(match.1)
        texts[String(match.1)] = String(match.2)
      } else if line.hasPrefix("- ") {
        (inList, name) = (false, nil)
      } else if let name {
        texts[name]! += " " + line
      }
    }
    return texts
  }

  /// The gaps in the documentation.
  var faults: [String] {
    guard place != nil, kind.identifier != "swift.extension" else { return [] }
    guard !documentation.isEmpty else { return ["no comment"] }
    // Requirements of the standard library have their comments there.
    if docComment?.module == "Swift" { return [] }
    var faults: [String] = []
    let described = described
    for parameter in functionSignature?.parameters ?? [] {
      let name = parameter.internalName ?? parameter.name
      guard let text = described[name] else {
        faults.append("no `- Parameter \(name):`")
        continue
      }
      if defaults.contains(name), !text.lowercased().contains("default") {
        faults.append("the parameter \(name) has a default that its text does not name")
      }
    }
    if isThrowing, !documentation.contains("- Throws:") { faults.append("no `- Throws:`") }
    return faults
  }
}

let arguments = CommandLine.arguments
var faults: [String] = []
var symbols = 0
var entryPoints = 0
for page in arguments.dropFirst(2) {
  let module = URL(fileURLWithPath: page).deletingPathExtension().lastPathComponent
  let folder = URL(fileURLWithPath: arguments[1])
  // Extensions of other modules' types are in files of their own.
  let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    $0.hasPrefix(module + ".") || $0.hasPrefix(module + "@")
  }
  let all = try files.flatMap {
    let bytes = try Data(contentsOf: folder.appending(path: $0))
    return try JSONDecoder().decode(Graph.self, from: bytes).symbols
  }
  symbols += all.count
  for symbol in all {
    for fault in symbol.faults {
      faults.append("\(symbol.place!): \(symbol.pathComponents.joined(separator: ".")): \(fault)")
    }
  }
  let text = try String(contentsOfFile: page, encoding: .utf8)
  guard let start = text.range(of: "### Start here") else {
    faults.append("\(page): no section \"Start here\"")
    continue
  }
  let section = text[start.upperBound...].prefix { _ in true }
  for link in section.prefix(upTo: section.range(of: "\n### ")?.lowerBound ?? section.endIndex)
    .matches(of: #/``([^`]+)``/#)
  {
    entryPoints += 1
    var path = link.1.split(separator: "/").map(String.init)
    if path.count > 1, ["ViewTree", "LayoutTrace", "LoopHunter"].contains(path[0]) {
      path.removeFirst()
    }
    guard let symbol = all.first(where: { $0.pathComponents == path }) else {
      faults.append("\(page): there is no \(link.1)")
      continue
    }
    if !symbol.documentation.contains("```swift") {
      faults.append("\(symbol.place ?? page): \(link.1): an entry point without an example")
    }
  }
}
if entryPoints < 15 { faults.append("\(entryPoints) entry points are listed under \"Start here\"") }
for fault in faults.sorted() { print(fault) }
guard faults.isEmpty else {
  print("check-symbols: \(faults.count) faults")
  exit(1)
}
print("check-symbols: \(symbols) symbols and \(entryPoints) entry points are documented")
