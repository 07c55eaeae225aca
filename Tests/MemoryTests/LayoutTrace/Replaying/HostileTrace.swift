import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport

/// Generates long and hostile traces, and knows the expected verdict on each line.
///
/// A model as simple as can be, with sets and dictionaries, judges every line when it is written.
struct HostileTrace {
  private(set) var lines: [String] = [
    TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#,
  ]
  /// The lines, from 1, that a reader must refuse, with a piece of the reason.
  private(set) var refused: [Int: String] = [:]
  private var generator: SeededGenerator

  /// The superview of each live view; nil for none.
  private var parents: [Int: Int?] = [1: nil]
  private var subviews: [Int: Set<Int>] = [:]
  private var used: Set<Int> = [1]
  private var work: Set<Int> = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  var input: TraceInput { TraceText.input(lines) }

  /// The bytes, each line ended by a newline.
  var bytes: [UInt8] { lines.flatMap { Array($0.utf8) + [0x0a] } }

  mutating func random(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  // MARK: Lines

  private mutating func write(_ line: String, refused reason: String? = nil) {
    lines.append(line)
    if let reason { refused[lines.count] = reason }
  }

  mutating func beginTurn(_ number: Int = 1) { write(#"{"e":"turn","n":\#(number)}"#) }

  /// A line of so many bytes, which a reader with this limit takes or refuses.
  mutating func longLine(of count: Int, limit: Int) {
    let frame = #"{"e":"x","y":""}"#
    let text = String(repeating: "a", count: max(0, count - frame.utf8.count))
    write(
      #"{"e":"x","y":"\#(text)"}"#,
      refused: max(count, frame.utf8.count) > limit ? "longer than \(limit) bytes" : nil)
  }

  /// A new view, or one whose number is not new.
  mutating func view(_ number: Int, in parent: Int?) {
    let place = parent.map(String.init) ?? "null"
    let line = #"{"e":"view","v":\#(number),"class":"X","in":\#(place)}"#
    if parents[number] != nil { return write(line, refused: "is known already") }
    if used.contains(number) { return write(line, refused: "belonged to a view that is gone") }
    if let parent, let reason = refusal(of: parent, height: 1) {
      return write(line, refused: reason)
    }
    write(line)
    used.insert(number)
    parents[number] = .some(nil)
    if let parent { attach(number, to: parent) }
  }

  mutating func move(_ view: Int, to parent: Int?) {
    let place = parent.map(String.init) ?? "null"
    let line = #"{"e":"move","v":\#(view),"in":\#(place)}"#
    guard parents[view] != nil else {
      return write(line, refused: used.contains(view) ? "is gone" : "is not known yet")
    }
    if let parent {
      if parents[parent] != nil, ancestors(of: parent).contains(view) {
        return write(line, refused: "would become its own ancestor")
      }
      if let reason = refusal(of: parent, height: height(of: view)) {
        return write(line, refused: reason)
      }
    }
    write(line)
    detach(view)
    if let parent { attach(view, to: parent) }
  }

  mutating func gone(_ view: Int) {
    let line = #"{"e":"gone","v":\#(view)}"#
    guard parents[view] != nil else {
      return write(line, refused: used.contains(view) ? "is gone" : "is not known yet")
    }
    write(line)
    detach(view)
    for subview in subviews[view] ?? [] { parents[subview] = .some(nil) }
    subviews[view] = nil
    parents[view] = nil
  }

  mutating func async(_ number: Int) {
    let isNew = work.insert(number).inserted
    write(#"{"e":"async","k":\#(number)}"#, refused: isNew ? nil : "was enqueued before")
  }

  // MARK: The model

  private mutating func attach(_ view: Int, to parent: Int) {
    parents[view] = parent
    subviews[parent, default: []].insert(view)
  }

  private mutating func detach(_ view: Int) {
    if case .some(.some(let parent)) = parents[view] { subviews[parent]?.remove(view) }
    parents[view] = .some(nil)
  }

  /// A view and those above it.
  private func ancestors(of view: Int) -> [Int] {
    var chain = [view]
    while case .some(.some(let parent)) = parents[chain[chain.count - 1]] { chain.append(parent) }
    return chain
  }

  /// The number of levels of a view and its descendants.
  private func height(of view: Int) -> Int {
    var levels = 0
    var level = [view]
    while !level.isEmpty {
      levels += 1
      level = level.flatMap { subviews[$0] ?? [] }
    }
    return levels
  }

  /// The reason why a view of that height cannot go into another.
  private func refusal(of parent: Int, height: Int) -> String? {
    guard parents[parent] != nil else {
      return used.contains(parent) ? "is gone" : "is not known yet"
    }
    return ancestors(of: parent).count + height > 1_024 ? "nest deeper than 1024" : nil
  }
}
