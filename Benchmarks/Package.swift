// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LoopHunter", path: "..")],
  targets: [
    .target(name: "Timing"),
    .target(name: "Allocations"),
    .executableTarget(
      name: "ModeCheck",
      dependencies: [
        .product(name: "LoopHunter", package: "LoopHunter"),
        .product(name: "ViewTree", package: "LoopHunter"),
      ]),
    .executableTarget(
      name: "HuntingBenchmarks",
      dependencies: [
        "Timing", .product(name: "LoopHunter", package: "LoopHunter"),
        .product(name: "ViewTree", package: "LoopHunter"),
      ]),
    .executableTarget(
      name: "EvidenceBenchmarks",
      dependencies: [
        "Timing", .product(name: "LoopHunter", package: "LoopHunter"),
        .product(name: "ViewTree", package: "LoopHunter"),
      ]),
    .executableTarget(
      name: "TreeBenchmarks",
      dependencies: ["Timing", .product(name: "ViewTree", package: "LoopHunter")]),
    .executableTarget(
      name: "ConstraintBenchmarks",
      dependencies: [
        "Allocations", "Timing", .product(name: "ViewTree", package: "LoopHunter"),
      ]),
    .target(name: "Solver"),
    .executableTarget(name: "SolverBenchmarks", dependencies: ["Solver"]),
    .executableTarget(
      name: "AnalyticsBenchmarks",
      dependencies: [
        "Timing", .product(name: "LoopHunter", package: "LoopHunter"),
        .product(name: "LoopTelemetry", package: "LoopHunter"),
      ]),
    .executableTarget(
      name: "TraceBenchmarks",
      dependencies: [
        .product(name: "LayoutTrace", package: "LoopHunter"),
        .product(name: "LoopHunter", package: "LoopHunter"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
