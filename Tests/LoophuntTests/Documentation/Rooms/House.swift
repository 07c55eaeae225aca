/// A folder of the sources, and those whose types it may name.
struct Room {
  /// The folder, its module first: `LayoutTrace/Foreign/Chrome`.
  let folder: String
  /// Folders, or whole modules below its own.
  let knows: Set<String>

  /// - Parameter knows: Folders of the same module, or of others with their module first.
  init(_ folder: String, _ knows: String...) {
    self.folder = folder
    let module = folder.prefix { $0 != "/" }
    self.knows = Set(
      knows.map { name in
        let isOther = House.modules.contains { name == $0 || name.hasPrefix($0 + "/") }
        return isOther ? name : "\(module)/\(name)"
      })
  }
}

/// Rooms that know each other, and why they are not divided.
struct Circle {
  let rooms: Set<String>
  let reason: String
}

/// Sources, and the rooms that they are meant to be in.
///
/// Sees types that are named, nested ones by their qualified names, and calls of functions outside
/// of all types; it does not see members.
struct House {
  /// A module imports those before it at most.
  static let modules = [
    "ViewTree", "LayoutTrace", "LoopHunter", "LoopTelemetry", "LoopScenarios", "loophunt",
  ]

  private struct File {
    let path: String
    let names: TypeNames

    /// The folder, which is that of a room.
    var folder: String { String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)) }
  }

  private let rooms: [Room]
  private let circles: [Circle]
  private let files: [File]
  /// The folders in which each type is declared that other files can name.
  private var homes: [String: Set<String>] = [:]
  /// The types that other modules can name.
  private let offered: Set<String>
  /// The types of other rooms that each file names.
  private var uses: [Use] = []

  /// - Parameter files: Texts by their paths, the module first.
  init(rooms: [Room], circles: [Circle] = [], files: [String: String]) {
    self.rooms = rooms
    self.circles = circles
    self.files = files.sorted { $0.key < $1.key }.map {
      File(path: $0.key, names: TypeNames($0.value))
    }
    offered = Set(self.files.flatMap(\.names.offered))
    for file in self.files {
      for name in file.names.declared { homes[name, default: []].insert(file.folder) }
    }
    uses = self.files.flatMap { uses(of: $0) }
  }

  // MARK: Complaints

  /// Everything that is not as the rooms say.
  var complaints: [String] {
    unknownFolders + sharedNames + forbiddenUses + idleKnowledge + undeclaredCircles
      + idleCircles
  }

  private var unknownFolders: [String] {
    let known = Set(rooms.map(\.folder))
    return Set(files.map(\.folder)).subtracting(known).sorted().map { "\($0) is no room." }
  }

  /// Types of one name in several folders; one that is nested is told apart by its qualified name.
  private var sharedNames: [String] {
    homes.filter { !$0.key.contains(".") && $0.value.count > 1 }.sorted { $0.key < $1.key }.map {
      "\($0.key) is the name of a type in each of \($0.value.sorted().joined(separator: ", "))."
    }
  }

  private var forbiddenUses: [String] {
    uses.compactMap { use in
      guard let room = rooms.first(where: { $0.folder == use.folder }),
        !room.knows.contains(use.home), !room.knows.contains(Self.module(of: use.home))
      else { return nil }
      return "\(use.path) names \(use.name) of \(use.home), which \(use.folder) does not know."
    }
  }

  /// Rooms that are known, and of which nothing is named.
  private var idleKnowledge: [String] {
    rooms.flatMap { room in
      let homes = Set(uses.filter { $0.folder == room.folder }.map(\.home))
      let used = homes.union(homes.map(Self.module))
      return room.knows.subtracting(used).sorted().map { "\(room.folder) knows \($0) in vain." }
    }
  }

  private var undeclaredCircles: [String] {
    rings.filter { ring in !circles.contains { ring.isSubset(of: $0.rooms) } }.map {
      "\($0.sorted().joined(separator: ", ")) know each other."
    }
  }

  private var idleCircles: [String] {
    circles.filter { circle in !rings.contains(circle.rooms) }.map {
      "\($0.rooms.sorted().joined(separator: ", ")) are no circle."
    }
  }

  // MARK: Uses

  private struct Use: Hashable {
    let path: String
    let folder: String
    let name: String
    let home: String
  }

  /// The types of other rooms that a file names.
  private func uses(of file: File) -> [Use] {
    let uses = file.names.uses.flatMap { use -> [Use] in
      guard let name = resolve(use, in: file) else { return [] }
      let homes = visible(name, from: file.folder)
      guard !homes.contains(file.folder) else { return [] }
      return homes.map { Use(path: file.path, folder: file.folder, name: name, home: $0) }
    }
    return Set(uses).sorted { ($0.home, $0.name) < ($1.home, $1.name) }
  }

  /// The qualified name of the type that is meant; nil for one of the file itself, or of no module.
  ///
  /// The first part is looked up from the innermost type outwards, the others in what was found.
  private func resolve(_ use: TypeNames.Use, in file: File) -> String? {
    var path = use.path
    if Self.modules.contains(path[0]), !isKnown(path.prefix(2).joined(separator: "."), in: file) {
      path.removeFirst()
    }
    guard let first = path.first else { return nil }
    for scope in use.scopes.flatMap(Self.outwards) + [""] {
      var name = scope + first
      guard isKnown(name, in: file) else { continue }
      for part in path.dropFirst() {
        guard isKnown("\(name).\(part)", in: file) else { break }
        name += ".\(part)"
      }
      return file.names.hidden.contains(name) ? nil : name
    }
    return nil
  }

  private func isKnown(_ name: String, in file: File) -> Bool {
    file.names.hidden.contains(name) || !visible(name, from: file.folder).isEmpty
  }

  /// The folders that declare a type, those of the own module if there are any.
  private func visible(_ name: String, from folder: String) -> Set<String> {
    guard let homes = homes[name] else { return [] }
    let module = Self.module(of: folder)
    let own = homes.filter { Self.module(of: $0) == module }
    guard own.isEmpty, offered.contains(name) else { return own }
    let below = Self.modules.prefix { $0 != module }
    return homes.filter { below.contains(Self.module(of: $0)) }
  }

  private static func module(of folder: String) -> String { String(folder.prefix { $0 != "/" }) }

  /// `A.B.` and `A.` of `A.B`.
  private static func outwards(_ scope: String) -> [String] {
    let parts = scope.split(separator: ".")
    return parts.indices.reversed().map { parts[...$0].joined(separator: ".") + "." }
  }

  // MARK: Circles

  /// The largest sets of rooms of which each leads to all others.
  private var rings: Set<Set<String>> {
    var reached = Dictionary(uniqueKeysWithValues: rooms.map { ($0.folder, $0.knows) })
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for (room, known) in reached {
        let further = known.union(known.flatMap { reached[$0] ?? [] })
        hasGrown = hasGrown || further.count > known.count
        reached[room] = further
      }
    }
    return Set(
      rooms.map(\.folder).filter { reached[$0]?.contains($0) == true }.map { room in
        reached[room]?.filter { reached[$0]?.contains(room) == true } ?? []
      })
  }
}
