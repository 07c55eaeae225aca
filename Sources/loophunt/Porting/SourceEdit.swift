/// A part of a file, and the bytes that come in its place.
struct SourceEdit {
  let range: Range<Int>
  let bytes: ArraySlice<UInt8>

  init(_ range: Range<Int>, _ bytes: ArraySlice<UInt8>) {
    (self.range, self.bytes) = (range, bytes)
  }

  init(_ range: Range<Int>, _ text: String) { self.init(range, Array(text.utf8)[...]) }
}

extension [UInt8] {
  /// The file with some edits; of several at one place the first comes first.
  ///
  /// An edit within a part that another one replaces is left out.
  func applying(_ edits: [SourceEdit]) -> [UInt8] {
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    var result: [UInt8] = []
    var place = 0
    for (_, edit) in ordered where edit.range.lowerBound >= place {
      result += self[place..<edit.range.lowerBound] + edit.bytes
      place = edit.range.upperBound
    }
    return result + self[place...]
  }
}
