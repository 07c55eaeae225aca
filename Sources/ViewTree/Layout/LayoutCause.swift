/// What hangs on one view to watch its layouts.
package protocol ViewInstrument: AnyObject {
  /// The view dies; called once, when the `deinit` of its subclasses is over.
  ///
  /// A cause may keep the instrument itself for longer.
  func viewDied()

  /// The cause of what the view's running layout leads to, where `source` led to that layout.
  ///
  /// Asked only when something is dirtied or enqueued, by the loop whose pulse this is: each loop has
  /// turns of its own.
  func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause

  /// The cause of what a controller's callback after `layoutSubviews` leads to.
  func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause?

  /// Whether the layout that begins is left out, and with it the controller's callbacks.
  func leavesOutLayout(in pulse: Pulse) -> Bool

  /// Whether the view lives and is watched; a chain drops members for which this is false.
  var isWatching: Bool { get }
}

extension ViewInstrument {
  package func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause? { source }
  package func leavesOutLayout(in pulse: Pulse) -> Bool { false }
}

/// The layouts of watched views that led to the present moment, the latest first.
///
/// The engine carries causes without looking into them: a view keeps the cause under which it was
/// dirtied, its layout runs under that cause, and so does what the layout enqueues. Nobody makes
/// one unless a view has an instrument, and without any the engine's share is a comparison with 0.
///
/// A chain holds every view once, with its latest layout, so that it is no longer than the number of
/// watched views, however long a loop has been going on.
package final class LayoutCause {
  /// The instrument of the view whose layout this is.
  package let member: any ViewInstrument
  /// The turn of that layout.
  package private(set) var turn: Int
  /// How many earlier layouts of the view the chain had held, each in another turn.
  package let streak: Int
  /// What led to that layout; only `deinit` changes it.
  package private(set) var source: LayoutCause?
  /// How many views the chain holds.
  private let length: Int

  /// Puts a layout before a chain that does not hold its view.
  package init(
    member: any ViewInstrument, turn: Int, streak: Int = 0, after source: LayoutCause?
  ) {
    self.member = member
    self.turn = turn
    self.streak = streak
    self.source = LayoutCause.withoutLeftovers(source)
    length = 1 + (self.source?.length ?? 0)
  }

  /// Makes the layout one of another turn; for the only owner of a chain that was kept for that.
  package func move(to turn: Int) {
    self.turn = turn
  }

  /// The chain of these layouts, the latest first.
  private static func chain(of links: [LayoutCause]) -> LayoutCause? {
    var chain: LayoutCause?
    for link in links.reversed() {
      chain = LayoutCause(
        member: link.member, turn: link.turn, streak: link.streak, after: chain)
    }
    return chain
  }

  /// Drops the members that watch no more.
  ///
  /// Looked for at lengths that double, so that the cost is that of having made the chain.
  private static func withoutLeftovers(_ chain: LayoutCause?) -> LayoutCause? {
    guard let chain, chain.length >= 32, chain.length.nonzeroBitCount == 1 else { return chain }
    let living = chain.links.filter(\.member.isWatching)
    return living.count == chain.length ? chain : self.chain(of: living)
  }

  /// The layouts of the chain, the latest first.
  private var links: [LayoutCause] {
    var links: [LayoutCause] = []
    var link: LayoutCause? = self
    while let current = link {
      links.append(current)
      link = current.source
    }
    return links
  }

  /// The members, the latest first.
  package var members: [any ViewInstrument] { links.map(\.member) }

  /// The layout of an instrument's view that the chain holds.
  package func layout(of instrument: any ViewInstrument) -> LayoutCause? {
    var link: LayoutCause? = self
    while let current = link {
      if current.member === instrument { return current }
      link = current.source
    }
    return nil
  }

  /// The chain without one of its layouts; nil if it held nothing else.
  package func removing(_ layout: LayoutCause) -> LayoutCause? {
    var kept: [LayoutCause] = []
    var link: LayoutCause? = self
    while let current = link, current !== layout {
      kept.append(current)
      link = current.source
    }
    var chain = link?.source
    for link in kept.reversed() {
      chain = LayoutCause(
        member: link.member, turn: link.turn, streak: link.streak, after: chain)
    }
    return chain
  }

  /// What this cause and `other` have in common: the cause of a layout that either would bring.
  ///
  /// Nothing in common is no cause, as for a layout that code outside layout brings.
  func shared(with other: LayoutCause) -> LayoutCause? {
    let (longer, shorter) = length > other.length ? (self, other) : (other, self)
    // The usual case: one grew out of the other.
    var suffix: LayoutCause? = longer
    while let current = suffix, current.length > shorter.length { suffix = current.source }
    if suffix === shorter { return shorter }
    return LayoutCause.chain(
      of: shorter.links.compactMap { link in
        guard let other = longer.layout(of: link.member) else { return nil }
        return link.streak <= other.streak ? link : other
      })
  }

  /// Lets a long chain go link by link, not one inside the other.
  deinit {
    var next = source
    source = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let following = next!.source
      next!.source = nil
      next = following
    }
  }
}
