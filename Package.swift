// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Tests that no optimiser concerns: they take half the time to compile, and test optimised products. Those of
// memory and threads are optimised, too: class swapping must work in an app's optimised code.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "LoopHunter",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ViewTree", targets: ["ViewTree"]),
    .library(name: "LayoutTrace", targets: ["LayoutTrace"]),
    .library(name: "LoopHunter", targets: ["LoopHunter"]),
    .library(name: "LoopTelemetry", targets: ["LoopTelemetry"]),
    .executable(name: "loophunt", targets: ["loophunt"]),
  ],
  targets: [
    .target(name: "ViewTree", swiftSettings: settings),
    .target(name: "LayoutTrace", dependencies: ["ViewTree"], swiftSettings: settings),
    .target(
      name: "LoopHunter", dependencies: ["LayoutTrace", "ViewTree"], swiftSettings: settings),
    // A product of its own: a program that only hunts links no network code.
    .target(
      name: "LoopTelemetry", dependencies: ["LoopHunter", "LayoutTrace", "ViewTree"],
      swiftSettings: settings),
    // Shared by the command, the tests and the examples; not a product.
    .target(
      name: "LoopScenarios", dependencies: ["LoopHunter", "LayoutTrace", "ViewTree"],
      swiftSettings: settings),
    .executableTarget(
      name: "loophunt",
      dependencies: ["LoopTelemetry", "LoopScenarios", "LoopHunter", "LayoutTrace", "ViewTree"],
      // The script and the style of a report are part of the program: no file lies beside it.
      resources: [.embedInCode("Page/report.js"), .embedInCode("Page/report.css")],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["ViewTree"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // Loops whose verdict is known before they are hunted, for tests and the benchmark of truth.
    .target(
      name: "LoopCorpus",
      dependencies: ["LoopScenarios", "LoopHunter", "LayoutTrace", "ViewTree", "TestSupport"],
      path: "Tests/LoopCorpus",
      // Loops stand for an app's debug build: an optimiser leaves out frames and merges closures, and
      // the truth about lines would be that of the optimiser.
      swiftSettings: settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),
    // A benchmark, which prints how often the detector is right; it needs what is no product.
    .executableTarget(
      name: "TruthBenchmarks",
      dependencies: [
        "LoopCorpus", "LoopScenarios", "LoopHunter", "LayoutTrace", "ViewTree", "TestSupport",
      ],
      path: "Tests/LoopTruth", swiftSettings: settings),
    // Writes traces of such loops, which `make check-reproduce` turns into programs.
    .executableTarget(
      name: "LoopTraces", dependencies: ["LoopCorpus", "LoopScenarios", "LayoutTrace"],
      path: "Tests/LoopTraces", swiftSettings: settings),
    .executableTarget(
      name: "SinkHelper", dependencies: ["LoopTelemetry", "LoopHunter", "LayoutTrace", "ViewTree"],
      path: "Tests/SinkHelper", swiftSettings: settings),
    .executableTarget(
      name: "MainQueueHelper", dependencies: ["LoopHunter", "LayoutTrace", "ViewTree"],
      path: "Tests/MainQueueHelper", swiftSettings: settings),
    // A random walk whose every callback changes hunts, for tests and for leak checkers.
    .target(
      name: "HostileHunting",
      dependencies: ["LoopHunter", "LayoutTrace", "ViewTree", "TestSupport"],
      path: "Tests/HostileHunting", swiftSettings: settings),
    .executableTarget(
      name: "WalkHelper", dependencies: ["HostileHunting"], path: "Tests/WalkHelper",
      swiftSettings: settings),
    .target(
      name: "ForeignViews", dependencies: ["ViewTree"], path: "Tests/ForeignViews",
      swiftSettings: settings),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    // Traces as text, hunted scenarios and sample events, for the tests of several modules.
    .target(
      name: "HuntSupport",
      dependencies: [
        "LoopTelemetry", "LoopScenarios", "LoopHunter", "LayoutTrace", "ViewTree", "TestSupport",
      ],
      path: "Tests/HuntSupport", swiftSettings: settings),
    // Runs the built command as a child.
    .target(
      name: "CommandSupport", dependencies: ["TestSupport"], path: "Tests/CommandSupport",
      swiftSettings: settings),
    .testTarget(
      name: "ViewTreeTests", dependencies: ["ViewTree", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "LayoutTraceTests",
      dependencies: [
        "LoopCorpus", "LoopScenarios", "LoopHunter", "LayoutTrace", "ViewTree", "HuntSupport",
        "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "LoopHunterTests",
      dependencies: [
        "LoopCorpus", "LoopScenarios", "LoopTelemetry", "LoopHunter", "LayoutTrace", "ViewTree",
        "HuntSupport", "TestSupport", "ForeignViews",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "LoopTelemetryTests",
      dependencies: [
        "LoopTelemetry", "LoopHunter", "LayoutTrace", "ViewTree", "HuntSupport", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "LoophuntTests",
      dependencies: [
        "loophunt", "LoopCorpus", "LoopScenarios", "LoopHunter", "LayoutTrace", "ViewTree",
        "CommandSupport", "TestSupport",
      ],
      swiftSettings: testSettings),
    // Tests for AddressSanitizer: class swapping, lifetimes, random walks, bytes, stacks.
    .testTarget(
      name: "MemoryTests",
      dependencies: [
        "LoopTelemetry", "LoopHunter", "LayoutTrace", "ViewTree", "HuntSupport", "TestSupport",
        "ForeignViews", "AllocationCounter", "HostileHunting", "WalkHelper",
      ],
      swiftSettings: settings),
    // Tests for ThreadSanitizer: everything that uses several threads or signals.
    .testTarget(
      name: "ThreadTests",
      dependencies: [
        "loophunt", "LoopTelemetry", "LoopHunter", "LayoutTrace", "ViewTree", "HuntSupport",
        "CommandSupport", "TestSupport", "HostileHunting", "SinkHelper", "MainQueueHelper",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// A sanitizer builds only what it is for: LOOPHUNTER_TESTS=memory or threads leaves out all that these
// tests do not need. Each target stands behind those that it depends on.
if let choice = Context.environment["LOOPHUNTER_TESTS"] {
  guard let tests = ["memory": "MemoryTests", "threads": "ThreadTests"][choice] else {
    fatalError("LOOPHUNTER_TESTS is '\(choice)'; set it to memory or threads, or unset it")
  }
  var needed: Set = [tests]
  for target in package.targets.reversed() where needed.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll {
    ($0 as? Product.Library)?.targets.allSatisfy(needed.contains) != true
  }
}
