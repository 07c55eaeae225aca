import LayoutTrace
import ViewTree

/// Reads a state of an app for a hunt that watches it: a Bool, a number or a text.
public typealias WatchedState = () -> any CustomStringConvertible

/// The states of an app that hunts watch, sampled at layouts while evidence is recorded.
///
/// A state that changed since the last sample is noted as a change of the view that its hunt is for,
/// before a layout as one of the layout around it, after a layout as one of that layout. Around a block or a
/// timer, it is a change of its code, which may belong to the layout that enqueued it.
final class WatchedStates: LayoutObserver {
  private struct Watch {
    let owner: ObjectIdentifier
    let view: () -> View?
    let name: String
    let read: WatchedState
    let number: Int
    var last: GeometryValue?
  }

  private unowned let pulse: Pulse
  private var watches: [Watch] = []
  private var lastNumber = 0
  private var observation: ObservationToken?
  /// The views in layout since sampling began, the innermost last.
  private var layingOut: [Unmanaged<View>] = []
  private var isSampling = false

  init(pulse: Pulse) { self.pulse = pulse }

  /// Watches some states for an owner, in the order of their names.
  func add(
    _ states: [String: WatchedState], of owner: AnyObject, view: @escaping () -> View?
  ) {
    for (name, read) in states.sorted(by: { $0.key < $1.key }) {
      lastNumber += 1
      watches.append(
        Watch(
          owner: ObjectIdentifier(owner), view: view, name: name, read: read, number: lastNumber))
    }
  }

  /// Ends the watches of an owner, and returns their closures, to be released by the caller.
  func take(of owner: AnyObject) -> [WatchedState] {
    let taken = watches.filter { $0.owner == ObjectIdentifier(owner) }
    guard !taken.isEmpty else { return [] }
    watches.removeAll { $0.owner == ObjectIdentifier(owner) }
    return taken.map(\.read)
  }

  /// Begins to sample, before all recorders: a change after a layout belongs to it.
  func begin(_ loop: TurnLoop) {
    guard observation == nil, !watches.isEmpty else { return }
    observation = loop.addLayoutSampler(self)
    sample(by: nil)
  }

  /// Ends the sampling.
  func end() {
    observation?.cancel()
    observation = nil
    layingOut = []
    for index in watches.indices { watches[index].last = nil }
  }

  func layoutEntered(_ view: View) {
    sample(by: layingOut.last?.takeUnretainedValue())
    layingOut.append(.passUnretained(view))
  }

  func layoutLeft(_ view: View) {
    sample(by: view)
    _ = layingOut.popLast()
  }

  func workBegan(_ work: WorkID) { sample(by: layingOut.last?.takeUnretainedValue()) }

  func workEnded(_ work: WorkID) { sample(by: layingOut.last?.takeUnretainedValue()) }

  func turnBegan(_ turn: Int, now: Duration) { layingOut = [] }

  /// Reads all states; their code may do anything, also end hunts and force layouts.
  private func sample(by view: View?) {
    guard !isSampling else { return }
    isSampling = true
    defer { isSampling = false }
    for watch in watches {
      let value = pulse.whileMuted {
        pulse.withCause(nil) { GeometryValue(state: "\(watch.read())") }
      }
      guard let place = watches.firstIndex(where: { $0.number == watch.number }),
        case let old = watches[place].last, value != old
      else { continue }
      watches[place].last = value
      if let old { watch.view()?.noteState(watch.name, from: old, to: value, by: view) }
    }
  }
}
