import Foundation

/// What a recording of a browser says about layout, whichever browser wrote it.
///
/// An importer adds slices and moments in any order. `ForeignTurns` makes the turns of a layout trace
/// of them. Only what is about tasks, scripts and layout is kept, in 48 bytes each.
struct ForeignTimeline {
  /// What a slice or a moment is.
  enum Kind: UInt8 {
    /// Slice: a task of the thread, one turn.
    case task
    /// Slice: script runs; `place` is its function.
    case script
    /// Slice: styles of a document are computed.
    case style
    /// Slice: a document is laid out; `place` is the code that forced it, where the recorder saw it.
    case layout
    /// Moment: something changed that makes styles of a document stale; `place` is who did it.
    case write
    /// Moment: the same, of one element.
    case elementWrite
    /// Moment: an element must be laid out; `text` is why.
    case elementDirtied
    /// Moment: a document must be laid out.
    case documentDirtied
  }

  /// How an event says when it is.
  enum Phase: UInt8 {
    case slice, moment
    /// The begin and the end of a slice, which are yet to be joined.
    case begin, end
  }

  struct Record {
    /// Nanoseconds of the recording's clock.
    var start: Int64
    /// Nanoseconds; 0 for a moment.
    var duration: Int64 = 0
    var thread: Int32
    /// Places in the tables of the timeline; -1 for none.
    var document: Int32 = -1
    var element: Int32 = -1
    var place: Int32 = -1
    var text: Int32 = -1
    /// The place in the file, for those at the same time.
    var ordinal: UInt32 = 0
    var kind: Kind
    var phase: Phase = .slice
    /// Whether the recorder says that a script forced this layout.
    var isForced = false

    var end: Int64 { start + duration }
  }

  /// A document: what a frame of a page shows.
  struct Document {
    /// How the recording names the frame.
    var identifier: String
    var url: String?
    /// Whether it was ever laid out.
    var isLaidOut = false
    /// The number of the element that is the document itself, where that is known.
    var root: Int?
  }

  struct Element {
    var document: Int32
    var number: Int
    /// `DIV id='box' class='row'`, or what else the recording calls it.
    var name: String?
  }

  /// A place in a script.
  struct Place: Hashable {
    var function: String?
    var url: String?
    /// From 1; 0 where it is unknown.
    var line: Int
    var column: Int
  }

  private(set) var records: [Record] = []
  private(set) var documents: [Document] = []
  private(set) var elements: [Element] = []
  private(set) var places: [Place] = []
  private(set) var texts: [String] = []

  private var threads: [ThreadKey: Int32] = [:]
  private var documentNumbers: [String: Int32] = [:]
  private var elementNumbers: [ElementKey: Int32] = [:]

  private struct ThreadKey: Hashable {
    var process: Int
    var thread: Int
  }

  private struct ElementKey: Hashable {
    var document: Int32
    var number: Int
  }

  // MARK: Adding

  mutating func add(_ record: Record) {
    var record = record
    record.ordinal = UInt32(truncatingIfNeeded: records.count)
    records.append(record)
    if record.kind == .layout, record.document >= 0, record.phase != .end {
      documents[Int(record.document)].isLaidOut = true
    }
  }

  mutating func thread(_ thread: Int, ofProcess process: Int) -> Int32 {
    let key = ThreadKey(process: process, thread: thread)
    if let number = threads[key] { return number }
    let number = Int32(threads.count)
    threads[key] = number
    return number
  }

  mutating func document(_ identifier: String) -> Int32 {
    if let number = documentNumbers[identifier] { return number }
    let number = Int32(documents.count)
    documents.append(Document(identifier: identifier))
    documentNumbers[identifier] = number
    return number
  }

  mutating func setURL(_ url: String, of document: Int32) {
    // The empty page that every frame begins with says nothing about what it showed later.
    guard !url.isEmpty, documents[Int(document)].url == nil || url != "about:blank" else { return }
    documents[Int(document)].url = url
  }

  mutating func setRoot(_ number: Int, of document: Int32) {
    documents[Int(document)].root = number
  }

  mutating func element(
    _ number: Int, of document: Int32, name: @autoclosure () -> String?
  ) -> Int32 {
    let key = ElementKey(document: document, number: number)
    if let found = elementNumbers[key] {
      if elements[Int(found)].name == nil { elements[Int(found)].name = name() }
      return found
    }
    let index = Int32(elements.count)
    elements.append(Element(document: document, number: number, name: name()))
    elementNumbers[key] = index
    return index
  }

  mutating func add(_ place: Place) -> Int32 {
    places.append(place)
    return Int32(places.count - 1)
  }

  mutating func add(text: String) -> Int32 {
    texts.append(ForeignNames.clipped(text))
    return Int32(texts.count - 1)
  }

  // MARK: Order

  /// Joins begins with their ends, and sorts: by thread, then by time, what contains others first.
  mutating func arrange() {
    if records.contains(where: { $0.phase == .begin || $0.phase == .end }) {
      sort { $0.ordinal < $1.ordinal }
      joinPairs()
    }
    sort { one, other in
      one.duration != other.duration ? one.duration > other.duration : one.ordinal < other.ordinal
    }
  }

  private mutating func sort(_ isBefore: (Record, Record) -> Bool) {
    func precedes(_ one: Record, _ other: Record) -> Bool {
      if one.thread != other.thread { return one.thread < other.thread }
      if one.start != other.start { return one.start < other.start }
      return isBefore(one, other)
    }
    records.sort(by: precedes)
  }

  /// Makes one slice of each begin and the end that belongs to it.
  ///
  /// A begin without an end lasts as long as its thread was recorded: the recording was cut off.
  private mutating func joinPairs() {
    var open: [Int] = []
    var first = 0
    var joined: [Record] = []
    joined.reserveCapacity(records.count)
    var last: Int64 = 0
    for (index, record) in records.enumerated() {
      if index == 0 || record.thread != records[first].thread {
        close(&open, of: &joined, at: last)
        first = index
        last = record.start
      }
      last = max(last, record.end)
      switch record.phase {
      case .slice, .moment: joined.append(record)
      case .begin:
        open.append(joined.count)
        joined.append(record)
      case .end:
        guard let place = open.lastIndex(where: { joined[$0].kind == record.kind }) else {
          continue
        }
        let index = open.remove(at: place)
        joined[index].duration = record.start - joined[index].start
        joined[index].phase = .slice
      }
    }
    close(&open, of: &joined, at: last)
    records = joined
  }

  private func close(_ open: inout [Int], of joined: inout [Record], at end: Int64) {
    for index in open {
      joined[index].duration = max(0, end - joined[index].start)
      joined[index].phase = .slice
    }
    open.removeAll()
  }
}
