/// The functions in a file's table of symbols, found by address.
///
/// The table is in no order. One pass chains its functions by the part of the file that they are in;
/// names are read only on request.
final class SymbolTable {
  private let symbols: FileBytes
  private let names: FileBytes
  private let lowest: UInt64
  /// The binary logarithm of the bytes of a part.
  private let shift: UInt64
  /// For each part the number after its last function's, and for each function of the one before it.
  private var last: [UInt32]
  private var previous: [UInt32]

  /// The offsets of `Elf64_Sym` in the C library's `elf.h`.
  private enum Entry {
    static let name = 0
    static let kind = 4
    static let section = 6
    static let value = 8
    static let size = 16
    static let stride = 24
    static let function: UInt8 = 2
    static let undefined: UInt16 = 0
    static let absolute: UInt16 = 0xFFF1
  }

  /// The largest number of parts.
  private static let partLimit: UInt64 = 1 << 14

  init(symbols: FileBytes, names: FileBytes, addresses: Range<UInt64>) throws(Damage) {
    self.symbols = symbols
    self.names = names
    lowest = addresses.lowerBound
    let extent = addresses.upperBound - lowest
    var shift: UInt64 = 10
    while shift < 63, extent >> shift >= Self.partLimit { shift += 1 }
    self.shift = shift
    last = [UInt32](repeating: 0, count: Int(extent >> shift) + 1)
    let count = symbols.count / Entry.stride
    guard count < Int(UInt32.max) else { throw Damage() }
    previous = [UInt32](repeating: 0, count: count)
    chain()
  }

  private func chain() {
    let (start, lowest, shift) = (symbols.start, lowest, shift)
    let lastPart = last.count - 1
    last.withUnsafeMutableBufferPointer { last in
      previous.withUnsafeMutableBufferPointer { previous in
        var index = 0
        var entry = start
        while index < previous.count {
          let section = entry.loadUnaligned(fromByteOffset: Entry.section, as: UInt16.self)
          if entry.load(fromByteOffset: Entry.kind, as: UInt8.self) & 15 == Entry.function,
            section != Entry.undefined, section != Entry.absolute
          {
            let value = entry.loadUnaligned(fromByteOffset: Entry.value, as: UInt64.self)
            var part = 0
            if value > lowest {
              let distance = (value - lowest) >> shift
              part = distance > UInt64(lastPart) ? lastPart : Int(distance)
            }
            previous[index] = last[part]
            last[part] = UInt32(index + 1)
          }
          index += 1
          entry += Entry.stride
        }
      }
    }
  }

  /// The name of the last function that begins at or before an address, whatever its size.
  ///
  /// Of several at the same place the longest counts; at its first byte, the shortest.
  func name(at address: UInt64) -> String? {
    var part = 0
    if address > lowest { part = Int(min((address - lowest) >> shift, UInt64(last.count - 1))) }
    while part >= 0 {
      if let found = best(in: part, at: address) {
        let name = symbols.start.loadUnaligned(
          fromByteOffset: found * Entry.stride + Entry.name, as: UInt32.self)
        return try? names.text(at: UInt64(name))
      }
      part -= 1
    }
    return nil
  }

  private func best(in part: Int, at address: UInt64) -> Int? {
    var best: (index: Int, value: UInt64, size: UInt64)?
    var next = last[part]
    // The chain leads from later symbols to earlier ones.
    while next > 0 {
      let index = Int(next) - 1
      let entry = symbols.start + index * Entry.stride
      let value = entry.loadUnaligned(fromByteOffset: Entry.value, as: UInt64.self)
      let size = entry.loadUnaligned(fromByteOffset: Entry.size, as: UInt64.self)
      if value <= address {
        if let known = best {
          let isBetter =
            value == known.value
            ? (value == address ? size <= known.size : size > known.size) : value > known.value
          if isBetter { best = (index, value, size) }
        } else {
          best = (index, value, size)
        }
      }
      next = previous[index]
    }
    return best?.index
  }
}
