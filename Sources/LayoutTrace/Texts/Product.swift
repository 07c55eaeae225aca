/// The data about the product in traces, in events and in the command's output.
package enum Product {
  /// The version, which is also that of the newest entry in CHANGELOG.md and of the release's tag.
  package static let version = "1.0.0"
}
