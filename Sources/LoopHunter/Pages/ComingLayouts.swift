/// The causes of each document's next layout, as far as events have told them.
///
/// A scan tells of millions of events: the document of the last one is not looked up again.
struct ComingLayouts {
  /// The causes of a document's next layout.
  struct Causes {
    /// The places of the writers, those that changed the document itself first.
    fileprivate(set) var writers: [Int] = []
    private var documentWriters = 0
    fileprivate(set) var change: String?
    fileprivate(set) var reader = -1
    fileprivate(set) var isForced = false
    fileprivate(set) var begin: Int64?
    /// True if anything led to the layout, which may be its beginning.
    fileprivate var isOpen = false

    fileprivate mutating func dirty(isElement: Bool, by place: Int, change: String) {
      if !isElement, self.change == nil { self.change = change }
      guard place >= 0, writers.count < PageCauses.mostWriters, !writers.contains(place) else {
        return
      }
      writers.insert(place, at: isElement ? writers.count : documentWriters)
      if !isElement { documentWriters += 1 }
    }
  }

  /// The causes of each document, and the document's place among them.
  private var causes: [Causes] = []
  private var indexes: [Int: Int] = [:]
  /// The places that were opened in this task.
  private var opened: [Int] = []
  /// The document that was asked for last, and its place.
  private var last = (document: Int.min, index: 0)

  /// The place of a document, where its next layout has causes from now on.
  private mutating func index(of document: Int) -> Int {
    if last.document != document {
      let index = indexes[document] ?? causes.count
      if index == causes.count {
        indexes[document] = index
        causes.append(Causes())
      }
      last = (document, index)
    }
    if !causes[last.index].isOpen {
      causes[last.index].isOpen = true
      opened.append(last.index)
    }
    return last.index
  }

  /// Code at a place changed a document, or an element in it; -1 for a place that is unknown.
  mutating func dirty(_ document: Int, isElement: Bool, by place: Int, change: String) {
    causes[index(of: document)].dirty(isElement: isElement, by: place, change: change)
  }

  /// Code at a place forces the next layout of a document.
  mutating func force(_ document: Int, by place: Int) {
    let index = index(of: document)
    (causes[index].isForced, causes[index].reader) = (true, place)
  }

  mutating func begin(_ document: Int, at time: Int64?) {
    causes[index(of: document)].begin = time
  }

  /// The causes of a layout that ends; nil if nothing is known of it.
  mutating func end(_ document: Int) -> Causes? {
    let place = last.document == document ? last.index : indexes[document]
    guard let place, causes[place].isOpen else { return nil }
    defer { causes[place] = Causes() }
    return causes[place]
  }

  /// Forgets what led to no layout.
  mutating func forget() {
    for index in opened { causes[index] = Causes() }
    opened.removeAll(keepingCapacity: true)
  }
}
