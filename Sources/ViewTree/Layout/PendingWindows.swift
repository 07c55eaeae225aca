/// The windows in which something may wait for layout, so that a commit looks at no others.
///
/// Marking a view climbs to its window, which enters itself. It stays until its dirty views are
/// collected, even if there is nothing left to do by then. The list keeps no window alive.
struct PendingWindows {
  private var entries: [WeakWindow] = []
  /// At how many entries those of dead windows are looked for.
  private var nextLook = 64

  var isEmpty: Bool { entries.isEmpty }

  /// Enters a window that is not there.
  mutating func add(_ window: Window) {
    if entries.count >= nextLook {
      entries.removeAll { $0.window == nil }
      nextLook = max(64, entries.count * 2)
    }
    window.flags.insert(.isEnlisted)
    entries.append(WeakWindow(window: window))
  }

  /// Takes out the windows up to a place in the order in which windows were made, and appends them.
  ///
  /// They count as entered until their views are collected.
  mutating func take(through last: Int, into taken: inout [Window]) {
    var kept = 0
    for entry in entries {
      guard let window = entry.window else { continue }
      if window.order <= last {
        taken.append(window)
      } else {
        entries[kept] = entry
        kept += 1
      }
    }
    entries.removeLast(entries.count - kept)
  }

  /// Enters windows again that were taken out.
  mutating func putBack(_ windows: [Window]) {
    for window in windows { add(window) }
  }

  /// Whether layout waits in one of the windows up to a place in their order.
  func holdsWork(through last: Int) -> Bool {
    entries.contains { entry in
      entry.window.map { $0.order <= last && $0.hasPendingLayout } ?? false
    }
  }
}

#if DEBUG
extension PendingWindows {
  /// What is wrong with the list, given all windows of its loop; nil if nothing is.
  func checkInvariants(_ windows: [Window]) -> String? {
    let entered = entries.compactMap(\.window).map { ObjectIdentifier($0) }
    if Set(entered).count != entered.count { return "a window waits twice" }
    let marked = windows.filter { $0.flags.contains(.isEnlisted) }.map { ObjectIdentifier($0) }
    if Set(marked) != Set(entered) {
      return "\(marked.count) windows are marked as waiting, \(entered.count) wait"
    }
    return nil
  }
}
#endif
