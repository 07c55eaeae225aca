/// The notations of managed code: Java, .NET, Dart, Python.
extension FrameNotation {
  /// `at androidx.compose.ui.node.LayoutNode.remeasure(LayoutNode.kt:1274)`.
  static func java(_ text: Substring) -> PostedFrame? {
    var rest = text
    if rest.begins(with: "at ") { rest = rest.dropFirst(3).trimmed }
    guard rest.ends(with: ")"), let open = rest.place(ofLast: "(") else { return nil }
    let inner = rest[open.upperBound...].dropLast()
    let isPlace =
      inner == "Native Method" || inner == "Native method" || inner.begins(with: "Unknown Source")
      || inner == "native"
      || [".java", ".kt", ".scala", ".groovy"].contains { ending in
        (inner.prefix { $0 != ":" }).hasSuffix(ending)
      } || inner.begins(with: "SourceFile:")
    guard isPlace else { return nil }
    var name = rest[..<open.lowerBound].trimmed
    // `java.desktop/java.awt.Component.validate`, `app//x.y`
    if let slash = name.lastIndex(of: "/") { name = name[slash...].dropFirst() }
    guard name.holds("."), !name.holds(" ") else { return nil }
    // Scripts write `Array.forEach (native)`, without a package.
    if inner == "native", name.first?.isUppercase == true { return nil }
    let known =
      inner.begins(with: "Unknown Source") || inner.begins(with: "Native") || inner == "native"
    return PostedFrame(
      family: .java, function: FrameNames.java(name), place: known ? nil : String(inner))
  }

  /// `Shop.Panel.Refit () (at Assets/Scripts/Panel.cs:12)`, `Shop.Panel:Refit () (at …)` of Unity.
  static func unity(_ text: Substring) -> PostedFrame? {
    var rest = text
    if rest.begins(with: "at ") { rest = rest.dropFirst(3).trimmed }
    guard rest.ends(with: ")"), let mark = rest.place(ofLast: ") (at ") else { return nil }
    let name = rest[..<mark.lowerBound].prefix { $0 != "(" }.trimmed
    guard name.holds(".") || name.holds(":"), !name.holds(" ") else { return nil }
    return PostedFrame(
      family: .dotNet, function: FrameNames.dotNet(name.replacing(":", with: ".")[...]),
      place: dotNetPlace(rest[mark.upperBound...].dropLast()))
  }

  /// The word before a frame in the languages of .NET.
  static let callers = ["at ", "bei ", "à ", "en ", "в ", "在 ", "場所 "]

  /// `at Ns.Type.Method(String a) in C:\x\File.cs:line 12`, in any language of the system.
  static func dotNet(_ text: Substring) -> PostedFrame? {
    guard let word = callers.first(where: text.hasPrefix) else { return nil }
    var rest = text.dropFirst(word.count).trimmed
    var place: String?
    // The place follows the parameters, behind a word: `) in C:\x\File.cs:line 12`.
    if let end = rest.place(ofLast: ") ") {
      var source = rest[end.upperBound...].trimmed
      if source.begins(with: "[0x") || source.begins(with: "<0x") {
        source = source.drop { $0 != "]" && $0 != ">" }.dropFirst().trimmed
      }
      place = dotNetPlace(source.drop { $0 != " " }.trimmed)
      rest = rest[..<end.lowerBound] + ")"
    }
    guard rest.ends(with: ")"), let open = rest.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let inner = rest[open...].dropFirst().dropLast()
    let name = rest[..<open].trimmed
    // A script's frame has its place between the parentheses, or one of two words.
    guard name.holds("."), !name.holds(" "), !inner.holds(":"), !inner.holds("/"),
      inner != "<anonymous>", inner != "native"
    else { return nil }
    return PostedFrame(family: .dotNet, function: FrameNames.dotNet(name), place: place)
  }

  /// `File.cs:12` of `C:\x\File.cs:line 12`, `C:\x\File.cs:Zeile 12.` or `/x/File.cs:12`.
  static func dotNetPlace(_ text: Substring) -> String? {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), !text.begins(with: "<") else {
      return nil
    }
    var tail = text[colon...].dropFirst().trimmed
    if tail.ends(with: ".") { tail = tail.dropLast() }
    guard let number = tail.split(separator: " ").last, number.allSatisfy(\.isNumber),
      number.utf8.count < 9, let file = fileName(text[..<colon])
    else { return nil }
    return number == "0" ? String(file) : "\(file):\(number)"
  }

  /// `App.dll!Ns.Type.Method(Size size) Line 233	C#`.
  static func visualStudio(_ text: Substring) -> PostedFrame? {
    guard let mark = text.place(of: ".dll!") ?? text.place(of: ".exe!") else { return nil }
    let rest = text[mark.upperBound...]
    var name = rest.prefix { $0 != "(" && $0 != "\t" }
    // A sampler writes an offset in place of the parameters: `Ns.Panel::Measure 0x0`.
    if let offset = name.place(of: " 0x") { name = name[..<offset.lowerBound] }
    let line = rest.place(of: ") Line ").map { rest[$0.upperBound...].prefix(while: \.isNumber) }
    if name.holds("::"), let library = text[..<mark.lowerBound].split(separator: "\t").last {
      let type = name.prefix { $0 != ":" }
      return native(
        name, module: String(library), place: line.map { "\(type):\($0)" }, number: nil)
    }
    guard name.holds("."), !name.holds(" ") else { return nil }
    let type = name.split(separator: ".").dropLast().last
    return PostedFrame(
      family: .dotNet, function: FrameNames.dotNet(name),
      place: line.flatMap { line in type.map { "\($0):\(line)" } })
  }

  /// `RenderFlex.performLayout (package:flutter/src/rendering/flex.dart:926:9)`.
  static func dart(_ text: Substring, _ number: Int) -> PostedFrame? {
    guard text.ends(with: ")"), let open = text.place(ofLast: " (") else { return nil }
    let inner = text[open.upperBound...].dropLast()
    guard
      inner.begins(with: "package:") || inner.begins(with: "dart:") || inner.begins(with: "file:"),
      inner.holds(".dart") || inner.begins(with: "dart:")
    else { return nil }
    let name = text[..<open.lowerBound].trimmed
    let isOfFramework = inner.begins(with: "package:flutter/") || inner.begins(with: "dart:")
    return PostedFrame(
      family: .dart, number: number, module: isOfFramework ? "flutter" : nil,
      function: String(name.place(of: ".<anonymous").map { name[..<$0.lowerBound] } ?? name),
      place: place(inner))
  }

  /// `package:shop/home.dart 31:9     build`, `dart-sdk/lib/errors.dart 288:49  throw_` in browsers.
  static func dartWeb(_ text: Substring) -> PostedFrame? {
    guard let end = text.place(of: ".dart ") ?? text.place(of: ".dart.js "),
      !text[..<end.lowerBound].holds(" ")
    else { return nil }
    let file = text[..<end.lowerBound] + ".dart"
    let rest = text[end.upperBound...]
    let place = rest.prefix { $0.isNumber || $0 == ":" }
    let name = rest[place.endIndex...].trimmed
    guard place.holds(":"), !name.isEmpty, !name.holds(" ") else { return nil }
    let isOfFramework =
      file.begins(with: "package:flutter/") || file.begins(with: "packages/flutter/")
      || file.begins(with: "dart-sdk/") || file.begins(with: "dart:")
    return PostedFrame(
      family: .dart, module: isOfFramework ? "flutter" : nil, function: String(name),
      place: Self.place("\(file):\(place)"))
  }

  /// `File "/src/pane.py", line 31, in resizeEvent`, in which calls stand below their callers.
  ///
  /// Python's handler of fatal errors leaves out the comma, and writes the innermost call first.
  static func python(_ text: Substring) -> PostedFrame? {
    let beginning = "File \""
    guard text.hasPrefix(beginning), case let named = text.dropFirst(beginning.count),
      let end = named.place(of: "\", line ")
    else { return nil }
    let path = named[..<end.lowerBound]
    var rest = named[end.upperBound...]
    guard let number = rest.takeNumber(), let file = fileName(path) else { return nil }
    // A crash service adds the column.
    if rest.begins(with: ", col ") {
      rest = rest.dropFirst(6)
      _ = rest.takeNumber()
    }
    let isCallerFirst = rest.begins(with: ", in ")
    guard isCallerFirst || rest.begins(with: " in ") else { return nil }
    let name = rest.dropFirst(isCallerFirst ? 5 : 4).trimmed
    guard !name.isEmpty, !name.holds(" ") else { return nil }
    let isOfLibrary = path.holds("-packages") || path.holds("lib/python") || path.begins(with: "<")
    return PostedFrame(
      family: .python, module: isOfLibrary ? "python" : nil, function: String(name),
      place: "\(file):\(number)", isCallerFirst: isCallerFirst)
  }
}
