import Foundation

/// The files of this repository, as the tests find them.
public enum Repository {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file.
  public static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The bytes of a file.
  public static func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(path)))
  }

  /// The absolute path of a file.
  public static func path(_ path: String) -> String { root.appendingPathComponent(path).path }
}
