/// The events of a thread that its scripts sent: their handlers run within the task of the script.
///
/// A stack that is taken while a handler forces layout has the script outside of the part of the
/// browser that sends events. Types say it, too, if no browser sends such events.
struct FirefoxEvents {
  /// The code in which a stack was taken.
  enum Sender {
    /// The browser sent the event, or none is running.
    case browser
    /// A script of the page sent it.
    case script
    /// The stack names scripts, but not the part of the browser that sends events.
    case unknown
  }

  /// The facts that a stack tells, up to one of its frames.
  struct Situation {
    var hasScript = false
    var sender = Sender.unknown
    /// True if the browser called an `IntersectionObserver`: it calls all of them in one task.
    var isIntersection = false
  }

  /// The indexes of the markers of events that scripts sent.
  private(set) var sent: Set<Int> = []

  static let name = "DOMEvent"
  /// The label of the part of the browser that sends events.
  private static let label = "EventDispatcher::Dispatch"
  private static let intersection = "IntersectionCallback"

  /// Finds the events in which a script flushes layout that ran when they were sent.
  init(
    _ markers: some Collection<FirefoxMarker>, _ flushes: FirefoxFlushes, name: (Int) -> String?,
    sender: (_ stack: Int) -> Sender
  ) {
    let times = flushes.all.filter { $0.stack >= 0 && sender($0.stack) == .script }.map(\.start)
    /// True if a script sent an event that lasts so long.
    func isSent(_ start: Double, _ end: Double) -> Bool {
      guard let from = FirefoxMarker.nanoseconds(start), let to = FirefoxMarker.nanoseconds(end)
      else { return false }
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] < from { low = middle + 1 } else { high = middle }
      }
      return low < times.count && times[low] <= to
    }
    var isEvent: [Int: Bool] = [:]
    var open: [(index: Int, start: Double)] = []
    for (index, marker) in markers.enumerated() {
      let isOne = isEvent[marker.name] ?? (name(marker.name) == Self.name)
      isEvent[marker.name] = isOne
      guard isOne else { continue }
      if marker.isSent { sent.insert(index) }
      switch FirefoxMarker.phase(marker.phase) {
      case .slice where isSent(marker.start, marker.end): sent.insert(index)
      case .begin: open.append((index, marker.start))
      case .end:
        guard let begin = open.popLast() else { continue }
        if isSent(begin.start, marker.end) { sent.formUnion([begin.index, index]) }
      default: break
      }
    }
  }

  /// Tells in what a stack was taken, such as who sent the outermost event that ran.
  ///
  /// - Parameter frame: The label of a frame, or `true` for a script of a page.
  static func situation(
    of stack: Int, in stacks: FirefoxStacks, known: inout [Int: Situation],
    frame: (_ frame: Int) -> (label: String?, isScript: Bool)
  ) -> Situation {
    stacks.fold(stack, from: Situation(), known: &known) { state, index in
      let (label, isScript) = frame(index)
      if state.sender == .unknown, label?.hasPrefix(Self.label) == true {
        state.sender = state.hasScript ? .script : .browser
      }
      state.isIntersection = state.isIntersection || label == Self.intersection
      state.hasScript = state.hasScript || isScript
    }
  }
}
