#if os(Linux) && canImport(Runtime)
import Dispatch
import Foundation
import Runtime
import ViewTree

/// Looks up the code at an address, on one thread of its own, for all threads.
///
/// So the files of the images are read once, and only as far as they are asked for. The toolchain's
/// reader, for files that only it can read, keeps its data for each thread, too.
package enum SymbolLookup {
  /// The result for an address.
  package enum Finding: Sendable {
    case code([NamedCode])
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
    private var files: [String: Source] = [:]
    private lazy var toolchain = images.map(ToolchainReader.init)

    /// The way in which the code of an image is read.
    private enum Source {
      case file(CodeFile)
      /// By the toolchain, because the file has a form that only it knows.
      case toolchain
      /// Not at all: there is no such file, or it is damaged.
      case none
    }

    package init() {}

    /// The code at an address, as of a moment at which `images` were loaded.
    func finding(_ address: UInt, _ images: LoadedImages) -> Finding {
      findings([address], images)[0]
    }

    /// The code at some addresses.
    package func findings(_ addresses: [UInt], _ images: LoadedImages) -> [Finding] {
      findings(addresses, images, isDetailed: true)
    }

    /// The functions around some addresses, without lines and inlined functions.
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
        for (address, names) in read(missing, isDetailed: isDetailed) {
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
      toolchain = present.map(ToolchainReader.init)
      let paths = Set(present?.images.map(\.path) ?? [])
      files = files.filter { paths.contains($0.key) }
    }

    /// True if the address belongs to the same image now as it did then.
    private func isStillThere(_ address: UInt, _ then: LoadedImages) -> Bool {
      then === images || then.image(at: address) == images?.image(at: address)
    }

    private func read(_ addresses: [UInt], isDetailed: Bool) -> [UInt: [NamedCode]] {
      var found: [UInt: [NamedCode]] = [:]
      var others: [UInt] = []
      for address in addresses {
        guard let image = images?.image(at: address) else { continue }
        switch source(image.path) {
        case .file(let file):
          found[address] = file.code(at: address - image.start, isDetailed: isDetailed)
        case .toolchain: others.append(address)
        case .none: break
        }
      }
      if let toolchain, !others.isEmpty {
        found.merge(toolchain.read(others, isDetailed: isDetailed)) { $1 }
      }
      for address in addresses { found[address, default: []].removeAll { !$0.isNamed } }
      return found
    }

    private func source(_ path: String) -> Source {
      if let known = files[path] {
        // A file that was replaced meanwhile is read anew: pages of one that was cut are gone.
        guard case .file(let file) = known, !file.isCurrent else { return known }
      }
      let source: Source
      do {
        source = .file(try CodeFile(path: path))
      } catch is ElfFile.Obstacle {
        source = .toolchain
      } catch {
        source = .none
      }
      files[path] = source
      return source
    }
  }
}
#endif
