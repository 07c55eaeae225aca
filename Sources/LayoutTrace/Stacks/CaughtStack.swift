import ViewTree

/// A call stack, whose functions and lines are looked up on demand, by any thread.
///
/// Catching its addresses takes microseconds, naming them milliseconds; results are remembered.
package final class CaughtStack: Sendable {
  /// A call stack in words, innermost frame first.
  package struct Symbols: Sendable, Hashable {
    /// `function at File.swift:42`, or an address where symbols are missing.
    package var frames: [String] = []
    /// The innermost function of the app.
    package var function: String?
    /// The file and the line in that function.
    package var location: CodeLocation?
    /// The reason why there are no words.
    package var absence: Absence?

    package init(
      frames: [String] = [], function: String? = nil, location: CodeLocation? = nil,
      absence: Absence? = nil
    ) {
      (self.frames, self.function, self.location) = (frames, function, location)
      self.absence = absence
    }
  }

  /// The reasons why a stack has no words.
  package enum Absence: Sendable, Hashable {
    /// The frames could not be walked.
    case noFrames
    /// The app's code cannot be told from this package's, because symbols are missing.
    case noSymbols
    /// The app's call became a jump, and left no frame.
    case noFrameOfApp
    /// The app's code is a function that the optimiser made of several.
    case mergedFunction
  }

  private let addresses: [UInt]
  private let images: LoadedImages?
  private let frameLimit: Int
  /// The result of the lookup, or a result known from the start.
  private let found: Locked<Symbols?>

  /// Makes a stack of one known place, as `File.swift:42` or `growRow (page.html:7:65)`.
  package init(location: String?) {
    (addresses, images, frameLimit) = ([], nil, 0)
    found = Locked(Self.symbols(of: location))
  }

  private static func symbols(of place: String?) -> Symbols {
    guard let found = place.flatMap({ FunctionPlace($0) }) else {
      return Symbols(location: place.map { CodeLocation($0) })
    }
    return Symbols(function: found.function, location: CodeLocation(found.place))
  }

  /// Catches the current stack; about three times `frames` frames of the app's code are named.
  ///
  /// Setters, observers and forced passes can lie between this and the app's code.
  @inline(never)
  package init(frames: Int, by walker: StackWalker) {
    addresses = walker.addresses(limit: 48)
    images = LoadedImages.current
    frameLimit = 3 * frames
    found = Locked(addresses.isEmpty ? Symbols(absence: .noFrames) : nil)
  }

  /// True if frames were found; a recorded location needs none.
  package var isWalked: Bool { found.withLock { $0?.absence != .noFrames } }

  /// True unless it is known to name no place, as that of a recorded event without one.
  package var mayHavePlace: Bool {
    found.withLock { $0.map { $0.function != nil || $0.location != nil } ?? true }
  }

  /// The words; looked up on first access.
  package var symbols: Symbols {
    if let symbols = found.withLock({ $0 }) { return symbols }
    let symbols = lookUp()
    found.withLock { $0 = symbols }
    return symbols
  }

  private func lookUp() -> Symbols {
    #if os(Linux) && canImport(Runtime)
    guard let images else { return Symbols(absence: .noSymbols) }
    return KnownStacks.shared.symbols(
      for: KnownStacks.Key(addresses: addresses, frameLimit: frameLimit, images: images)
    ) { [addresses, frameLimit] in
      SymbolLookup.run { reader in
        StackNaming(addresses: addresses, images: images, reader: reader).symbols(frameLimit)
      }
    }
    #else
    return Symbols(absence: .noSymbols)
    #endif
  }
}

#if os(Linux) && canImport(Runtime)
/// The limited words for known stacks, shared by all hunters; when full, it starts again.
private final class KnownStacks: Sendable {
  struct Key: Hashable, Sendable {
    var addresses: [UInt]
    var frameLimit: Int
    var images: LoadedImages

    static func == (a: Key, b: Key) -> Bool {
      a.addresses == b.addresses && a.frameLimit == b.frameLimit && a.images === b.images
    }

    func hash(into hasher: inout Hasher) { hasher.combine(addresses) }
  }

  static let shared = KnownStacks()
  static let limit = 512

  private let known = Locked<[Key: CaughtStack.Symbols]>([:])

  /// The text for a stack; if the stack is new, it is made outside the lock.
  func symbols(for key: Key, orMake make: () -> CaughtStack.Symbols) -> CaughtStack.Symbols {
    if let symbols = known.withLock({ $0[key] }) { return symbols }
    let made = make()
    known.withLock {
      if $0.count >= KnownStacks.limit { $0 = [:] }
      $0[key] = made
    }
    return made
  }
}
#endif
