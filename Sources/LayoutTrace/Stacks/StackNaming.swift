#if os(Linux) && canImport(Runtime)
import Runtime

/// Puts the app's part of one call stack into words, without the frames of this package.
package struct StackNaming {
  package let addresses: [UInt]
  package let images: LoadedImages
  package let reader: SymbolLookup.Reader

  package init(addresses: [UInt], images: LoadedImages, reader: SymbolLookup.Reader) {
    (self.addresses, self.images, self.reader) = (addresses, images, reader)
  }

  /// The words for the innermost frames of the app's code that the engine called last.
  package func symbols(_ frameLimit: Int) -> CaughtStack.Symbols {
    let range: Range<Int>
    switch framesOfApp(frameLimit) {
    case .success(let found): range = found
    case .failure(let absence): return CaughtStack.Symbols(absence: absence.reason)
    }
    var symbols = CaughtStack.Symbols()
    naming: for index in range {
      switch reader.finding(calls[index], images) {
      case .nameless: symbols.frames.append("0x" + String(addresses[index], radix: 16))
      case .unloaded(let path):
        symbols.frames.append("code of \(fileName(path)), which was unloaded")
      case .code(let names):
        if let merged = mergedFunction(at: calls[index]) {
          // Neither its name nor its lines tell which of several functions ran.
          if symbols.function == nil, symbols.absence == nil { symbols.absence = .mergedFunction }
          symbols.frames.append(merged.name)
          continue
        }
        for name in names {
          if name.isEngine, symbols.function != nil || symbols.absence != nil { break naming }
          if name.isRuntimeFailure || name.isThunk || name.isOurs { continue }
          // An accessor without a line of its own was written by the compiler.
          if name.line == 0, name.isAccessor { continue }
          let place = place(of: name, at: calls[index], endsChange: endsChange(index))
          if symbols.function == nil, symbols.absence == nil {
            symbols.function = name.name
            symbols.location = place
          }
          symbols.frames.append(place.map { "\(name.name) \($0.phrase)" } ?? name.name)
        }
      }
    }
    // The rest of the app's code may be only glue, whose caller left no frame.
    if symbols.frames.isEmpty { symbols.absence = .noFrameOfApp }
    return symbols
  }

  /// The address of each call: the last byte of the instruction before the return address.
  private var calls: [UInt] { addresses.map { $0 &- 1 } }

  // MARK: Ownership of code

  /// The number of the unwinder's frames that may lie inside this package's: a sanitizer wraps it.
  private static let unwinderFrames = 3

  private struct NoApp: Error {
    var reason: CaughtStack.Absence
  }

  /// The frames of the app's code that the engine called last.
  private func framesOfApp(_ frameLimit: Int) -> Result<Range<Int>, NoApp> {
    var first: Int?
    var seesOurs = false
    for start in stride(from: 0, to: calls.count, by: 8) {
      let part = start..<min(start + 8, calls.count)
      for (index, finding) in zip(part, reader.functions(Array(calls[part]), images)) {
        let name = function(of: finding, at: calls[index])
        if let begun = first {
          if index == begun + frameLimit || name?.isEngine == true {
            return .success(begun..<index)
          }
        } else if name?.isOurs == true {
          seesOurs = true
          // The app's code may have left no frame: its last call became a jump. Frames outside the
          // engine's call of it belong to foreign code.
          if name?.callsApp == true { return .failure(NoApp(reason: .noFrameOfApp)) }
        } else if seesOurs {
          first = index
        } else if index >= Self.unwinderFrames {
          // If not even this code has a name, it cannot be told from the app's.
          return .failure(NoApp(reason: .noSymbols))
        }
      }
    }
    guard let first else { return .failure(NoApp(reason: .noFrameOfApp)) }
    return .success(first..<calls.count)
  }

  /// The function of a frame; with its file, if only that shows its owner.
  private func function(of finding: SymbolLookup.Finding, at address: UInt) -> NamedCode? {
    guard case .code(let names) = finding, let name = names.last else { return nil }
    guard name.isOurs, name.mayBeExtension,
      case .code(let detailed) = reader.finding(address, images)
    else { return name }
    return detailed.last
  }

  /// The function at an address, if the optimiser made it of several; only its symbol tells.
  private func mergedFunction(at address: UInt) -> NamedCode? {
    guard case .code(let names) = reader.functions([address], images).first,
      let name = names.last, name.isMerged
    else { return nil }
    return name
  }

  // MARK: Lines

  /// True if the frame's call ends a change in place, at which the new value is stored.
  private func endsChange(_ index: Int) -> Bool {
    guard index > 0,
      case .code(let names) = reader.functions([calls[index - 1]], images).first
    else { return false }
    return names.last?.rawName.contains("vM.resume.") ?? false
  }

  /// `File.swift:42`; for code without a line, the nearest line of the same statement.
  ///
  /// A change in place ends without a line, or with the closing brace's; the preceding code has the
  /// statement's. If none has a line, a following one counts, and the location is only near it.
  private func place(
    of name: NamedCode, at address: UInt, endsChange: Bool
  ) -> CodeLocation? {
    guard name.path != nil || name.line == 0 else { return nil }
    if name.line > 0 {
      guard endsChange else { return location(name) }
      // The code that prepares the call takes a dozen bytes; the change is right before it.
      let before = (1..<13).lazy
        .compactMap { function(name, in: reader.finding(address &- $0, images)) }
        .first { $0.line > 0 && $0.line != name.line }
      return location(before ?? name)
    }
    if let before = neighbour(of: name, at: address, step: -3) { return location(before) }
    return neighbour(of: name, at: address, step: 3).map { location($0, isNear: true) }
  }

  /// Finds the function among those at another address.
  private func function(
    _ name: NamedCode, in finding: SymbolLookup.Finding
  ) -> NamedCode? {
    guard case .code(let names) = finding else { return nil }
    return names.first { $0.rawName == name.rawName }
  }

  /// The number of steps after which code is no longer near.
  private static let furthest = 161

  /// Finds the function with a line, at the nearest address that has one.
  private func neighbour(
    of name: NamedCode, at address: UInt, step: Int
  ) -> NamedCode? {
    for distance in 1..<Self.furthest {
      let place = address &+ UInt(bitPattern: distance * step)
      guard let found = function(name, in: reader.finding(place, images)) else { return nil }
      if found.line > 0 { return found }
    }
    return nil
  }

  private func location(_ name: NamedCode, isNear: Bool = false) -> CodeLocation {
    CodeLocation(file: String(fileName(name.path ?? "?")), line: name.line, isNear: isNear)
  }
}

/// The last component of a path.
private func fileName(_ path: String) -> Substring { path.split(separator: "/").last ?? "?" }

extension NamedCode {
  /// The toolchain's view of the name.
  private var symbol: SymbolicatedBacktrace.Symbol {
    SymbolicatedBacktrace.Symbol(
      imageIndex: 0, imageName: "", rawName: rawName, offset: 0, sourceLocation: nil)
  }

  /// The name for people.
  fileprivate var name: String { symbol.name }

  /// True if the compiler made the code to call another function.
  fileprivate var isThunk: Bool { symbol.isSwiftThunk }

  /// True if the optimiser made one function of several that are alike.
  fileprivate var isMerged: Bool { rawName.hasSuffix("Tm") && !isOurs }

  /// True if the code ends the program, as after an overflow; it has a message for a name.
  fileprivate var isRuntimeFailure: Bool {
    rawName.drop { $0 == "_" }.hasPrefix("Swift runtime failure: ") && line == 0 && column == 0
      && path?.hasSuffix("<compiler-generated>") == true
  }

  /// True if the code belongs to this package's libraries, or is glue without a name of its own.
  ///
  /// An extension of `View` in an app has a name of ours that includes the app's module.
  fileprivate var isOurs: Bool {
    guard Self.ourModules.contains(where: { rawName.hasPrefix("$s\($0.name.count)\($0.name)") })
    else {
      return rawName.hasPrefix("$sx") || rawName.hasPrefix("$ss") || handsClosureOn
    }
    return !isForeignExtension
  }

  /// True if the compiler made it to call a closure in another form, as for a generic parameter.
  ///
  /// Other thunks have the name of the function that they stand for, which may be the app's.
  private var handsClosureOn: Bool { rawName.hasSuffix("TR") || rawName.hasSuffix("TRTA") }

  /// True if the name can be that of a member of an extension, whose operator is `E`.
  fileprivate var mayBeExtension: Bool { rawName.contains("E") }

  /// True if an extension's module follows the name of a type of ours.
  private var isForeignExtension: Bool {
    guard let path else { return false }
    return !Self.ourModules.contains { path.contains($0.folder) }
      && !path.contains("<compiler-generated>")
  }

  /// The libraries of this package and of the package UIKit, each in a folder with its name.
  private static let ourModules: [(name: String, folder: String)] =
    ["ViewTree", "LayoutTrace", "LoopHunter", "LoopTelemetry"].map { ($0, "/Sources/\($0)/") }
    // A client's own module of that name is not ours.
    + [("UIKit", "/UIKit/Sources/UIKit/")]

  /// True if the code is the layout pass, or the loop at work.
  fileprivate var isEngine: Bool {
    isOurs && (rawName.contains("10LayoutPassC") || rawName.contains("8TurnLoopC"))
  }

  /// True if the code is the engine's call of an app's layout, block or event.
  fileprivate var callsApp: Bool {
    isOurs
      && ["10LayoutPassC4call", "10LayoutPassC6layOut", "10LayoutPassC7runWork", "11serveEvents"]
        .contains(where: rawName.contains)
  }

  /// True if the code is a getter, a setter or the compiler's combination of both.
  fileprivate var isAccessor: Bool {
    rawName.hasSuffix("vs") || rawName.hasSuffix("vg") || rawName.hasSuffix("vM")
  }
}
#endif
