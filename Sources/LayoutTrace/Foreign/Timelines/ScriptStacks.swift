/// The stacks of a recording, with places in the sources, and the app's own frame of each.
struct ScriptStacks: Sendable {
  /// A frame of a stack as it is shown.
  struct Frame: Sendable {
    var function: String?
    var url: String?
    var line: Int
    var column: Int
    /// True for the code of a library.
    var isLibrary: Bool
    /// The place in the script as it was recorded; nil without an address.
    var script: CodeBackground.Place?
  }

  private let places: [ForeignTimeline.Place]
  private let maps: SourceMaps
  private let libraries: LibraryScripts
  /// The beginnings of functions without names, by script and enclosing function, in their order.
  private var nameless: [Scope: [Position]] = [:]

  private struct Scope: Hashable {
    var url: String
    var function: String
  }

  private struct Position: Hashable, Comparable {
    var line: Int
    var column: Int

    static func < (one: Position, other: Position) -> Bool {
      (one.line, one.column) < (other.line, other.column)
    }
  }

  /// The frames of a stack to walk at most.
  private static let mostFrames = 200

  init(_ timeline: ForeignTimeline, _ maps: SourceMaps, _ libraries: LibraryScripts) {
    (places, self.maps, self.libraries) = (timeline.places, maps, libraries)
    var found: [Scope: Set<Position>] = [:]
    for (index, place) in places.enumerated() where place.isNameless && place.isStart {
      guard let url = place.url, !url.isEmpty else { continue }
      found[Scope(url: url, function: enclosing(Int32(index))), default: []]
        .insert(Position(line: place.line, column: place.column))
    }
    nameless = found.mapValues { $0.sorted() }
  }

  /// The addresses of all scripts and sources.
  var urls: [String] {
    places.compactMap { maps.origin($0.url, line: $0.line, column: $0.column)?.source ?? $0.url }
  }

  /// The frame of the app that is innermost, and the library through which it went.
  ///
  /// If all frames are those of libraries, it is the innermost of them.
  ///
  /// - Parameters:
  ///   - place: The code that ran; -1 if it was not recorded.
  ///   - sample: The stack that a profiler took then; -1 for none.
  func frame(_ place: Int32, _ sample: Int32) -> (frame: Frame, library: String?)? {
    let all = frames(place, sample)
    guard let first = all.first else { return nil }
    guard let own = all.firstIndex(where: { !$0.isLibrary }) else { return (first, nil) }
    return (all[own], own > 0 ? all[own - 1].url.map(Self.library) : nil)
  }

  /// The frames that called the one of the app, innermost first.
  func callers(_ place: Int32, _ sample: Int32) -> [Frame] {
    let all = frames(place, sample)
    return Array(all.dropFirst((all.firstIndex { !$0.isLibrary } ?? 0) + 1))
  }

  /// The frames of a stack, innermost first; those without a script are left out.
  private func frames(_ place: Int32, _ sample: Int32) -> [Frame] {
    var start: Int32 = sample
    if place >= 0 {
      let own = places[Int(place)]
      while start >= 0, !places[Int(start)].isSameFunction(as: own) {
        start = places[Int(start)].outer
      }
      guard start >= 0 else { return chain(place).map { frame($0, start: $0) } }
      return [frame(place, start: start)]
        + chain(places[Int(start)].outer).map { frame($0, start: $0) }
    }
    return chain(start).map { frame($0, start: $0) }
  }

  /// The places from one on outwards.
  private func chain(_ first: Int32) -> [Int32] {
    var found: [Int32] = []
    var place = first
    while place >= 0, found.count < Self.mostFrames {
      let frame = places[Int(place)]
      if frame.isInScript || found.isEmpty && frame.isOnlyNamed { found.append(place) }
      place = frame.outer
    }
    return found
  }

  /// A frame whose function begins at another place.
  private func frame(_ index: Int32, start: Int32) -> Frame {
    let (place, beginning) = (places[Int(index)], places[Int(start)])
    var frame = Frame(
      function: place.function, url: place.url, line: place.line, column: place.column,
      isLibrary: place.url.map { libraries.isIgnored($0) || libraries.isLibrary($0) } ?? false)
    frame.script = place.url.map {
      CodeBackground.Place(url: $0, line: place.line, column: place.column)
    }
    if place.isNameless, beginning.isStart { frame.function = name(ofNameless: start) }
    guard let origin = maps.origin(place.url, line: place.line, column: place.column) else {
      return frame
    }
    (frame.url, frame.line, frame.column) = (origin.source, origin.line, origin.column)
    frame.script?.source = (origin.source, origin.line, origin.column)
    frame.isLibrary =
      origin.isIgnored || libraries.isIgnored(origin.source)
      || place.url.map(libraries.isIgnored) == true || origin.source.contains("node_modules/")
    // The name of a function stands before its parameters, where it begins.
    if !place.isNameless, beginning.isStart, let name = place.function,
      let named = maps.origin(
        place.url, line: beginning.line, column: beginning.column - name.utf16.count)?.name
    {
      frame.function = named
    }
    return frame
  }

  /// `anonymous 2 in update`: a function without a name, by its ordinal in the enclosing one.
  private func name(ofNameless start: Int32) -> String? {
    let place = places[Int(start)]
    let function = enclosing(start)
    guard let url = place.url,
      let positions = nameless[Scope(url: url, function: function)],
      let index = positions.firstIndex(of: Position(line: place.line, column: place.column)),
      place.line > 1 || place.column > 1
    else { return nil }
    let name = "anonymous \(index + 1)"
    return function.isEmpty ? name : "\(name) in \(function)"
  }

  /// The nearest function with a name that called a function of the same script.
  private func enclosing(_ index: Int32) -> String {
    if let function = places[Int(index)].enclosing { return function }
    let url = places[Int(index)].url
    for outer in chain(places[Int(index)].outer) {
      let place = places[Int(outer)]
      if !place.isNameless, place.url == url, let function = place.function { return function }
    }
    return ""
  }

  /// The name of a library: its package, or its file.
  private static func library(_ url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    if let found = path.ranges(of: "node_modules/").last {
      let parts = path[found.upperBound...].split(separator: "/")
      let count = parts.first?.hasPrefix("@") == true ? 2 : 1
      return parts.prefix(count).joined(separator: "/").clipped
    }
    return String(path.split(separator: "/").last ?? path).clipped
  }
}

extension ForeignTimeline.Place {
  /// True if it is in a script, and not in the browser's own code.
  fileprivate var isInScript: Bool {
    url.map { !["", "self-hosted", "[native code]"].contains($0) } ?? false
  }

  /// True if a name is all that is known, and not a word of the profiler such as `(program)`.
  fileprivate var isOnlyNamed: Bool {
    outer < 0 && url?.isEmpty ?? true && !isNameless && function?.hasPrefix("(") == false
  }
}
