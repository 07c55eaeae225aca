import Foundation
import TestSupport
import Testing

/// The rooms of the house know each other in one direction only, as docs/architecture.md says.
///
/// A room is a folder. It may name the types of the rooms that it knows, and of no other.
@Suite("The rooms of the code")
struct RoomTests {
  /// The paths of all files in a folder of the repository, relative to it.
  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: Repository.path(folder))
  }

  @Test("each folder names the types of those that it may know, and no two know each other unsaid")
  func houseIsAsPlanned() throws {
    let paths = try Self.files(in: "Sources").filter { $0.hasSuffix(".swift") }
    let files = try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try Repository.text(of: "Sources/\($0)")) })
    #expect(files.count > 300)
    let house = House(rooms: Plan.house, circles: Plan.circles, files: files)
    #expect(house.complaints.isEmpty, "\(house.complaints.joined(separator: "\n"))")
  }

  @Test("the architecture page lists every room")
  func pageListsRooms() throws {
    let page = try Repository.text(of: "docs/architecture.md")
    let list = try #require(page.firstMatch(of: #/(?s)```\nSources/\n(.*?)```/#)?.1)
    var folders: [Substring] = []
    var listed: Set<String> = []
    for match in list.matches(of: #/(?m)^( +)((?:\w+/(?:, )?)+)/#) {
      folders = folders.prefix(match.1.count / 2 - 1).map { $0 }
      for name in match.2.matches(of: #/\w+/#) {
        listed.insert((folders + [name.0]).joined(separator: "/"))
      }
      folders += match.2.split(separator: "/").prefix(1)
    }
    let rooms = Set(Plan.house.map(\.folder))
    #expect(rooms.subtracting(listed).sorted() == [])
    let around = Set(rooms.flatMap(Self.foldersAround))
    #expect(listed.subtracting(around).sorted() == [])
  }

  /// Folders with what tests share, and with tests of pages and of the code itself.
  private static let ofNoRoom = ["Support", "Documentation"]

  @Test(
    "the folders of tests have the names of the rooms that they test",
    arguments: [
      "ViewTreeTests", "LayoutTraceTests", "LoopHunterTests", "LoopTelemetryTests", "LoophuntTests",
      "MemoryTests", "ThreadTests",
    ])
  func testsMirrorSources(target: String) throws {
    let rooms = Set(Plan.house.map(\.folder).flatMap(Self.foldersAround))
    let module = target.replacing("Tests", with: "").replacing("Loophunt", with: "loophunt")
    let hasModules = ["Memory", "Thread"].contains(module)
    let folders = try Self.files(in: "Tests/\(target)").filter { $0.hasSuffix(".swift") }
      .map { $0.split(separator: "/").dropLast().joined(separator: "/") }
    for folder in Set(folders)
    where !folder.isEmpty && !Self.ofNoRoom.contains(where: folder.hasPrefix) {
      let room = hasModules ? folder : "\(module)/\(folder)"
      #expect(rooms.contains(room), "Tests/\(target)/\(folder)")
    }
  }

  /// The folder of tests of a target that tests a module's rooms.
  private static let targets = [
    "ViewTree": "ViewTreeTests", "LayoutTrace": "LayoutTraceTests", "LoopHunter": "LoopHunterTests",
    "LoopTelemetry": "LoopTelemetryTests", "loophunt": "LoophuntTests",
  ]

  @Test("each room has a folder of tests with its name")
  func sourcesHaveTests() throws {
    let tests = try Set(
      Self.files(in: "Tests").filter { $0.hasSuffix("Tests.swift") }
        .map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    for room in Plan.house.map(\.folder) {
      let parts = room.split(separator: "/", maxSplits: 1).map(String.init)
      // The scenarios are what tests of all modules run.
      guard let target = Self.targets[parts[0]], parts.count == 2 else { continue }
      let folders = ["\(target)/\(parts[1])", "MemoryTests/\(room)", "ThreadTests/\(room)"]
      #expect(folders.contains(where: tests.contains), "Nothing tests Sources/\(room).")
    }
  }

  /// Types that conclude something, beside all of the analysis of evidence.
  private static let concluding = [
    "LayoutTally", "ReplayTape", "ReplayEngine", "TraceShrinker", "HunterCore", "LoopProver",
    "Counterfactual", "SwiftWriter",
  ]

  @Test("each type of the analysis has a file of tests with its name")
  func analysisIsTested() throws {
    let tests = try Set(
      Self.files(in: "Tests").compactMap { $0.split(separator: "/").last.map(String.init) })
    let types = try Self.files(in: "Sources/LoopHunter/Evidence/Analysis")
      .filter { !$0.contains("+") }.map { $0.replacing(".swift", with: "") }
    #expect(types.count > 20)
    for type in types + Self.concluding {
      #expect(tests.contains("\(type)Tests.swift"), "There is no \(type)Tests.swift.")
    }
  }

  /// A folder, and those in which it lies.
  private static func foldersAround(_ folder: String) -> [String] {
    let parts = folder.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }
}
