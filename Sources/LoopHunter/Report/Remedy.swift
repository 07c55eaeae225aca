import LayoutTrace

/// A repair with which a replay of the recorded turn settles.
///
/// A replay repeats the recorded deeds: it shows that the repair suffices there, not that it is the
/// right one for the program.
public struct Remedy: Hashable, Sendable {
  /// One of the usual repairs of a write or a call.
  public enum Repair: Hashable, Sendable {
    /// To call only when the geometry differs, or the order of subviews.
    case onlyIfDifferent
    /// To round what anybody writes to the property to pixels.
    case roundToPixel
    /// To leave the value to this view, which writes it as well.
    case leaveTo(ViewReference)
    /// To act once in a turn.
    case oncePerTurn
  }

  /// The repair.
  public var repair: Repair
  /// The view whose code to repair.
  public var writer: ViewReference
  /// The deed to repair.
  public var action: EdgeAction
  /// The view to which it is done.
  public var target: ViewReference
  /// The call that announces a write, and goes with it; nil if there is none.
  public var announcement: EdgeAction?
  /// The number of layouts of the cycle's views, in all, after which the turn settles.
  public var layouts: Int

  /// Describes a repair.
  ///
  /// - Parameters:
  ///   - repair: The repair.
  ///   - writer: The view whose code to repair.
  ///   - action: The deed to repair.
  ///   - target: The view to which it is done.
  ///   - announcement: The call that announces a write; by default nil, none.
  ///   - layouts: The number of layouts after which the turn settles.
  public init(
    repair: Repair, of writer: ViewReference, _ action: EdgeAction, on target: ViewReference,
    announcedBy announcement: EdgeAction? = nil, layouts: Int
  ) {
    self.announcement = announcement
    (self.repair, self.writer, self.action) = (repair, writer, action)
    (self.target, self.layouts) = (target, layouts)
  }
}

extension Remedy: CustomStringConvertible {
  /// The remedy in a few words, such as "proved: if `Badge` wrote `frame` once per turn, the
  /// turn settles after 3 layouts".
  public var description: String {
    "proved: if \(condition), \(outcome)"
  }

  private var whose: String { target == writer ? "" : " of `\(target.name)`" }

  /// The outcome of a replay with the repair.
  package var outcome: String { "the turn settles after \(layouts.counted("layout"))" }

  /// The repair as a condition.
  package var condition: String {
    let verb = action.isSpokenAsCall ? "called" : action.isWrite ? "wrote" : "changed"
    let call = announcement.map { " and called `\($0)`" } ?? ""
    let deed = "`\(writer.name)` \(verb) `\(action)`\(call)"
    return switch repair {
    case .onlyIfDifferent:
      // Views that come to the front one after the other are in another order in between.
      "\(deed) only when the \(action.isOfTree ? "order differs in the end" : "geometry differs")"
    case .roundToPixel: "each write to `\(action)` of `\(target.name)` was rounded to the pixel"
    case .leaveTo(let owner):
      "`\(writer.name)` left `\(action)`\(whose) to `\(owner.name)`"
        + (announcement.map { " and did not call `\($0)`" } ?? "")
    case .oncePerTurn: "\(deed) once per turn"
    }
  }
}
