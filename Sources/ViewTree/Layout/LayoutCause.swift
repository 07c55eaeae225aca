/// What hangs on one view to watch its layouts.
package protocol ViewInstrument: AnyObject {
  /// The view dies; called once, when the `deinit` of its subclasses is over.
  ///
  /// A cause may keep the instrument itself for longer.
  func viewDied()

  /// The cause of what the view's running layout leads to, where `source` led to that layout.
  ///
  /// Asked only when something is dirtied or enqueued.
  func cause(after source: LayoutCause?) -> LayoutCause

  /// Whether the view lives and is watched; a chain drops members for which this is false.
  var isWatching: Bool { get }
}

/// The layouts of watched views that led to the present moment, the latest first.
///
/// The engine carries causes without looking into them: a view keeps the cause under which it was
/// dirtied, its layout runs under that cause, and so does what the layout enqueues. Nobody makes
/// one unless a view has an instrument, and without any the engine's share is a comparison with 0.
///
/// A chain holds every view once, so that it is no longer than the number of watched views, however
/// long a loop has been going on.
package final class LayoutCause {
  /// The instrument of the view whose layout this is.
  package let member: any ViewInstrument
  /// What led to that layout; only `deinit` changes it.
  package private(set) var source: LayoutCause?
  /// How many views the chain holds.
  private let length: Int

  /// Puts a view before a chain that does not hold it.
  package init(member: any ViewInstrument, after source: LayoutCause?) {
    self.member = member
    self.source = LayoutCause.withoutLeftovers(source)
    length = 1 + (self.source?.length ?? 0)
  }

  /// The chain of the given members, the first one being the latest.
  private static func chain(of members: [any ViewInstrument]) -> LayoutCause? {
    var chain: LayoutCause?
    for member in members.reversed() { chain = LayoutCause(member: member, after: chain) }
    return chain
  }

  /// Drops the members that watch no more.
  ///
  /// Looked for at lengths that double, so that the cost is that of having made the chain.
  private static func withoutLeftovers(_ chain: LayoutCause?) -> LayoutCause? {
    guard let chain, chain.length >= 32, chain.length.nonzeroBitCount == 1 else { return chain }
    let living = chain.members.filter(\.isWatching)
    return living.count == chain.length ? chain : self.chain(of: living)
  }

  /// The members, the latest first.
  package var members: [any ViewInstrument] {
    var members: [any ViewInstrument] = []
    var link: LayoutCause? = self
    while let current = link {
      members.append(current.member)
      link = current.source
    }
    return members
  }

  /// Whether a layout of the instrument's view is part of the chain.
  package func holds(_ instrument: any ViewInstrument) -> Bool {
    var link: LayoutCause? = self
    while let current = link {
      if current.member === instrument { return true }
      link = current.source
    }
    return false
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
    return LayoutCause.chain(of: shorter.members.filter { longer.holds($0) })
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
