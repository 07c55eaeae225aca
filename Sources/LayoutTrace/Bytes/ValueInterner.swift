/// Gives equal JSON values the same number.
///
/// Most values in a recording are the last one again, or the one that came after it before. Such a value
/// is only compared, which also tells where it ends.
struct ValueInterner {
  private var texts = ByteInterner()
  /// The number of the last value; -1 for none.
  private var last: Int32 = -1
  /// The other value that last came after each, by its number; -1 for none.
  private var following: [Int32] = []

  /// The number of a complete value, `true` if it is new, and the position after it.
  mutating func intern(
    _ value: UnsafePointer<UInt8>
  ) -> (number: Int32, isNew: Bool, end: UnsafePointer<UInt8>) {
    if last >= 0, JSONCursor.endsItself(value) {
      if let end = texts.end(of: last, at: value) { return (last, false, end) }
      let expected = following[Int(last)]
      if expected >= 0, let end = texts.end(of: expected, at: value) {
        last = expected
        return (expected, false, end)
      }
    }
    let bytes = JSONCursor.bytes(of: value)
    let (number, isNew) = texts.intern(bytes)
    if isNew { following.append(-1) }
    if last >= 0, last != number { following[Int(last)] = number }
    last = number
    return (number, isNew, value + bytes.count)
  }
}
