import Foundation

/// Tells lines that cannot be of interest by their bytes, before they become text.
///
/// Lines that pass may still be of no interest.
struct LineFilter: Sendable {
  /// The texts, one of which a line of interest holds, and those that a gate asks for.
  private let anchors: AnchorTable
  /// True if lines that begin like a frame of a call stack pass, too.
  private let passesFrames: Bool

  /// Looks closer at a line with these bytes, which holds texts of the lists with these bits.
  typealias Gate = @Sendable (LineBytes, UInt64) -> Bool

  /// The bits of the texts of interest, and of those whose lines no gate has to look at.
  private static let interest: UInt64 = 1 << 62
  private static let sure: UInt64 = 1 << 63

  /// `sure` are further texts, whose lines no gate has to look at; `signs` are those that gates ask for,
  /// with bits below the 62nd.
  init(
    _ texts: [StaticString], passesFrames: Bool = false, sure: [StaticString] = [],
    signs: [AnchorTable.List] = []
  ) {
    anchors = AnchorTable([(Self.interest, texts), (Self.sure, sure)] + signs)
    self.passesFrames = passesFrames
  }

  /// True if a line may be of interest.
  func passes(_ line: [UInt8]) -> Bool { line.withUnsafeBufferPointer(passes) }

  /// True if a line may be of interest.
  func passes(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count >= 4 else { return false }
    if passesFrames {
      // A blank at which a page's lines do not break hides what is looked for.
      if let plain = Self.withoutPageBlanks(line) { return passes(plain) }
      if FrameBeginning.fits(line) { return true }
    }
    return anchors.holdsAny(line, of: Self.interest | Self.sure)
  }

  /// True if a line may be of interest, also after a closer look.
  func passes(_ line: UnsafeBufferPointer<UInt8>, _ gate: Gate) -> Bool {
    guard line.count >= 4 else { return false }
    if passesFrames, let plain = Self.withoutPageBlanks(line) { return passes(plain) }
    let texts = anchors.lists(in: line)
    if texts & Self.sure != 0 { return true }
    guard texts & Self.interest != 0 || passesFrames && FrameBeginning.fits(line) else {
      return false
    }
    return gate(LineBytes(line), texts)
  }

  /// The line with other blanks for those at which a page's lines do not break; nil for one without them.
  private static func withoutPageBlanks(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let start = line.baseAddress, let found = memchr(start, 0xc2, line.count - 1) else {
      return nil
    }
    let first = UnsafeRawPointer(found) - UnsafeRawPointer(start)
    guard (first..<(line.count - 1)).contains(where: { line[$0] == 0xc2 && line[$0 + 1] == 0xa0 })
    else { return nil }
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var before: UInt8 = 0
    for byte in line {
      if before == 0xc2, byte == 0xa0 {
        plain[plain.count - 1] = Byte.space
      } else {
        plain.append(byte)
      }
      before = byte
    }
    return plain
  }
}
