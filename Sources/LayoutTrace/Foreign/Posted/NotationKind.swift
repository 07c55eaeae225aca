/// A notation of frames: what a line must have for it, what a text in it must, and its reader.
///
/// They are tried in this order.
enum NotationKind: UInt8, CaseIterable {
  case debugger, numbered, colon, sampled, java, unity, dotNet, visualStudio, dartWeb, python
  case script, firefox, devTools, placeFirst, placedInWords, symbolOnly, labelled, julia

  /// The signs without which no part of a line is such a frame.
  private var needs: PostedSigns {
    switch self {
    case .debugger, .numbered: .digit
    case .colon: [.digit, .colon]
    case .sampled: [.digit, .openBracket, .closeBracket, .openParenthesis]
    case .java, .dotNet, .labelled: [.openParenthesis, .closeParenthesis, .dot]
    case .unity: .unity
    case .visualStudio: .library
    case .dartWeb: [.dart, .colon]
    case .python: [.quote, .digit]
    case .script: []
    case .firefox: .at
    case .devTools: [.at, .digit, .colon]
    case .placeFirst: [.dash, .digit]
    case .placedInWords: [.atLine, .digit]
    case .symbolOnly: [.method, .closeBracket]
    case .julia: .wordAt
    }
  }

  /// The notations for which a line has the signs: a bit for each.
  static func candidates(_ signs: PostedSigns) -> UInt32 {
    var found: UInt32 = 0
    for (index, needs) in needed.enumerated() where signs.isSuperset(of: needs) {
      found |= 1 << UInt32(index)
    }
    return found
  }

  private static let needed = allCases.map(\.needs)

  /// The notations whose frames can begin with a byte: a bit for each.
  static func candidates(first: UInt8) -> UInt32 { beginnings[Int(first)] }

  /// The notations whose frames can end with a byte: a bit for each.
  static func candidates(last: UInt8) -> UInt32 { endings[Int(last)] }

  /// True if a frame can begin with a byte.
  private func canBegin(_ byte: UInt8) -> Bool {
    switch self {
    case .debugger: byte == UInt8(ascii: "f") || byte == UInt8(ascii: "#")
    case .numbered: LineBytes.isDigit(byte) || byte == UInt8(ascii: "a")
    case .colon: LineBytes.isDigit(byte)
    case .dotNet: byte >= 0x80 || "abe".utf8.contains(byte)
    case .python: byte == UInt8(ascii: "F")
    case .script: byte == UInt8(ascii: "a") || byte == UInt8(ascii: "i")
    case .labelled: byte >= 0x80 || byte &- UInt8(ascii: "A") < 26 || "_ ".utf8.contains(byte)
    default: true
    }
  }

  /// True if a frame can end with a byte.
  private func canEnd(_ byte: UInt8) -> Bool {
    switch self {
    case .sampled: byte == Byte.closeBracket
    case .java, .unity, .labelled: byte == UInt8(ascii: ")")
    default: true
    }
  }

  private static let beginnings = bits { $0.canBegin($1) }
  private static let endings = bits { $0.canEnd($1) }

  /// The notations for each byte: a bit for each.
  private static func bits(_ fits: (NotationKind, UInt8) -> Bool) -> [UInt32] {
    (0..<256).map { byte in
      allCases.filter { fits($0, UInt8(byte)) }.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
    }
  }

  /// False for the bytes of a text that the notation cannot read.
  func mayBe(_ text: LineBytes) -> Bool {
    switch self {
    case .debugger: FrameGate.debugger(text)
    case .numbered: FrameGate.numbered(text)
    case .colon: FrameGate.colon(text)
    case .sampled: FrameGate.sampled(text)
    case .java: FrameGate.java(text)
    case .unity: FrameGate.unity(text)
    case .dotNet: FrameGate.dotNet(text)
    case .visualStudio: FrameGate.visualStudio(text)
    case .dartWeb: FrameGate.dartWeb(text)
    case .python: FrameGate.python(text)
    case .script: FrameGate.script(text)
    case .firefox: FrameGate.firefox(text)
    case .devTools: FrameGate.devTools(text)
    case .placeFirst: FrameGate.placeFirst(text)
    case .placedInWords: FrameGate.placedInWords(text)
    case .symbolOnly: FrameGate.symbolOnly(text)
    case .labelled: FrameGate.labelled(text)
    case .julia: FrameGate.julia(text)
    }
  }

  /// The frame in a text; nil for any other text.
  func read(_ text: Substring) -> PostedFrame? {
    switch self {
    case .debugger: FrameNotation.debugger(text)
    case .numbered: FrameNotation.numbered(text)
    case .colon: FrameNotation.colon(text)
    case .sampled: FrameNotation.sampled(text)
    case .java: FrameNotation.java(text)
    case .unity: FrameNotation.unity(text)
    case .dotNet: FrameNotation.dotNet(text)
    case .visualStudio: FrameNotation.visualStudio(text)
    case .dartWeb: FrameNotation.dartWeb(text)
    case .python: FrameNotation.python(text)
    case .script: FrameNotation.script(text)
    case .firefox: FrameNotation.firefox(text)
    case .devTools: FrameNotation.devTools(text)
    case .placeFirst: FrameNotation.placeFirst(text)
    case .placedInWords: FrameNotation.placedInWords(text)
    case .symbolOnly: FrameNotation.symbolOnly(text)
    case .labelled: FrameNotation.labelled(text)
    case .julia: FrameNotation.julia(text)
    }
  }
}
