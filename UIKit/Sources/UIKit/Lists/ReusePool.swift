import Foundation
@_spi(UIKit) import ViewTree

/// The views of one list that wait to be used again, and the makers of those that are registered.
final class ReusePool<Kept: View> {
  private var makers: [String: () -> Kept] = [:]
  private var waiting: [String: [Kept]] = [:]

  /// Registers a maker under a name; nil ends that.
  func register(_ identifier: String, _ make: (() -> Kept)?) { makers[identifier] = make }

  /// Takes the view that waits longest: a reload gives each row the cell that it had.
  func take(_ identifier: String) -> Kept? {
    waiting[identifier]?.isEmpty == false ? waiting[identifier]?.removeFirst() : nil
  }

  /// Makes a view; nil if nothing is registered under the name.
  func make(_ identifier: String) -> Kept? { makers[identifier]?() }

  /// Keeps a view for later; one without a name is not kept.
  func put(_ view: Kept, _ identifier: String?) {
    if let identifier { waiting[identifier, default: []].append(view) }
  }

  /// The views that wait.
  var views: [Kept] { waiting.keys.sorted().flatMap { waiting[$0] ?? [] } }
}

extension View {
  /// Prepares a view of a list that is used again, and has it laid out, as a rule of the list.
  ///
  /// On UIKit, such a view comes into the list anew, which asks for a layout.
  func isUsedAgain(_ prepare: () -> Void) {
    called(prepare)
    byEngine { setNeedsLayout(because: "prepareForReuse()") }
  }
}
