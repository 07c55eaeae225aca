/// Finds frames in pieces of JSON that somebody pasted, as a crash report of Apple has them.
enum PostedJSON {
  /// The frames of objects with a `symbol` in one line.
  static func frames(in line: String) -> [PostedFrame] {
    guard line.holds("\"symbol\""),
      line.holds("\"imageOffset\"") || line.holds("\"symbolLocation\"")
    else { return [] }
    var frames: [PostedFrame] = []
    for piece in line.split(separator: "}") where frames.count < PostedStack.mostFrames {
      guard piece.holds("\"imageOffset\"") || piece.holds("\"symbolLocation\""),
        let symbol = text("\"symbol\"", in: piece)
      else { continue }
      let file = text("\"sourceFile\"", in: piece)
      let number = file == nil ? nil : number("\"sourceLine\"", in: piece)
      frames.append(
        frame(symbol: String(symbol), module: nil, file: file.map(String.init), line: number))
    }
    return frames
  }

  /// The frame of a symbol and its place.
  static func frame(symbol: String, module: String?, file: String?, line: Int?) -> PostedFrame {
    var frame = PostedFrame(
      family: .native, module: module, function: FrameNames.native(symbol[...]))
    frame.isGlue =
      ["@objc ", "thunk for ", "partial apply", "reabstraction thunk"].contains(
        where: symbol.hasPrefix) || file == "<compiler-generated>"
    if let file, file != "<compiler-generated>" {
      frame.place = FrameNotation.place((file + (line.map { ":\($0)" } ?? ""))[...])
    }
    return frame
  }

  /// The text behind a key; nil if there is none.
  private static func text(_ key: StaticString, in piece: Substring) -> Substring? {
    guard let found = piece.place(of: key) else { return nil }
    let rest = piece[found.upperBound...].drop { $0 == " " || $0 == ":" }
    guard rest.first == "\"" else { return nil }
    return rest.dropFirst().prefix { $0 != "\"" }
  }

  private static func number(_ key: StaticString, in piece: Substring) -> Int? {
    guard let found = piece.place(of: key) else { return nil }
    return Int(piece[found.upperBound...].drop { $0 == " " || $0 == ":" }.prefix(while: \.isNumber))
  }

  /// The members of one frame, each of which JSON prints on a line of its own.
  struct Spread {
    private var symbol: Substring?
    private var file: String?
    private var number: Int?
    private var isFrame = false

    /// True if the end of a frame has not come yet.
    var isOpen: Bool { isFrame || symbol != nil || file != nil }

    enum Step {
      case other, member, end
      case frame(PostedFrame)
    }

    /// Takes a line of JSON.
    mutating func take(_ line: String) -> Step {
      let words = line[...].trimmed
      if isFrame, words.utf8.first == Byte.closeBrace {
        defer { self = Spread() }
        guard let symbol else {
          return .frame(
            PostedFrame(family: .native, function: "?", isNameless: true))
        }
        return .frame(
          PostedJSON.frame(symbol: String(symbol), module: nil, file: file, line: number))
      }
      guard words.utf8.first == Byte.quote else { return .other }
      let key = words.dropFirst().prefix { $0 != "\"" }
      guard words[key.endIndex...].dropFirst().drop(while: { $0 == " " }).first == ":" else {
        return .other
      }
      switch key {
      case "imageOffset", "symbolLocation": isFrame = true
      case "imageIndex": break
      case "symbol": symbol = PostedJSON.text("\"symbol\"", in: words)
      case "sourceFile": file = PostedJSON.text("\"sourceFile\"", in: words).map(String.init)
      case "sourceLine": number = PostedJSON.number("\"sourceLine\"", in: words)
      default: return .other
      }
      return .member
    }
  }
}
