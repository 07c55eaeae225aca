#if os(Linux) && canImport(Runtime)
import Dispatch
import Foundation
import Runtime
import ViewTree

/// Looks up the code at an address, on one thread of its own, for all threads.
///
/// The toolchain's reader keeps its data for each thread, and may not look at the process while
/// another thread reads. So one thread reads the files of the images, on demand and once.
package enum SymbolLookup {
  /// One function at an address: of several inlined into each other, the innermost comes first.
  package struct Name: Sendable {
    var rawName: String
    var name: String
    /// The path of the source file, if it is known.
    var path: String?
    /// The line; 0 if the compiler gave none.
    var line: Int
    var isInlined: Bool
    var isThunk: Bool
    var isRuntimeFailure: Bool
  }

  /// The result for an address.
  package enum Finding: Sendable {
    case code([Name])
    /// An image without a name for it, or no image at all.
    case nameless
    /// An image that is no longer loaded.
    case unloaded(path: String)
  }

  /// Calls `body` on the thread for lookups, waits, and returns its result.
  package static func run<Result: Sendable>(_ body: @escaping @Sendable (Reader) -> Result)
    -> Result
  {
    let answer = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    thread.add { reader in
      let result = body(reader)
      answer.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return answer.withLock { $0! }
  }

  private static let thread = LookupThread()

  /// Receives questions, and answers them one after the other.
  private final class LookupThread: Sendable {
    typealias Question = @Sendable (Reader) -> Void

    private let waiting = Locked<(questions: [Question], hasStarted: Bool)>(([], false))
    private let wake = DispatchSemaphore(value: 0)

    func add(_ question: @escaping Question) {
      waiting.withLock { waiting in
        waiting.questions.append(question)
        guard !waiting.hasStarted else { return }
        waiting.hasStarted = WorkThread.start("LoopHunter code") { self.work() }
        // If the system gives no thread, this one reads, while the lock keeps others out.
        if !waiting.hasStarted { Self.answer(&waiting.questions, Reader()) }
      }
      wake.signal()
    }

    private func work() {
      let reader = Reader()
      while true {
        wake.wait()
        var questions = waiting.withLock { waiting in
          defer { waiting.questions = [] }
          return waiting.questions
        }
        Self.answer(&questions, reader)
      }
    }

    private static func answer(_ questions: inout [Question], _ reader: Reader) {
      let all = questions
      questions = []
      for question in all { question(reader) }
    }
  }
}

extension SymbolLookup {
  /// Reads names for addresses; used only by the thread for lookups.
  package final class Reader {
    /// The key of a lookup.
    private struct Question: Hashable {
      var address: UInt
      /// True if lines and inlined functions were requested.
      var isDetailed: Bool
    }

    /// The findings so far, for the images that are loaded now.
    private var known: [Question: Finding] = [:]
    /// The number of findings to keep, some 300 bytes each.
    static let limit = 4096

    private var images: LoadedImages?
    private var map: ImageMap?

    /// The code at an address, as of a moment at which `images` were loaded.
    func finding(_ address: UInt, _ images: LoadedImages) -> Finding {
      findings([address], images)[0]
    }

    /// The code at some addresses.
    func findings(_ addresses: [UInt], _ images: LoadedImages) -> [Finding] {
      findings(addresses, images, isDetailed: true)
    }

    /// The functions around some addresses, in microseconds; lines take up to 20 ms in a debug
    /// build.
    func functions(_ addresses: [UInt], _ images: LoadedImages) -> [Finding] {
      findings(addresses, images, isDetailed: false)
    }

    private func findings(
      _ addresses: [UInt], _ images: LoadedImages, isDetailed: Bool
    ) -> [Finding] {
      follow()
      func question(_ address: UInt) -> Question {
        Question(address: address, isDetailed: isDetailed)
      }
      let missing = addresses.filter { known[question($0)] == nil && isStillThere($0, images) }
      if !missing.isEmpty {
        if known.count + missing.count > Reader.limit { known = [:] }
        for (address, names) in read(missing, isDetailed ? .default : []) {
          known[question(address)] = names.isEmpty ? .nameless : .code(names)
        }
      }
      return addresses.map { address in
        guard isStillThere(address, images) else {
          return .unloaded(path: images.image(at: address)?.path ?? "")
        }
        return known[question(address)] ?? .nameless
      }
    }

    /// Forgets findings from before images were loaded or unloaded.
    private func follow() {
      let present = LoadedImages.current
      guard present !== images else { return }
      images = present
      known = [:]
      map = present.flatMap(Reader.map)
    }

    /// True if the address belongs to the same image now as it did then.
    private func isStillThere(_ address: UInt, _ then: LoadedImages) -> Bool {
      then === images || then.image(at: address) == images?.image(at: address)
    }

    private func read(
      _ addresses: [UInt], _ options: Backtrace.SymbolicationOptions
    ) -> [UInt: [Name]] {
      var found: [UInt: [Name]] = [:]
      guard let map, let stack = Reader.stack(addresses),
        let named = stack.symbolicated(with: map, options: options)
      else { return found }
      for frame in named.frames {
        guard case .programCounter(let counter) = frame.captured, let address = UInt(counter),
          let symbol = frame.symbol, symbol.rawName != "<unknown>"
        else { continue }
        let place = symbol.sourceLocation
        found[address, default: []].append(
          Name(
            rawName: symbol.rawName, name: symbol.name, path: place?.path, line: place?.line ?? 0,
            isInlined: frame.inlined, isThunk: frame.isSwiftThunk,
            isRuntimeFailure: frame.isSwiftRuntimeFailure))
      }
      for address in addresses where found[address] == nil { found[address] = [] }
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
