import ForeignViews
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("A random walk")
struct HuntWalkTests {
  @Test("tens of thousands of random steps agree with a plain model", arguments: [false, true])
  func walk(isNested: Bool) throws {
    let seed = firstSeed("HuntWalkTests")
    let walk = Walk(seed: seed, isNested: isNested)
    // AddressSanitizer sees errors that nothing else does, and gets all steps.
    let isSanitized = Sanitizer.isAddress
    for step in 0..<caseCount(100_000, inDebug: isSanitized ? 100_000 : 6_000) {
      walk.step()
      // A difference stays: a look at every eighth step finds it soon enough.
      if step % 8 == 7, let difference = walk.difference() {
        Issue.record("up to step \(step), seed \(seed): \(difference)")
        return
      }
    }
    #if DEBUG
    #expect(InstrumentedClass.checkInvariants() == nil, "seed \(seed)")
    #endif
    let lives = walk.lives
    walk.finish()
    #expect(lives.count == 0, "seed \(seed)")
  }
}

/// The model for the hunter: views and hunts as plain values, without any class swapped.
private struct Model {
  struct Hunt {
    var view: Int
    var hunter: Int
    var threshold: Int
    var isBreaking: Bool
    var turn = 0
    var count = 0
    var hasFired = false
    var fired = 0
  }

  var hunts: [Int: Hunt] = [:]
  var layouts: [Int: Int] = [:]
  var isEnabled = [true, true]
  /// The state of the switch, also since the turn began, and as the hunters' views show it: each hunter
  /// looks at it now and then.
  var isEngaged = false
  var wasEngaged = false
  var isPausedBySwitch = [false, false]
  var turn = 1

  func isCounting(_ hunt: Hunt) -> Bool { isEnabled[hunt.hunter] && !wasEngaged }

  /// One layout of a view; returns whether the original runs.
  mutating func layOut(_ view: Int) -> Bool {
    var runs = true
    for (id, hunt) in hunts where hunt.view == view && isCounting(hunt) {
      var hunt = hunt
      if hunt.turn != turn { (hunt.turn, hunt.count, hunt.hasFired) = (turn, 0, false) }
      hunt.count += 1
      if hunt.count > hunt.threshold {
        if hunt.hasFired {
          if hunt.isBreaking { runs = false }
        } else {
          hunt.hasFired = true
          hunt.fired += 1
        }
      }
      hunts[id] = hunt
    }
    if runs { layouts[view, default: 0] += 1 }
    return runs
  }

  func isHooked(_ view: Int) -> Bool {
    hunts.values.contains {
      $0.view == view && isEnabled[$0.hunter] && !isPausedBySwitch[$0.hunter]
    }
  }

  /// A hunter looks at the switch, which can only stop it before the next turn.
  mutating func look(_ hunter: Int) {
    isPausedBySwitch[hunter] = wasEngaged
  }

  mutating func beginTurn() {
    wasEngaged = isEngaged
    isPausedBySwitch = [wasEngaged, wasEngaged]
  }
}

/// The real thing and the model, side by side.
private final class Walk {
  let lives = LifetimeTracker()
  private var generator: SeededGenerator
  private let isNested: Bool
  private let loop = TurnLoop()
  private let killSwitch = KillSwitch()
  private let hunters: [LoopHunter]
  private var model = Model()

  private var views: [Int: View] = [:]
  private var plain: [Int: UInt] = [:]
  private var layouts: [Int: Int] = [:]
  private var attachments: [Int: LoopHunter.Attachment] = [:]
  private var fired: [Int: Int] = [:]
  private var last = 0

  init(seed: UInt64, isNested: Bool) {
    generator = SeededGenerator(seed: seed)
    self.isNested = isNested
    hunters = [
      LoopHunter(loop: loop, killSwitch: killSwitch),
      LoopHunter(loop: loop, killSwitch: killSwitch),
    ]
    // Its only work is to let turns pass.
    loop.passLimit = 1
  }

  private func pick<Value>(_ values: [Int: Value]) -> Int? {
    values.keys.sorted().randomElement(using: &generator)
  }

  private func makeView() -> View {
    last += 1
    let id = last
    let token = lives.makeToken()
    layouts[id] = 0
    let onLayout = { [unowned self] in
      _ = token
      layouts[id]! += 1
    }
    let view: View
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: view = JournalView("\(id)") { _ in onLayout() }
    case 1: view = makeHiddenView(onLayout: onLayout)
    default: view = CallingView(content: (id, "text"), onLayout: onLayout)
    }
    views[id] = view
    plain[id] = isaWord(of: view)
    return view
  }

  private class CallingView<Content>: GenericForeignView<Content> {
    let onLayout: () -> Void
    init(content: Content, onLayout: @escaping () -> Void) {
      self.onLayout = onLayout
      super.init(content: content)
    }
    override func layoutSubviews() { onLayout() }
  }

  func step() {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<8:
      if views.count < 40 { _ = makeView() }
    case 8..<14:
      if let id = pick(views) { release(id) }
    case 14..<30:
      if let id = pick(views) { attach(to: id) }
    case 30..<42:
      if let id = pick(attachments) { detach(id) }
    case 42..<75:
      if let id = pick(views) { layOut(id, times: Int.random(in: 1...6, using: &generator)) }
    case 75..<80:
      if let parent = pick(views), let child = pick(views), parent != child {
        let parentView = views[parent]!
        let childView = views[child]!
        if !parentView.isDescendant(of: childView) { parentView.addSubview(childView) }
      }
    case 80..<83:
      if let id = pick(views) { views[id]!.removeFromSuperview() }
    case 83..<92:
      loop.event {}
      loop.runTurn()
      model.beginTurn()
      model.turn += 1
    case 92..<94:
      let isEngaged = Bool.random(using: &generator)
      isEngaged ? killSwitch.engage() : killSwitch.release()
      model.isEngaged = isEngaged
      if isEngaged { model.wasEngaged = true }
    case 94..<97:
      let hunter = Int.random(in: 0...1, using: &generator)
      let isEnabled = Bool.random(using: &generator)
      if model.isEnabled[hunter] != isEnabled {
        // Every gate looks at the switch when it moves.
        hunters[hunter].isEnabled = isEnabled
        model.isEnabled[hunter] = isEnabled
        model.look(hunter)
      }
    case 97:
      let hunter = Int.random(in: 0...1, using: &generator)
      hunters[hunter].detachAll()
      for (id, hunt) in model.hunts where hunt.hunter == hunter { forget(id) }
    default:
      if let id = pick(attachments) { attachments[id]!.detach(); forget(id) }
    }
  }

  private func attach(to view: Int) {
    guard model.hunts.count < 120 else { return }
    last += 1
    let id = last
    let hunter = Int.random(in: 0...1, using: &generator)
    let threshold = Int.random(in: 1...8, using: &generator)
    let isBreaking = Int.random(in: 0..<5, using: &generator) == 0
    let token = lives.makeToken()
    fired[id] = 0
    let nested = isNested
    attachments[id] = try? hunters[hunter].attach(
      to: views[view]!, threshold: threshold, reaction: isBreaking ? .breakLoop : .report
    ) { [unowned self] report in
      _ = token
      fired[id]! += 1
      if report.count != threshold + 1 { fired[id]! += 1_000_000 }
      // Layouts forced in a callback run and are not counted.
      if nested, let target = views[view] {
        target.layoutSubviews()
        model.layouts[view, default: 0] += 1
      }
    }
    model.hunts[id] = Model.Hunt(
      view: view, hunter: hunter, threshold: threshold, isBreaking: isBreaking)
    model.look(hunter)
  }

  private func layOut(_ id: Int, times: Int) {
    for _ in 0..<times {
      TestSupport.layOut(views[id]!)
      _ = model.layOut(id)
    }
  }

  private func detach(_ id: Int) {
    attachments[id]!.detach()
    forget(id)
  }

  private func forget(_ id: Int) {
    attachments[id] = nil
    fired[id] = nil
    model.hunts[id] = nil
  }

  private func release(_ id: Int) {
    let view = views[id]!
    for subview in view.subviews { subview.removeFromSuperview() }
    view.removeFromSuperview()
    views[id] = nil
    plain[id] = nil
    for (hunt, value) in model.hunts where value.view == id {
      withExtendedLifetime(attachments[hunt]) { forget(hunt) }
    }
  }

  /// The first difference between the hunters and the model.
  func difference() -> String? {
    #if DEBUG
    for hunter in hunters {
      if let fault = hunter.checkInvariants() { return fault }
    }
    if let fault = loop.checkInvariants() { return fault }
    #endif
    for (id, view) in views {
      if layouts[id]! != model.layouts[id, default: 0] {
        return "view \(id) ran \(layouts[id]!) times, not \(model.layouts[id, default: 0])"
      }
      let isHooked = isaWord(of: view) != plain[id]!
      if isHooked != model.isHooked(id) { return "view \(id) is hooked: \(isHooked)" }
    }
    for (id, hunt) in model.hunts {
      guard let attachment = attachments[id] else { return "hunt \(id) is missing" }
      let count = hunt.turn == model.turn ? hunt.count : 0
      if attachment.layoutsThisTurn != count {
        return "hunt \(id) counted \(attachment.layoutsThisTurn), not \(count)"
      }
      if fired[id]! != hunt.fired { return "hunt \(id) fired \(fired[id]!), not \(hunt.fired)" }
      if attachment.view !== views[hunt.view] { return "hunt \(id) has another view" }
      let isActive = model.isCounting(hunt)
      if attachment.isActive != isActive { return "hunt \(id) is active: \(!isActive)" }
    }
    let count = hunters.map(\.attachments.count).reduce(0, +)
    return count == model.hunts.count ? nil : "\(count) hunts, not \(model.hunts.count)"
  }

  func finish() {
    for id in views.keys.sorted() { release(id) }
    attachments = [:]
  }
}
