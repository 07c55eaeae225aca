import LayoutTrace
import ViewTree

/// The tree of a trace with the layouts of each view, in the order of its outline.
struct ShownTree: Encodable {
  /// Names and classes, each once.
  private(set) var words: [String] = []
  /// For each view: its depth, its class and its identifier in `words` (-1 for none), its number,
  /// its layouts, and the most of them in one turn.
  private(set) var rows: [[Int]] = []
  /// The number of views without a row.
  private(set) var leftOut = 0

  private var places: [String: Int] = [:]
  private enum CodingKeys: String, CodingKey { case words, rows, leftOut }

  /// The longest name that is shown.
  private static let longestWord = 120

  /// - Parameter most: the most views that are shown; those with many layouts are preferred.
  init(of replayer: TraceReplayer, _ recorder: TurnRecorder, most: Int) {
    let roots = replayer.roots
    let shown = Self.choice(of: roots, recorder, most)
    var waiting: [(View, Int)] = roots.reversed().map { ($0, 0) }
    while let (view, depth) = waiting.popLast() {
      guard shown?.contains(ObjectIdentifier(view)) ?? true else {
        leftOut += 1
        for subview in view.subviews { waiting.append((subview, depth + 1)) }
        continue
      }
      let number = replayer.number(of: view) ?? 0
      rows.append([
        depth, word(view.displayedClassName), view.identifier.map { word($0) } ?? -1, number, 0, 0,
      ])
      for subview in view.subviews.reversed() { waiting.append((subview, depth + 1)) }
    }
  }

  /// Fills in the views' numbers of layouts so far.
  mutating func count(_ recorder: TurnRecorder) {
    var counts: [Int: TurnRecorder.Subject] = [:]
    for subject in recorder.subjects { counts[subject.number] = subject }
    for place in rows.indices {
      guard let subject = counts[rows[place][3]] else { continue }
      (rows[place][4], rows[place][5]) = (subject.layouts, subject.maximum)
    }
  }

  /// The views to show if there are too many: the busiest, their superviews, and then the first.
  private static func choice(
    of roots: [View], _ recorder: TurnRecorder, _ most: Int
  ) -> Set<ObjectIdentifier>? {
    var all: [View] = []
    var waiting = Array(roots.reversed())
    while let view = waiting.popLast() {
      all.append(view)
      waiting += view.subviews.reversed()
    }
    guard all.count > most else { return nil }
    var shown: Set<ObjectIdentifier> = []
    func show(_ view: View) {
      var chain: [View] = []
      var next: View? = view
      while let current = next, !shown.contains(ObjectIdentifier(current)) {
        chain.append(current)
        next = current.superview
      }
      guard shown.count + chain.count <= most else { return }
      for view in chain { shown.insert(ObjectIdentifier(view)) }
    }
    for subject in recorder.subjects.sorted(by: { $0.layouts > $1.layouts }).prefix(most / 2) {
      if let view = subject.view { show(view) }
    }
    for view in all where shown.count < most { show(view) }
    return shown
  }

  private mutating func word(_ text: String) -> Int {
    if let place = places[text] { return place }
    places[text] = words.count
    let shown = Printable.line(text.prefix(Self.longestWord))
    words.append(text.count > Self.longestWord ? "\(shown)…" : shown)
    return words.count - 1
  }
}
