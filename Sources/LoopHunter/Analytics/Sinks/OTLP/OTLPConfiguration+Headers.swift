extension OTLPConfiguration {
  /// Throws if a header could not be sent as it stands, or would be taken for two.
  func checkHeaders() throws(OTLPConfigurationError) {
    for (name, value) in headers {
      let isName = !name.isEmpty && name.utf8.allSatisfy(Self.nameBytes.contains)
      let isLine = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      guard isName, isLine else { throw .header(name: name) }
    }
  }

  /// What the name of a header may consist of (a token of RFC 9110).
  private static let nameBytes = Set(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}
