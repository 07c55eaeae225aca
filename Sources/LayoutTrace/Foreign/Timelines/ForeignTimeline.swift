import Foundation

/// The layout events of a browser's recording, independent of the browser, in any order.
///
/// Only events about tasks, scripts and layout are kept, in 48 bytes each, mostly in a file.
struct ForeignTimeline {
  /// The kind of a slice or a moment.
  enum Kind: UInt8 {
    /// Slice: a task of the thread, one turn.
    case task
    /// Slice: a script runs; `place` is its function.
    case script
    /// Slice: an event, a timer or another reason for scripts to run; a turn without tasks.
    case occasion
    /// Slice: styles of a document are computed.
    case style
    /// Slice: a document is laid out; `place` is the code that forced it, if that was recorded.
    case layout
    /// Moment: something changed that makes styles of a document stale; `place` is the code.
    case write
    /// Moment: something changed that makes styles of one element stale.
    case elementWrite
    /// Moment: an element must be laid out; `text` is the reason.
    case elementDirtied
    /// Moment: a document must be laid out.
    case documentDirtied
  }

  /// The form in which the recording gives the time of an event.
  enum Phase: UInt8 {
    case slice, moment
    /// The begin and the end of a slice, which are joined later.
    case begin, end
  }

  struct Record {
    /// Nanoseconds of the recording's clock.
    var start: Int64
    /// Nanoseconds; 0 for a moment.
    var duration: Int64 = 0
    var thread: Int32
    /// Indexes into the tables of the timeline; -1 for none.
    var document: Int32 = -1
    var element: Int32 = -1
    var place: Int32 = -1
    var text: Int32 = -1
    /// The stack that a profiler took at that moment, as an index; -1 for none.
    var sample: Int32 = -1
    /// The position in the file, which decides between events at the same time.
    var ordinal: UInt32 = 0
    var kind: Kind
    var phase: Phase = .slice
    /// True if the recorder says that a script forced this layout.
    var isForced = false

    var end: Int64 { start + duration }
  }

  /// A document, which a frame of a page shows.
  struct Document {
    /// The recording's name for the frame.
    var identifier: String
    var url: String?
    var layouts = 0
    /// The number of the element that is the document itself, if it is known.
    var root: Int?
  }

  struct Element {
    var document: Int32
    var number: Int
    /// `DIV id='box' class='row'`, or any other name in the recording.
    var name: String?
    /// The time at which it first became dirty; nil if it never did.
    var firstDirtied: Int64?
  }

  /// A place in a script.
  struct Place: Hashable {
    var function: String?
    var url: String?
    /// The line from 1; 0 if it is unknown.
    var line: Int
    var column: Int
    /// The place that called it, as an index; -1 if it was not recorded.
    var outer: Int32 = -1
    /// True if it is the beginning of its function, and not the code that ran there.
    var isStart = false
    /// The function around one without a name, if the browser names that.
    var enclosing: String?

    var isNameless: Bool { function?.isEmpty ?? true }

    func isSameFunction(as other: Place) -> Bool {
      (function ?? "") == (other.function ?? "") && (url ?? "") == (other.url ?? "")
    }
  }

  /// The text of a script, which may be a part of a page.
  struct Script: Sendable {
    var url: String
    /// The place in the file of the address at which it begins, from 1.
    var line: Int
    var column: Int
    var text: String
  }

  /// The records, which are sorted by time.
  private var records: TimelineSorter
  /// Begins and ends that are not joined yet, by thread and time.
  private var halves: TimelineSorter
  /// The time at which the first record begins; nil if there is none.
  private(set) var origin: Int64?
  private(set) var hasTasks = false
  /// The most successive events of which it is not known whether they are tasks or parts of one.
  var doubtfulEvents = 0
  private(set) var documents: [Document] = []
  private(set) var elements: [Element] = []
  private(set) var places: [Place] = []
  private(set) var texts: [String] = []
  /// The innermost place of each stack that a profiler took; -1 for one that is missing, and empty
  /// if all are.
  var samples: [Int32] = []
  /// The first stack of each place that has one.
  private(set) var usualSamples: [Int32: Int32] = [:]
  /// The texts of scripts in the recording, if they are kept.
  var scripts: [Script] = []
  /// The source maps in the recording, by the addresses of their scripts.
  var sourceMaps: [String: Data] = [:]

  private var threads: [ThreadKey: Int32] = [:]
  /// The time at which the last record of each thread ends, and the thread's identity.
  private var threadEnds: [Int64] = []
  private var threadProcesses: [Int] = []
  private var processNames: [Int: String] = [:]
  /// The last thread that was looked up: most events have the same thread as the event before.
  private var lastThread: (key: ThreadKey, number: Int32)?
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

  /// Makes an empty timeline, whose records are sorted in runs of a length.
  init(runLength: Int) {
    records = TimelineSorter(runLength: runLength) { one, other in
      if one.start != other.start { return one.start < other.start }
      if one.duration != other.duration { return one.duration > other.duration }
      return one.ordinal < other.ordinal
    }
    halves = TimelineSorter(runLength: runLength) { one, other in
      if one.thread != other.thread { return one.thread < other.thread }
      return one.start != other.start ? one.start < other.start : one.ordinal < other.ordinal
    }
  }

  /// True if scripts ran, and nothing is known of them but the functions that the browser called.
  var hasNoStacks: Bool {
    !places.isEmpty && places.allSatisfy(\.isStart) && samples.allSatisfy { $0 < 0 }
  }

  // MARK: Adding

  /// The number of records added.
  var count: Int { records.count + halves.count }

  /// Converts a time in a unit to whole nanoseconds; nil beyond the range of a trace.
  static func nanoseconds(_ time: Double, of unit: Double, below limit: Double = 1e18) -> Int64? {
    let value = (time * unit).rounded()
    return abs(value) < limit ? Int64(value) : nil
  }

  mutating func add(_ record: Record) {
    var record = record
    record.ordinal = UInt32(truncatingIfNeeded: count)
    origin = min(origin ?? record.start, record.start)
    threadEnds[Int(record.thread)] = max(threadEnds[Int(record.thread)], record.end)
    if record.sample >= 0, record.place >= 0, usualSamples[record.place] == nil {
      usualSamples[record.place] = record.sample
    }
    switch record.kind {
    case .task: hasTasks = true
    case .layout where record.document >= 0 && record.phase != .end:
      documents[Int(record.document)].layouts += 1
    case .elementDirtied where record.element >= 0:
      let first = elements[Int(record.element)].firstDirtied
      elements[Int(record.element)].firstDirtied = min(first ?? record.start, record.start)
    default: break
    }
    switch record.phase {
    case .slice, .moment: records.add(record)
    case .begin, .end: halves.add(record)
    }
  }

  mutating func thread(_ thread: Int, ofProcess process: Int) -> Int32 {
    let key = ThreadKey(process: process, thread: thread)
    if let lastThread, lastThread.key == key { return lastThread.number }
    let number = threads[key] ?? Int32(threads.count)
    if threads[key] == nil {
      threads[key] = number
      threadEnds.append(.min)
      threadProcesses.append(process)
    }
    lastThread = (key, number)
    return number
  }

  mutating func setName(_ name: String, ofProcess process: Int) {
    if !name.isEmpty { processNames[process] = name.clipped }
  }

  /// The process of each thread, such as `Renderer 4711`; nil if the recording names none.
  var processes: [String?] {
    threadProcesses.map { number in
      processNames[number].map { "\($0) \(number)" } ?? (number == 0 ? nil : "process \(number)")
    }
  }

  mutating func document(_ identifier: String) -> Int32 {
    if let number = documentNumbers[identifier] { return number }
    let number = Int32(documents.count)
    documents.append(Document(identifier: identifier))
    documentNumbers[identifier] = number
    return number
  }

  mutating func setURL(_ url: String, of document: Int32) {
    // Every frame begins with the empty page; its later content counts.
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
    texts.append(text.clipped)
    return Int32(texts.count - 1)
  }

  // MARK: Order

  /// All records by time; those of a thread that begin together by length, the longest first.
  mutating func sorted() throws(TraceError) -> SortedRecords {
    try joinHalves()
    return try records.sorted()
  }

  /// Makes a slice of each begin and its end, or the end of its thread if that was cut off.
  private mutating func joinHalves() throws(TraceError) {
    guard halves.count > 0 else { return }
    var open: [Record] = []
    var pass = try halves.sorted().pass()
    while let half = try pass.next() {
      if let first = open.first, first.thread != half.thread { close(&open) }
      if half.phase == .begin {
        open.append(half)
      } else if let place = open.lastIndex(where: { $0.kind == half.kind }) {
        close(open.remove(at: place), at: half.start)
      }
    }
    close(&open)
  }

  private mutating func close(_ open: inout [Record]) {
    for record in open { close(record, at: threadEnds[Int(record.thread)]) }
    open.removeAll()
  }

  private mutating func close(_ record: Record, at end: Int64) {
    var record = record
    record.duration = max(0, end - record.start)
    record.phase = .slice
    records.add(record)
  }
}
