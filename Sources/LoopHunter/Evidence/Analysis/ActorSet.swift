/// A set of actors with membership tests that take constant time.
package struct ActorSet {
  /// The members, in order of insertion.
  package private(set) var members: [Int] = []
  private var isMember: [Bool]

  /// Makes an empty set of actors below `limit`.
  package init(limit: Int) { isMember = Array(repeating: false, count: limit) }

  /// Makes a set of the given actors, all below `limit`.
  package init(_ members: some Sequence<Int>, limit: Int) {
    self.init(limit: limit)
    for actor in members { insert(actor) }
  }

  package var isEmpty: Bool { members.isEmpty }

  package func contains(_ actor: Int) -> Bool { isMember[actor] }

  /// Adds an actor; returns true if it was not in the set.
  @discardableResult
  package mutating func insert(_ actor: Int) -> Bool {
    guard !isMember[actor] else { return false }
    isMember[actor] = true
    members.append(actor)
    return true
  }
}
