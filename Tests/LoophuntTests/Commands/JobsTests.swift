import Foundation
import Glibc
import TestSupport
import Testing
import ViewTree
import loophunt

/// Many traces are read at the same time, and nobody sees it but in the time it takes.
@Suite("Many traces at once")
struct JobsTests {
  private let folder: TemporaryFolder

  private static let forms = [
    ["replay"], ["replay", "--format=json"], ["replay", "--format=jsonl", "--break"],
    ["replay", "--format=junit", "--exit-zero"], ["replay", "--lenient", "--class=Badge"],
    ["replay", "--quiet"], ["scan"], ["scan", "--format=json"], ["scan", "--format=jsonl"],
    ["scan", "--lenient", "--threshold=10"],
  ]

  init() throws {
    folder = try TemporaryFolder()
  }

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
    "any number of jobs writes the same bytes, says the same and ends with the same status",
    arguments: sample(forms, oneIn: 3, seed: 0))
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
      let layouts = index < long ? Array(repeating: 12, count: 600) : [40, 1, 40]
      try folder.write(SampleTrace.badge(layouts: layouts), to: String(format: "%02d.jsonl", index))
    }
    var orders: [[String]] = []
    for jobs in [1, 4] {
      let events = folder.path("events\(jobs)")
      let outcome = try Child.loophunt(
        "replay", "--quiet", "--no-proof", "--threshold=10", "--jobs=\(jobs)",
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

  @Test("a signal ends all jobs, and what was read so far is reported")
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

  @Test("an unreadable folder is an error beside what its neighbours hold")
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

/// Work on items at once, whose results come in order.
@Suite("Ordered work")
struct OrderedWorkTests {
  @Test("results come in the order of the items, one at a time, and few wait")
  func inOrder() throws {
    for jobs in [1, 2, 7] {
      let begun = Locked(0)
      var taken: [Int] = []
      var mostAhead = 0
      try OrderedWork<Int>.run(
        count: 300, jobs: jobs, until: { false },
        work: { index, _ in
          begun.withLock { $0 += 1 }
          // The first item of each ten takes longest.
          if index % 10 == 0 { usleep(500) }
          return index * index
        },
        deliver: { index, square in
          #expect(square == index * index)
          mostAhead = max(mostAhead, begun.withLock { $0 } - taken.count)
          taken.append(index)
        })
      #expect(taken == Array(0..<300))
      #expect(mostAhead <= jobs * 8)
    }
  }

  @Test("work that waits for its turn goes on when everything before it was handed over")
  func turns() throws {
    var taken: [Bool] = []
    let delivered = Locked(0)
    try OrderedWork<Bool>.run(
      count: 100, jobs: 5, until: { false },
      work: { index, turn in
        turn.wait()
        return turn.isNow && delivered.withLock { $0 } == index
      },
      deliver: { _, isInTurn in
        taken.append(isInTurn)
        delivered.withLock { $0 += 1 }
      })
    #expect(taken == Array(repeating: true, count: 100))
  }

  @Test("an error of the one who takes the results ends the work", arguments: [1, 4])
  func failure(jobs: Int) throws {
    struct Failure: Error {}
    var taken: [Int] = []
    #expect(throws: Failure.self) {
      try OrderedWork<Int>.run(
        count: 1000, jobs: jobs, until: { false },
        work: { index, turn in
          if index % 7 == 3 { turn.wait() }
          return index
        },
        deliver: { index, _ in
          taken.append(index)
          if index == 20 { throw Failure() }
        })
    }
    #expect(taken == Array(0...20))
  }

  @Test("what was begun is handed over when it is enough", arguments: [1, 4])
  func enough(jobs: Int) throws {
    let isEnough = Locked(false)
    var taken: [Int] = []
    try OrderedWork<Int>.run(
      count: 1000, jobs: jobs, until: { isEnough.withLock { $0 } },
      work: { index, _ in
        if index == 10 { isEnough.withLock { $0 = true } }
        return index
      },
      deliver: { index, _ in taken.append(index) })
    #expect(taken.count >= 11 && taken.count <= 11 + jobs * 8)
    #expect(taken == Array(0..<taken.count))
  }
}

/// How many processors there are for this process.
@Suite("Processors")
struct ProcessorCountTests {
  @Test("a quota of a control group is rounded up, and the smallest one counts")
  func quotas() {
    let quota = { (membership: String, files: [String: String]) in
      ProcessorCount.quota(membership: membership, file: { files[$0] })
    }
    #expect(quota("0::/a/b\n", ["a/b/cpu.max": "150000 100000\n"]) == 2)
    #expect(quota("0::/a/b\n", ["a/b/cpu.max": "max 100000\n"]) == nil)
    #expect(
      quota("0::/a/b\n", ["a/b/cpu.max": "400000 100000\n", "a/cpu.max": "100000 100000\n"]) == 1)
    #expect(quota("0::/\n", ["cpu.max": "300000 100000\n"]) == 3)
    #expect(quota("0::/host/path\n", ["cpu.max": "50000 100000\n"]) == 1)
    let old = "12:memory:/x\n4:cpu,cpuacct:/x\n"
    let files = {
      ["cpu,cpuacct/x/cpu.cfs_quota_us": $0, "cpu,cpuacct/x/cpu.cfs_period_us": "100000\n"]
    }
    #expect(quota(old, files("250000\n")) == 3)
    #expect(quota(old, files("-1\n")) == nil)
    for text in ["", "::\n", "0::\n", "x"] { #expect(quota(text, [:]) == nil) }
    #expect(quota("0::/\n", ["cpu.max": "100000\n"]) == nil)
    #expect(quota("0::/\n", ["cpu.max": "100000 0\n"]) == nil)
  }

  @Test("the processors that the scheduler allows are counted")
  func bound() {
    #expect(
      ProcessorCount.bound(status: "Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n") == 2)
    #expect(ProcessorCount.bound(status: "Cpus_allowed:\tff,ffffffff\n") == 40)
    #expect(ProcessorCount.bound(status: "Cpus_allowed:\t0\n") == nil)
    #expect(ProcessorCount.bound(status: "") == nil)
  }

  @Test("a process that is bound to one processor has one")
  func usable() throws {
    #expect(ProcessorCount.usable >= 1)
    #expect(ProcessorCount.usable <= ProcessInfo.processInfo.activeProcessorCount)
  }
}

/// The table over all traces.
@Suite("The table over many traces")
struct FindingsTableTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let texts = [
      "a": [1], "b": [150], "c": [120, 300], "d": [1], "e": [110],
    ].mapValues { SampleTrace.badge(layouts: $0) }
    for (name, text) in texts { try folder.write(text, to: "\(name).jsonl") }
    try folder.write(SampleTrace.thrashing(130), to: "f.jsonl")
  }

  private func summary(_ command: String, _ traces: String...) throws -> [String: Any] {
    let outcome = try Child.run(Child.binary, [command, "--format=json"] + traces)
    let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    return try #require(document?["summary"] as? [String: Any])
  }

  @Test("replay joins loops by fingerprint, with the number of traces, the first and the worst")
  func replay() throws {
    let rows = try #require(
      try summary("replay", folder.path(""))["findings"] as? [[String: Any]])
    #expect(rows.count == 2)
    #expect(rows[0]["traces"] as? Int == 3 && rows[0]["maximum"] as? Int == 300)
    #expect((rows[0]["first"] as? String)?.hasSuffix("/b.jsonl") == true)
    #expect((rows[0]["fingerprint"] as? String)?.count == 16)
    #expect((rows[0]["sentence"] as? String)?.contains("badge") == true)
    #expect(rows[1]["traces"] as? Int == 1 && rows[1]["maximum"] as? Int == 130)
    let text = try Child.loophunt("replay", folder.path("")).text
    let fingerprint = try #require(rows[0]["fingerprint"] as? String)
    #expect(
      text.contains("\nLoops by fingerprint:\n  fingerprint       traces  worst  first trace\n"))
    #expect(
      text.contains("  \(fingerprint)       3    300  \(folder.path("b.jsonl"))\n    `badge`"))
  }

  @Test("scan joins looping views by class and path")
  func scan() throws {
    let rows = try #require(try summary("scan", folder.path(""))["findings"] as? [[String: Any]])
    #expect(rows.count == 2)
    #expect(rows[0]["class"] as? String == "Badge" && rows[0]["path"] as? String == "Window/badge")
    #expect(rows[0]["traces"] as? Int == 3 && rows[0]["maximum"] as? Int == 300)
    #expect(rows[1]["path"] as? String == "Window/Badge")
    let text = try Child.loophunt("scan", folder.path("")).text
    #expect(
      text.contains("\nLooping views by class and path:\n  class  traces  worst  first trace\n"))
    #expect(text.contains("  Badge       3    300  \(folder.path("b.jsonl"))\n    Window/badge\n"))
  }

  @Test("one trace has no table, and traces without a loop have an empty one")
  func noTable() throws {
    #expect(try summary("replay", folder.path("b.jsonl"))["findings"] == nil)
    let calm = try summary("scan", folder.path("a.jsonl"), folder.path("d.jsonl"))
    #expect((calm["findings"] as? [Any])?.isEmpty == true)
    let text = try Child.loophunt("scan", folder.path("a.jsonl"), folder.path("d.jsonl")).text
    #expect(!text.contains("by class and path"))
  }

  @Test("the time of a run is shown on terminals only")
  func time() throws {
    #expect(try Child.loophunt("scan", folder.path("")).text.hasSuffix(" layouts\n"))
    let terminal = try PseudoTerminal("scan", folder.path("a.jsonl"))
    #expect(terminal.waits(for: "layout"))
    _ = terminal.end()
    #expect(terminal.shown.contains(#/ layouts? in \d+ m?s/#))
  }
}
