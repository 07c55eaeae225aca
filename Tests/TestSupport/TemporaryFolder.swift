import Foundation

/// A folder of one test's own, gone with the last reference to it.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("loophunter-\(UUID())")
    // Without room for a temporary folder there is nothing to test.
    try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ data: Data, to name: String) throws -> String {
    try data.write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }
}
