#if canImport(Runtime)
import Runtime
#endif

/// A call stack, with words for it that are made when they are asked for.
///
/// Only the app's frames of one layout or one block are kept: those of this package are inside them
/// and around them in every stack. Their names are looked up when the stack is caught, which is
/// cheap; source lines take milliseconds a frame in a large program, and are looked up for a report.
/// Both are remembered, because a loop comes by the same way again.
final class CaughtStack {
  /// A call stack in words, innermost frame first.
  struct Symbols: Sendable {
    /// `function at File.swift:42`, or an address where symbols are missing.
    var frames: [String] = []
    /// The innermost function of the app.
    var function: String?
    /// `File.swift:42` in it.
    var location: String?
  }

  private(set) lazy var symbols = makeSymbols()
  private let location: String?

  #if canImport(Runtime)
  private var backtrace: Backtrace?
  #endif

  /// A stack of which only the source location is known, from a recording.
  init(location: String?) {
    self.location = location
  }

  /// Catches the present stack: at most `frames` frames of the app.
  @inline(never)
  init(frames: Int) {
    location = nil
    #if canImport(Runtime)
    // Setters, observers and forced passes can lie between this and the app's code.
    guard let whole = try? Backtrace.capture(limit: 48, top: 0),
      let app = Self.knownApps.value(for: whole, orMake: { Self.framesOfApp(in: whole) })
    else { return }
    // One more: the last place of a cut stack says that it was cut.
    let count = min(app.count, 3 * frames) + 1
    backtrace = try? Backtrace.capture(limit: count, offset: app.lowerBound, top: 0)
    #endif
  }

  private func makeSymbols() -> Symbols {
    #if canImport(Runtime)
    if let backtrace {
      return Self.knownSymbols.value(for: backtrace) { Self.symbols(of: backtrace) }
    }
    #endif
    return Symbols(location: location)
  }
}

#if canImport(Runtime)
extension CaughtStack {
  /// Which frames of stacks that came by before are the app's.
  private static let knownApps = KnownStacks<Range<Int>?>()
  /// The words for stacks that came by before.
  private static let knownSymbols = KnownStacks<Symbols>()

  /// The frames of the app's code that the engine called last; nil if there are none.
  private static func framesOfApp(in stack: Backtrace) -> Range<Int>? {
    guard let named = stack.symbolicated(options: [.useSymbolCache]) else { return nil }
    let isOurs = named.frames.map { $0.symbol?.isOurs ?? false }
    // Where not even this code has a name, nothing would tell the app's from it.
    guard isOurs.contains(true), let first = isOurs.firstIndex(of: false) else { return nil }
    // The app's code may have left no frame: its last call became a jump. What is outside of the
    // engine's call of it is somebody else's code.
    guard !named.frames[..<first].contains(where: { $0.symbol?.callsApp ?? false }) else {
      return nil
    }
    let engine = named.frames[first...].firstIndex { $0.symbol?.isEngine ?? false }
    return first..<(engine ?? named.frames.endIndex)
  }

  private static func symbols(of stack: Backtrace) -> Symbols {
    var symbols = Symbols()
    guard let named = stack.symbolicated() else { return symbols }
    for frame in named.frames {
      guard let symbol = frame.symbol, symbol.isKnown else {
        if case .truncated = frame.captured { continue }
        symbols.frames.append("\(frame.captured)")
        continue
      }
      if symbol.isEngine, symbols.function != nil { break }
      if symbol.isSwiftRuntimeFailure || symbol.isSwiftThunk || symbol.isOurs { continue }
      // Line 0 is code without a line of its own; of accessors, code that the compiler wrote.
      let line = symbol.sourceLocation?.line ?? 0
      if line == 0, symbol.isAccessor { continue }
      // A change in place, `frame.size.height = 1`, has no line either: the function must do.
      let place = line == 0 ? nil : symbol.sourceLocation.map { "\(fileName($0.path)):\(line)" }
      if symbols.function == nil {
        symbols.function = symbol.name
        symbols.location = place
      }
      symbols.frames.append(place.map { "\(symbol.name) at \($0)" } ?? symbol.name)
    }
    return symbols
  }
}
#endif

/// The last component of a path.
private func fileName(_ path: String) -> Substring {
  path.split(separator: "/").last ?? "?"
}

#if canImport(Runtime)
extension SymbolicatedBacktrace.Symbol {
  /// Whether it is a name, not a word that stands for none.
  fileprivate var isKnown: Bool { rawName != "<unknown>" }

  /// Whether the code belongs to this package's libraries, or is glue without a name of its own.
  ///
  /// An extension of `View` in an app has a name of ours with the app's module in it.
  fileprivate var isOurs: Bool {
    guard rawName.hasPrefix("$s8ViewTree") || rawName.hasPrefix("$s10LoopHunter") else {
      return rawName.hasPrefix("$sx") || rawName.hasPrefix("$ss")
    }
    return !isForeignExtension
  }

  /// Whether an extension's module follows the name of a type of ours.
  private var isForeignExtension: Bool {
    guard let path = sourceLocation?.path else { return false }
    return !path.contains("/ViewTree/") && !path.contains("/LoopHunter/")
      && !path.contains("<compiler-generated>")
  }

  /// Whether it is the layout pass, or the loop at work.
  fileprivate var isEngine: Bool {
    isOurs && (rawName.contains("10LayoutPassC") || rawName.contains("8TurnLoopC"))
  }

  /// Whether it is the engine's call of an app's layout, block or event.
  fileprivate var callsApp: Bool {
    isOurs
      && ["10LayoutPassC4call", "10LayoutPassC6layOut", "10LayoutPassC7runWork", "11serveEvents"]
        .contains(where: rawName.contains)
  }

  /// Whether it is a getter, a setter or what the compiler makes of both.
  fileprivate var isAccessor: Bool {
    rawName.hasSuffix("vs") || rawName.hasSuffix("vg") || rawName.hasSuffix("vM")
  }
}
#endif
