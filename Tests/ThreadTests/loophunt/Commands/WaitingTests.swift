import CommandSupport
import Foundation
import Glibc
import LoopHunter
import TestSupport
import Testing
import loophunt

/// Descriptors that are closed, do not block, or block for ever, and what a signal does then.
@Suite("Waiting and signals")
struct WaitingTests {
  private let folder = TemporaryFolder()
  private let loop: String

  init() throws {
    loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "loop.jsonl")
  }

  /// Starts a command with its standard error in the file `errors`.
  private func start(
    _ arguments: [String], environment: [String: String] = [:], output: Int32? = nil
  ) throws -> pid_t {
    try Child.spawn(Child.binary, arguments, environment: environment) { actions in
      if let output {
        posix_spawn_file_actions_adddup2(&actions, output, 1)
      } else {
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      }
      posix_spawn_file_actions_addopen(
        &actions, 2, folder.path("errors"), O_WRONLY | O_CREAT, 0o600)
    }
  }

  /// Sends one SIGINT to a command that waits, which has to end by it; returns its messages.
  private func interrupt(_ child: pid_t) throws -> String {
    try Child.waitUntilBlocked(child)
    kill(child, SIGINT)
    #expect(Child.waitForQuickEnd(of: child).signal == SIGINT)
    return try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
  }

  @Test("messages do not go into a sink's file if standard error is closed")
  func closedError() throws {
    let torn = try folder.write(SampleTrace.badge(layouts: [150], ended: false), to: "torn.jsonl")
    let events = folder.path("events")
    for closed in ["2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"] {
      let script = "\"\(Child.binary)\" replay --sink=\"jsonl:\(events)\" \"\(torn)\" \(closed)"
      let outcome = try Child.run("/bin/sh", ["-c", script])
      // A closed descriptor cannot be written.
      #expect(outcome.status == (closed.contains("1>") ? 3 : 1))
    }
    let lines = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 9)
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"event":"layout_loop"#) && $0.hasSuffix("}") })
  }

  @Test("a non-blocking standard output gets all of a long text")
  func nonBlocking() throws {
    let whole = try Child.loophunt("record", "wide-tree").output
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let child = try start(["record", "wide-tree"], output: ends[1])
    try waitUntil { isFull(writingEnd: ends[1]) }
    close(ends[1])
    let read = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true).readDataToEndOfFile()
    #expect(Child.wait(for: child).status == 0)
    #expect(read == whole && whole.count > 1 << 20)
  }

  @Test("the first signal ends the wait for a stalled reader")
  func stalledReader() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    let child = try start(["record", "wide-tree"], output: ends[1])
    try waitUntil { isFull(writingEnd: ends[1]) }
    let said = try interrupt(child)
    #expect(said.contains("interrupted while nobody was reading the output: "))
    #expect(said.contains(" bytes not written\n"))
  }

  @Test(
    "a signal that ends a command while it writes a file removes the unfinished file",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func unfinishedFile(signal: Int32) throws {
    let pipe = folder.path("pipe.jsonl")
    #expect(mkfifo(pipe, 0o600) == 0)
    let output = folder.path("output/shown.jsonl")
    try FileManager.default.createDirectory(
      atPath: folder.path("output"), withIntermediateDirectories: true)
    let child = try start(["import", "--anonymous", pipe, "-o", output])
    // A pipe that can be written to has a reader.
    let end = open(pipe, O_WRONLY | O_CLOEXEC)
    defer { close(end) }
    let text = Array(SampleTrace.badge(layouts: [150], ended: false).utf8)
    #expect(write(end, text, text.count) == text.count)
    let files = { try FileManager.default.contentsOfDirectory(atPath: folder.path("output")) }
    try waitUntil { (try? files().count) == 1 }
    kill(child, signal)
    #expect(Child.waitForQuickEnd(of: child).signal == signal)
    #expect(try files() == [])
    let said = try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
    #expect(said == "\(output): interrupted by signal \(signal); nothing was written\n")
  }

  @Test(
    "a signal ends a command that waits for the rest of a trace",
    arguments: [
      "shrink", "reproduce", "export", "replay", "export --anonymous", "report --anonymous",
      "merge",
    ])
  func unfinishedInput(command: String) throws {
    let pipe = folder.path("pipe.jsonl")
    #expect(mkfifo(pipe, 0o600) == 0)
    let trace = SampleTrace.badge(layouts: [150], ended: false)
    var text = Array(trace.utf8)
    if command == "merge" {
      let whole = try folder.write(trace, to: "whole.jsonl")
      text = Array(try Child.loophunt("replay", "--format=partial", "-q", whole).output)
    }
    let child = try start(command.split(separator: " ").map(String.init) + [pipe])
    let end = open(pipe, O_WRONLY | O_CLOEXEC)
    defer { close(end) }
    #expect(write(end, text, text.count) == text.count)
    try Child.waitUntilBlocked(child)
    kill(child, SIGTERM)
    #expect(Child.waitForQuickEnd(of: child).signal == SIGTERM)
  }

  @Test(
    "the first signal ends the last delivery, and the command counts the lost events",
    arguments: ["0", "60000"])
  func lastDelivery(
    timeout: String
  ) throws {
    let server = try LoopbackServer(.stall, .stall)
    defer { server.stop() }
    let child = try start(
      ["replay", "-q", "--no-proof", "--sink=otlp:\(server.url)", loop],
      environment: ["OTEL_EXPORTER_OTLP_TIMEOUT": timeout])
    try waitUntil { !server.requests.isEmpty }
    let said = try interrupt(child)
    #expect(said.contains("2 events not delivered: interrupted"))
  }

  @Test("several stalled collectors take no longer than one")
  func stalledCollectors() throws {
    let servers = try (0..<4).map { _ in try LoopbackServer(.stall) }
    defer { for server in servers { server.stop() } }
    let child = try start(["replay", "-q"] + servers.map { "--sink=otlp:\($0.url)" } + [loop])
    try waitUntil { servers.allSatisfy { !$0.requests.isEmpty } }
    let said = try interrupt(child)
    #expect(said.split(separator: "\n").count { $0.hasSuffix("not delivered: interrupted") } == 4)
  }

  // A sanitizer's own memory does not fit below such a limit.
  @Test(
    "a command works without threads if the system gives none",
    .enabled(if: !Sanitizer.isOn),
    arguments: ["scan", "diff"])
  func noThreads(command: String) throws {
    let long = try folder.write(
      SampleTrace.badge(layouts: Array(repeating: 90, count: caseCount(100, inDebug: 40))),
      to: "long.jsonl")
    let arguments = [command, "--format=json", long] + (command == "diff" ? [long] : [])
    // No stack of four gigabytes fits below the limit.
    let script = "ulimit -s 4194304 -v 3145728; exec timeout 120 \"$0\" \"$@\""
    let outcome = try Child.run("/bin/bash", ["-c", script, Child.binary] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.output == Child.run(Child.binary, arguments).output)
  }

  @Test("an error ends a scan although its pipe stays open")
  func openPipe() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    let child = try Child.spawn(Child.binary, ["scan", "-"]) { actions in
      posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
      for descriptor in [1, 2] as [Int32] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    // The lines take so long that another thread waits for more when the wrong one is found.
    let lines =
      #"{"e":"trace","version":1}"# + "\n" + String(repeating: "{\"e\":\"x\"}\n", count: 6_000)
    let text = Array((lines + "wrong\n").utf8)
    #expect(write(ends[1], text, text.count) == text.count)
    #expect(Child.waitForQuickEnd(of: child).status == 2)
  }

  @Test("the first signal ends the wait for a pipe's writer")
  func waitForWriter() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try interrupt(try start(["scan", pipe])).contains("interrupted"))
  }

  @Test("diff refuses a pipe at once, because it reads twice")
  func diffPipe() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for files in [[pipe, loop], [loop, pipe]] {
      let outcome = try Child.run("/usr/bin/timeout", ["120", Child.binary, "diff"] + files)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("'diff' reads each trace twice, which '"))
    }
  }

  @Test("a locked sink file is an error, not a silent wait")
  func lockedFile() throws {
    let events = try folder.write("", to: "events")
    let lock = open(events, O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let outcome = try Child.loophunt("replay", "-q", "--no-proof", "--sink=jsonl:\(events)", loop)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("another program holds its lock; let it end"))
  }

  @Test("a pipe without a reader is an error for a sink")
  func pipeSink() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let outcome = try Child.loophunt("replay", "-q", "--sink=jsonl:\(pipe)", loop)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("nobody reads from this pipe; start its reader first"))
  }

  @Test("a sink refuses foreign files and leaves them unchanged")
  func foreignFiles() throws {
    let event = folder.path("event")
    _ = try Child.loophunt("replay", "-q", "--sink=jsonl:\(event)", loop)
    let own = try String(contentsOfFile: event, encoding: .utf8)
    let texts = [
      try String(contentsOfFile: loop, encoding: .utf8), "{", "{\"e", "{}\n", "\n", "notes\n",
      "{\"event\":\"x\"}\n", "\n" + own, String(own.dropFirst()),
    ]
    for text in texts {
      let path = try folder.write(text, to: "foreign")
      let outcome = try Child.loophunt("replay", "-q", "--sink=jsonl:\(path)", loop)
      #expect(outcome.status == 2, "\(text.prefix(20))")
      #expect(outcome.errors.contains("other data than the events of this sink"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    let again = try Child.loophunt("replay", "-q", "--sink=jsonl:\(loop)", loop)
    #expect(again.status == 2)
  }

  @Test("the error for an archive shows how to unpack it for this command")
  func archive() throws {
    let path = try folder.write(Data([0x50, 0x4b, 3, 4, 0x0a]), to: "x.zip")
    for (command, remedy) in [
      ("scan", "unzip -p FILE | loophunt scan -"), ("tree", "| loophunt tree -"),
      ("replay", "| loophunt replay -"), ("validate", "| loophunt validate -"),
    ] {
      let outcome = try Child.loophunt(command, path)
      #expect(outcome.status == 2)
      #expect((outcome.text + outcome.errors).contains(remedy))
    }
    let both = try Child.loophunt("diff", path, path)
    #expect(both.errors.contains("unpack it: unzip -p FILE > trace.jsonl"))
  }

  @Test("an error names the new address of a collector, or states that a web page answered")
  func movedCollector() throws {
    let page = "<!DOCTYPE html><html>Welcome</html>"
    let server = try LoopbackServer(
      .answer(307, ["Location": "https://other.example/v1/logs"], body: ""),
      .answer(200, ["Content-Type": "text/html; charset=utf-8"], body: page),
      .answer(200, body: "\n" + page))
    defer { server.stop() }
    let ends = [
      "the collector answered 307; 2 events lost; set the endpoint to the address it points "
        + "to: https://other.example/v1/logs\n",
      "the collector answered 200; 2 events lost; a web page answered: check the endpoint's "
        + "address and path: \(page)\n",
      "address and path: \\u{a}\(page)\n",
    ]
    for end in ends {
      let outcome = try Child.loophunt(
        "replay", "-q", "--no-proof", "--sink=otlp:\(server.url)", loop)
      #expect(outcome.status == 3)
      #expect(outcome.errors.hasSuffix(end), "\(outcome.errors)")
    }
  }

  // ThreadSanitizer keeps its own memory in a file, and cannot begin below such a limit.
  @Test(
    "output beyond the limit of a file's size is an error with a sentence",
    .enabled(if: dlsym(nil, "__tsan_init") == nil))
  func outputBeyondLimit() throws {
    let path = folder.path("output")
    let script = "ulimit -f 1; exec \"\(Child.binary)\" record wide-tree > \"\(path)\""
    let outcome = try Child.run("/bin/sh", ["-c", script])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("cannot write the output: File too large; make room"))
  }

  @Test("record keeps the old file until the new one is complete")
  func oldFile() throws {
    let path = try folder.write("old", to: "trace.jsonl")
    let script = "ulimit -f 1; exec \"\(Child.binary)\" record didset-dirty -o \"\(path)\""
    // ThreadSanitizer keeps its own memory in a file, and cannot begin below such a limit.
    if !Sanitizer.isThread {
      let limited = try Child.run("/bin/sh", ["-c", script])
      #expect(limited.status == 3)
      #expect(limited.errors.contains("raise the process's file size limit"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    chmod(path, 0o640)
    let link = folder.path("link")
    #expect(symlink(path, link) == 0)
    #expect(try Child.loophunt("record", "didset-dirty", "-o", link).status == 0)
    #expect(try Child.loophunt("validate", path).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? Int) == 0o640)
    // A link to a free name is followed, too; one that leads to itself is an error.
    let (free, ring) = (folder.path("free"), folder.path("ring"))
    #expect(symlink("later", free) == 0 && symlink("ring", ring) == 0)
    #expect(try Child.loophunt("record", "didset-dirty", "-o", free).status == 0)
    #expect(try Child.loophunt("validate", folder.path("later")).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: free) == "later")
    let astray = try Child.loophunt("record", "didset-dirty", "-o", ring)
    #expect(astray.status == 3)
    #expect(astray.errors.hasPrefix("\(ring): writing failed: Too many levels of symbolic links"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.hasPrefix(".") })
  }
}
