import LayoutTrace
import ViewTree

/// A deed that dirtied a view, with its number of times.
struct Dirtying {
  /// The view whose layout did it; nil for code outside layout.
  var writer: ViewReference?
  var action: EdgeAction
  var times: Int
}

/// Deeds that dirtied the views of a loop, which stand in for a culprit where there is none.
extension LoopAnalysis {
  /// The deed that dirtied the hunted view most often, the first of equal ones; nil if none usually did.
  var usualDirtying: Dirtying? {
    let counts = dirtyings(of: ActorSet([huntedActor], limit: evidence.actors.count))
    let most = counts[huntedActor]?.usual.max {
      ($0.value.times, $1.value.sample) < ($1.value.times, $0.value.sample)
    }
    return most.map { deed, count in
      Dirtying(
        writer: deed.writer == 0 ? nil : namer.reference(evidence.number(of: deed.writer)),
        action: path(deed, count).map { path in
          let target = evidence.history.actions[count.sample].target
          return .write(evidence.reported(path, of: evidence.actors[target]))
        } ?? EdgeAction(deed.kind, nil), times: count.times)
    }
  }

  // MARK: Fingerprints

  /// The actors by which a loop without a culprit is known: the hunted one, if no driver is known.
  var unblamedActors: [Int] { cycle?.drivers.isEmpty == false ? members : [huntedActor] }

  /// The fingerprint of a loop without a culprit: its views, and what dirtied each of them.
  func fingerprint(_ verdict: Verdict, ofActors actors: [Int]) -> String {
    fingerprint(
      verdict, ofActors: actors, dirtyings(of: ActorSet(actors, limit: evidence.actors.count)))
  }

  /// The fingerprints that older versions gave to the loop, which had nothing to say without a culprit.
  func formerFingerprints(_ verdict: Verdict) -> [String] {
    guard thrashing == nil, cycle == nil || edges.isEmpty else { return [] }
    return [formerFingerprint(verdict, ofActors: unblamedActors)]
  }

  /// The fingerprints for each carried view, if no driver is known; empty otherwise.
  func ownFingerprints(_ verdict: Verdict) -> [Int: SharedEvidence.OwnFingerprint] {
    guard isNameless, edges.isEmpty else { return [:] }
    let counts = dirtyings(of: nil)
    return carried.reduce(into: [:]) { fingerprints, number in
      guard let actor = evidence.actor(numbered: number) else { return }
      fingerprints[number] = SharedEvidence.OwnFingerprint(
        present: fingerprint(verdict, ofActors: [actor], counts),
        former: formerFingerprint(verdict, ofActors: [actor]))
    }
  }

  private func fingerprint(
    _ verdict: Verdict, ofActors actors: [Int], _ counts: [Int: Deeds]
  ) -> String {
    Fingerprint.make(
      verdict: verdict, drivers: actors.map(name),
      culprit: actors.flatMap { actor in usualWords(counts[actor] ?? Deeds(), of: actor) })
  }

  private func formerFingerprint(_ verdict: Verdict, ofActors actors: [Int]) -> String {
    Fingerprint.make(verdict: verdict, drivers: actors.map(name), culprit: [])
  }

  /// The usual deeds among those that dirtied an actor, as words in an order that no recording changes.
  ///
  private func usualWords(_ deeds: Deeds, of actor: Int) -> [String] {
    let usual = deeds.usual.map { deed, count in
      // The notation of a constraint contains numbers, so that it is no part of the name.
      let action = EdgeAction(deed.kind, path(deed, count)).name
      return [name(actor), deed.writer == 0 ? "" : name(deed.writer), action]
    }
    return Set(usual).sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
  }

  private func name(_ actor: Int) -> String { namer.name(evidence.number(of: actor)) }

  // MARK: Counts

  /// An action of an actor's layout, or, with 0, of code outside layout.
  private struct Deed: Hashable {
    var writer: Int
    var kind: LayoutAction
  }

  /// The number of times that a deed dirtied a view, and the first action of them.
  private struct Count {
    var times = 0
    var sample: Int
  }

  /// The deeds that dirtied an actor.
  private struct Deeds {
    var counts: [Deed: Count] = [:]
    /// The number of layouts before which no deed dirtied it.
    var without = 0

    /// The deeds that are not rare beside the most frequent one, or beside none.
    ///
    /// Of deeds that take turns each is usual, in whatever phase the evidence begins. The bound is
    /// between five and six times, where the counts of few short patterns lie.
    var usual: [Deed: Count] {
      let most = max(without, counts.values.map(\.times).max() ?? 0)
      return counts.filter { $0.value.times * 11 >= most * 2 }
    }
  }

  /// The deeds that dirtied each of some actors, or, with nil, of all.
  private func dirtyings(of actors: ActorSet?) -> [Int: Deeds] {
    let history = evidence.history
    var deeds: [Int: Deeds] = [:]
    for layout in history.layouts where !layout.isPhantom || !layout.causes.isEmpty {
      let actor = evidence.actors[layout.view]
      guard actors?.contains(actor) ?? true else { continue }
      guard !layout.causes.isEmpty else {
        deeds[actor, default: Deeds()].without += 1
        continue
      }
      let index = history.causes[layout.causes.lowerBound].action
      let action = history.actions[index]
      let writer = action.layout < 0 ? 0 : evidence.actor(ofLayout: action.layout)
      deeds[actor, default: Deeds()].counts[
        Deed(writer: writer, kind: action.kind), default: Count(sample: index)
      ].times += 1
    }
    return deeds
  }

  /// The property that the first of some deeds wrote; nil for a call.
  private func path(_ deed: Deed, _ count: Count) -> GeometryPath? {
    guard case .write(let property) = deed.kind,
      let values = evidence.history.values(of: evidence.history.actions[count.sample])
    else { return nil }
    return GeometryPath(property, old: values.old, new: values.new)
  }
}
