import ViewTree

/// The hunts on the views of one tree, with views that come and go.
///
/// Dropping it ends nothing; it lasts until `detach()` or until the root dies.
public final class AttachmentGroup {
  /// The number of layouts that each view may have in one turn.
  public let threshold: Int

  private let core: HunterCore
  private let reaction: Reaction
  private let matches: (View) -> Bool
  private let onLoop: (LoopReport) -> Void

  private var root: Unmanaged<View>?
  private var follower: Follower?
  /// The hunts by view, numbered in the order in which they began.
  ///
  /// A view that is in the tree lives, so that its identity is not used again.
  private var hunts: [ObjectIdentifier: (number: Int, attachment: Attachment)] = [:]
  private var lastNumber = 0

  init(
    core: HunterCore, root: View, threshold: Int, reaction: Reaction,
    matches: @escaping (View) -> Bool, onLoop: @escaping (LoopReport) -> Void
  ) {
    self.core = core
    self.root = Unmanaged.passUnretained(root)
    self.threshold = threshold
    self.reaction = reaction
    self.matches = matches
    self.onLoop = onLoop
  }

  /// The root of the tree; nil once the group ended.
  public var view: View? { root.flatMap(ReferenceCount.living) }

  /// The hunts that go on, the oldest first.
  public var attachments: [Attachment] {
    hunts.values.filter(\.attachment.isAttached).sorted { $0.number < $1.number }
      .map(\.attachment)
  }

  /// Whether the tree is followed.
  public var isActive: Bool { root != nil }

  /// Ends all hunts of the group and stops following; a second call does nothing.
  public func detach() {
    core.loop.exclusively { end() }
  }

  // MARK: Following

  /// Begins with the views that are there.
  func follow() throws {
    guard let root = root?.takeUnretainedValue() else { return }
    let follower = Follower(group: self)
    self.follower = follower
    core.groups[ObjectIdentifier(self)] = self
    root.addFollower(follower)
    do {
      try attach(toSubtreeOf: root)
    } catch {
      end()
      throw error
    }
  }

  func end() {
    guard let root else { return }
    let keep = self
    withExtendedLifetime(keep) {
      if let view = ReferenceCount.living(root), let follower { view.removeFollower(follower) }
      self.root = nil
      follower = nil
      core.groups[ObjectIdentifier(self)] = nil
      let ending = attachments
      hunts = [:]
      for attachment in ending { attachment.end() }
    }
  }

  private func attach(toSubtreeOf view: View) throws {
    for view in AttachmentGroup.subtree(of: view) {
      guard isActive else { return }
      guard hunts[ObjectIdentifier(view)] == nil, matches(view) else { continue }
      let attachment = try core.attach(
        to: view, threshold: threshold, reaction: reaction, onLoop: onLoop)
      lastNumber += 1
      hunts[ObjectIdentifier(view)] = (lastNumber, attachment)
    }
  }

  private func release(subtreeOf view: View) {
    for view in AttachmentGroup.subtree(of: view) {
      hunts.removeValue(forKey: ObjectIdentifier(view))?.attachment.end()
    }
  }

  /// The views of a subtree in pre-order, found without recursion.
  private static func subtree(of root: View) -> [View] {
    var result: [View] = []
    var waiting = [root]
    while let view = waiting.popLast() {
      result.append(view)
      waiting.append(contentsOf: view.subviews.reversed())
    }
    return result
  }

  /// Hears of the tree for a group; the root keeps it, and it keeps the group.
  private final class Follower: TreeFollower {
    private let group: AttachmentGroup

    init(group: AttachmentGroup) {
      self.group = group
    }

    // A class whose record is unreadable cannot be hunted, and its views are left out.
    func viewEntered(_ view: View) { try? group.attach(toSubtreeOf: view) }
    func viewLeft(_ view: View) { group.release(subtreeOf: view) }
    func rootDied() { group.end() }
  }
}
