/// The views of a layout trace made from a browser's timeline: its documents and elements.
struct ForeignCast: Sendable {
  let documents: [ForeignTimeline.Document]
  let elements: [ForeignTimeline.Element]
  let texts: [String]
  /// The process of each thread.
  let processes: [String?]
  let origin: Int64
  private let samples: [Int32]
  let usualSamples: [Int32: Int32]
  /// The callers of the places that a trace names, and their scripts.
  let background: CodeBackground
  /// The stacks behind the places of code.
  private let stacks: ScriptStacks
  /// The numbers of the views; 0 for views that are left out.
  private(set) var windows: [Int]
  private(set) var views: [Int]
  /// The number of layouts of documents that are left out.
  private(set) var layoutsLeftOut = 0
  private let names: ForeignNames
  /// The views with the numbers from 1 on: each a document, or an element of it.
  private var shown: [(document: Int, element: Int?)] = []

  /// Numbers the views to show: documents as recorded, then elements as they became dirty.
  init(
    _ timeline: ForeignTimeline, _ stacks: ScriptStacks, _ background: CodeBackground,
    showsBrowser: Bool
  ) {
    self.background = background
    (self.stacks, samples, usualSamples) = (stacks, timeline.samples, timeline.usualSamples)
    let (documents, elements) = (timeline.documents, timeline.elements)
    (self.documents, self.elements, texts) = (documents, elements, timeline.texts)
    processes = timeline.processes
    origin = timeline.origin ?? 0
    let names = ForeignNames(
      urls: timeline.documents.compactMap(\.url) + stacks.urls)
    self.names = names
    windows = Array(repeating: 0, count: documents.count)
    for (index, document) in documents.enumerated() where document.layouts > 0 {
      guard showsBrowser || !(document.url.map(ForeignNames.isBrowsersOwn) ?? false) else {
        layoutsLeftOut += document.layouts
        continue
      }
      shown.append((index, nil))
      windows[index] = shown.count
    }
    views = Array(repeating: 0, count: elements.count)
    let dirtied = elements.indices.compactMap { index in
      elements[index].firstDirtied.map { (time: $0, index: index) }
    }
    for (_, index) in dirtied.sorted(by: { ($0.time, $0.index) < ($1.time, $1.index) }) {
      let element = elements[index]
      let document = Int(element.document)
      guard windows[document] != 0, documents[document].root != element.number,
        element.name != "#document"
      else { continue }
      shown.append((document, index))
      views[index] = shown.count
    }
  }

  /// The innermost place of a stack that a profiler took; -1 if it is missing.
  func place(ofSample index: Int32) -> Int32 {
    samples.indices.contains(Int(index)) ? samples[Int(index)] : -1
  }

  /// The place of the app's code in a stack, as a trace writes it; nil if nothing is known of it.
  func text(_ place: Int32, _ sample: Int32) -> String? {
    guard let found = stacks.frame(place, sample),
      let text = names.text(found.frame, through: found.library)
    else { return nil }
    background.note(
      stacks.callers(place, sample).compactMap { names.text($0, through: nil) }, of: text)
    if let script = found.frame.script, let location = names.location(found.frame) {
      background.note(script, at: location)
    }
    return text
  }

  /// The document that is laid out first; nil if no address is known.
  var title: String? {
    zip(documents, windows).lazy.filter { $0.1 != 0 }.compactMap(\.0.url).first.map(names.page)
  }

  /// The number of views before the first turn.
  var viewCount: Int { shown.count }

  /// The state of a view before the first turn; `place` is its index in the order of numbers.
  func view(at place: Int) -> TraceEvent.NewView {
    let (document, element) = shown[place]
    guard let element else {
      return .init(
        view: place + 1, className: "Document", name: documents[document].url.map(names.page),
        isClean: true)
    }
    let (tag, selector) = ForeignNames.element(elements[element].name)
    return .init(
      view: place + 1, className: tag, name: selector, place: .inside(windows[document]),
      isClean: true)
  }
}
