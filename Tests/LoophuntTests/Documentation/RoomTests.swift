import Foundation
import TestSupport
import Testing

/// The rooms of the house know each other in one direction only, as docs/architecture.md says.
///
/// A room is a folder, or a list of them. It may name the types of the rooms below it, and of no other.
@Suite("The rooms of the code")
struct RoomTests {
  private struct Room {
    let name: String
    let folders: [String]
    let knows: Set<String>
  }

  private static let detector = "Sources/LoopHunter/"
  private static let trace = "Sources/LayoutTrace/"
  private static let telemetry = "Sources/LoopTelemetry"
  private static let command = "Sources/loophunt/"

  private static let libraryRooms = [
    // Traces, from the bottom up.
    Room(name: "Texts", folders: [trace + "Texts"], knows: []),
    Room(name: "Files", folders: [trace + "Files"], knows: []),
    Room(name: "Stacks", folders: [trace + "Stacks"], knows: ["Texts"]),
    Room(name: "Bytes", folders: [trace + "Bytes"], knows: []),
    Room(name: "Events", folders: [trace + "Events"], knows: ["Bytes"]),
    Room(
      name: "Reading", folders: [trace + "Reading"], knows: ["Texts", "Files", "Bytes", "Events"]),
    Room(
      name: "Tracing", folders: [trace + "Recording"],
      knows: ["Texts", "Files", "Stacks", "Bytes", "Events", "Reading"]),
    Room(
      name: "Replaying", folders: [trace + "Replaying"],
      knows: ["Texts", "Files", "Bytes", "Events", "Reading", "Tracing"]),
    Room(
      name: "Scanning", folders: [trace + "Scanning"],
      knows: ["Texts", "Files", "Bytes", "Events", "Reading"]),
    Room(
      name: "Shrinking", folders: [trace + "Shrinking"],
      knows: ["Texts", "Files", "Bytes", "Events", "Reading", "Tracing", "Replaying"]),
    Room(
      name: "Deeds", folders: [trace + "Deeds"],
      knows: ["Texts", "Events", "Reading", "Replaying", "Shrinking"]),
    Room(
      name: "Formats", folders: [trace + "Foreign/Formats"],
      knows: ["Files", "Bytes", "Reading", "Tracing"]),
    Room(
      name: "Timelines", folders: [trace + "Foreign/Timelines"],
      knows: ["Texts", "Files", "Bytes", "Events", "Reading", "Tracing", "Formats"]),
    Room(
      name: "Browsers", folders: ["Chrome", "Firefox", "WebKit"].map { trace + "Foreign/" + $0 },
      knows: ["Bytes", "Reading", "Formats", "Timelines"]),
    Room(
      name: "Console", folders: [trace + "Foreign/Console"],
      knows: ["Texts", "Stacks", "Bytes", "Events", "Reading", "Tracing", "Formats"]),
    Room(
      name: "Opening", folders: [trace + "Foreign/Opening"],
      knows: [
        "Texts", "Files", "Bytes", "Events", "Reading", "Tracing", "Formats", "Browsers", "Console",
      ]),
    // The detector.
    Room(name: "Runtime", folders: [detector + "Runtime"], knows: []),
    Room(
      name: "Report", folders: [detector + "Report"],
      knows: ["Texts", "Files", "Stacks", "Bytes", "Scanning", "Deeds"]),
    Room(
      name: "Recording", folders: [detector + "Evidence/Recording"],
      knows: ["Texts", "Stacks", "Report", "Runtime"]),
    Room(
      name: "Analysis", folders: [detector + "Evidence/Analysis"],
      knows: ["Texts", "Stacks", "Deeds", "Report", "Recording"]),
    Room(
      name: "Analytics", folders: [detector + "Analytics"],
      knows: ["Texts", "Files", "Report"]),
    Room(
      name: "Telemetry", folders: [telemetry],
      knows: ["Texts", "Files", "Bytes", "Report", "Analytics"]),
    Room(
      name: "Hunting", folders: [detector + "Hunting"],
      knows: [
        "Texts", "Stacks", "Tracing", "Replaying", "Report", "Recording", "Analysis", "Analytics",
        "Runtime",
      ]),
    Room(
      name: "Proving", folders: [detector + "Proving"],
      knows: [
        "Texts", "Files", "Events", "Reading", "Tracing", "Replaying", "Shrinking", "Deeds",
        "Report", "Hunting",
      ]),
    Room(
      name: "Expecting", folders: [detector + "Expecting"],
      knows: [
        "Texts", "Files", "Events", "Reading", "Tracing", "Replaying", "Shrinking", "Report",
        "Recording", "Analysis", "Hunting", "Proving",
      ]),
  ]

  /// The rooms of the command.
  private static let commandRooms = [
    Room(name: "Words", folders: [command + "Texts"], knows: []),
    Room(name: "Terminal", folders: [command + "Terminal"], knows: ["Words"]),
    Room(name: "Jobs", folders: [command + "Jobs"], knows: []),
    Room(name: "Options", folders: [command + "Options"], knows: ["Words", "Terminal"]),
    Room(
      name: "Rendering", folders: [command + "Rendering"], knows: ["Words", "Terminal", "Options"]),
    Room(
      name: "Page", folders: [command + "Page"],
      knows: ["Words", "Terminal", "Options", "Rendering"]),
    Room(name: "Reproducing", folders: [command + "Reproducing"], knows: ["Words"]),
    Room(name: "Scenarios", folders: ["Sources/LoopScenarios"], knows: []),
    Room(
      name: "Commands", folders: [command + "Commands"],
      knows: [
        "Words", "Terminal", "Jobs", "Options", "Rendering", "Page", "Reproducing", "Scenarios",
      ]),
  ]

  private static let rooms = libraryRooms + commandRooms

  private struct Source {
    let path: String
    let room: String
    let code: String
  }

  /// Code without comments and texts; what an interpolation names is code.
  private static func code(_ text: String) -> String {
    var code = ""
    // For each text that is open: how many parentheses its interpolation has open, 0 outside of one.
    var open: [(delimiter: Substring, parentheses: Int)] = []
    var rest = text.replacing(#/(?m)^\s*\/\/.*$/#, with: "")[...]
    while let character = rest.first {
      if let last = open.last, last.parentheses == 0 {
        if rest.hasPrefix(last.delimiter) {
          rest = rest.dropFirst(last.delimiter.count)
          open.removeLast()
        } else if rest.hasPrefix("\\(") {
          rest = rest.dropFirst(2)
          open[open.count - 1].parentheses = 1
          code.append(" ")
        } else {
          rest = rest.dropFirst(character == "\\" ? 2 : 1)
        }
        continue
      }
      if character == "\"" {
        let delimiter = rest.hasPrefix("\"\"\"") ? rest.prefix(3) : rest.prefix(1)
        open.append((delimiter, 0))
        rest = rest.dropFirst(delimiter.count)
        continue
      }
      if !open.isEmpty {
        if character == "(" { open[open.count - 1].parentheses += 1 }
        if character == ")" { open[open.count - 1].parentheses -= 1 }
      }
      code.append(character)
      rest = rest.dropFirst()
    }
    return code
  }

  private static let sources: [Source] = rooms.flatMap { room in
    room.folders.flatMap { folder -> [Source] in
      let base = URL(fileURLWithPath: Repository.path(folder))
      let files = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
      return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }.map {
        Source(
          path: $0.path, room: room.name,
          code: code((try? String(contentsOf: $0, encoding: .utf8)) ?? ""))
      }
    }
  }

  /// The room in which each type of a house stands that is declared at the top level of a file.
  private static func homes(in rooms: [Room]) -> [String: String] {
    let declaration =
      #/(?m)^(?:@\w+(?:\([^)]*\))? )*(?:public |package |private |final |indirect )*(?:class|struct|enum|protocol|typealias) (\w+)/#
    let names = Set(rooms.map(\.name))
    var homes: [String: String] = [:]
    for source in sources where names.contains(source.room) {
      for match in source.code.matches(of: declaration) where !match.0.contains("private ") {
        homes[String(match.1)] = source.room
      }
    }
    // The class is also the namespace of what is nested in it, wherever that stands.
    homes["LoopHunter"] = nil
    return homes
  }

  // The compiler keeps the command from the library: each house is looked at alone.
  private static let libraryHomes = homes(in: libraryRooms)
  private static let commandHomes = homes(in: commandRooms)

  @Test(
    "every folder of the detector, of its traces and of the command belongs to a room",
    arguments: [detector, trace, telemetry + "/", command])
  func complete(part: String) throws {
    let known = Self.rooms.flatMap(\.folders) + [Self.command + "main.swift"]
    let base = URL(fileURLWithPath: Repository.path(part))
    let files = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
    for file in (files?.allObjects as? [URL] ?? []) where file.pathExtension == "swift" {
      let path = file.path
      #expect(known.contains { path.contains("/\($0)/") || path.hasSuffix("/\($0)") }, "\(path)")
    }
    #expect(Self.sources.count > 100)
    #expect(Self.libraryHomes.count > 100 && Self.commandHomes.count > 30)
  }

  @Test(
    "a room names only types of the rooms that it may know",
    arguments: rooms.map(\.name))
  func oneDirection(name: String) throws {
    let room = try #require(Self.rooms.first { $0.name == name })
    let isCommand = Self.commandRooms.contains { $0.name == name }
    let homes = isCommand ? Self.commandHomes : Self.libraryHomes
    for source in Self.sources where source.room == name {
      let words = Set(source.code.matches(of: #/\b[A-Z]\w*/#).map { String($0.0) })
      for word in words {
        guard let home = homes[word], home != name else { continue }
        #expect(
          room.knows.contains(home),
          "\(source.path) names \(word), which belongs to \(home)")
      }
    }
  }

  @Test("the dependencies of rooms have no circle")
  func noCircles() throws {
    var done: Set<String> = []
    var left = Self.rooms
    while let index = left.firstIndex(where: { $0.knows.isSubset(of: done) }) {
      done.insert(left.remove(at: index).name)
    }
    #expect(left.isEmpty, "\(left.map(\.name))")
  }
}
