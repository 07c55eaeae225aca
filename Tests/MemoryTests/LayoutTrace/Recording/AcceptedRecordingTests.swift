import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import Testing
import ViewTree

/// A recorder never writes what a reader refuses.
@Suite("Accepted recordings") struct AcceptedRecordingTests {
  private let loop = TurnLoop()
  private let window: Window

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
  }

  /// Records what `body` does before and in a turn, and expects that it is read and replayed.
  @discardableResult
  private func record(_ body: () -> Void) throws -> (trace: String, replayer: TraceReplayer) {
    let recorder = try TraceRecorder(loop, to: .memory)
    body()
    loop.runTurn()
    try recorder.finish()
    return try accept(recorder.bytes)
  }

  /// Expects that a recording is read and replayed.
  @discardableResult
  private func accept(_ bytes: [UInt8]) throws -> (trace: String, replayer: TraceReplayer) {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(TraceText.error(TraceText.input(bytes)) == nil, "\(text.prefix(4_000))")
    let (again, result) = try TraceText.replay(bytes)
    #expect(result.divergence == nil)
    let isSame = again == bytes
    #expect(isSame, "\(TraceText.firstDifference(bytes, again).prefix(400))")
    let replayer = try TraceReplayer(TraceText.input(bytes))
    try replayer.run()
    return (text, replayer)
  }

  @Test("a view that held another can go into it outside the window")
  func heldByItsContent() throws {
    let (container, content) = (View(), View())
    window.addSubview(container)
    container.addSubview(content)
    let (_, replayer) = try record {
      container.removeFromSuperview()
      content.removeFromSuperview()
      content.addSubview(container)
      window.addSubview(content)
    }
    #expect(replayer.view(3)?.superview === replayer.view(1))
    #expect(replayer.view(2)?.superview === replayer.view(3))
  }

  @Test("a container and its content can be swapped outside the window")
  func swapped() throws {
    let (outer, middle, inner) = (View(), View(), View())
    window.addSubview(outer)
    outer.addSubview(middle)
    middle.addSubview(inner)
    let (_, replayer) = try record {
      outer.removeFromSuperview()
      inner.removeFromSuperview()
      inner.addSubview(outer)
      window.addSubview(inner)
    }
    #expect(replayer.view(4)?.superview === replayer.view(1))
    #expect(replayer.view(2)?.superview === replayer.view(4))
    #expect(replayer.view(3)?.superview === replayer.view(2))
  }

  @Test("a view that leaves its container during its layout is not in it any more")
  func leftInLayout() throws {
    let (container, view) = (View(), JournalView("view"))
    window.addSubview(container)
    container.addSubview(view)
    loop.runTurn()
    view.onLayout = { [unowned container] view in
      container.removeFromSuperview()
      view.removeFromSuperview()
      view.frame.size.width = 9
    }
    let (_, replayer) = try record {
      view.setNeedsLayout()
      loop.runTurn()
      window.addSubview(container)
    }
    #expect(replayer.view(2)?.subviews.isEmpty == true)
    #expect(replayer.view(3)?.superview == nil && replayer.view(3)?.frame.width == 9)
    withExtendedLifetime(view) {}
  }

  @Test("a tree that outlives its window is what it was made since when it comes back")
  func outlivedWindow() throws {
    let (outer, inner, new) = (View(), View(), View())
    var second: Window? = Window(frame: .zero, loop: loop)
    second?.addSubview(outer)
    outer.addSubview(inner)
    let (_, replayer) = try record {
      second = nil
      inner.removeFromSuperview()
      inner.addSubview(outer)
      outer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
      outer.addSubview(new)
      window.addSubview(inner)
    }
    #expect(second == nil)
    #expect(replayer.view(4)?.superview === replayer.view(1))
    #expect(replayer.view(3)?.superview === replayer.view(4))
    #expect(replayer.view(3)?.frame == outer.frame && replayer.view(3)?.subviews.count == 1)
  }

  @Test("content that outlives its window and its container is what it was made since")
  func outlivedContainer() throws {
    let content = View()
    var second: Window? = Window(frame: .zero, loop: loop)
    second?.addSubview(View())
    second?.subviews[0].addSubview(content)
    let (_, replayer) = try record {
      second = nil
      content.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
      window.addSubview(content)
    }
    #expect(second == nil && replayer.view(4)?.bounds == content.bounds)
  }

  @Test("a view that visits a tree outside the window dirties that tree")
  func visited() throws {
    let (outside, visitor) = (View(), View())
    for view in [outside, visitor] { window.addSubview(view) }
    loop.runTurn()
    try record {
      outside.removeFromSuperview()
      outside.addSubview(visitor)
      window.addSubview(visitor)
      window.addSubview(outside)
    }
  }

  @Test("a view that left its container outside the window dies before or after it, as recorded")
  func deaths() throws {
    var outer: View? = View()
    var inner: View? = View()
    let middle = View()
    outer.map(window.addSubview)
    outer?.addSubview(middle)
    inner.map(middle.addSubview)
    try record {
      outer?.removeFromSuperview()
      inner?.removeFromSuperview()
      inner = nil
      outer = nil
    }
    #expect(outer == nil && inner == nil && middle.subviews.isEmpty)
  }

  @Test("a view that its pass held dies where its line is, even where the recording ends there")
  func diesLast() throws {
    let box = View()
    window.addSubview(box)
    loop.runTurn()
    for isLast in [true, false] {
      let recorder = try TraceRecorder(loop, to: .memory)
      var view: JournalView? = JournalView("view") { $0.removeFromSuperview() }
      view.map(box.addSubview)
      loop.event {
        view?.layoutIfNeeded()
        view = nil
        if !isLast { box.setNeedsLayout() }
        #expect(throws: Never.self) { try recorder.finish() }
      }
      loop.runTurn()
      let (trace, _) = try accept(recorder.bytes)
      let lines = trace.split(separator: "\n").suffix(isLast ? 2 : 3)
      #expect(view == nil && lines.first == #"{"e":"gone","v":3}"#, "\(trace)")
    }
  }

  @Test("deaths keep their order, and a window may die before or after its views")
  func orderOfDeaths() throws {
    for order in [[2, 3, 4], [4, 3, 2], [3, 2, 4]] {
      var lines = [
        TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
        #"{"e":"view","v":2,"class":"Window","clean":true}"#,
        #"{"e":"view","v":3,"class":"View","in":2,"clean":true}"#,
        #"{"e":"view","v":4,"class":"View","in":3,"clean":true}"#,
        #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":4,"why":"explicit"}"#,
        #"{"e":"force","v":4}"#, #"{"e":"layout","v":4}"#, #"{"e":"done","v":4}"#,
      ]
      lines += order.map { #"{"e":"gone","v":\#($0)}"# } + [#"{"e":"end","turns":1}"#]
      let text = lines.map { $0 + "\n" }.joined()
      let (again, result) = try TraceText.replay(Array(text.utf8))
      let deaths = String(decoding: again, as: UTF8.self).split(separator: "\n")
        .filter { $0.contains("gone") }
      #expect(result.divergence == nil)
      #expect(deaths == order.map { #"{"e":"gone","v":\#($0)}"# })
    }
  }

  @Test("changes by the deinit of a window and its views are in the recording")
  func actsAtDeath() throws {
    for comesAtOnce in [false, true] {
      let (survivor, inner) = (View(), View())
      survivor.addSubview(inner)
      var second: DyingWindow? = DyingWindow(frame: .zero, loop: loop)
      second?.addSubview(survivor)
      second?.addSubview(
        DyingView { [window] in
          survivor.frame.size.width += 1
          inner.bounds.origin.y += 2
          window.setNeedsLayout()
          if comesAtOnce { window.addSubview(survivor) }
        })
      second?.onDeath = { inner.frame.origin.x += 1 }
      loop.runTurn()
      let (trace, replayer) = try record {
        second = nil
        window.addSubview(survivor)
      }
      #expect(trace.contains("\"gone\",\"v\":2}") && trace.contains("\"gone\",\"v\":5}"))
      #expect(replayer.view(3)?.frame == survivor.frame && survivor.frame.width == 1)
      #expect(replayer.view(4)?.frame == inner.frame && inner.frame.origin.x == 1)
      #expect(replayer.view(4)?.bounds == inner.bounds && inner.bounds.origin.y == 2)
      survivor.removeFromSuperview()
      loop.runTurn()
    }
  }

  @Test("a part of a tree that comes with its constraints leaves the rest of the tree remembered")
  func partWithConstraints() throws {
    let (outer, part, other) = (View(), View(), View())
    window.addSubview(outer)
    outer.addSubview(part)
    part.addSubview(other)
    let (_, replayer) = try record {
      outer.removeFromSuperview()
      part.removeFromSuperview()
      other.translatesAutoresizingMaskIntoConstraints = false
      other.widthAnchor.constraint(equalToConstant: 9).isActive = true
      window.addSubview(part)
      outer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
      window.addSubview(outer)
    }
    #expect(replayer.view(2)?.frame == outer.frame)
  }

  @Test("a view that moved within a tree of which only a part comes is not taken out of it again")
  func movedWithinPart() throws {
    let (outer, part, mover) = (View(), View(), View())
    window.addSubview(outer)
    for view in [part, mover] { outer.addSubview(view) }
    let (trace, _) = try record {
      outer.removeFromSuperview()
      part.removeFromSuperview()
      part.addSubview(mover)
      mover.translatesAutoresizingMaskIntoConstraints = false
      mover.widthAnchor.constraint(equalToConstant: 9).isActive = true
      window.addSubview(part)
    }
    #expect(trace.contains(#"{"e":"move","v":4,"in":3,"at":0}"#))
    #expect(!trace.contains(#"{"e":"move","v":4,"in":null}"#))
  }

  @Test("changes by a dying view are recorded before the next layout, or the end of the pass")
  func actsAfterLayout() throws {
    let other = View()
    window.addSubview(other)
    loop.passLimit = 3
    for (isForced, loops) in [(false, false), (true, false), (false, true), (true, true)] {
      let last = JournalView("last") { if loops { $0.setNeedsLayout() } }
      var box: JournalView? = JournalView("box")
      box?.addSubview(DyingView { other.frame.size.width += 1 })
      box?.layoutIfNeeded()
      box?.onLayout = { box in
        box.removeFromSuperview()
        guard loops else { return }
        last.setNeedsLayout()
        last.layoutIfNeeded()
      }
      for view in [last, box].compactMap(\.self) { window.addSubview(view) }
      let (trace, _) = try record {
        box = nil
        if isForced { window.layoutIfNeeded() }
      }
      let end = isForced ? #""forced""# : #""committed""#
      let next = loops ? "{\"e\":\(end),\"batches\":3" : #"{"e":"layout","v":3}"#
      #expect(trace.contains("{\"e\":\"gone\",\"v\":4}\n{\"e\":\"frame\",\"v\":2"), "\(trace)")
      #expect(trace.contains("{\"e\":\"gone\",\"v\":5}\n\(next)"), "\(trace)")
      last.onLayout = nil
      last.removeFromSuperview()
      loop.runTurn()
    }
  }

  @Test("geometry is finite, however enormous the numbers are that it comes from")
  func enormous() throws {
    let most = CGFloat.greatestFiniteMagnitude
    let view = View()
    window.addSubview(view)
    try record {
      view.frame = CGRect(x: -most, y: -most, width: -most, height: -most)
      view.bounds.size = .zero
      view.center = CGPoint(x: most, y: -most)
      view.bounds.size = CGSize(width: most, height: 1)
      view.transform = AffineTransform(scale: 1e-200)
      view.frame = CGRect(x: most, y: 0, width: most, height: most)
      view.anchorPoint = CGPoint(x: -9, y: 9)
      view.removeFromSuperview()
      view.frame = CGRect(x: -most, y: 0, width: -most, height: 1)
      window.addSubview(view)
    }
    let place = view.untransformedFrame
    let numbers = [place.origin.x, place.origin.y, place.width, place.height]
    #expect(!numbers.contains { !$0.isFinite })
  }

  @Test("a text that makes a line too long is cut")
  func longTexts() throws {
    let view = View()
    view.identifier = String(repeating: "é\u{1}\u{2028}", count: 1 << 17)
    let (trace, replayer) = try record {
      window.addSubview(view)
      view.setNeedsLayout(
        because: DirtyReason(rawValue: String(repeating: "w", count: (1 << 20) + 1)))
    }
    let lengths = trace.utf8.split(separator: UInt8(ascii: "\n")).map(\.count)
    #expect(lengths.allSatisfy { $0 < 1 << 20 } && lengths.count { $0 > 1 << 16 } == 2)
    #expect(replayer.view(2)?.identifier.map { view.identifier?.hasPrefix($0) } == true)
  }

  @Test("limits beyond the largest whole number of a trace are recorded as that")
  func limits() throws {
    loop.passLimit = .max
    loop.nestingLimit = .max
    let (trace, _) = try record {}
    #expect(trace.contains(#""passLimit":9007199254740991,"nestingLimit":9007199254740991"#))
  }

  @Test("work that waits when a recording begins is in it as often as it runs")
  func waitingWork() throws {
    let view = JournalView("view")
    window.addSubview(view)
    loop.async { view.setNeedsLayout() }
    loop.every(.milliseconds(1), target: view) { $0.setNeedsLayout() }
    let (trace, _) = try record {
      loop.runTurn()
      loop.advance(by: .milliseconds(3))
    }
    let lines = trace.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix(#"{"e":"async""#) } == 2)
    #expect(lines.count { $0.hasPrefix(#"{"e":"run""#) } == 4)
    #expect(!trace.contains(#""via""#))
  }

  private final class Asked: View {
    var onAsk: () -> Void = {}

    override var intrinsicContentSize: CGSize {
      onAsk()
      return CGSize(width: 9, height: 9)
    }
  }

  @Test(
    "observers of phases that layout adds, and what a view posts that is asked for its size, are work"
  )
  func observersAndQuestions() throws {
    let (view, asked) = (JournalView("view"), Asked())
    window.addSubview(view)
    asked.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(asked)
    asked.topAnchor.constraint(equalTo: window.topAnchor).isActive = true
    loop.runTurn()
    var tokens: [ObservationToken] = []
    view.onLayout = { [unowned loop] view in
      view.onLayout = nil
      for phase in TurnLoop.Phase.allCases {
        for order in [-1, 3_000_000] {
          tokens.append(loop.addObserver(at: phase, order: order) { view.setNeedsLayout() })
        }
      }
    }
    asked.onAsk = { [unowned loop] in loop.async { view.frame.size.width += 1 } }
    let (trace, _) = try record {
      view.setNeedsLayout()
      asked.invalidateIntrinsicContentSize()
      for _ in 0..<3 { loop.runTurn() }
      tokens = []
    }
    let lines = trace.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix(#""by":2,"via":"timer","observer":true}"#) } == 10)
    #expect(lines.count { $0.hasSuffix(#""via":"block","own":3}"#) } == 1)
    #expect(lines.count { $0.hasPrefix(#"{"e":"run""#) } > 20)
  }

  @Test("limits that an app changes while it is recorded end its passes again in a replay")
  func changedLimits() throws {
    let view = JournalView("view")
    view.onLayout = { $0.setNeedsLayout() }
    window.addSubview(view)
    loop.passLimit = 5
    let (trace, _) = try record {
      for limit in [5, 50, 2, 9] {
        loop.passLimit = limit
        loop.runTurn()
        view.layoutIfNeeded()
      }
    }
    for limit in [5, 50, 2, 9] {
      #expect(trace.contains(#"{"e":"committed","batches":\#(limit),"hit":true}"#))
      #expect(trace.contains(#"{"e":"forced","batches":\#(limit)}"#))
    }
  }

  @Test("forced layouts that nest deeper after a limit rose, and those refused, come back")
  func changedNesting() throws {
    let view = JournalView("view")
    view.onLayout = { view in
      guard view.layouts % 9 > 0 else { return }
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
    window.addSubview(view)
    loop.nestingLimit = 2
    loop.passLimit = 30
    let (trace, _) = try record {
      for limit in [2, 7, 1, 4] {
        loop.nestingLimit = limit
        view.setNeedsLayout()
        loop.runTurn()
      }
    }
    #expect(trace.contains(#"{"e":"forced","batches":0}"#))
  }

  @Test("a forced layout that a raised limit allows comes back where its pass has no batch left")
  func raisedNesting() throws {
    let (view, other) = (JournalView("view"), JournalView("other"))
    for view in [view, other] { window.addSubview(view) }
    view.onLayout = { view in
      for view in [other, view] { view.setNeedsLayout() }
      other.layoutIfNeeded()
    }
    loop.runTurn()
    (loop.nestingLimit, loop.passLimit) = (1, 3)
    let (trace, _) = try record {
      loop.nestingLimit = 4
      view.setNeedsLayout()
    }
    #expect(trace.contains(#"{"e":"committed","batches":3,"hit":true}"#))
    #expect(!trace.contains(#""batches":0"#))
  }

  @Test("changes by constraints after the last batch of a forced pass are recorded before its end")
  func constraintsAtLimit() throws {
    let view = JournalView("view")
    let label = Label()
    label.text = "label"
    view.onLayout = { view in
      view.setNeedsLayout()
      guard view.layouts == 2 else { return }
      label.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(label)
      label.heightAnchor.constraint(lessThanOrEqualToConstant: 12).isActive = true
    }
    window.addSubview(view)
    loop.passLimit = 2
    let (trace, _) = try record { view.layoutIfNeeded() }
    let lines = trace.split(separator: "\n")
    let end = try #require(lines.firstIndex(of: #"{"e":"forced","batches":2}"#))
    let told = try #require(lines.firstIndex { $0.contains("intrinsicContentSize") })
    #expect(told < end)
    view.onLayout = nil
  }

  @Test("a view that comes into a window in its layout outside of one is dirtied by its size there")
  func cameInLayout() throws {
    let (outer, inner) = (JournalView("outer"), JournalView("inner"))
    outer.addSubview(inner)
    let window = window
    inner.onLayout = { inner in
      guard inner.window == nil else { return }
      window.addSubview(outer)
      inner.frame.size.width += 9
      outer.bounds.origin.x += 1
    }
    outer.onLayout = { outer in
      if inner.layouts == 0 { inner.layoutIfNeeded() }
      inner.frame.size.height += 1
    }
    let (trace, replayer) = try record {
      for view in [outer, inner] { view.setNeedsLayout() }
      outer.layoutIfNeeded()
      #expect(outer.window === window)
    }
    #expect(trace.contains(#""why":"size""#))
    #expect(replayer.view(3)?.frame == inner.frame)
    for view in [outer, inner] { view.onLayout = nil }
  }

  @Test("a recording that begins in the middle of a layout between turns begins with the next turn")
  func beginsInside() throws {
    let view = JournalView("view")
    window.addSubview(view)
    loop.runTurn()
    var recorder: TraceRecorder?
    view.onLayout = { [unowned loop] view in
      if recorder == nil { recorder = try? TraceRecorder(loop, to: .memory) }
      view.frame.size.width += 1
    }
    view.setNeedsLayout()
    view.layoutIfNeeded()
    loop.runTurn()
    try recorder?.finish()
    let (trace, _) = try accept(recorder?.bytes ?? [])
    #expect(trace.hasPrefix(#"{"e":"trace""#) && !trace.contains(#""e":"frame""#))
    view.onLayout = nil
  }

  @Test("a window that waits for nothing dies in the layout that closes it")
  func closedInLayout() throws {
    let view = JournalView("view")
    window.addSubview(view)
    loop.runTurn()
    var second: Window? = Window(frame: .zero, loop: loop)
    loop.runTurn()
    view.onLayout = { _ in second = nil }
    let (trace, _) = try record { view.setNeedsLayout() }
    #expect(second == nil)
    #expect(trace.contains("{\"e\":\"gone\",\"v\":3}\n{\"e\":\"done\",\"v\":2}"))
  }

  @Test("a recording that ends in a layout, forced or not, or in a block ends there in a replay")
  func endsInside() throws {
    for place in 0..<6 {
      let (outer, inner) = (JournalView("outer"), JournalView("inner"))
      for view in [outer, inner] { view.onLayout = { $0.setNeedsLayout() } }
      window.addSubview(outer)
      outer.addSubview(inner)
      loop.passLimit = 20
      let recorder = try TraceRecorder(loop, to: .memory)
      func end() { #expect(throws: Never.self) { try recorder.finish() } }
      switch place {
      case 0: inner.onLayout = { _ in end() }
      case 1:
        outer.onLayout = { outer in
          outer.removeFromSuperview()
          outer.setNeedsLayout()
          end()
        }
      case 2:
        inner.onLayout = { inner in
          guard inner.layouts > 2 else { return inner.setNeedsLayout() }
          end()
        }
      case 3: loop.async { end() }
      case 4:
        loop.event {
          inner.onLayout = { _ in end() }
          outer.layoutIfNeeded()
        }
      default:
        outer.onLayout = { outer in
          inner.onLayout = { _ in end() }
          outer.layoutIfNeeded()
        }
      }
      loop.runTurn()
      for view in [outer, inner] { view.onLayout = nil }
      let (trace, _) = try accept(recorder.bytes)
      #expect(trace.hasSuffix("{\"e\":\"end\",\"turns\":1}\n") && !trace.contains("committed"))
      outer.removeFromSuperview()
      loop.runTurn()
    }
  }

  @Test(
    "views that wait in a forced pass outside the windows while their tree comes into one wait there"
  )
  func pending() throws {
    let (outer, inner) = (JournalView("outer"), JournalView("inner"))
    outer.addSubview(inner)
    outer.onLayout = { [unowned window = window] outer in
      if outer.window == nil { window.addSubview(outer) }
    }
    let (trace, _) = try record {
      outer.setNeedsLayout()
      inner.setNeedsLayout()
      outer.layoutIfNeeded()
    }
    #expect(trace.contains(#""why":"pending""#))
  }

  @Test("a pass goes on in a tree outside the windows that a layout in another tree changes")
  func dirtiedFromElsewhere() throws {
    for isInWindow in [true, false] {
      let (outer, mover, last) = (JournalView("outer"), JournalView("mover"), JournalView("last"))
      window.addSubview(outer)
      for view in [last, mover] { outer.addSubview(view) }
      loop.runTurn()
      outer.onLayout = { $0.removeFromSuperview() }
      mover.onLayout = { [window] mover in
        if isInWindow { window.addSubview(mover) } else { mover.removeFromSuperview() }
        last.frame.size.width += 1
      }
      let (trace, _) = try record {
        for view in [outer, mover] { view.setNeedsLayout() }
        outer.layoutIfNeeded()
      }
      #expect(last.layouts == 2 && trace.contains(#"{"e":"layout","v":3}"#))
      for view in [outer, mover] { view.onLayout = nil }
      mover.removeFromSuperview()
    }
  }

  @Test("layout that nobody is told of takes the marks of a tree in which a pass would go on")
  func cleanedFromElsewhere() throws {
    let (outer, mover, last) = (JournalView("outer"), JournalView("mover"), JournalView("last"))
    window.addSubview(outer)
    for view in [last, mover] { outer.addSubview(view) }
    loop.runTurn()
    outer.onLayout = { outer in
      guard outer.window != nil else { return }
      outer.removeFromSuperview()
      last.setNeedsLayout()
    }
    mover.onLayout = { mover in
      mover.removeFromSuperview()
      last.layoutIfNeeded()
    }
    let (trace, _) = try record {
      for view in [outer, mover] { view.setNeedsLayout() }
      outer.layoutIfNeeded()
    }
    #expect(last.layouts == 2 && !trace.contains(#"{"e":"layout","v":3}"#))
    for view in [outer, mover] { view.onLayout = nil }
  }

  @Test("a view dies with the root of its pass, which left the windows and ended at the limit")
  func diesWithRoot() throws {
    let driver = JournalView("driver")
    var outer: View? = View()
    outer.map(window.addSubview)
    window.addSubview(driver)
    outer?.addSubview(
      JournalView("inner") { inner in
        guard outer == nil else { return }
        inner.superview?.removeFromSuperview()
        inner.setNeedsLayout()
      })
    loop.runTurn()
    driver.onLayout = { _ in
      guard let root = outer.take() else { return }
      root.subviews[0].setNeedsLayout()
      root.layoutIfNeeded()
    }
    loop.passLimit = 5
    let (trace, _) = try record { driver.setNeedsLayout() }
    #expect(outer == nil && trace.contains(#"{"e":"committed","batches":5,"hit":true}"#))
    driver.onLayout = nil
  }

  @Test("a view that moves to another loop in its layout is dirtied by its size there")
  func movedToOtherLoop() throws {
    let other = TurnLoop()
    let second = Window(frame: .zero, loop: other)
    let view = JournalView("view")
    window.addSubview(view)
    for loop in [loop, other] { loop.runTurn() }
    view.onLayout = { view in
      guard view.window !== second else { return }
      second.addSubview(view)
      view.frame.size.width += 9
    }
    let recorder = try TraceRecorder(other, to: .memory)
    try record { view.setNeedsLayout() }
    other.runTurn()
    try recorder.finish()
    let (trace, replayer) = try accept(recorder.bytes)
    #expect(trace.contains(#""why":"size""#) && replayer.view(2)?.frame == view.frame)
    view.onLayout = nil
  }

  @Test("changes by updateConstraints in a tree that left the windows come before the next layouts")
  func constraintsOutside() throws {
    let (outer, driver) = (JournalView("outer"), UpdatingView())
    window.addSubview(outer)
    outer.addSubview(driver)
    loop.runTurn()
    outer.onLayout = { outer in
      guard outer.window != nil else { return }
      outer.removeFromSuperview()
      driver.setNeedsUpdateConstraints()
    }
    driver.onUpdate = { driver in
      if driver.window == nil { driver.frame.size.width += 1 }
    }
    let (trace, replayer) = try record {
      outer.setNeedsLayout()
      outer.layoutIfNeeded()
    }
    #expect(trace.contains(#"{"e":"updated","v":3}"#) && replayer.view(3)?.frame == driver.frame)
    outer.onLayout = nil
  }

  @Test("a recording that ends in a layout whose pass is at its limit says so, forced or not")
  func endsAtLimit() throws {
    let (outer, inner) = (JournalView("outer"), JournalView("inner"))
    for view in [outer, inner] { window.addSubview(view) }
    loop.runTurn()
    loop.passLimit = 20
    inner.onLayout = { $0.setNeedsLayout() }
    for isForced in [true, false] {
      let recorder = try TraceRecorder(loop, to: .memory)
      outer.onLayout = { [loop] outer in
        for view in [outer, inner] { view.setNeedsLayout() }
        loop.passLimit = 4
        inner.layoutIfNeeded()
        #expect(throws: Never.self) { try recorder.finish() }
      }
      outer.setNeedsLayout()
      if isForced { outer.layoutIfNeeded() }
      loop.runTurn()
      let end = isForced ? #""forced","batches":4"# : #""committed","batches":4,"hit":true"#
      let (trace, _) = try accept(recorder.bytes)
      #expect(trace.contains(end + "}\n{\"e\":\"end\""), "\(trace)")
      loop.passLimit = 20
    }
    for view in [outer, inner] { view.onLayout = nil }
  }

  @Test("a recorder asks each view of a tree outside the windows a few times, however many")
  func largeTreeOutside() throws {
    let box = JournalView("box")
    let count = 100
    AskedView.asked = 0
    for _ in 0..<count { box.addSubview(AskedView()) }
    window.addSubview(box)
    box.onLayout = { $0.removeFromSuperview() }
    try record {}
    #expect(AskedView.asked > count && AskedView.asked < 40 * count, "\(AskedView.asked)")
    box.onLayout = nil
  }

  @Test("a recording ends before views nest deeper than a reader follows, and says so")
  func depth() throws {
    var innermost: View = window
    func nest(_ levels: Int) {
      for _ in 0..<levels {
        let view = View()
        innermost.addSubview(view)
        innermost = view
      }
    }
    nest(1_000)
    let recorder = try TraceRecorder(loop, to: .memory)
    var failures: [String] = []
    recorder.onFailure = { failures.append("\($0)") }
    nest(23)
    #expect(recorder.failure == nil)
    nest(2)
    loop.runTurn()
    #expect(failures.count == 1 && failures.first?.contains("deeper than 1024 levels") == true)
    #expect(throws: TraceError.self) { try recorder.finish() }
    let trace = TraceText.input(recorder.bytes)
    #expect(TraceText.error(trace) == nil)
    let views = try TraceText.events(trace).count { if case .view = $0 { true } else { false } }
    #expect(views == 1_024)
    #expect(throws: TraceError.self) { try TraceRecorder(loop, to: .memory) }
  }

  @Test("a mark that is set between the batches of a pass outside the windows is recorded")
  func markedBetweenBatches() throws {
    let (container, host) = (View(), JournalView("host"))
    let (leaving, updating) = (JournalView("leaving"), UpdatingView())
    window.addSubview(container)
    for view in [host, leaving, updating] { container.addSubview(view) }
    loop.runUntilIdle()
    leaving.onLayout = { leaving in
      leaving.onLayout = nil
      container.removeFromSuperview()
      updating.onUpdate = { _ in host.setNeedsLayout() }
      updating.setNeedsUpdateConstraints()
    }
    let before = host.layouts
    let (trace, _) = try record {
      leaving.setNeedsLayout()
      container.layoutIfNeeded()
    }
    #expect(host.layouts == before + 1 && trace.contains(#"{"e":"layout","v":3}"#), "\(trace)")
  }

  @Test(
    "a view that dies in the last batch of a forced pass acts before others get their marks back")
  func deathInLastBatch() throws {
    let waiting = View()
    window.addSubview(waiting)
    loop.runTurn()
    loop.passLimit = 3
    func bring() {
      let dying = DyingView { waiting.bounds.size.width += 1 }
      dying.onLayout = { dying in
        dying.onLayout = { dying in
          dying.removeFromSuperview()
          dying.setNeedsLayout()
        }
        dying.setNeedsLayout()
        dying.layoutIfNeeded()
      }
      window.addSubview(dying)
    }
    let (trace, _) = try record {
      bring()
      waiting.setNeedsLayout()
      window.layoutIfNeeded()
    }
    #expect(trace.contains(#"{"e":"forced","batches":3}"#))
    #expect(trace.contains(#"{"e":"dirty","v":2,"why":"size"}"#), "\(trace)")
  }

  @Test("shuffled trees are recorded as readers and shrinkers accept, and come back byte for byte")
  func shuffled() {
    let first = firstSeed("Accepted recordings")
    let count = UInt64(caseCount(2_000, inDebug: Sanitizer.isOn ? 60 : 30))
    let faults = (first..<first + count).compactMap { ShuffledTree.fault(seed: $0) }
    #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(5).joined(separator: "\n"))")
  }

  @Test("a shrunk recording whose replay goes astray at the end of a turn is replayed on")
  func astray() {
    // A part of this one has a layout without its end, which the replay forces.
    #expect(ShuffledTree.fault(seed: 8_100_180_666) == nil)
  }
}

/// A view that does something in each `updateConstraints`.
private final class UpdatingView: View {
  var onUpdate: ((UpdatingView) -> Void)?

  override func updateConstraints() {
    onUpdate?(self)
    super.updateConstraints()
  }
}

/// A window that acts when it dies.
private final class DyingWindow: Window {
  var onDeath: (() -> Void)?

  deinit { onDeath?() }
}

/// A view that acts in its layouts, and when it dies.
private final class DyingView: View {
  var onLayout: ((DyingView) -> Void)?
  private let onDeath: () -> Void

  init(onDeath: @escaping () -> Void) {
    self.onDeath = onDeath
    super.init(frame: .zero)
  }

  override func layoutSubviews() { onLayout?(self) }

  deinit { onDeath() }
}

/// A view that counts how often views of its class are asked for their bounds.
private final class AskedView: View {
  nonisolated(unsafe) static var asked = 0

  override var bounds: CGRect {
    get {
      Self.asked += 1
      return super.bounds
    }
    set { super.bounds = newValue }
  }
}
