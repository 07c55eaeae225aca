import Foundation

extension StringProtocol {
  /// The first occurrence of a plain ASCII text, at the speed of the C library.
  func place(of text: StaticString) -> Range<String.Index>? {
    let length = text.utf8CodeUnitCount
    let offset = utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      var at = 0
      while at + length <= bytes.count {
        let room = bytes.count - length + 1 - at
        guard let found = memchr(base + at, Int32(text.utf8Start.pointee), room) else { return nil }
        at = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        if memcmp(base + at, text.utf8Start, length) == 0 { return at }
        at += 1
      }
      return nil
    }
    guard let found = offset ?? nil else { return nil }
    let start = utf8.index(startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: length)
  }

  /// True if it contains a plain ASCII text.
  func holds(_ text: StaticString) -> Bool { place(of: text) != nil }

  /// True if it begins with a plain ASCII text, byte by byte.
  func begins(with text: StaticString) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count >= text.utf8CodeUnitCount, let start = bytes.baseAddress else {
        return false
      }
      return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    } ?? false
  }

  /// True if it ends with a plain ASCII text, byte by byte.
  func ends(with text: StaticString) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      let first = bytes.count - text.utf8CodeUnitCount
      guard first >= 0, let start = bytes.baseAddress else { return false }
      return memcmp(start + first, text.utf8Start, text.utf8CodeUnitCount) == 0
    } ?? false
  }
}

extension Substring {
  /// The last occurrence of a short ASCII text.
  func place(ofLast text: StaticString) -> Range<Index>? {
    var rest = self
    var found: Range<Index>?
    while let next = rest.place(of: text) {
      found = next
      rest = rest[next.upperBound...]
    }
    return found
  }
}
