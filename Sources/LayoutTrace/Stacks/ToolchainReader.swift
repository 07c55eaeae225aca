#if os(Linux) && canImport(Runtime)
import Foundation
import Runtime

/// The toolchain's reader of debug information, which reads all of it for the first address.
///
/// It keeps its data for each thread, and may not look at the process while another thread reads.
package final class ToolchainReader {
  private let map: ImageMap?

  package init(_ images: LoadedImages) { map = Self.map(of: images) }

  /// The code at some addresses; lines and inlined functions, too, if `isDetailed`.
  package func read(_ addresses: [UInt], isDetailed: Bool) -> [UInt: [NamedCode]] {
    guard let map, let stack = Self.stack(addresses),
      let named = stack.symbolicated(with: map, options: isDetailed ? .default : [])
    else { return [:] }
    var found: [UInt: [NamedCode]] = [:]
    for frame in named.frames {
      guard case .programCounter(let counter) = frame.captured, let address = UInt(counter),
        let symbol = frame.symbol
      else { continue }
      let place = symbol.sourceLocation
      found[address, default: []].append(
        NamedCode(
          rawName: symbol.rawName, path: place?.path, line: place?.line ?? 0,
          column: place?.column ?? 0))
    }
    return found
  }

  // MARK: The toolchain's coded forms

  // Our own `Backtrace` and `ImageMap` can be made only from their coded forms, which are
  // described in the toolchain's docs/CompactBacktraceFormat.md and
  // docs/CompactImageMapFormat.md.

  /// Makes a stack of exactly these addresses.
  private static func stack(_ addresses: [UInt]) -> Backtrace? {
    // Version 0, words of 64 bits.
    var bytes: [UInt8] = [0b10]
    for address in addresses {
      // An absolute program counter of eight bytes.
      bytes.append(0b0001_1111)
      bytes.append(contentsOf: address.bigEndianBytes)
    }
    return decode(Coded(architecture: architecture, backtrace: text(bytes), imageMap: nil))
  }

  /// Makes the map of the loaded images, if the toolchain decodes it as intended.
  private static func map(of images: LoadedImages) -> ImageMap? {
    let images = images.images.filter { !$0.path.isEmpty }
    // Version 0, words of 64 bits; then the platform's name.
    var bytes: [UInt8] = [0b10]
    let platform = Array("Linux".utf8)
    bytes += count(platform.count) + platform + count(images.count)
    for image in images {
      // Eight bytes for the address, eight for the size, no build identifier, the path.
      bytes.append(0b0011_1111)
      bytes += image.start.bigEndianBytes + (image.end - image.start).bigEndianBytes + [0]
      let path = Array(image.path.utf8)
      for start in stride(from: 0, to: path.count, by: 63) {
        let piece = path[start..<min(start + 63, path.count)]
        bytes.append(UInt8(piece.count))
        bytes += piece
      }
      bytes.append(0)
    }
    let coded = Coded(architecture: architecture, backtrace: text([0b10]), imageMap: text(bytes))
    guard let map = decode(coded)?.images, map.count == images.count,
      zip(map, images).allSatisfy({ $0.path == $1.path && UInt($0.baseAddress) == $1.start })
    else {
      // This toolchain uses other forms: its own look at the process must do.
      return ImageMap.capture()
    }
    return map
  }

  /// The coded form of `Backtrace`.
  private struct Coded: Encodable {
    var architecture: String
    var backtrace: String
    var imageMap: String?
  }

  private static func decode(_ coded: Coded) -> Backtrace? {
    guard let data = try? JSONEncoder().encode(coded) else { return nil }
    return try? JSONDecoder().decode(Backtrace.self, from: data)
  }

  /// Encodes bytes in Base 64 without padding.
  private static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("=", with: "")
  }

  /// Encodes a number in groups of seven bits, the highest first.
  private static func count(_ value: Int) -> [UInt8] {
    var groups = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return groups
  }

  private static var architecture: String {
    #if arch(arm64)
    "arm64"
    #else
    "x86_64"
    #endif
  }
}

extension UInt {
  /// The eight bytes, the highest first.
  fileprivate var bigEndianBytes: [UInt8] {
    stride(from: 56, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: UInt64(self) >> UInt64($0))
    }
  }
}
#endif
