extension TraceChecker {
  @inline(never)
  mutating func acceptRare(_ line: inout TraceLine) -> Int {
    if line.has(.by) { checkWriter(&line) }
    switch line.kind {
    case .trace: return acceptHeader(line)
    case .view: return acceptView(line)
    case .move: return acceptMove(line)
    case .gone: return acceptGone(line)
    case .clean:
      let slot = table.slot(of: line[.view])
      return slot >= 0 ? slot : rejectUnknown(line[.view], .view)
    case .update, .updated: return acceptUpdate(line)
    case .turn: return acceptTurn(line)
    case .commit, .committed: return acceptCommit(line)
    case .async, .run, .ran: return acceptWork(line)
    case .end: return acceptEnd(line)
    default: return Self.withoutView
    }
  }

  mutating func acceptHeader(_ line: TraceLine) -> Int {
    guard views == 0, turn == 0 else {
      return reject("a second header", remedy: "keep one recording in one file")
    }
    let known = TraceEvent.Header.firstVersion...TraceEvent.Header.currentVersion
    if !known.contains(line[.version]) {
      repair(
        "version \(line[.version]) of the format is not known here", .version,
        remedy:
          "this build reads versions \(known.lowerBound) to \(known.upperBound); use a newer one")
    }
    return Self.withoutView
  }

  mutating func acceptTurn(_ line: TraceLine) -> Int {
    guard line[.turn] > turn else {
      let problem =
        line[.turn] == 0 ? "turns count from 1" : "turn \(line[.turn]) follows turn \(turn)"
      return reject(problem, .turn, remedy: "turn numbers must rise")
    }
    closeAll(before: "a turn begins")
    if isCommitting {
      repair("a turn begins inside a commit", remedy: "write \"committed\" before")
    }
    if let work = running.last {
      repair("a turn begins while work \(work) runs", remedy: "write its \"ran\" before")
    }
    isCommitting = false
    running.removeAll()
    turn = line[.turn]
    turns += 1
    isInside = hasHeader && !hasEnded
    return Self.withoutView
  }

  mutating func acceptCommit(_ line: TraceLine) -> Int {
    let begins = line.kind == .commit
    guard begins != isCommitting else {
      return reject(
        begins ? "a commit begins inside a commit" : "\"committed\" without its \"commit\"")
    }
    closeAll(before: begins ? "a commit begins" : "the commit ends")
    if let work = running.last {
      repair("a commit while work \(work) runs", remedy: "write its \"ran\" before")
      running.removeAll()
    }
    isCommitting = begins
    return Self.withoutView
  }

  mutating func acceptWork(_ line: TraceLine) -> Int {
    guard line[.work] > 0 else {
      return reject("\"k\" must be a whole number from 1", .work, kind: .event)
    }
    switch line.kind {
    case .async:
      if usedWork.contains(line[.work]) {
        return reject("work \(line[.work]) was enqueued before", .work, remedy: "use a new number")
      }
      usedWork.insert(line[.work])
    case .run:
      if !usedWork.contains(line[.work]) {
        return reject(
          "work \(line[.work]) runs before its \"async\"", .work, remedy: "write \"async\" before")
      }
      guard open.isEmpty && !isCommitting else {
        return reject("work runs inside a layout or a commit", .work)
      }
      guard running.count < 64 else { return reject("work nests deeper than 64 levels", .work) }
      running.append(line[.work])
    default:
      guard running.last == line[.work] else {
        return reject("\"ran\" of work \(line[.work]) without its \"run\"", .work)
      }
      closeAll(before: "work ends")
      running.removeLast()
    }
    return Self.withoutView
  }

  mutating func acceptEnd(_ line: TraceLine) -> Int {
    closeAll(before: "the trace ends")
    if line[.turns] != turns {
      repair(
        "\"end\" counts \(line[.turns].counted("turn")), but the trace has \(turns)", .turns,
        remedy: "lines are missing: transfer the file again")
    }
    hasEnded = true
    isInside = false
    return Self.withoutView
  }
}
