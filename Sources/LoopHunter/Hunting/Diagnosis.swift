import ViewTree

extension LoopHunter {
  /// Predicts whether a hunt on one instance will fire, and names the obstacles if not.
  public struct Diagnosis: Hashable, Sendable {
    /// An obstacle that keeps a hunt from counting.
    public enum Obstacle: Hashable, Sendable {
      /// The class records of this process, or of this class, are not as expected.
      case unsupportedRuntime(reason: String)
      /// `isEnabled` of the hunter is false.
      case hunterDisabled
      /// The hunter's kill switch is engaged.
      case killSwitchEngaged
      /// The kill switch was engaged and released again; hunts resume at the next turn boundary.
      case killSwitchReleased
      /// Another tool's class on top of ours replaces `layoutSubviews` and may not call ours.
      case supersededIsa
      /// Another tool removed the class of a hunted view, so its hunts count nothing.
      case classReplaced
      /// Another tool copied the class of a hunted view, including our hook.
      case hookCopied
    }

    /// An effect that a hunt on this instance does not see, or a difference in its behaviour.
    public enum Caution: Hashable, Sendable {
      /// No commit lays out the view: only `layoutIfNeeded` does. It counts in the hunter's turn.
      case outsideWindow
      /// Another loop lays out the view, and its turns are not counted.
      case windowOfAnotherLoop
      /// The class may be final: `is` and `as?` to it from a class-typed value fail while hooked.
      case mayBeFinal
    }

    /// The class of the instance as if unhooked.
    public let className: String
    /// The obstacles that keep a hunt from counting; empty if there are none.
    public let obstacles: [Obstacle]
    /// Notable circumstances that do not keep a hunt from counting.
    public let cautions: [Caution]

    /// True if a hook can be installed and the engine will call it.
    public var willFire: Bool { obstacles.isEmpty }
  }
}

extension LoopHunter.Diagnosis: CustomStringConvertible {
  public var description: String {
    let head = "\(PlainText.line(className)): a hunt \(willFire ? "will" : "will not") fire"
    let notes = obstacles.map(\.description) + cautions.map(\.description)
    return ([head] + notes.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension LoopHunter.Diagnosis.Obstacle: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unsupportedRuntime(let reason):
      LoopHunterError.unsupportedRuntime(reason: reason).description
    case .hunterDisabled: "the hunter is disabled; set isEnabled to true"
    case .killSwitchEngaged: "the kill switch is engaged; release it, and hunts resume next turn"
    case .killSwitchReleased: "the kill switch was released; hunts resume at the next turn boundary"
    case .classReplaced:
      "another tool removed the class of the hunted view; attach again to restore it"
    case .hookCopied:
      """
      another tool gave the view a copy of LoopHunter's class; remove that copy with the other tool
      """
    case .supersededIsa:
      "another tool put a class on top of ours that replaces layoutSubviews; remove that class first"
    }
  }
}

extension LoopHunter.Diagnosis.Caution: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outsideWindow: "outside a window only layoutIfNeeded lays it out"
    case .windowOfAnotherLoop: "its window belongs to another loop; make the hunter with that loop"
    case .mayBeFinal: "the class may be final: casts to it can fail while hooked"
    }
  }
}

extension LoopHunter {
  /// Predicts whether a hunt on this instance will fire, and names the obstacles if not.
  ///
  /// It changes nothing.
  ///
  /// - Parameter view: The view that you want to hunt.
  public func diagnose(_ view: View) -> Diagnosis {
    var obstacles: [Diagnosis.Obstacle] = []
    var cautions: [Diagnosis.Caution] = []
    let present = ClassRecord(of: view)
    let original = InstrumentedClass.made(present)?.original ?? present
    switch core.support.result {
    case .failure(.unsupported(let reason)): obstacles.append(.unsupportedRuntime(reason: reason))
    case .failure(.hookCopied): obstacles.append(.hookCopied)
    case .success(let slot):
      if let reason = original.obstacleToCopying(slot: slot) {
        obstacles.append(.unsupportedRuntime(reason: reason))
      } else {
        let instrument = view.instrument as? Instrument
        if present.isCopyOfOurs(slot: slot) {
          obstacles.append(.hookCopied)
        } else if let instrument, instrument.isSuperseded, !slot.isHooked(present) {
          obstacles.append(.supersededIsa)
        } else if let instrument, instrument.hasOpenGate, !instrument.isHooked {
          obstacles.append(.classReplaced)
        }
        if original.descriptor?.mayBeFinal == true { cautions.append(.mayBeFinal) }
      }
    }
    if !core.isEnabled { obstacles.append(.hunterDisabled) }
    if core.killSwitch.isEngaged {
      obstacles.append(.killSwitchEngaged)
    } else if core.waitsForTurn {
      obstacles.append(.killSwitchReleased)
    }
    if let window = view.window {
      if window.loop !== core.loop { cautions.append(.windowOfAnotherLoop) }
    } else {
      cautions.append(.outsideWindow)
    }
    return Diagnosis(className: view.displayedClassName, obstacles: obstacles, cautions: cautions)
  }
}
