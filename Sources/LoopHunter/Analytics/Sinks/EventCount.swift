extension Int {
  /// As many events, in words: `1 event`, `2 events`.
  var events: String { self == 1 ? "1 event" : "\(self) events" }
}
