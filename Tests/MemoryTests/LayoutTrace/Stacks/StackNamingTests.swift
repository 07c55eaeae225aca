#if os(Linux)
import Foundation
import LayoutTrace
import TestSupport
import Testing
import ViewTree

/// Catches the call stack of its layout.
private final class Caught: View {
  static let line = #line + 4
  var addresses: [UInt] = []

  override func layoutSubviews() {
    addresses = StackWalker.system.addresses(limit: 48)
    remark = "caught"
  }

  var remark = ""
}

@Suite("Naming a call stack")
struct StackNamingTests {
  /// The call stack of a layout.
  private func caught() -> [UInt] {
    let window = Window(frame: CGRect(x: 0, y: 0, width: 9, height: 9), loop: TurnLoop())
    let view = Caught(frame: .zero)
    window.addSubview(view)
    window.loop.runTurn()
    return view.addresses
  }

  /// A reader of a process that has named nothing yet.
  private func naming(_ addresses: [UInt]) throws -> StackNaming {
    StackNaming(
      addresses: addresses, images: try #require(LoadedImages.current),
      reader: SymbolLookup.Reader())
  }

  /// The bound: 100 ms in release, 300 ms in debug builds.
  private static let bound: Duration = {
    #if DEBUG
    .milliseconds(300)
    #else
    .milliseconds(100)
    #endif
  }()

  @Test("the first call stack of this large program is named in time")
  func first() throws {
    let addresses = caught()
    var times: [Duration] = []
    for _ in 0..<3 {
      let naming = try naming(addresses)
      var symbols = CaughtStack.Symbols()
      times.append(processorTime { symbols = naming.symbols(9) })
      #if DEBUG
      #expect(symbols.function == "Caught.layoutSubviews()")
      #expect(symbols.location == "StackNamingTests.swift:\(Caught.line)")
      #endif
    }
    let time = try #require(times.min())
    print("StackNamingTests: the first call stack is named in \(time)")
    #expect(time < timeBound(Self.bound))
  }

  @Test("a function that the optimiser made of several has a name in the stack, but no line")
  func merged() throws {
    let name = "$s6Plugin5BadgeC14layoutSubviewsyyFTm"
    let code =
      "void badge(void) __asm__(\"\(name)\");\nvoid badge(void) { __asm__ volatile(\"nop\"); }\n"
    let folder = TemporaryFolder()
    guard let library = try CLibrary.make(code, in: folder, options: ["-O0", "-g"]) else { return }
    let handle = try #require(dlopen(library, RTLD_NOW | RTLD_LOCAL))
    defer { dlclose(handle) }
    let symbol = try #require(dlsym(handle, name))
    let function = UInt(bitPattern: symbol)
    let addresses = caught()
    // As if the innermost code of the app were that function.
    let named = try (1...4).map { place in
      let stack = addresses[..<place] + [function + 2] + addresses[place...]
      return try naming(Array(stack)).symbols(9)
    }
    let symbols = try #require(
      named.first { $0.frames.first == "Badge.layoutSubviews()" }, "\(named.map(\.frames))")
    #expect(symbols.location == nil && symbols.function == nil)
    #expect(symbols.absence == .mergedFunction)
  }

  @Test("the time to name code grows with the code that is asked for, and no faster")
  func growth() throws {
    let images = try #require(LoadedImages.current)
    let here = try #require(StackWalker.system.addresses(limit: 4).first)
    let image = try #require(images.image(at: here))
    let few = caseCount(40, inDebug: 10)
    let growth = Growth(from: few, to: 4 * few, below: 8) { count in
      var random = SeededGenerator(seed: 31)
      let addresses = (0..<count).map { _ in
        UInt.random(in: image.start..<image.end, using: &random)
      }
      let reader = SymbolLookup.Reader()
      return processorTime { _ = reader.findings(addresses, images) }
    }
    #expect(growth.ratio < 8, "\(growth)")
  }
}
#endif
