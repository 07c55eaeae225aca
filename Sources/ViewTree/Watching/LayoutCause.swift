/// The layouts of watched views that led to the current moment, the latest first.
///
/// The engine carries causes without looking into them: a view keeps the cause under which it was
/// dirtied, its layout runs under that cause, and so does the work that the layout enqueues.
/// Without an instrument there are no causes, and the engine's share is a comparison with 0.
///
/// Only the latest layout of each view counts. Earlier ones stay in the chain, hidden, until they
/// are as many as the others. So a chain is never longer than twice the number of watched views,
/// however long a loop has been running, and a further layout costs no walk over it.
package final class LayoutCause {
  /// The instrument of the view whose layout this is.
  package let member: any ViewInstrument
  /// The turn of that layout.
  package private(set) var turn: Int
  /// The number of earlier layouts of the view that the chain had held, each in another turn.
  package let streak: Int
  /// The cause of that layout; only `deinit` changes it.
  package private(set) var source: LayoutCause?
  /// True if the chain holds a layout of a view that a hunter watches.
  let isHunted: Bool
  /// The number of layouts in the chain, and of those that later ones of their views hide.
  private let length: Int
  private let hidden: Int
  /// A layout further back, so that every layout of the chain is a few steps away.
  private let shortcut: Unmanaged<LayoutCause>?
  /// The living causes of the same view that were made just before and just after this one.
  private var older: Unmanaged<LayoutCause>?
  private var newer: Unmanaged<LayoutCause>?
  private var leftovers = Leftovers.unknown

  /// Records if the chain holds parts that no longer count.
  private enum Leftovers {
    case unknown, none
    /// The rest of the chain without them.
    case some(remaining: LayoutCause?)
  }

  /// The length up to which a chain is walked, and no leftovers are sought.
  private static let short = 16

  /// Adds a layout before a chain of `withoutLeftovers`; it may hide one of the same view.
  package init(
    member: any ViewInstrument, turn: Int, streak: Int = 0, after source: LayoutCause?,
    hidesFormer: Bool = false
  ) {
    (self.member, self.turn, self.streak, self.source) = (member, turn, streak, source)
    isHunted = member.isOfHunter || source?.isHunted == true
    length = 1 + (source?.length ?? 0)
    hidden = (source?.hidden ?? 0) + (hidesFormer ? 1 : 0)
    shortcut = source.map { Unmanaged.passUnretained($0.shortcutOfNext) }
    older = member.newestCause
    older?._withUnsafeGuaranteedRef { $0.newer = Unmanaged.passUnretained(self) }
    member.newestCause = Unmanaged.passUnretained(self)
  }

  /// Moves the layout to another turn; for the only owner of a chain that was kept for this.
  package func move(to turn: Int) { self.turn = turn }

  // MARK: Looking back

  /// The shortcut of a layout put before this one.
  ///
  /// The lengths that shortcuts skip are those of the digits of a skew-binary number: two shortcuts
  /// of the same length are followed by one that skips both.
  private var shortcutOfNext: LayoutCause {
    guard let first = shortcut?.takeUnretainedValue(),
      let second = first.shortcut?.takeUnretainedValue(),
      length - first.length == first.length - second.length
    else { return self }
    return second
  }

  /// The part of the chain with a given length, which is at most its own.
  private func part(ofLength wanted: Int) -> LayoutCause {
    var part = self
    while part.length > wanted {
      if let further = part.shortcut?.takeUnretainedValue(), further.length >= wanted {
        part = further
      } else if let source = part.source {
        part = source
      } else {
        break
      }
    }
    return part
  }

  /// The latest layout of an instrument's view that the chain holds.
  package func layout(of instrument: any ViewInstrument) -> LayoutCause? {
    if length <= Self.short { return layoutByWalking(of: instrument) }
    // Of two causes of a view in one chain, the one that was made later comes later in the chain.
    var patience = length
    var next = instrument.newestCause
    while let candidate = next?.takeUnretainedValue() {
      if candidate.length <= length, part(ofLength: candidate.length) === candidate {
        return candidate
      }
      next = candidate.older
      patience -= Self.short
      if patience < 0 { return layoutByWalking(of: instrument) }
    }
    return nil
  }

  private func layoutByWalking(of instrument: any ViewInstrument) -> LayoutCause? {
    var link: LayoutCause? = self
    while let current = link {
      if current.member === instrument { return current }
      link = current.source
    }
    return nil
  }

  /// The layouts of the chain that count, the latest first.
  private var links: [LayoutCause] {
    var links: [LayoutCause] = []
    var seen: Set<ObjectIdentifier> = []
    var link: LayoutCause? = self
    while let current = link {
      if hidden == 0 || seen.insert(ObjectIdentifier(current.member)).inserted {
        links.append(current)
      }
      link = current.source
    }
    return links
  }

  /// The members, the latest first.
  package var members: [any ViewInstrument] { links.map(\.member) }

  // MARK: Shortening

  /// Makes the chain of these layouts, the latest first.
  private static func chain(of links: [LayoutCause]) -> LayoutCause? {
    var chain: LayoutCause?
    for link in links.reversed() {
      chain = LayoutCause(member: link.member, turn: link.turn, streak: link.streak, after: chain)
    }
    return chain
  }

  /// Drops hidden layouts and members that no longer watch from a chain, when it is time.
  ///
  /// It is time when half of them are hidden, and at lengths that double, so that the cost equals
  /// that of having made the chain. A chain before which several layouts are put is shortened once.
  package static func withoutLeftovers(_ chain: LayoutCause?) -> LayoutCause? {
    guard let chain, chain.length > short,
      chain.hidden > chain.length / 2 || chain.length.nonzeroBitCount == 1
    else { return chain }
    if case .unknown = chain.leftovers {
      let living = chain.links.filter(\.member.isWatching)
      chain.leftovers =
        living.count == chain.length ? .none : .some(remaining: Self.chain(of: living))
    }
    if case .some(let remaining) = chain.leftovers { return remaining }
    return chain
  }

  /// The common part of this cause and `other`: the cause of a layout that either brings about.
  ///
  /// No common part means no cause, as for a layout that code outside layout brings about.
  package func shared(with other: LayoutCause) -> LayoutCause? {
    // The usual case: one cause grew out of the other.
    let (longest, shortest) = length > other.length ? (self, other) : (other, self)
    if longest.part(ofLength: shortest.length) === shortest { return shortest }
    let isLonger = length - hidden > other.length - other.hidden
    let (longer, shorter) = isLonger ? (self, other) : (other, self)
    let common = shorter.links.compactMap { link -> LayoutCause? in
      guard let other = longer.layout(of: link.member) else { return nil }
      return link.streak <= other.streak ? link : other
    }
    // Mostly both grew out of what they have in common, which then serves many views, and turns.
    if let first = common.first, first.isChain(of: common) { return first }
    return LayoutCause.chain(of: common)
  }

  /// True if these layouts are all of the chain, the latest first.
  private func isChain(of links: [LayoutCause]) -> Bool {
    length == links.count && hidden == 0
      && zip(links, links.dropFirst()).allSatisfy { $0.source === $1 }
  }

  /// Releases a long chain link by link, not one inside the other.
  deinit {
    leaveOthersOfMember()
    var next = source
    source = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let following = next!.source  // Not nil, as the loop checks.
      next!.source = nil  // As above.
      next = following
    }
  }

  /// Takes the cause out of the list of its view's causes.
  private func leaveOthersOfMember() {
    if let newer {
      newer._withUnsafeGuaranteedRef { $0.older = older }
    } else {
      member.newestCause = older
    }
    older?._withUnsafeGuaranteedRef { $0.newer = newer }
  }
}
