import Foundation
import TestSupport
import Testing
import ViewTree

/// Chains of causes, compared with plain lists in which every member occurs once.
@Suite("Layout causes") struct LayoutCauseTests {
  /// A member of chains that knows nothing of views.
  private final class Member: ViewInstrument {
    let number: Int
    var newestCause: Unmanaged<LayoutCause>?
    var isWatching = true

    init(number: Int) { self.number = number }

    func viewDied() {}
    func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause {
      LayoutCause(member: self, turn: 1, after: LayoutCause.withoutLeftovers(source))
    }
  }

  /// The expected facts of one member of a chain.
  private struct Link: Equatable {
    var member: Int
    var turn: Int
    var streak: Int
  }

  /// A chain, and what it must hold, the latest first.
  private struct Chain {
    var cause: LayoutCause?
    var links: [Link] = []
  }

  /// A layout of a member under a chain, as hunted views make it.
  private func layout(of member: Member, in turn: Int, after chain: Chain) -> Chain {
    guard let cause = chain.cause, let last = cause.layout(of: member) else {
      let made = LayoutCause(
        member: member, turn: turn, after: LayoutCause.withoutLeftovers(chain.cause))
      let link = Link(member: member.number, turn: turn, streak: 0)
      return Chain(cause: made, links: [link] + chain.links)
    }
    if last.turn == turn { return chain }
    let made = LayoutCause(
      member: member, turn: turn, streak: last.streak + 1,
      after: LayoutCause.withoutLeftovers(cause), hidesFormer: true)
    let former = chain.links.first { $0.member == member.number }
    let link = Link(member: member.number, turn: turn, streak: (former?.streak ?? -1) + 1)
    return Chain(cause: made, links: [link] + chain.links.filter { $0.member != member.number })
  }

  @Test("a chain holds every member once, with its latest layout, whatever led to it")
  func random() throws {
    for seed in UInt64(1)...UInt64(caseCount(300, inDebug: 12)) {
      var random = SeededGenerator(seed: seed)
      let members = (0..<Int.random(in: 2...60, using: &random)).map(Member.init(number:))
      var chains = [Chain()]
      var turn = 1
      for _ in 0..<400 {
        let chain = chains.randomElement(using: &random)!
        switch Int.random(in: 0...19, using: &random) {
        case 0: turn += 1
        case 1: members.randomElement(using: &random)!.isWatching = false
        case 2:
          guard let other = chains.randomElement(using: &random), let first = chain.cause,
            let second = other.cause
          else { break }
          let streaks = Dictionary(
            uniqueKeysWithValues: other.links.map { ($0.member, $0.streak) })
          let common = chain.links.compactMap { link in
            streaks[link.member].map { [link.member, min(link.streak, $0)] }
          }
          let shared = first.shared(with: second)
          let found = members.compactMap { member in
            shared?.layout(of: member).map { [member.number, $0.streak] }
          }
          let isWatching = { (pair: [Int]) in members[pair[0]].isWatching }
          #expect(
            Set(found.filter(isWatching)) == Set(common.filter(isWatching)), "seed \(seed)")
        case 3: if chains.count > 150 { chains.removeFirst(100) }
        default:
          // Often on at the end of the newest, so that some chains get long.
          let source = Bool.random(using: &random) ? chains.last! : chain
          let member = members.randomElement(using: &random)!
          guard member.isWatching else { break }
          if Int.random(in: 0...2, using: &random) == 0 { turn += 1 }
          chains.append(layout(of: member, in: turn, after: source))
        }
        let newest = chains.last!
        for member in members where member.isWatching {
          let found = newest.cause?.layout(of: member).map {
            Link(member: member.number, turn: $0.turn, streak: $0.streak)
          }
          let expected = newest.links.first { $0.member == member.number }
          guard found == expected else {
            #expect(found == expected, "seed \(seed), member \(member.number)")
            return
          }
        }
        let listed = newest.cause?.members.compactMap { ($0 as? Member)?.number } ?? []
        let watching = { (number: Int) in members[number].isWatching }
        #expect(
          listed.filter(watching) == newest.links.map(\.member).filter(watching), "seed \(seed)")
        #expect(Set(listed).count == listed.count, "seed \(seed)")
      }
      chains.removeAll()
      #expect(members.allSatisfy { $0.newestCause == nil }, "seed \(seed): a cause is left")
    }
  }

  @Test("membership in a chain is found without a walk over it")
  func lookups() {
    let count = caseCount(100_000, inDebug: 20_000)
    let members = (0..<count).map(Member.init(number:))
    let strangers = (0..<count).map(Member.init(number:))
    // A branch of its own for each stranger, so that each has a cause that lives.
    let branches = strangers.map { LayoutCause(member: $0, turn: 1, after: nil) }
    var found = 0
    let time = processorTime {
      var chain: Chain = Chain()
      for member in members {
        if chain.cause?.layout(of: member) != nil { found += count }
        chain.cause = LayoutCause(
          member: member, turn: 1, after: LayoutCause.withoutLeftovers(chain.cause))
      }
      for member in members where chain.cause?.layout(of: member) != nil { found += 1 }
      for stranger in strangers where chain.cause?.layout(of: stranger) != nil { found += count }
    }
    #expect(found == count)
    #expect(time < timeBound(.seconds(4)), "\(time)")
    withExtendedLifetime(branches) {}
  }

  @Test("a ring that goes on from turn to turn makes no chain longer than twice its members")
  func ring() {
    let members = (0..<100).map(Member.init(number:))
    var cause: LayoutCause?
    var longest = 0
    for turn in 1...2_000 {
      let member = members[turn % 100]
      let last = cause?.layout(of: member)
      cause = LayoutCause(
        member: member, turn: turn, streak: last.map { $0.streak + 1 } ?? 0,
        after: LayoutCause.withoutLeftovers(cause), hidesFormer: last != nil)
      var (length, link) = (0, cause)
      while let current = link { (length, link) = (length + 1, current.source) }
      longest = max(longest, length)
    }
    #expect(longest <= 202)
    #expect(cause?.members.count == 100)
    #expect(cause?.streak == 19)
  }
}
