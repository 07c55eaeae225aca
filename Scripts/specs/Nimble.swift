// A small stand-in for Nimble: enough of it to run a library's specs beside the package UIKit.
@_exported import Foundation
import XCTest

/// The result of a comparison.
public enum PredicateStatus {
  case matches, doesNotMatch, fail
}

/// A value that is computed when it is compared.
public struct Expression<Value> {
  let body: () throws -> Value?

  /// Computes the value.
  public func evaluate() throws -> Value? { try body() }
}

/// A comparison, with the words for its result.
public struct Predicate<Value> {
  let words: String
  let compare: (Expression<Value>) throws -> PredicateStatus

  /// Makes a comparison.
  public static func simple(
    _ words: String = "match", compare: @escaping (Expression<Value>) throws -> PredicateStatus
  ) -> Predicate<Value> { Predicate(words: words, compare: compare) }
}

/// An expectation of a value.
public struct Expectation<Value> {
  let expression: Expression<Value>
  let file: StaticString
  let line: UInt

  /// Expects that the value matches.
  public func to(_ predicate: Predicate<Value>, description: String? = nil) {
    check(predicate, matches: true, description)
  }

  /// Expects that the value does not match.
  public func toNot(_ predicate: Predicate<Value>, description: String? = nil) {
    check(predicate, matches: false, description)
  }

  /// Expects that the value does not match.
  public func notTo(_ predicate: Predicate<Value>, description: String? = nil) {
    check(predicate, matches: false, description)
  }

  private func check(_ predicate: Predicate<Value>, matches: Bool, _ description: String?) {
    do {
      let value = try expression.evaluate()
      let status = try predicate.compare(Expression { value })
      // A comparison that fails is right in neither sense.
      guard status != (matches ? .matches : .doesNotMatch) else { return }
      let not = matches ? "" : "not "
      XCTFail(
        "\(description ?? "") expected to \(not)\(predicate.words), got <\(stringify(value))>",
        file: file, line: line)
    } catch {
      XCTFail("threw \(error)", file: file, line: line)
    }
  }
}

/// Begins an expectation.
public func expect<Value>(
  file: StaticString = #filePath, line: UInt = #line,
  _ value: @autoclosure @escaping () throws -> Value?
) -> Expectation<Value> {
  Expectation(expression: Expression(body: value), file: file, line: line)
}

/// The text of a value for people.
public func stringify<Value>(_ value: Value?) -> String {
  value.map { String(describing: $0) } ?? "nil"
}

/// Matches an equal value; nil matches nothing.
public func equal<Value: Equatable>(_ expected: Value?) -> Predicate<Value> {
  .simple("equal <\(stringify(expected))>") { expression in
    guard let expected, let value = try expression.evaluate() else { return .fail }
    return value == expected ? .matches : .doesNotMatch
  }
}

/// Matches nil.
public func beNil<Value>() -> Predicate<Value> {
  .simple("be nil") { try $0.evaluate() == nil ? .matches : .doesNotMatch }
}

/// Matches true.
public func beTrue() -> Predicate<Bool> { equal(true) }

/// Matches false.
public func beFalse() -> Predicate<Bool> { equal(false) }

/// Matches a number that is near another.
public func beCloseTo<Value: BinaryFloatingPoint>(_ expected: Value, within delta: Value = 0.0001)
  -> Predicate<Value>
{
  .simple("be close to <\(expected)>") { expression in
    guard let value = try expression.evaluate() else { return .fail }
    return abs(value - expected) <= delta ? .matches : .doesNotMatch
  }
}

/// Matches a text that contains all of some others.
public func contain(_ parts: [String]) -> Predicate<String> {
  .simple("contain <\(parts)>") { expression in
    guard let value = try expression.evaluate() else { return .fail }
    return parts.allSatisfy { value.contains($0) } ? .matches : .doesNotMatch
  }
}

/// Matches a text that contains all of some others.
public func contain(_ parts: String...) -> Predicate<String> { contain(parts) }

/// Expects a larger value.
public func > <Value: Comparable>(left: Expectation<Value>, right: Value) {
  left.to(
    .simple("be greater than <\(right)>") { expression in
      guard let value = try expression.evaluate() else { return .fail }
      return value > right ? .matches : .doesNotMatch
    })
}

/// Expects an equal value.
public func == <Value: Equatable>(left: Expectation<Value>, right: Value?) {
  left.to(equal(right))
}
