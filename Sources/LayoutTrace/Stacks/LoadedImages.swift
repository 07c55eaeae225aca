import Foundation
import ViewTree

/// The images loaded at one moment; a library may be replaced before a call stack is named.
package final class LoadedImages: Sendable {
  /// One program or library.
  package struct Image: Hashable, Sendable {
    /// The first address.
    package var start: UInt
    /// The address after the last.
    package var end: UInt
    /// The file; empty if it has none.
    package var path: String
  }

  /// The images by rising address.
  package let images: [Image]
  /// The numbers of images loaded and unloaded since the process began.
  private let changes: Changes

  private struct Changes: Equatable {
    var loads: UInt64 = 0
    var unloads: UInt64 = 0
  }

  private init(images: [Image], changes: Changes) {
    (self.images, self.changes) = (images, changes)
  }

  /// Makes a list for a test.
  package convenience init(images: [Image]) {
    self.init(images: images.sorted { $0.start < $1.start }, changes: Changes(loads: .max))
  }

  package func image(at address: UInt) -> Image? {
    var low = 0
    var high = images.count
    while low < high {
      let middle = (low + high) / 2
      if images[middle].end <= address { low = middle + 1 } else { high = middle }
    }
    guard low < images.count, images[low].start <= address else { return nil }
    return images[low]
  }

  private static let latest = Locked<LoadedImages?>(nil)

  /// The images loaded now, listed again only after a change; nil if the loader cannot be asked.
  package static var current: LoadedImages? {
    #if os(Linux) && _pointerBitWidth(_64)
    guard let visit else { return nil }
    let changes = changes(visit)
    return latest.withLock { latest in
      if let latest, latest.changes == changes { return latest }
      let made = list(visit)
      latest = made
      return made
    }
    #else
    return nil
    #endif
  }

  #if os(Linux) && _pointerBitWidth(_64)
  /// The type of `dl_iterate_phdr`, which the C library hides behind an option.
  private typealias Visit =
    @convention(c) (
      @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32,
      UnsafeMutableRawPointer?
    ) -> Int32

  private static let visit = dlsym(nil, "dl_iterate_phdr").map { unsafeBitCast($0, to: Visit.self) }

  /// The offsets of `struct dl_phdr_info` in the C library's `link.h`.
  private enum Info {
    static let address = 0
    static let name = 8
    static let headers = 16
    static let headerCount = 24
    static let loads = 32
    static let unloads = 40
    /// Its size from which on it has the two counts.
    static let size = 48
  }

  /// The offsets of `Elf64_Phdr` in the C library's `elf.h`.
  private enum Header {
    static let kind = 0
    static let address = 16
    static let size = 40
    static let stride = 56
    /// The kind of a loaded segment.
    static let load: UInt32 = 1
  }

  private static func changes(_ visit: Visit) -> Changes {
    var changes = Changes()
    withUnsafeMutablePointer(to: &changes) { changes in
      _ = visit(
        { info, size, changes in
          LoadedImages.read(info!, size, &changes!.assumingMemoryBound(to: Changes.self).pointee)
          return 1
        }, changes)
    }
    return changes
  }

  private static func read(_ info: UnsafeRawPointer, _ size: Int, _ changes: inout Changes) {
    guard size >= Info.size else { return }
    changes.loads = info.load(fromByteOffset: Info.loads, as: UInt64.self)
    changes.unloads = info.load(fromByteOffset: Info.unloads, as: UInt64.self)
  }

  /// The result of one walk over the loader's list.
  private struct Listing {
    var images: [Image] = []
    var changes = Changes()
  }

  private static func list(_ visit: Visit) -> LoadedImages {
    var listing = Listing()
    withUnsafeMutablePointer(to: &listing) { listing in
      _ = visit(
        { info, size, listing in
          LoadedImages.add(info!, size, &listing!.assumingMemoryBound(to: Listing.self).pointee)
          return 0
        }, listing)
    }
    return LoadedImages(
      images: listing.images.sorted { $0.start < $1.start }, changes: listing.changes)
  }

  private static func add(_ info: UnsafeRawPointer, _ size: Int, _ listing: inout Listing) {
    read(info, size, &listing.changes)
    let base = info.load(fromByteOffset: Info.address, as: UInt.self)
    let count = Int(info.load(fromByteOffset: Info.headerCount, as: UInt16.self))
    guard let headers = info.load(fromByteOffset: Info.headers, as: UnsafeRawPointer?.self) else {
      return
    }
    var start = UInt.max
    var end: UInt = 0
    for index in 0..<count {
      let header = headers + index * Header.stride
      guard header.load(fromByteOffset: Header.kind, as: UInt32.self) == Header.load else {
        continue
      }
      let address = base &+ header.load(fromByteOffset: Header.address, as: UInt.self)
      start = min(start, address)
      end = max(end, address &+ header.load(fromByteOffset: Header.size, as: UInt.self))
    }
    guard start < end else { return }
    let name = info.load(fromByteOffset: Info.name, as: UnsafePointer<CChar>?.self)
    var path = name.map { String(cString: $0) } ?? ""
    // The loader gives the program itself no name.
    if path.isEmpty, listing.images.isEmpty { path = programPath }
    // Pages are whole, whatever the header says.
    listing.images.append(Image(start: start & ~4095, end: end, path: path))
  }

  private static let programPath =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  #endif
}
