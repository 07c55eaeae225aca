import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("A trace file that others change") struct SharedFileTests {
  private let path =
    FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path

  private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// Records a turn, changes the file from outside, records another turn, and returns the messages.
  private func record(_ meddle: () throws -> Void) throws -> (said: [TraceError], thrown: String) {
    let (loop, window, badge) = Badge.inWindow(rounds: 0)
    let recorder = try TraceRecorder(loop, to: .path(path))
    var said: [TraceError] = []
    recorder.onFailure = { said.append($0) }
    badge.setNeedsLayout()
    loop.runTurn()
    try meddle()
    for _ in 0..<3 {
      badge.setNeedsLayout()
      loop.runTurn()
    }
    withExtendedLifetime(window) {}
    do {
      try recorder.finish()
      return (said, "")
    } catch {
      return (said, error.description)
    }
  }

  @Test("truncating the file ends the recording with one error, and leaves the rest unchanged")
  func truncated() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    for length in [0, 1, 100, 170] {
      var whole = ""
      let (said, thrown) = try record {
        whole = try content()
        #expect(truncate(path, off_t(length)) == 0)
      }
      #expect(said.count == 1)
      #expect(said.first?.problem == "another program changed the file while it was recorded")
      #expect(thrown == said.first?.description)
      #expect(try content() == String(whole.prefix(length)))
    }
  }

  @Test("lines that another program appends stay, and no line of the recorder follows them")
  func appended() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var whole = ""
    let (said, _) = try record {
      whole = try content()
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data("foreign\n".utf8))
    }
    #expect(said.count == 1)
    #expect(try content() == whole + "foreign\n")
  }

  @Test("removing the file is reported at the end")
  func removed() throws {
    let (said, thrown) = try record { try FileManager.default.removeItem(atPath: path) }
    #expect(said.isEmpty)
    #expect(thrown.contains("the file was removed while it was recorded; record again"))
  }

  @Test("a second recording to it is an error, and the first one goes on")
  func twice() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (said, thrown) = try record {
      let (loop, _, _) = Badge.inWindow(rounds: 0)
      #expect {
        try TraceRecorder(loop, to: .path(path))
      } throws: {
        "\($0)" == "\(path): another recording writes to this file; "
          + "choose another file, or end that one"
      }
    }
    #expect(said.isEmpty && thrown.isEmpty)
    #expect(try content().hasSuffix(#"{"e":"end","turns":4}"# + "\n"))
    // Once it has ended, the file may be had again.
    #expect(try record {}.thrown.isEmpty)
  }

  @Test("a replay cannot be recorded to the trace that it reads, by whatever name")
  func replayed() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try record {}
    let whole = try content()
    let link = path + ".link"
    #expect(symlink(path, link) == 0)
    defer { unlink(link) }
    let replayer = try TraceReplayer(.path(path))
    for name in [path, link] {
      for attempt in [
        { _ = try TraceRecorder(replayer.loop, to: .path(name)) },
        { _ = try TraceRecorder(replaying: replayer, to: .path(name)) },
      ] {
        #expect {
          try attempt()
        } throws: {
          "\($0)" == "\(name): this is the trace that is being replayed; choose another file"
        }
      }
    }
    #expect(try content() == whole)
    #expect(try replayer.run().summary.events > 0)
  }

  /// The file that a descriptor belongs to.
  private func file(of descriptor: Int32) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
  }

  @Test("ending a recording frees it at once, also while a child has inherited the descriptor")
  func inherited() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var inherited: [Int32] = []
    _ = try record {
      // As fork does: another descriptor of the same open file.
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      for descriptor in descriptors.compactMap(Int32.init) where file(of: descriptor) == path {
        inherited.append(dup(descriptor))
      }
    }
    defer { for descriptor in inherited { close(descriptor) } }
    #expect(inherited.allSatisfy { $0 >= 0 } && !inherited.isEmpty)
    let (said, thrown) = try record {}
    #expect(said.isEmpty && thrown.isEmpty)
  }

  @Test("at its size limit it keeps whole lines, the process lives, and one line says why")
  func sizeLimit() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = path as String] in
      var limit = rlimit(rlim_cur: 3000, rlim_max: 3000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let (loop, window, badge) = Badge.inWindow(rounds: 500)
      let recorder = try TraceRecorder(loop, to: .path(path))
      badge.setNeedsLayout()
      loop.runTurn()
      badge.setNeedsLayout()
      loop.runTurn()
      withExtendedLifetime((recorder, window)) {}
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains("LoopHunter: the recording ended early: ") } == 1)
    #expect(lines.contains { $0.contains("raise the process's file size limit (ulimit -f)") })
    let text = try content()
    #expect(text.utf8.count > 2900 && text.hasSuffix("}\n"))
    let reader = try TraceReader(.path(path))
    while try reader.next() != nil {}
    #expect(!reader.summary.hasTornTail && reader.summary.isTruncated)
  }

  @Test("a full disk is reported once")
  func fullDisk() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 0)
    let recorder = try TraceRecorder(loop, to: .path("/dev/full"))
    var said: [String] = []
    recorder.onFailure = { said.append($0.description) }
    for _ in 0..<3 {
      badge.setNeedsLayout()
      loop.runTurn()
    }
    withExtendedLifetime(window) {}
    #expect(said == ["/dev/full: writing failed: No space left on device; make room on the disk"])
    #expect(throws: TraceError.self) { try recorder.finish() }
  }

  @Test("a pipe without a reader is an error at once")
  func pipe() throws {
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    #expect {
      try TraceWriter(to: .path(path))
    } throws: {
      "\($0)".hasSuffix("nobody reads from this pipe; start its reader first")
    }
  }

  @Test("a descriptor that does not block is waited for")
  func nonBlocking() throws {
    var ends: [Int32] = [0, 0]
    #expect(Foundation.pipe(&ends) == 0)
    #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let writer = try TraceWriter(to: .descriptor(ends[1]))
    let reader = ends[0]
    let received = Shared(0)
    let done = DispatchSemaphore(value: 0)
    let writingEnd = ends[1]
    Thread {
      while !isFull(writingEnd: writingEnd) { usleep(1000) }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(reader, &buffer, buffer.count), count > 0 {
        received.change { $0 += count }
      }
      done.signal()
    }.start()
    for turn in 1...20_000 { writer.write(.turn(number: turn, time: nil)) }
    try writer.close()
    close(ends[1])
    done.wait()
    close(ends[0])
    let written = (1...20_000).reduce(0) {
      $0 + TraceWriter.line(.turn(number: $1, time: nil)).utf8.count + 1
    }
    #expect(received.value == written)
  }
}
