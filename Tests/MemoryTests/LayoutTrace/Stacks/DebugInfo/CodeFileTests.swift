#if os(Linux)
import Foundation
import LayoutTrace
import TestSupport
import Testing

@Suite("Names and lines of code")
struct CodeFileTests {
  /// The code of a finding.
  private static func code(_ finding: SymbolLookup.Finding) -> [NamedCode] {
    if case .code(let code) = finding { return code }
    return []
  }

  // MARK: The toolchain's reader

  /// Compares both readers at addresses of one image.
  ///
  /// The toolchain's misses or misorders functions that were inlined into inlined functions: it
  /// searches their nested ranges as if they were not nested.
  private static func compare(_ addresses: Set<UInt>, _ images: LoadedImages) {
    let addresses = addresses.sorted()
    let toolchain = ToolchainReader(images).read(addresses, isDetailed: true)
    let findings = SymbolLookup.Reader().findings(addresses, images)
    for (address, finding) in zip(addresses, findings) {
      let old = toolchain[address, default: []].filter(\.isNamed)
      let new = code(finding)
      guard old != new else { continue }
      var (oldPlace, newPlace) = (old.first, new.first)
      oldPlace?.rawName = ""
      newPlace?.rawName = ""
      #expect(oldPlace == newPlace, "at \(address): \(old), \(new)")
      #expect(old.last?.rawName == new.last?.rawName)
      #expect(new.count > 2 || old.count < new.count, "at \(address): \(old), \(new)")
      #expect(Set(old.map(\.rawName)).isSubset(of: new.map(\.rawName)))
    }
  }

  @Test("the code of this program has the names and lines that the toolchain's reader finds")
  func ownCode() throws {
    let images = try #require(LoadedImages.current)
    let here = try #require(StackWalker.system.addresses(limit: 4).first)
    let image = try #require(images.image(at: here))
    var random = SeededGenerator(seed: firstSeed("CodeFileTests"))
    let addresses = (0..<caseCount(100, inDebug: 4)).map { _ in
      UInt.random(in: image.start..<image.end, using: &random)
    }
    Self.compare(Set(addresses), images)
  }

  @Test("the code of libraries has the names that the toolchain's reader finds, stripped or not")
  func libraries() throws {
    let images = try #require(LoadedImages.current)
    let here = try #require(StackWalker.system.addresses(limit: 4).first)
    let own = images.image(at: here)
    var random = SeededGenerator(seed: 31)
    for image in images.images where image != own {
      let addresses = (0..<3).map { _ in
        UInt.random(in: image.start..<image.end, using: &random)
      }
      Self.compare(Set(addresses), images)
    }
  }

  // MARK: Inlined code

  private static let nested = """
    static volatile int sink;
    static inline __attribute__((always_inline)) void inner(int x) { sink = x; }
    static inline __attribute__((always_inline)) void outer(int x) {
      sink = 1;
      inner(x + 1);
      sink = 2;
    }
    void plain(int x) {
      sink = 3;
      outer(x);
      sink = 4;
    }

    """

  @Test(
    "inlined functions come innermost first, each with its line, whatever the form of the file",
    arguments: [
      ["-gdwarf-4"], ["-gdwarf-5"], ["-gdwarf-5", "-gsplit-dwarf"], ["-gdwarf-4", "-gz"],
      ["-gdwarf-4", "-fdebug-types-section", "-ffunction-sections"],
      ["-gdwarf-5", "-fuse-ld=lld", "-Wl,--build-id"],
    ])
  func inlined(_ options: [String]) throws {
    let folder = TemporaryFolder()
    guard
      let library = try CLibrary.make(
        Self.nested, in: folder, name: "nested", options: ["-O1"] + options),
      let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL)
    else { return }
    defer { dlclose(handle) }
    let symbol = try #require(dlsym(handle, "plain"))
    let start = UInt(bitPattern: symbol)
    let images = try #require(LoadedImages.current)
    let found = SymbolLookup.Reader().findings((0..<40).map { start + $0 }, images).map(Self.code)
    let chains = Set(found.map { $0.map { "\($0.rawName):\($0.line)" } })
    #expect(chains.contains(["plain:9"]) && chains.contains(["plain:11"]))
    // Split information is in a file of its own; the toolchain reads what is compressed, and puts
    // functions that were inlined into each other in the wrong order.
    guard !options.contains("-gsplit-dwarf"), !options.contains("-gz") else { return }
    #expect(chains.contains(["outer:4", "plain:10"]) && chains.contains(["outer:6", "plain:10"]))
    #expect(chains.contains(["inner:2", "outer:5", "plain:10"]), "\(chains)")
  }

  // MARK: Damage

  /// Reads the code at many addresses of a file that may be damaged.
  private static func read(_ bytes: [UInt8]) -> Int {
    guard let file = try? CodeFile(FileMapping(copying: bytes)) else { return 0 }
    let addresses = Array(stride(from: UInt(0), to: 0x3000, by: 0x97)) + [.max, .max - 4095]
    return addresses.map { file.code(at: $0, isDetailed: true).count }.reduce(0, +)
  }

  @Test(
    "a damaged or cut file is read without harm and in time",
    arguments: ["-gdwarf-4", "-gdwarf-5"])
  func damaged(_ form: String) throws {
    let folder = TemporaryFolder()
    guard
      let library = try CLibrary.make(
        Self.nested, in: folder, name: "nested", options: ["-O1", form])
    else { return }
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: library)))
    #expect(Self.read(whole) > 0)
    let time = processorTime {
      for seed in Seeds.range(3000, inDebug: Sanitizer.isOn ? 300 : 120) {
        var random = SeededGenerator(seed: seed)
        var bytes = whole
        switch seed % 3 {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1:
          for _ in 0..<Int.random(in: 1...40, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(
              truncatingIfNeeded: random.next())
          }
        default:
          // Numbers that are too large, or no end, at a place that may be an offset or a size.
          let place = Int.random(in: 0..<bytes.count - 16, using: &random)
          for index in 0..<[1, 2, 4, 8, 16].randomElement(using: &random)! {
            bytes[place + index] = seed % 2 == 0 ? 0xFF : 0x80
          }
        }
        _ = Self.read(bytes)
      }
    }
    #expect(time < timeBound(.seconds(20)))
  }

  @Test("folders, devices and programs of another form are refused")
  func others() throws {
    let folder = TemporaryFolder()
    for path in ["/nowhere", "/", "/dev/null", try folder.write("", to: "empty")] {
      #expect(throws: (any Error).self) { try CodeFile(path: path) }
    }
    let narrow: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 1, 1] + [UInt8](repeating: 0, count: 60)
    #expect(throws: (any Error).self) { try CodeFile(FileMapping(copying: narrow)) }
    #expect(throws: (any Error).self) { try CodeFile(FileMapping(copying: [])) }
  }

  @Test("a file that was replaced after it was read is read anew")
  func replaced() throws {
    let folder = TemporaryFolder()
    guard let first = try CLibrary.make(Self.nested, in: folder, name: "first") else { return }
    let file = try CodeFile(path: first)
    #expect(file.isCurrent)
    try FileManager.default.removeItem(atPath: first)
    #expect(!file.isCurrent)
    try folder.write("other", to: "first.so")
    #expect(!file.isCurrent)
  }
}
#endif
