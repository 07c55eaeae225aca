/// What the program says of itself.
package enum About {
  /// The version of the command and of what it writes about itself.
  package static let version = "1.0.0"

  /// When the manual page was last revised.
  package static let date = "2026-11-21"

  /// What the program is for, in a few sentences.
  package static let purpose =
    "loophunt finds the view that never stops laying itself out. It reads layout traces, runs "
    + "them again with a hunter attached, and says which view loops, why, and whose fault it is."
}
