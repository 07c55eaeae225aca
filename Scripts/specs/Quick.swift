// A small stand-in for Quick: enough of it to run a library's specs beside the package UIKit.
//
// As on Apple's platforms, a file that imports it sees UIKit and XCTest, too.
@_exported import UIKit
@_exported import XCTest

/// A group of examples, with what runs before and after each of them.
private final class Group {
  let name: String
  let parent: Group?
  var before: [() -> Void] = []
  var after: [() -> Void] = []

  init(_ name: String, in parent: Group?) { (self.name, self.parent) = (name, parent) }

  /// The groups from the outermost one to this one.
  var path: [Group] { (parent?.path ?? []) + [self] }
}

/// The spec that is being read, and its examples.
private struct Reading {
  var group: Group
  var examples: [(group: Group, name: String, body: () throws -> Void)] = []
}

nonisolated(unsafe) private var reading = Reading(group: Group("", in: nil))

/// Groups examples.
public func describe(_ name: String, _ body: () -> Void) {
  let outer = reading.group
  reading.group = Group(name, in: outer)
  body()
  reading.group = outer
}

/// Groups examples.
public func context(_ name: String, _ body: () -> Void) { describe(name, body) }

/// Adds an example.
public func it(_ name: String, _ body: @escaping () throws -> Void) {
  reading.examples.append((reading.group, name, body))
}

/// Runs code before each example of the group, those of outer groups first.
public func beforeEach(_ body: @escaping () -> Void) { reading.group.before.append(body) }

/// Runs code after each example of the group, those of outer groups last.
public func afterEach(_ body: @escaping () -> Void) { reading.group.after.append(body) }

/// A class of examples.
open class QuickSpec: XCTestCase {
  /// The failures of the example that runs.
  private var failures: [String] = []
  nonisolated(unsafe) private static var counts = (passed: 0, failed: 0)

  /// Declares the examples.
  open func spec() {}

  open override func recordFailure(
    withDescription description: String, inFile path: String, atLine line: Int, expected: Bool
  ) {
    failures.append("\(path.split(separator: "/").last ?? ""):\(line): \(description)")
  }

  /// Runs all examples, and prints those that fail.
  private func runExamples() {
    reading = Reading(group: Group(String(describing: type(of: self)), in: nil))
    spec()
    for example in reading.examples {
      failures = []
      let path = example.group.path
      for group in path { for body in group.before { body() } }
      do { try example.body() } catch { failures.append("\(error)") }
      for group in path.reversed() { for body in group.after { body() } }
      if failures.isEmpty {
        QuickSpec.counts.passed += 1
      } else {
        QuickSpec.counts.failed += 1
        print("failed: \((path.map(\.name) + [example.name]).joined(separator: " / "))")
        for failure in failures { print("  \(failure)") }
      }
    }
  }

  /// Runs the examples of some specs and prints the counts; a spec that is printed and not ended ends the process.
  public static func run(_ specs: [QuickSpec.Type]) {
    for type in specs {
      print("spec: \(type)")
      let spec = type.init(name: "\(type)") { ($0 as? QuickSpec)?.runExamples() }
      // Only a test that runs is told of failures.
      spec.run()
    }
    print("examples: \(counts.passed) passed, \(counts.failed) failed")
  }
}
