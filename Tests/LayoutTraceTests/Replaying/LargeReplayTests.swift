import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Replays of many views: built in pieces, hunted when they are laid out, and let go of in time.
@Suite("Large replays") struct LargeReplayTests {
  @Test("a view with a recorded class of its own shares no state with others")
  func sharedClass() throws {
    let lines = [
      TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#,
      #"{"e":"view","v":2,"class":"Cell","in":1}"#, #"{"e":"view","v":3,"class":"Cell","in":1}"#,
    ]
    let replayer = try TraceReplayer(TraceText.input(lines))
    let (first, second) = (try #require(replayer.view(2)), try #require(replayer.view(3)))
    first.identifier = "first"
    first.alpha = 0.5
    first.transform = AffineTransform(scale: 2)
    first.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(second.identifier == nil && second.alpha == 1 && second.transform == .identity)
    #expect(second.layoutMargins == EdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    #expect(first.displayedClassName == "Cell" && second.displayedClassName == "Cell")
  }

  @Test("the time in which deep trees die grows linearly with their depth, in any order")
  func deaths() throws {
    for isDown in [true, false] {
      var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#]
      let chains = caseCount(60, inDebug: 1)
      for number in 0..<chains * 1_000 {
        let parent = number % 1_000 == 0 ? 1 : number + 1
        lines.append(#"{"e":"view","v":\#(number + 2),"class":"A","in":\#(parent),"clean":true}"#)
      }
      lines.append(#"{"e":"turn","n":1}"#)
      for chain in 0..<chains {
        let views = (chain * 1_000 + 2)..<(chain * 1_000 + 1_002)
        lines.append(#"{"e":"move","v":\#(views.lowerBound),"in":null}"#)
        for view in isDown ? Array(views) : views.reversed() {
          lines.append(#"{"e":"gone","v":\#(view)}"#)
        }
      }
      lines.append(#"{"e":"end","turns":1}"#)
      let replayer = try TraceReplayer(TraceText.input(lines))
      let time = try processorTime { _ = try replayer.run() }
      #expect(replayer.result.divergence == nil)
      #expect(replayer.roots.count == 1)
      #expect(time < timeBound(.seconds(20)), "\(time), downwards: \(isDown)")
    }
  }

  @Test("the time for a replay of many windows grows linearly")
  func windows() throws {
    let count = caseCount(5_000, inDebug: 400)
    var lines = [TraceText.header]
    for view in 1...count {
      lines.append(#"{"e":"view","v":\#(view),"class":"W","clean":true}"#)
    }
    lines += [#"{"e":"turn","n":1}"#, #"{"e":"commit"}"#]
    for view in 1...count {
      lines += [#"{"e":"layout","v":\#(view)}"#, #"{"e":"done","v":\#(view)}"#]
    }
    lines += [#"{"e":"committed","batches":1}"#, #"{"e":"end","turns":1}"#]
    let replayer = try TraceReplayer(TraceText.input(lines))
    let time = try processorTime { _ = try replayer.run() }
    #expect(replayer.result.replayedLayouts == count)
    #expect(time < timeBound(.seconds(15)), "\(time)")
  }

  @Test("the cost of a batch and a turn follows the dirty windows, not all windows")
  func quietWindows() throws {
    let count = caseCount(20_000, inDebug: 3_000)
    var lines = [TraceText.header]
    for view in 1...count {
      lines.append(#"{"e":"view","v":\#(view),"class":"W","clean":true}"#)
    }
    lines += [
      #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":1,"why":"explicit"}"#, #"{"e":"commit"}"#,
    ]
    for view in 1..<count {
      lines += [
        #"{"e":"layout","v":\#(view)}"#,
        #"{"e":"dirty","v":\#(view + 1),"why":"explicit","by":\#(view)}"#,
        #"{"e":"done","v":\#(view)}"#,
      ]
    }
    lines += [
      #"{"e":"layout","v":\#(count)}"#, #"{"e":"done","v":\#(count)}"#,
      #"{"e":"committed","batches":\#(count)}"#,
    ]
    for turn in 2...count {
      lines += [
        #"{"e":"turn","n":\#(turn)}"#, #"{"e":"commit"}"#, #"{"e":"committed","batches":0}"#,
      ]
    }
    lines.append(#"{"e":"end","turns":\#(count)}"#)
    let replayer = try TraceReplayer(TraceText.input(lines))
    let time = try processorTime { _ = try replayer.run() }
    #expect(replayer.result.divergence == nil)
    #expect(replayer.result.replayedLayouts == count)
    #expect(time < timeBound(.seconds(10)), "\(time)")
  }

  @Test("the time for the detections of one turn grows linearly")
  func detections() throws {
    /// The processor time of a replay in which so many views loop in one turn.
    func time(_ count: Int) throws -> Double {
      var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#]
      for view in 2..<count + 2 {
        lines.append(#"{"e":"view","v":\#(view),"class":"C\#(view)","in":1,"clean":true}"#)
      }
      lines.append(#"{"e":"turn","n":1}"#)
      for view in 2..<count + 2 {
        lines.append(#"{"e":"dirty","v":\#(view),"why":"explicit"}"#)
      }
      lines.append(#"{"e":"commit"}"#)
      for _ in 0..<13 {
        // A dirtied view comes to the front of those that wait.
        for view in (2..<count + 2).reversed() {
          lines += [
            #"{"e":"layout","v":\#(view)}"#,
            #"{"e":"dirty","v":\#(view),"why":"explicit","by":\#(view)}"#,
            #"{"e":"done","v":\#(view)}"#,
          ]
        }
      }
      lines += [#"{"e":"committed","batches":13,"hit":true}"#, #"{"e":"end","turns":1}"#]
      let replayer = try TraceReplayer(TraceText.input(lines))
      let hunter = LoopHunter(loop: replayer.loop)
      hunter.takeSourceLocations(from: replayer)
      var reports = 0
      replayer.onFirstLayout = { view, _ in
        do { try hunter.attach(to: view, threshold: 10) { _ in reports += 1 } } catch {
          Issue.record(error)
        }
      }
      let start = processorSeconds()
      try replayer.run()
      #expect(reports == count)
      return processorSeconds() - start
    }
    _ = try time(50)
    let most = caseCount(1_600, inDebug: 200)
    let (few, many) = (try time(most / 8), try time(most))
    // Eight times as many: 8 in a straight line, 64 by the square.
    #expect(many < 30 * max(few, 0.01), "\(few) s for \(most / 8), \(many) s for \(most)")
  }

  @Test("a report in each turn costs the same, however many siblings the views have")
  func reportsOfManyTurns() throws {
    func lines(_ count: Int) -> [String] {
      var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#]
      for view in 2..<count + 2 {
        lines.append(#"{"e":"view","v":\#(view),"class":"C\#(view % 7)","in":1,"clean":true}"#)
      }
      for view in 2..<count + 2 {
        lines += [
          #"{"e":"turn","n":\#(view)}"#, #"{"e":"dirty","v":\#(view),"why":"explicit"}"#,
          #"{"e":"commit"}"#,
        ]
        for _ in 0..<3 {
          lines += [
            #"{"e":"layout","v":\#(view)}"#,
            #"{"e":"dirty","v":\#(view),"why":"explicit","by":\#(view)}"#,
            #"{"e":"done","v":\#(view)}"#,
          ]
        }
        lines.append(#"{"e":"committed","batches":3,"hit":true}"#)
      }
      return lines
    }
    _ = try reports(of: lines(50))
    let most = caseCount(4_000, inDebug: 400)
    let (few, many) = (try reports(of: lines(most / 8)), try reports(of: lines(most)))
    #expect(few.paths.count == most / 8 && many.paths.count == most)
    #expect(Set(many.paths).count == most)
    #expect(
      many.time < 30 * max(few.time, 0.01),
      "\(few.time) s for \(most / 8), \(many.time) s for \(most)")
  }

  @Test("reports name a view by its current place, even after it moved between turns")
  func movedBetweenReports() throws {
    var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#]
    for view in 2...5 {
      lines.append(#"{"e":"view","v":\#(view),"class":"C","in":1,"clean":true}"#)
    }
    let moves = [
      "", #"{"e":"move","v":2,"in":1,"at":3}"#, #"{"e":"move","v":2,"in":3}"#,
      #"{"e":"gone","v":4}"#, #"{"e":"view","v":9,"class":"C","in":3,"at":0}"#,
      #"{"e":"move","v":2,"in":null}"#,
    ]
    for (turn, move) in moves.enumerated() {
      lines.append(#"{"e":"turn","n":\#(turn + 1)}"#)
      if !move.isEmpty { lines.append(move) }
      for _ in 0..<5 {
        lines += [
          #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"force","v":2}"#,
          #"{"e":"layout","v":2}"#, #"{"e":"done","v":2}"#,
        ]
      }
    }
    #expect(
      try reports(of: lines).paths == [
        "Window/C[0]", "Window/C[3]", "Window/C[0]/C", "Window/C[0]/C", "Window/C[0]/C[1]", "C",
      ])
  }

  /// Turns in which every view has a report of its own, and which of these could look at everything.
  enum ForcedShape: CaseIterable {
    /// Views of many kinds, or of one, are forced in turn.
    case kinds, rows
    /// One view is forced after the other, again and again; they are of many kinds, or of one.
    case oneByOne, rowByRow
    /// Forced views dirty themselves, too.
    case loops
    /// Each of a thousand nested views dirties the next one, or the one before.
    case down, up

    func lines(_ count: Int) -> [String] {
      let views = 2..<count + 2
      var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#]
      for view in views {
        let name = self == .rows || self == .rowByRow ? "C" : "C\(view)"
        let parent = self == .down || self == .up ? view - 1 : 1
        lines.append(#"{"e":"view","v":\#(view),"class":"\#(name)","in":\#(parent),"clean":true}"#)
      }
      lines.append(#"{"e":"turn","n":1}"#)
      switch self {
      case .kinds, .rows, .loops:
        for _ in 0..<6 { for view in views { lines += force(view) } }
      case .oneByOne, .rowByRow:
        for view in views { for _ in 0..<6 { lines += force(view) } }
      case .down, .up:
        let order = self == .down ? Array(views) : views.reversed()
        lines += [#"{"e":"dirty","v":\#(order[0]),"why":"explicit"}"#, #"{"e":"commit"}"#]
        for step in 0..<4 * count {
          let (view, next) = (order[step % count], order[(step + 1) % count])
          lines.append(#"{"e":"layout","v":\#(view)}"#)
          if step < 4 * count - 1 {
            lines.append(#"{"e":"dirty","v":\#(next),"why":"explicit","by":\#(view)}"#)
          }
          lines.append(#"{"e":"done","v":\#(view)}"#)
        }
        lines.append(#"{"e":"committed","batches":\#(self == .down ? 4 : 4 * count)}"#)
      }
      return lines
    }

    private func force(_ view: Int) -> [String] {
      let layout = [#"{"e":"layout","v":\#(view)}"#, #"{"e":"done","v":\#(view)}"#]
      let start = [#"{"e":"dirty","v":\#(view),"why":"explicit"}"#, #"{"e":"force","v":\#(view)}"#]
      guard self == .loops else { return start + layout }
      let again = #"{"e":"dirty","v":\#(view),"why":"explicit","by":\#(view)}"#
      return start + [layout[0], again, layout[1]] + layout
    }
  }

  @Test(
    "the evidence for reports on all views of a turn grows linearly, however layouts are forced",
    arguments: sample(ForcedShape.allCases, oneIn: 2, seed: firstSeed("LargeReplayTests")))
  func evidenceOfReports(_ shape: ForcedShape) throws {
    let most = caseCount(960, inDebug: 80)
    let (few, many) = (
      try reports(of: shape.lines(most / 4)), try reports(of: shape.lines(most))
    )
    #expect(few.paths.count == most / 4 && many.paths.count == most)
    // Four times as many: 4 in a straight line, 16 by the square.
    #expect(many.work < 7 * few.work, "\(few.work) for \(most / 4), \(many.work) for \(most)")
  }

  /// The paths in the reports of a replay with every view hunted, its processor time, and how much
  /// the reports looked at.
  private func reports(
    of lines: [String]
  ) throws -> (paths: [String], time: Double, work: Int) {
    let replayer = try TraceReplayer(TraceText.input(lines))
    let hunter = LoopHunter(loop: replayer.loop)
    hunter.takeSourceLocations(from: replayer)
    var paths: [String] = []
    replayer.onFirstLayout = { view, _ in
      do {
        try hunter.attach(to: view, threshold: 2) { paths.append($0.view.path) }
      } catch { Issue.record(error) }
    }
    let start = processorSeconds()
    try replayer.run()
    return (paths, processorSeconds() - start, hunter.reportWork)
  }

  @Test(
    "the time for a long chain of causes grows linearly",
    arguments: [CausalShape.chain, .ring, .windows, .hops])
  func chains(_ shape: CausalShape) throws {
    /// The processor time of a replay in which every view is hunted.
    func time(_ count: Int) throws -> Double {
      let replayer = try TraceReplayer(TraceText.input(shape.lines(count)))
      let hunter = LoopHunter(loop: replayer.loop)
      hunter.takeSourceLocations(from: replayer)
      replayer.onFirstLayout = { view, _ in
        do { try hunter.attach(to: view) { _ in } } catch { Issue.record(error) }
      }
      let start = processorSeconds()
      try replayer.run()
      #expect(replayer.result.divergence == nil)
      return processorSeconds() - start
    }
    _ = try time(50)
    let most = caseCount(20_000, inDebug: 1_200)
    let (few, many) = (try time(most / 8), try time(most))
    // Eight times as many: 8 in a straight line, 64 by the square.
    #expect(many < 30 * max(few, 0.01), "\(few) s for \(most / 8), \(many) s for \(most)")
  }

  /// The way in which one view's layout leads to that of the next.
  enum CausalShape {
    /// A batch each, in one turn; the same from window to window.
    case chain, windows
    /// A turn each, through enqueued work; the same in a ring of views, ten times around.
    case hops, ring

    func lines(_ count: Int) -> [String] {
      let views = self == .ring ? count / 10 : count
      var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window","clean":true}"#]
      for view in 2..<views + 2 {
        let place = self == .windows ? "" : #","in":1"#
        lines.append(#"{"e":"view","v":\#(view),"class":"C"\#(place),"clean":true}"#)
      }
      // The engine lays out windows in the order in which they came.
      lines += [
        #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"commit"}"#,
      ]
      for step in 0..<count {
        let view = 2 + step % views
        let next = 2 + (step + 1) % views
        lines.append(#"{"e":"layout","v":\#(view)}"#)
        switch self {
        case .chain, .windows:
          if step < count - 1 {
            lines.append(#"{"e":"dirty","v":\#(next),"why":"explicit","by":\#(view)}"#)
          }
          lines.append(#"{"e":"done","v":\#(view)}"#)
        case .hops, .ring:
          lines += [
            #"{"e":"async","k":\#(step + 1),"by":\#(view)}"#, #"{"e":"done","v":\#(view)}"#,
            #"{"e":"committed","batches":1}"#, #"{"e":"turn","n":\#(step + 2)}"#,
            #"{"e":"run","k":\#(step + 1)}"#, #"{"e":"dirty","v":\#(next),"why":"explicit"}"#,
            #"{"e":"ran","k":\#(step + 1)}"#, #"{"e":"commit"}"#,
          ]
        }
      }
      if self == .hops || self == .ring {
        let last = 2 + count % views
        lines += [#"{"e":"layout","v":\#(last)}"#, #"{"e":"done","v":\#(last)}"#]
        lines.append(#"{"e":"committed","batches":1}"#)
      } else {
        lines.append(#"{"e":"committed","batches":\#(count)}"#)
      }
      return lines
    }
  }

  /// The processor time of this thread.
  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
