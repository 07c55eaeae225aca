import Foundation
import ViewTree

/// Lines in the order in which things happened.
public final class Journal {
  public var lines: [String] = []

  public init() {}

  public func note(_ line: String) { lines.append(line) }

  /// The lines so far; the journal is empty afterwards.
  public func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A view that notes each of its layouts and then does what a test asks.
open class JournalView: View {
  public let journal: Journal?
  /// Runs in every `layoutSubviews`.
  public var onLayout: ((JournalView) -> Void)?
  /// The number of its layouts.
  public private(set) var layouts = 0
  /// For lifetime tests.
  public var token: LifetimeTracker.Token?

  public init(
    _ name: String, in journal: Journal? = nil,
    frame: CGRect = CGRect(x: 0, y: 0, width: 10, height: 10),
    onLayout: ((JournalView) -> Void)? = nil
  ) {
    self.journal = journal
    self.onLayout = onLayout
    super.init(frame: frame)
    identifier = name
  }

  open override func layoutSubviews() {
    layouts += 1
    journal?.note(identifier ?? "?")
    onLayout?(self)
  }
}

extension TurnLoop {
  /// A window of this loop, 320 by 480, laid out once with what it has.
  public func makeWindow(_ subviews: View...) -> Window {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: self)
    for subview in subviews { window.addSubview(subview) }
    return window
  }

  /// A window whose first layout is done.
  public func makeSettledWindow(_ subviews: View...) -> Window {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: self)
    for subview in subviews { window.addSubview(subview) }
    runTurn()
    return window
  }
}
