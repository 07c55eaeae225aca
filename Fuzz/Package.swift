// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that the product needs no flags of a fuzzer. The sources are those of the
// product, by links: every module gets the coverage and the checks that the fuzzer wants.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "ViewTree", swiftSettings: settings),
    .target(name: "LayoutTrace", dependencies: ["ViewTree"], swiftSettings: settings),
    .target(
      name: "LoopHunter", dependencies: ["LayoutTrace", "ViewTree"], swiftSettings: settings),
    .target(
      name: "LoopTelemetry", dependencies: ["LoopHunter", "LayoutTrace", "ViewTree"],
      swiftSettings: settings),
    .target(
      name: "LoopScenarios", dependencies: ["LoopHunter", "LayoutTrace", "ViewTree"],
      swiftSettings: settings),
    .target(
      name: "loophunt",
      dependencies: ["LoopTelemetry", "LoopScenarios", "LoopHunter", "LayoutTrace", "ViewTree"],
      exclude: ["main.swift"],
      resources: [.embedInCode("Page/report.js"), .embedInCode("Page/report.css")],
      swiftSettings: settings),
    .executableTarget(
      name: "TraceFuzz", dependencies: ["loophunt", "LoopHunter", "LayoutTrace", "ViewTree"],
      swiftSettings: settings),
    .executableTarget(name: "SolverFuzz", dependencies: ["ViewTree"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
