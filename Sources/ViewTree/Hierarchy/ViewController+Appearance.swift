extension ViewController {
  /// Tells the controller that its root view is about to enter a window, or to leave one.
  ///
  /// A move from window to window is neither.
  final func announceWindow(_ window: Window?) {
    let isAtHome = viewIfLoaded?.window != nil
    if window != nil, !isAtHome { viewWillAppear(false) }
    if window == nil, isAtHome { viewWillDisappear(false) }
  }

  /// Tells the controller that its root view has entered a window, or left one.
  final func noteWindow(_ window: Window?, from old: Window?) {
    if let window, old == nil {
      appearing = window.loop.addObserver(at: .afterCommit) { [weak self] in self?.endAppearing() }
      viewIsAppearing(false)
    }
    if window == nil, old != nil {
      appearing = nil
      viewDidDisappear(false)
    }
  }

  /// Ends the appearance, once, after the commit that laid the root view out.
  private final func endAppearing() {
    appearing = nil
    guard let view = viewIfLoaded, view.window != nil else { return }
    view.called { viewDidAppear(false) }
  }
}
