import Foundation

/// Puts mangled names of Swift into words, as the runtime of the running program knows them.
package enum SwiftDemangler {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  /// The runtime's `swift_demangle`; nil in a program that is linked without it.
  private static let demangle: Demangle? = {
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "swift_demangle") else {
      return nil
    }
    return unsafeBitCast(symbol, to: Demangle.self)
  }()

  /// The longest name to demangle: a demangled one can be much longer.
  private static let longest = 4_096

  /// The readable name; nil if it isn't mangled, or if the runtime cannot demangle it.
  package static func demangled(_ name: String) -> String? {
    let isMangled = ["$s", "$S", "_$s", "_$S", "_T", "@__swiftmacro_"].contains(
      where: name.hasPrefix)
    guard isMangled, name.utf8.count <= longest, let demangle else { return nil }
    var name = name
    return name.withUTF8 { bytes -> String? in
      bytes.withMemoryRebound(to: CChar.self) { characters -> String? in
        guard
          let text = demangle(characters.baseAddress, characters.count, nil, nil, 0)
        else { return nil }
        defer { free(text) }
        return String(validatingCString: text)
      }
    }
  }

  /// The readable name of a function or an accessor; nil for other names, and for one that is cut off.
  ///
  /// Of a part of a name the runtime shows its pieces, which say neither parameters nor a type.
  package static func demangledFunction(_ name: String) -> String? {
    demangled(name).flatMap { text in
      let isWhole = ["(", " ", "deinit"].contains { text.contains($0) }
      return isWhole && !text.contains("empty-list") ? text : nil
    }
  }
}
