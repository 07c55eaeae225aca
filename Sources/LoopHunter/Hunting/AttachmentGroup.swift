import ViewTree

extension LoopHunter {
  /// The hunts on the views of one tree, including views that are added later.
  ///
  /// Releasing it ends nothing; it lasts until `detach()` or until the root dies.
  public final class AttachmentGroup {
    /// The number of layouts that each view may have in one turn.
    public let threshold: Int

    private let core: HunterCore
    private let reaction: Reaction
    /// The filter; released when the group ends, like the callback.
    private var matches: ((View) -> Bool)?
    private var onLoop: ((LoopReport) -> Void)?

    private var root: Unmanaged<View>?
    /// The hunts by view, numbered in the order in which they began.
    ///
    /// A view that is in the tree lives, so that its identity is not used again.
    private var hunts: [ObjectIdentifier: (number: Int, attachment: Attachment)] = [:]
    private var lastNumber = 0
    /// The hunts of views that left in this turn, by the numbers of a register, which knows a view that
    /// comes back from another at the same address.
    private var departed: [Int: Attachment] = [:]
    private var departures: ViewRegister?
    private var turnOfDepartures = 0
    /// The changes of the tree that are not handled yet.
    private var moves: [TreeMove] = []
    /// True while moves are being handled.
    private var isCatchingUp = false

    init(
      core: HunterCore, root: View, threshold: Int, reaction: Reaction,
      matches: @escaping (View) -> Bool, onLoop: @escaping (LoopReport) -> Void
    ) {
      self.core = core
      self.root = Unmanaged.passUnretained(root)
      (self.threshold, self.reaction) = (threshold, reaction)
      (self.matches, self.onLoop) = (matches, onLoop)
    }

    /// The root of the tree; nil once the group ended.
    public var view: View? { root.flatMap(ReferenceCount.living) }

    /// The active hunts, the oldest first.
    public var attachments: [Attachment] {
      hunts.values.filter(\.attachment.isAttached).sorted { $0.number < $1.number }
        .map(\.attachment)
    }

    /// True while the tree is followed.
    public var isActive: Bool { root != nil }

    /// Ends all hunts of the group and stops following; a second call does nothing.
    public func detach() { core.exclusively { end() } }

    // MARK: Following

    /// Begins with the views that are in the tree already.
    func follow() throws {
      guard let root = view else { return end() }
      core.groups[ObjectIdentifier(self)] = self
      root.addFollower(self)
      isCatchingUp = true
      defer {
        isCatchingUp = false
        catchUp()
      }
      do {
        for view in root.subtree { try huntIfAccepted(view) }
      } catch {
        end()
        throw error
      }
    }

    func end() {
      guard let root else { return }
      withExtendedLifetime((self, matches, onLoop, moves)) {
        ReferenceCount.living(root)?.removeFollower(self)
        self.root = nil
        matches = nil
        onLoop = nil
        moves = []
        (departed, departures) = ([:], nil)
        core.groups[ObjectIdentifier(self)] = nil
        let ending = attachments
        hunts = [:]
        for attachment in ending { attachment.end() }
      }
    }

    /// Handles the moves in their order, including those that are made meanwhile.
    ///
    /// The filter and the end of a hunt may change the tree again. Such a move waits until the
    /// current one is done, so that each is handled after the ones before it.
    package func catchUp() {
      guard !isCatchingUp else { return }
      isCatchingUp = true
      defer { isCatchingUp = false }
      while !moves.isEmpty {
        let move = moves.removeFirst()
        switch move {
        // Views of a class with an unreadable record cannot be hunted, and are left out.
        case .entered(let views): for view in views { try? huntIfAccepted(view) }
        case .left(let views):
          for view in views {
            guard let hunt = hunts.removeValue(forKey: ObjectIdentifier(view)) else { continue }
            remember(hunt.attachment, of: view)
            hunt.attachment.end()
          }
        }
      }
    }

    private func huntIfAccepted(_ view: View) throws {
      guard let matches, let onLoop, hunts[ObjectIdentifier(view)] == nil,
        core.accepts(view, matches), isActive
      else { return }
      let attachment = try core.attach(
        to: view, threshold: threshold, reaction: reaction, onLoop: onLoop)
      lastNumber += 1
      hunts[ObjectIdentifier(view)] = (lastNumber, attachment)
      if turnOfDepartures == core.turn, let number = departures?.knownNumber(of: view),
        let former = departed.removeValue(forKey: number)
      {
        attachment.resume(former)
      }
    }

    /// Keeps the count of a view that leaves, which may come back in the same turn.
    private func remember(_ attachment: Attachment, of view: View) {
      guard attachment.layoutsThisTurn > 0 else { return }
      if departures == nil || turnOfDepartures != core.turn {
        (departed, departures) = ([:], ViewRegister())
        turnOfDepartures = core.turn
      }
      guard let number = departures?.number(of: view), number > 0 else { return }
      departed[number] = attachment
    }
  }
}

/// The root of the tree keeps the group.
extension LoopHunter.AttachmentGroup: TreeFollower {
  package func note(_ move: TreeMove) { moves.append(move) }
  package func rootDied() { end() }
}
