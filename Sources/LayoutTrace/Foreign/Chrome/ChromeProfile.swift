/// The stacks that Chrome's profiler took, some of them for single events of the timeline.
///
/// An event names its stack by a number, which a later piece of the profile explains.
struct ChromeProfile {
  /// A number of an event or of a node, which is unique in a process.
  private struct Key: Hashable {
    var process: Int
    var number: Int64
  }

  /// The places of the nodes: the beginnings of functions.
  private var nodes: [Key: Int32] = [:]
  /// The node of each explained stack.
  private var explained: [Key: Int64] = [:]
  /// The stacks that events name, in the order of their indexes: there can be millions.
  private var named: [Int64] = []
  /// The processes of these, each from an index on.
  private var processes: [(start: Int, process: Int)] = []

  /// The index of the stack of an event.
  mutating func sample(_ number: Int64, process: Int) -> Int32 {
    if processes.last?.process != process { processes.append((named.count, process)) }
    named.append(number)
    return Int32(named.count - 1)
  }

  /// Takes a piece of a profile.
  mutating func take(
    _ arguments: UnsafePointer<UInt8>, process: Int, _ timeline: inout ForeignTimeline
  ) {
    guard let data = JSONMembers.value("data", of: arguments),
      let profile = JSONMembers.value("cpuProfile", of: data)
    else { return }
    var members = JSONMembers(profile)
    while let (key, value) = members.next() {
      if key.equals("nodes") {
        var elements = JSONElements(value)
        while let node = elements.next() { take(node: node, process: process, &timeline) }
      } else if key.equals("trace_ids") {
        var ids = JSONMembers(value)
        while let (id, node) = ids.next() {
          guard let number = Int64(String(decoding: id, as: UTF8.self)),
            let node = JSONMembers.number(at: node).flatMap({ Int64(exactly: $0) })
          else { continue }
          explained[Key(process: process, number: number)] = node
        }
      }
    }
  }

  private mutating func take(
    node: UnsafePointer<UInt8>, process: Int, _ timeline: inout ForeignTimeline
  ) {
    guard let id = JSONMembers.whole("id", of: node),
      let frame = JSONMembers.value("callFrame", of: node)
    else { return }
    // Lines and columns count from 0 here.
    var place = ForeignTimeline.Place(
      function: JSONMembers.text("functionName", of: frame),
      url: JSONMembers.text("url", of: frame),
      line: (JSONMembers.whole("lineNumber", of: frame) ?? -1) + 1,
      column: (JSONMembers.whole("columnNumber", of: frame) ?? -1) + 1)
    place.isStart = true
    if let parent = JSONMembers.whole("parent", of: node) {
      place.outer = nodes[Key(process: process, number: Int64(parent))] ?? -1
    }
    nodes[Key(process: process, number: Int64(id))] = timeline.add(place)
  }

  /// Tells the timeline the place of each stack that an event named, if any is explained.
  func finish(_ timeline: inout ForeignTimeline) {
    guard !explained.isEmpty else { return }
    timeline.samples.reserveCapacity(named.count)
    for (index, (start, process)) in processes.enumerated() {
      let end = index + 1 < processes.count ? processes[index + 1].start : named.count
      for number in named[start..<end] {
        let node = explained[Key(process: process, number: number)]
        timeline.samples.append(
          node.flatMap { nodes[Key(process: process, number: $0)] } ?? -1)
      }
    }
  }
}
