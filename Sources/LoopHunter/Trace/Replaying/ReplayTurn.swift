import Foundation
import ViewTree

/// The events of one turn, with the places that belong together.
struct ReplayTurn {
  /// The turn's number; 0 for what stands before the first turn.
  var number = 0
  /// `t` of the turn; nil for none.
  var time: Int64?
  private(set) var items: [ReplayItem] = []
  private(set) var strings: [String] = []
  /// The transforms of new views, by the places of their `view` lines.
  private(set) var transforms: [Int32: TraceEvent.Transform] = [:]
  /// The anchor points of new views, where they are not the middle, by the places of their lines.
  private(set) var anchors: [Int32: CGPoint] = [:]
  /// What insets were before they changed, by the places of their lines.
  private(set) var formerInsets: [Int32: EdgeInsets] = [:]
  /// The first layout of the turn; -1 for none.
  private(set) var firstLayout: Int32 = -1

  private var lastLayout: Int32 = -1
  private var hasDeaths = false
  /// Whether there are only views that come and work that is enqueued, as in a snapshot.
  private(set) var isSnapshot = true
  private var open: [Int32] = []
  /// Strings of this and earlier turns that come again and again.
  private var known: [String: Int32] = [:]
  /// The classes that were asked for, by the places of their names.
  private var classes: [Int32: RecordedClass] = [:]

  /// For how many events memory is kept from turn to turn.
  private static let itemsKept = 1 << 16
  /// How many strings are kept from turn to turn.
  private static let stringLimit = 4_096

  subscript(index: Int32) -> ReplayItem {
    @inline(__always) get { items[Int(index)] }
    @inline(__always) set { items[Int(index)] = newValue }
  }

  var count: Int32 { Int32(items.count) }

  /// Marks a layout as run.
  mutating func setRun(_ index: Int32) { items[Int(index)].hasRun = true }

  /// Marks a layout as forced.
  mutating func setForced(_ index: Int32) { items[Int(index)].isForced = true }

  /// Empties the turn for another.
  mutating func begin(number: Int, time: Int64?) {
    self.number = number
    self.time = time
    // A snapshot can be much larger than any turn: its memory is for the views that it makes.
    items.removeAll(keepingCapacity: items.capacity <= Self.itemsKept)
    transforms.removeAll()
    anchors.removeAll()
    formerInsets.removeAll()
    firstLayout = -1
    lastLayout = -1
    hasDeaths = false
    isSnapshot = true
    open.removeAll(keepingCapacity: true)
    if strings.count > Self.stringLimit {
      strings.removeAll()
      known.removeAll()
      classes.removeAll()
    }
  }

  /// Adds an event and links it with those before it.
  ///
  /// - Returns: the previous layout of the same view, whose link the caller sets by `linkLayout`.
  mutating func append(_ item: ReplayItem) {
    let index = count
    if item.kind != .view && item.kind != .async { isSnapshot = false }
    switch item.kind {
    case .layout:
      if lastLayout >= 0 { items[Int(lastLayout)].nextLayout = index } else { firstLayout = index }
      lastLayout = index
      open.append(index)
    case .run, .commit, .update: open.append(index)
    case .done, .ran, .committed, .updated: close(item, at: index)
    case .gone: hasDeaths = true
    default: break
    }
    items.append(item)
  }

  /// Ends the innermost open event of the kind and view; what it holds open ends with it.
  private mutating func close(_ item: ReplayItem, at index: Int32) {
    let opener: TraceEvent.Kind =
      switch item.kind {
      case .done: .layout
      case .ran: .run
      case .updated: .update
      default: .commit
      }
    guard
      let place = open.lastIndex(where: {
        let opened = items[Int($0)]
        return opened.kind == opener && opened.node == item.node && opened.work == item.work
      })
    else { return }
    for opened in open[place...] { items[Int(opened)].partner = index }
    open.removeSubrange(place...)
  }

  /// Ends the reading: what is still open ends with the turn.
  mutating func seal() {
    for opened in open { items[Int(opened)].partner = count }
    open.removeAll(keepingCapacity: true)
    guard hasDeaths else { return }
    var end = count
    for index in items.indices.reversed() {
      if items[index].kind == .gone { items[index].partner = end } else { end = Int32(index) }
    }
  }

  mutating func linkLayout(_ earlier: Int32, to later: Int32) {
    items[Int(earlier)].nextOfView = later
  }

  /// The place of a string in the table.
  mutating func intern(_ text: String) -> Int32 {
    if let place = known[text] { return place }
    let place = Int32(strings.count)
    strings.append(text)
    known[text] = place
    return place
  }

  /// The place of a string that is not expected to come again.
  mutating func store(_ text: String) -> Int32 {
    strings.append(text)
    return Int32(strings.count - 1)
  }

  /// The class whose name stands at a place of the table.
  mutating func recordedClass(_ place: Int32) -> RecordedClass {
    if let known = classes[place] { return known }
    let made = RecordedClass(name: strings[Int(place)])
    classes[place] = made
    return made
  }

  mutating func setTransform(_ transform: TraceEvent.Transform, of item: Int32) {
    transforms[item] = transform
  }

  mutating func setFormerInsets(_ insets: EdgeInsets, of item: Int32) {
    formerInsets[item] = insets
  }

  mutating func setAnchor(_ anchor: CGPoint, of item: Int32) {
    anchors[item] = anchor
  }
}
