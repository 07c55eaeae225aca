import Foundation

/// Converts a profile of Firefox to the form in which profiler.firefox.com saves it.
///
/// A second reading of the format: tables become columns, stacks of markers become causes, locations
/// become functions, and the times of all processes count from the first.
package struct ProcessedProfile {
  /// The differences between versions of the saved form.
  package enum Shape: CaseIterable {
    /// Tables in each thread; markers have phases.
    case perThread
    /// One table of strings, and one of the scripts' files, behind the threads.
    case sharedStrings
    /// All tables are shared, and stand before the threads.
    case sharedTables
    /// Markers have a time, and their data says which end of a slice they are.
    case withoutPhases
  }

  private let shape: Shape
  private var threads: [[String: Any]] = []
  private var pages: [Any] = []
  /// The shared tables, as far as the shape has them.
  private var strings: [String] = []
  private var files: [Int] = []
  private var functions = Columns(
    "name", "isJS", "fileName", "source", "lineNumber", "columnNumber")
  private var frames = Columns("func", "line", "column")
  private var stacks = Columns("prefix", "frame")

  /// Rows, written as one array for each field.
  private struct Columns {
    var columns: [String: [Any]] = [:]
    var length = 0

    init(_ names: String...) {
      for name in names { columns[name] = [] }
    }

    mutating func append(_ row: [String: Any?]) {
      for name in columns.keys { columns[name]?.append((row[name] ?? nil) ?? NSNull()) }
      length += 1
    }

    var object: [String: Any] {
      var object: [String: Any] = columns
      object["length"] = length
      return object
    }
  }

  package static func bytes(of raw: [String: Any], _ shape: Shape) throws -> [UInt8] {
    var profile = ProcessedProfile(shape: shape)
    let start = (raw["meta"] as? [String: Any])?["startTime"] as? Double ?? 0
    try profile.add(raw, rootStart: start)
    return try profile.bytes(start: start)
  }

  private init(shape: Shape) { self.shape = shape }

  /// Writes the parts in the order in which they are saved, which dictionaries would not keep.
  private func bytes(start: Double) throws -> [UInt8] {
    func text(_ value: Any) throws -> String {
      String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }
    var shared: [String: Any] = [:]
    if shape == .sharedStrings || shape == .sharedTables {
      shared["stringArray"] = strings
      shared["sources"] = ["length": files.count, "filename": files]
    }
    if shape == .sharedTables {
      shared["stackTable"] = stacks.object
      shared["frameTable"] = frames.object
      shared["funcTable"] = functions.object
    }
    var parts = [
      "\"meta\":"
        + (try text(["startTime": start, "version": 34, "preprocessedProfileVersion": 58])),
      "\"libs\":[]", "\"pages\":" + (try text(pages)), "\"threads\":" + (try text(threads)),
    ]
    if !shared.isEmpty {
      parts.insert(
        "\"shared\":" + (try text(shared)), at: shape == .sharedTables ? 2 : parts.count)
    }
    return Array("{\(parts.joined(separator: ","))}".utf8)
  }

  private mutating func add(_ process: [String: Any], rootStart: Double) throws {
    let start = (process["meta"] as? [String: Any])?["startTime"] as? Double ?? 0
    pages += process["pages"] as? [Any] ?? []
    for thread in process["threads"] as? [[String: Any]] ?? [] {
      add(thread: thread, shift: start - rootStart)
    }
    for inner in process["processes"] as? [[String: Any]] ?? [] {
      try add(inner, rootStart: rootStart)
    }
  }

  private mutating func add(thread raw: [String: Any], shift: Double) {
    if shape != .sharedTables {
      functions = Columns("name", "isJS", "fileName", "source", "lineNumber", "columnNumber")
      frames = Columns("func", "line", "column")
      stacks = Columns("prefix", "frame")
    }
    if shape == .perThread || shape == .withoutPhases { strings = [] }
    let (firstFrame, firstStack) = (frames.length, stacks.length)
    let names = raw["stringTable"] as? [String] ?? []
    for row in Self.rows(raw, "frameTable") {
      addFrame(names[Self.cell(row, 0) as? Int ?? 0])
    }
    for row in Self.rows(raw, "stackTable") {
      stacks.append([
        "prefix": (Self.cell(row, 0) as? Int).map { $0 + firstStack },
        "frame": (Self.cell(row, 1) as? Int ?? 0) + firstFrame,
      ])
    }
    var thread: [String: Any] = raw.filter { ["name", "processName", "tid"].contains($0.key) }
    thread["pid"] = (raw["pid"] as? Int).map(String.init)
    thread["markers"] = markers(raw, names, shift: shift, firstStack: firstStack)
    if shape != .sharedTables {
      thread["stackTable"] = stacks.object
      thread["frameTable"] = frames.object
      thread["funcTable"] = functions.object
    }
    if shape == .perThread || shape == .withoutPhases { thread["stringArray"] = strings }
    threads.append(thread)
  }

  private mutating func addFrame(_ location: String) {
    var function: [String: Any?] = ["isJS": false]
    if let match = location.firstMatch(of: #/^(?:(.*) \()?(.+?):(\d+):(\d+)\)?(?:\[\d+\])?$/#) {
      let file = string(String(match.2))
      function = [
        "isJS": true, "lineNumber": Int(match.3), "columnNumber": Int(match.4),
        "name": string(match.1.map(String.init) ?? "(root scope) \(match.2)"),
      ]
      if shape == .sharedStrings || shape == .sharedTables {
        function["source"] = files.count
        files.append(file)
      } else {
        function["fileName"] = file
      }
    } else {
      function["name"] = string(location)
    }
    functions.append(function)
    frames.append(["func": functions.length - 1])
  }

  private mutating func string(_ text: String) -> Int {
    strings.append(text)
    return strings.count - 1
  }

  private mutating func markers(
    _ raw: [String: Any], _ names: [String], shift: Double, firstStack: Int
  ) -> [String: Any] {
    var columns = Columns("name", "startTime", "endTime", "phase", "category", "data")
    if shape == .withoutPhases { columns = Columns("name", "time", "category", "data") }
    for row in Self.rows(raw, "markers") {
      let phase = Self.cell(row, 3) as? Int ?? 0
      let start = (Self.cell(row, 1) as? Double ?? 0) + shift
      let end = (Self.cell(row, 2) as? Double ?? 0) + shift
      var data = Self.cell(row, 5) as? [String: Any]
      if let stack = data?["stack"] as? [String: Any],
        let first = Self.rows(stack, "samples").first, let index = Self.cell(first, 0) as? Int
      {
        data?["stack"] = nil
        data?["cause"] = ["time": start, "stack": index + firstStack]
      }
      if shape == .withoutPhases, phase != 0 {
        data = data ?? [:]
        switch phase {
        case 1: data?.merge(["startTime": start, "endTime": end]) { $1 }
        default: data?["interval"] = phase == 2 ? "start" : "end"
        }
      }
      columns.append([
        "name": string(names[Self.cell(row, 0) as? Int ?? 0]), "data": data, "category": 0,
        "time": phase == 3 ? end : start, "phase": phase,
        "startTime": phase == 3 ? nil : start, "endTime": phase == 0 || phase == 2 ? nil : end,
      ])
    }
    return columns.object
  }

  private static func rows(_ object: [String: Any], _ table: String) -> [[Any]] {
    (object[table] as? [String: Any])?["data"] as? [[Any]] ?? []
  }

  private static func cell(_ row: [Any], _ index: Int) -> Any? {
    row.indices.contains(index) && !(row[index] is NSNull) ? row[index] : nil
  }
}
