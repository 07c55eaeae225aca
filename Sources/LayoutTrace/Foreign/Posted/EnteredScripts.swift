import Foundation

/// The scripts that long animation frames name, and the places of functions in them.
///
/// An entry tells the offset of a function's parameters in its script. Copies of the scripts in folders
/// make lines and columns of it, and source maps there those of the original.
struct EnteredScripts {
  /// A function that a browser called.
  struct Function: Hashable {
    var name: String
    var url: String
    /// The offset in the script, in units of UTF-16; negative if it is unknown.
    var position: Int
  }

  private let maps: SourceMaps
  private var files: ScriptFiles
  private var copies: [String: [UInt16]?] = [:]

  init(_ urls: Set<String>, folders: [String]) {
    var files = ScriptFiles(folders, keeps: true)
    maps = SourceMaps(scripts: urls, saved: [:], &files)
    self.files = files
  }

  /// A sentence for each map that cannot be used.
  var notes: [String] { maps.notes }

  /// `onScroll (list.js:9:3)`, or the known part of it.
  mutating func text(of function: Function) -> String? {
    var name = function.name
    var file = function.url.isEmpty ? nil : ForeignNames.tail(of: function.url, parts: 1)
    if let copy = copy(of: function.url), let offset = Self.offset(of: function, in: copy) {
      let (line, column) = Self.place(offset, in: copy)
      let origin = maps.origin(function.url, line: line, column: column)
      let source = origin?.source.split(separator: "/").last.map(String.init) ?? file ?? ""
      file = "\(source):\(origin?.line ?? line):\(origin?.column ?? column)"
      let width = name.utf16.count
      if Self.isName(name, before: offset, in: copy),
        let original = maps.origin(function.url, line: line, column: column - width)?.name
      {
        name = original
      }
    }
    return switch (name.isEmpty, file) {
    case (false, let file?): FunctionPlace(function: name, place: file).text
    case (false, nil): name
    case (true, let file): file
    }
  }

  private mutating func copy(of url: String) -> [UInt16]? {
    if let known = copies[url] { return known }
    let copy = files.text(of: url).map {
      Array(String(decoding: $0, as: UTF8.self).utf16)
    }
    copies[url] = .some(copy)
    return copy
  }

  /// The offset of a function in a file; nil if it is unknown.
  ///
  /// In a page, offsets count from the beginning of the script element, and nothing tells of which one.
  private static func offset(of function: Function, in copy: [UInt16]) -> Int? {
    guard function.position >= 0 else { return nil }
    guard copy.first(where: { $0 > UInt16(Byte.space) }) == UInt16(UInt8(ascii: "<")) else {
      return function.position <= copy.count ? function.position : nil
    }
    let found = elements(of: copy).filter { element in
      let offset = element.lowerBound + function.position
      return offset <= element.upperBound
        && (function.name.isEmpty || isName(function.name, before: offset, in: copy))
    }
    guard found.count == 1, let element = found.first else { return nil }
    return element.lowerBound + function.position
  }

  /// The contents of a page's script elements.
  private static func elements(of page: [UInt16]) -> [Range<Int>] {
    let (opening, closing) = (Array("<script".utf16), Array("</script".utf16))
    var found: [Range<Int>] = []
    var next = 0
    while let tag = index(of: opening, in: page, from: next),
      let end = page[tag...].firstIndex(of: UInt16(UInt8(ascii: ">")))
    {
      let close = index(of: closing, in: page, from: end) ?? page.count
      found.append(end + 1..<max(end + 1, close))
      next = max(end + 1, close)
    }
    return found.filter { !$0.isEmpty }
  }

  /// The index of a word of small letters, in whichever case it is written.
  private static func index(of word: [UInt16], in text: [UInt16], from start: Int) -> Int? {
    var index = start
    while index + word.count <= text.count {
      if word.indices.allSatisfy({ isSame(text[index + $0], word[$0]) }) { return index }
      index += 1
    }
    return nil
  }

  private static func isSame(_ letter: UInt16, _ small: UInt16) -> Bool {
    letter == small || (65...90).contains(letter) && letter + 32 == small
  }

  /// True if the name stands before the offset.
  private static func isName(_ name: String, before offset: Int, in text: [UInt16]) -> Bool {
    let letters = Array(name.utf16)
    return !letters.isEmpty && letters.count <= offset && offset <= text.count
      && text[offset - letters.count..<offset].elementsEqual(letters)
  }

  /// The line and the column of a character, both from 1.
  private static func place(_ offset: Int, in text: [UInt16]) -> (line: Int, column: Int) {
    let before = text[..<offset]
    let newline = UInt16(Byte.newline)
    return (
      before.count { $0 == newline } + 1, before.reversed().prefix { $0 != newline }.count + 1
    )
  }
}
