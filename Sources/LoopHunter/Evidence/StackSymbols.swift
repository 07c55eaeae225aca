#if canImport(Runtime)
import Runtime
#endif

/// A call stack in words: the code of the app that was running, innermost first.
struct StackSymbols {
  /// `function at File.swift:42`, or an address where symbols are missing.
  var frames: [String] = []
  /// `File.swift:42` of the innermost frame, where it is known.
  var location: String?

  /// How many frames a report shows.
  static let frameLimit = 12
}

extension CaughtStack {
  /// The app's frames of one layout or one block, without the setters and thunks between them.
  var symbols: StackSymbols {
    var symbols = StackSymbols(location: location)
    #if canImport(Runtime)
    guard let backtrace, let named = backtrace.symbolicated() else { return symbols }
    for frame in named.frames {
      guard let symbol = frame.symbol else {
        symbols.frames.append("\(frame.captured)")
        continue
      }
      // What ran the layout, or the block: from here on every stack is the same.
      if symbol.isEngine, !symbols.frames.isEmpty { break }
      if symbol.isSwiftRuntimeFailure || symbol.isSwiftThunk || symbol.isOurs { continue }
      // Line 0 is code that the compiler wrote, such as a setter around a didSet.
      if let line = symbol.sourceLocation?.line, line == 0 { continue }
      let place = symbol.sourceLocation.map { "\(fileName($0.path)):\($0.line)" }
      if symbols.frames.isEmpty, symbols.location == nil { symbols.location = place }
      symbols.frames.append(place.map { "\(symbol.name) at \($0)" } ?? symbol.name)
      if symbols.frames.count == StackSymbols.frameLimit { break }
    }
    #endif
    return symbols
  }
}

/// The last component of a path.
private func fileName(_ path: String) -> Substring {
  path.split(separator: "/").last ?? "?"
}

#if canImport(Runtime)
extension SymbolicatedBacktrace.Symbol {
  /// Whether the code belongs to this package's libraries.
  ///
  /// Where the source file is known it decides: an extension of `View` in an app has a name of ours.
  fileprivate var isOurs: Bool {
    if let path = sourceLocation?.path {
      return path.hasPrefix(SourceFolder.loopHunter) || path.hasPrefix(SourceFolder.viewTree)
        || path.hasSuffix("<compiler-generated>") && hasOurName
    }
    return hasOurName
  }

  /// Whether it is the layout pass.
  fileprivate var isEngine: Bool { name.hasPrefix("LayoutPass.") && isOurs }

  private var hasOurName: Bool {
    rawName.hasPrefix("$s8ViewTree") || rawName.hasPrefix("$s10LoopHunter")
  }
}

/// Where this package's libraries were compiled.
private enum SourceFolder {
  static let loopHunter = folder(above: 2)
  static let viewTree = folder(above: 3) + "ViewTree/"

  /// The folder that holds this file, some levels up, with a slash at its end.
  private static func folder(above levels: Int, file: String = #filePath) -> String {
    file.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels)
      .joined(separator: "/") + "/"
  }
}
#endif
