extension ViewController {
  /// An appearance or disappearance that a container has begun and has not ended yet.
  struct Transition {
    let isAppearing: Bool
    let isAnimated: Bool
  }

  /// False if a container tells this controller itself, or one between the two has not appeared yet.
  private final var isToldOfWindows: Bool {
    guard transition == nil else { return false }
    var ancestor = container
    while let next = ancestor, !next.hasAppearedByContainer {
      guard next.shouldAutomaticallyForwardAppearanceMethods else { return false }
      ancestor = next.container
    }
    return ancestor?.shouldAutomaticallyForwardAppearanceMethods ?? true
  }

  /// Tells the controller that its root view is about to enter a window, or to leave one.
  ///
  /// A move from window to window is neither.
  final func announceWindow(_ window: Window?) {
    guard isToldOfWindows else { return }
    let isAtHome = viewIfLoaded?.window != nil
    if window != nil, !isAtHome { viewWillAppear(false) }
    if window == nil, isAtHome { viewWillDisappear(false) }
  }

  /// Tells the controller that its root view has entered a window, or left one.
  final func noteWindow(_ window: Window?, from old: Window?) {
    if let transition {
      if transition.isAppearing, window != nil, old == nil {
        viewIsAppearing(transition.isAnimated)
      }
      return
    }
    guard isToldOfWindows else { return }
    if let window, old == nil {
      appearing = window.loop.addObserver(at: .afterCommit) { [weak self] in self?.endAppearing() }
      viewIsAppearing(false)
    }
    if window == nil, old != nil {
      appearing = nil
      hasAppearedByContainer = false
      viewDidDisappear(false)
    }
  }

  /// Ends the appearance, once, after the commit that laid the root view out.
  private final func endAppearing() {
    appearing = nil
    guard let view = viewIfLoaded, view.window != nil else { return }
    view.called { viewDidAppear(false) }
  }

  /// Begins a transition, also for the children whose views are in the view of this controller.
  final func begin(_ transition: Transition) {
    self.transition = transition
    appearing = nil
    asMember {
      if transition.isAppearing {
        viewWillAppear(transition.isAnimated)
        if viewIfLoaded?.window != nil { viewIsAppearing(transition.isAnimated) }
      } else {
        viewWillDisappear(transition.isAnimated)
      }
    }
    guard shouldAutomaticallyForwardAppearanceMethods, let view = viewIfLoaded else { return }
    for child in contained where child.viewIfLoaded?.isDescendant(of: view) == true {
      child.begin(transition)
    }
  }

  /// Ends the transition that was begun, if there is one, also for children.
  final func endTransition() {
    guard let transition else { return }
    self.transition = nil
    hasAppearedByContainer = transition.isAppearing
    asMember {
      if transition.isAppearing {
        viewDidAppear(transition.isAnimated)
      } else {
        viewDidDisappear(transition.isAnimated)
      }
    }
    guard shouldAutomaticallyForwardAppearanceMethods else { return }
    for child in contained { child.endTransition() }
  }

  /// Runs code of the controller; what it does are deeds of its view.
  private final func asMember(_ body: () -> Void) {
    guard let view = viewIfLoaded else { return body() }
    view.called(body)
  }
}
