import LayoutTrace

/// The call stack of one invalidation, innermost frame first.
public struct CallStack: Codable, Hashable, Sendable {
  /// The edge to which it belongs, by the dirtied view.
  public var dirtied: ViewReference
  /// `function at File.swift:42`, or an address if symbols are missing.
  public var frames: [String]

  /// Makes a stack.
  ///
  /// - Parameters:
  ///   - dirtied: The view that the call dirtied.
  ///   - frames: One text per frame, the innermost first.
  public init(dirtied: ViewReference, frames: [String]) {
    self.dirtied = dirtied
    self.frames = frames
  }
}

/// The call stacks of a report, put into words when they are read.
///
/// Any two of them are equal: words depend on symbols, and a report does not.
struct CaughtStacks: Sendable {
  private enum Source: Sendable {
    case known([CallStack])
    case caught([(dirtied: ViewReference, stack: CaughtStack)])
    indirect case rewritten(Source, @Sendable (CallStack) -> CallStack)

    /// The stacks in words.
    var stacks: [CallStack] {
      switch self {
      case .known(let stacks): stacks
      case .caught(let stacks):
        stacks.compactMap { dirtied, stack in
          let frames = stack.symbols.frames
          return frames.isEmpty ? nil : CallStack(dirtied: dirtied, frames: frames)
        }
      case .rewritten(let source, let rewrite): source.stacks.map(rewrite)
      }
    }
  }

  private var source: Source

  init(_ stacks: [CallStack] = []) { source = .known(stacks) }

  init(_ stacks: [(dirtied: ViewReference, stack: CaughtStack)]) { source = .caught(stacks) }

  /// The stacks in words.
  var stacks: [CallStack] { source.stacks }

  /// The stacks with other texts, which are made when they are read.
  func rewritten(_ rewrite: @escaping @Sendable (CallStack) -> CallStack) -> CaughtStacks {
    var stacks = self
    stacks.source = .rewritten(source, rewrite)
    return stacks
  }
}

extension CaughtStacks: Hashable {
  static func == (a: CaughtStacks, b: CaughtStacks) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

// Printing and reflection use the public view of the value: a redaction hides the frames below it.
extension CaughtStacks: CustomStringConvertible, CustomReflectable {
  var description: String { "\(stacks)" }
  var customMirror: Mirror { Mirror(self, children: ["stacks": stacks]) }
}
