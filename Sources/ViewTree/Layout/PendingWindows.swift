/// The windows in which layout may be pending, so that a commit looks at no others.
///
/// Marking a view climbs to its window, which adds itself. It stays until its dirty views are
/// collected, even if there is nothing left to do by then. The list keeps no window alive.
struct PendingWindows {
  private var entries: [WeakWindow] = []
  /// The number of entries at which those of dead windows are sought.
  private var nextLook = 64

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a window that isn't in the list.
  mutating func add(_ window: Window) {
    if entries.count >= nextLook {
      entries.removeAll { $0.window == nil }
      nextLook = max(64, entries.count * 2)
    }
    window.flags.insert(.isEnlisted)
    entries.append(WeakWindow(window: window))
  }

  /// Removes the windows up to a position in the order of their making, and appends them.
  ///
  /// They count as listed until their views are collected.
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
    if kept == 0 { return entries.removeAll(keepingCapacity: true) }
    entries.removeLast(entries.count - kept)
  }

  /// Puts removed windows back into the list.
  mutating func putBack(_ windows: [Window]) {
    for window in windows { add(window) }
  }

  /// True if layout is pending in one of the windows up to a position in their order.
  func holdsWork(through last: Int) -> Bool {
    entries.contains { entry in
      entry.window.map { $0.order <= last && $0.hasPendingLayout } ?? false
    }
  }
}

#if DEBUG
extension PendingWindows {
  /// Describes an error in the list, given all windows of its loop; nil if there is none.
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
