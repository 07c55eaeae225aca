import Synchronization

/// The code that acts while layout runs: whoever watches is told its deeds.
package enum LayoutDoer {
  /// The code of the running layout, and all that it calls.
  case layout
  /// A member that the engine called, such as `intrinsicContentSize`: its deeds are that view's.
  case member(View)
  /// A rule of the engine, such as a stack's or an autoresizing mask's.
  case engine
}

extension Pulse {
  /// The code that acts now.
  package final var doer: LayoutDoer {
    guard let mark = doerMark.load(ordering: .relaxed) else { return .layout }
    if mark == ownAddress { return .engine }
    return .member(Unmanaged<View>.fromOpaque(mark).takeUnretainedValue())
  }

  /// True if the code of the running layout acts.
  package final var isLayoutActing: Bool { doerMark.load(ordering: .relaxed) == nil }

  /// Runs `body` as the deeds of `doer`; a replay repeats recorded ones by it.
  package final func acting<Result>(as doer: LayoutDoer, _ body: () -> Result) -> Result {
    let outer = doerMark.load(ordering: .relaxed)
    switch doer {
    case .layout: doerMark.store(nil, ordering: .relaxed)
    case .engine: doerMark.store(ownAddress, ordering: .relaxed)
    case .member(let view):
      doerMark.store(
        UnsafeRawPointer(Unmanaged.passUnretained(view).toOpaque()), ordering: .relaxed)
    }
    defer { doerMark.store(outer, ordering: .relaxed) }
    return withExtendedLifetime(doer, body)
  }

  /// Stands for the engine among the addresses of views.
  private final var ownAddress: UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }
}

extension View {
  /// Runs a member that the engine calls, and that an app may override.
  @inline(__always)
  @_spi(UIKit) public final func called<Result>(_ body: () -> Result) -> Result {
    // Asked first without retaining the pass.
    guard isWatched, let pass else { return body() }
    return pass.acting(as: .member(self), body)
  }

  /// Runs such a member where the view may have left its window.
  @inline(__always)
  final func called<Result>(in pass: LayoutPass?, _ body: () -> Result) -> Result {
    guard let pass, pass.isWatched else { return body() }
    return pass.acting(as: .member(self), body)
  }

  /// Runs a rule of the engine.
  @inline(__always)
  @_spi(UIKit) public final func byEngine<Result>(_ body: () -> Result) -> Result {
    guard isWatched, let pass else { return body() }
    return pass.acting(as: .engine, body)
  }

  /// Runs a setter of the view's geometry for a rule of the engine.
  ///
  /// The write is the engine's, but what an override of the setter does besides is the view's own.
  @inline(__always)
  @_spi(UIKit) public final func placed(_ setter: () -> Void) {
    guard isWatched, let pass else { return setter() }
    flags.insert(.isPlaced)
    pass.acting(as: .member(self), setter)
    flags.remove(.isPlaced)
  }
}
