import CommandSupport
import Foundation
import LoopCorpus
import TestSupport
import Testing
import ViewTree
import loophunt

/// Each property that a trace records is set by the program that is written of it; `make check-reproduce`
/// compiles and runs these programs.
@Suite("Recorded properties as code")
struct ReproducedPropertyTests {
  private let folder = TemporaryFolder()

  /// The statement that sets the property, where it is not an assignment.
  private static let calls = [
    "customSpacing": "setCustomSpacing(", "arrangedIndex": ".arrange(",
    "subviews": "Subview(", "superview": "Subview(",
  ]

  @Test(
    "a loop that turns on a property becomes a program that sets it and loops alike",
    arguments: sample(
      ValueLoop.oscillating.map(\.property), oneIn: 6,
      seed: firstSeed("ReproducedPropertyTests")), [false, true])
  func property(_ name: String, isOfApp: Bool) throws {
    let loop = try #require(ValueLoop.oscillating.first { $0.property == name })
    let text = String(decoding: try loop.recorded(isOfApp: isOfApp), as: UTF8.self)
    let trace = try folder.write(text, to: "trace.jsonl")
    let threshold = "--threshold=\(ValueLoop.threshold)"
    let made = try InProcess.loophunt(["reproduce", "-q", "--as-is", threshold, trace])
    let fingerprint = try #require(
      made.text.firstMatch(of: /fingerprint = "([0-9a-f]{16})"/)?.1, "\(made.text)\(made.errors)")
    let replay = try InProcess.loophunt(["replay", "--no-proof", threshold, trace])
    #expect(replay.text.contains("Fingerprint  \(fingerprint)"))
    let statement = Self.calls[name] ?? ".\(name)"
    let layout = try #require(made.text.range(of: "func layoutSubviews()")).lowerBound
    #expect(made.text[layout...].contains(statement), "\(made.text)")
  }

  @Test("there is such a loop for every property that code can set")
  func completeness() {
    let named = Set(ValueLoop.oscillating.map(\.property))
    // Constraints have loops of their own, states are not reproduced; two values follow from others.
    let others: Set<GeometryProperty> = [
      .adjustedContentInset, .intrinsicContentSize, .state, .constant, .priority, .isActive,
      .isBroken,
    ]
    for property in GeometryProperty.allCases where !others.contains(property) {
      let name = property == .subviewOrder ? "subviews" : property.rawValue
      #expect(named.contains(name), "\(name)")
    }
  }
}
