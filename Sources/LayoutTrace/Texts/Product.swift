/// What traces, events and the command say of the product that wrote them.
package enum Product {
  /// The version, which is also that of the newest entry in CHANGELOG.md and of the release's tag.
  package static let version = "1.0.0"
}
