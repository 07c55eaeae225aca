import CommandSupport
import Foundation
import Glibc
import TestSupport
import Testing
import ViewTree
import loophunt

/// Many traces are read at the same time, with the results of reading them one by one.
@Suite("Many traces at once")
struct JobsTests {
  private let folder = TemporaryFolder()

  private static let forms = [
    ["replay"], ["replay", "--format=json"], ["replay", "--format=jsonl", "--break"],
    ["replay", "--format=junit", "--exit-zero"], ["replay", "--lenient", "--class=Badge"],
    ["replay", "--quiet"], ["scan"], ["scan", "--format=json"], ["scan", "--format=jsonl"],
    ["scan", "--lenient", "--threshold=10"],
  ]

  /// Writes traces of many kinds: calm ones, loops, broken and torn ones, two that cannot be opened.
  private func writeMixture() throws {
    let texts = [
      SampleTrace.badge(layouts: [1]), SampleTrace.badge(layouts: [150]),
      SampleTrace.badge(layouts: [60, 120, 130]),
      SampleTrace.badge(layouts: [150], ended: false), SampleTrace.badge(layouts: [1]) + "{",
      SampleTrace.badge(layouts: [150]) + "{\"e\":\"done\",\"v\":7}\n", "no trace\n",
      SampleTrace.thrashing(130), SampleTrace.badge(layouts: [200], className: "Tag"),
    ]
    for index in 0..<27 {
      // The first ones take longest, so that the others must wait for them.
      let text = index < 2 ? SampleTrace.badge(layouts: [150, 400, 300]) : texts[index % 9]
      try folder.write(text, to: String(format: "%02d.jsonl", index))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("gone.jsonl"), withDestinationPath: folder.path("nowhere"))
  }

  @Test(
    "any number of jobs gives the same output, messages and status",
    arguments: sample(forms, oneIn: 6, seed: 0))
  func sameBytes(arguments: [String]) throws {
    try writeMixture()
    let traces = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).map(
      folder.path)
    let one = try Child.run(Child.binary, arguments + ["--jobs=1"] + traces)
    #expect(one.status == 2)
    #expect(one.errors.split(separator: "\n").count > 5)
    #expect(arguments.contains("--quiet") || one.output.count > 1000)
    for jobs in sample(["2", "7", "999"], oneIn: 3, seed: firstSeed("JobsTests")) {
      let many = try Child.run(
        Child.binary, arguments + ["--jobs=\(jobs)"] + traces.reversed())
      #expect(many.output == one.output, "with \(jobs) jobs")
      #expect(many.errors == one.errors, "with \(jobs) jobs")
      #expect(many.status == one.status)
    }
  }

  @Test("a sink gets the events trace by trace, however many jobs replay")
  func sinkInOrder() throws {
    let long = caseCount(3, inDebug: 1)
    for index in 0..<12 {
      // The first traces have more events than are held, and take longest.
      let layouts = index < long ? Array(repeating: 3, count: 600) : [40, 1, 40]
      try folder.write(SampleTrace.badge(layouts: layouts), to: String(format: "%02d.jsonl", index))
    }
    var orders: [[String]] = []
    for jobs in [1, 4] {
      let events = folder.path("events\(jobs)")
      let outcome = try Child.loophunt(
        "replay", "--quiet", "--no-proof", "--threshold=2", "--jobs=\(jobs)",
        "--sink=jsonl:\(events)", folder.path(""))
      #expect(outcome.status == 1 && outcome.errors == "")
      let lines = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
      orders.append(
        try lines.map { line in
          let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          return "\(event?["trace"] ?? "") \(event?["turn"] ?? "") \(event?["event"] ?? "")"
        })
    }
    #expect(orders[0].count > long * 1200)
    #expect(orders[0] == orders[1])
  }

  @Test("a signal ends all jobs, and the results so far are reported")
  func signal() throws {
    var pipes: [String] = []
    for name in ["b", "c", "d"] {
      pipes.append(folder.path("\(name).jsonl"))
      #expect(mkfifo(pipes[pipes.count - 1], 0o600) == 0)
    }
    let calm = try folder.write(SampleTrace.badge(layouts: [150]), to: "a.jsonl")
    let last = try folder.write(SampleTrace.badge(layouts: [150]), to: "e.jsonl")
    let child = try Child.spawn(
      Child.binary, ["scan", "--jobs=3", "--format=jsonl", calm] + pipes + [last]
    ) { actions in
      posix_spawn_file_actions_addopen(
        &actions, 1, folder.path("output"), O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(
        &actions, 2, folder.path("errors"), O_WRONLY | O_CREAT, 0o600)
    }
    // A pipe that can be written to has a reader.
    var ends: [Int32] = []
    for pipe in pipes {
      ends.append(open(pipe, O_WRONLY | O_CLOEXEC))
      let text = Array(SampleTrace.badge(layouts: [150], ended: false).utf8)
      #expect(write(ends[ends.count - 1], text, text.count) == text.count)
    }
    defer { for end in ends { close(end) } }
    try Child.waitUntilBlocked(child)
    kill(child, SIGINT)
    #expect(Child.waitForQuickEnd(of: child).signal == SIGINT)
    let errors = try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
    #expect(errors.contains("b.jsonl: warning: interrupted"))
    let lines = try String(contentsOfFile: folder.path("output"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.last?.contains(#""isInterrupted":true"#) == true)
    #expect(lines.last?.contains(#""type":"summary""#) == true)
    let names = lines.compactMap { $0.firstMatch(of: #/"file":"[^"]*\/(\w)\.jsonl"/#)?.1 }
    #expect(names == names.sorted() && names.first == "a")
  }

  // A sanitizer's own memory does not fit below such a limit.
  @Test(
    "traces are read one by one where the system gives no threads", .enabled(if: !Sanitizer.isOn))
  func noThreads() throws {
    try writeMixture()
    // No stack of four gigabytes fits below the limit.
    let script = "ulimit -s 4194304 -v 3145728; exec timeout 60 \"$0\" \"$@\""
    let arguments = ["scan", "--format=json", "--jobs=64", folder.path("")]
    let outcome = try Child.run("/bin/bash", ["-c", script, Child.binary] + arguments)
    let free = try Child.run(Child.binary, arguments)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output == free.output)
  }

  @Test("an unreadable folder is an error, and its neighbours are still read")
  func unreadableFolder() throws {
    try folder.write(SampleTrace.badge(layouts: [150]), to: "open.jsonl")
    try FileManager.default.createDirectory(
      atPath: folder.path("closed"), withIntermediateDirectories: true)
    try folder.write(SampleTrace.badge(layouts: [150]), to: "closed/a.jsonl")
    for name in ["", "open.jsonl"] { chmod(folder.path(name), 0o755) }
    chmod(folder.path("closed"), 0)
    defer { chmod(folder.path("closed"), 0o700) }
    // Nothing is closed to the superuser, who becomes another user, if that one may run the program.
    let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups", "--"]
    let prefix = geteuid() == 0 ? nobody : []
    let run = { (arguments: [String]) in
      let words = prefix + [Child.binary] + arguments
      return try Child.run(words[0], Array(words.dropFirst()))
    }
    guard (try? run(["--version"]).status) == 0 else { return }
    for command in ["scan", "replay"] {
      let outcome = try run([command, "--format=json", folder.path("")])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("/closed: the file may not be read; check its permissions"))
      #expect(outcome.text.contains(#""failed" : 1"#) && outcome.text.contains(#""files" : 2"#))
      #expect(outcome.text.contains(#""loops" : 1"#))
    }
    // A pattern finds the folder closed, too: another trace may be in it.
    for pattern in ["*/[a-z].jsonl", "*/a.jsonl", "closed/*"] {
      let outcome = try run(["scan", folder.path(pattern)])
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains("may not be read; check its permissions"), "\(outcome.errors)")
    }
  }

  @Test("the progress of several traces counts the bytes of all that are being read")
  func progress() {
    let progress = TraceProgress(Progress(on: nil, label: ""), count: 3)
    let parts = (0..<3).map { progress.part($0, name: "\($0)") }
    #expect(parts[0].read(1_000).label == "0 of 3 traces read")
    #expect(parts[2].read(500).bytes == 1_500)
    #expect(parts[0].read(1_200).bytes == 1_700)
    #expect(parts[0].end().bytes == 1_700, "the others go on")
    #expect(parts[1].read(7).label == "1 of 3 traces read")
    #expect(parts[2].end().bytes == 1_707)
    #expect(parts[1].end().label == "3 of 3 traces read")
  }

  @Test("a number of jobs is a whole number of at least 1")
  func jobsNumber() throws {
    for text in ["0", "-1", "two", "1.5", ""] {
      let outcome = try Child.loophunt("scan", "--jobs=\(text)", "x.jsonl")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("expected a whole number, 1 or more"))
    }
  }
}
