import Testing
import ViewTree
import loophunt

@Suite("Numbers over the rounds of a loop")
struct NumberTrackTests {
  /// Heights that are written to a frame, one after the other.
  private func heights(_ values: [Double], from first: Double) -> NumberTrack {
    let before = [first] + values.dropLast()
    return NumberTrack(
      values.map { [0, 0, 320, $0] }, before: before.map { [0, 0, 320, $0] }, property: .frame)
  }

  @Test("a value that is written repeatedly is one constant, and only changed parts are written")
  func constant() {
    let track = heights([44, 44, 44], from: 45)
    #expect(track.course == .constant([0, 0, 320, 44]))
    #expect(track.places == [3])
    #expect(track.numbers(round: 7, present: [1, 2, 3, 4]) == [1, 2, 3, 44])
  }

  @Test("a value that grows by the same amount is a step")
  func step() {
    let track = heights([44.1, 44.2, 44.3, 44.4], from: 44)
    #expect(track.course == .step([0, 0, 0, 0.1]))
    #expect(track.numbers(round: 9, present: [0, 0, 320, 50]) == [0, 0, 320, 50.1])
  }

  @Test("a value that grows independently of the current value is a line")
  func line() {
    let values = [52.0, 68, 84, 100].map { [0, 0, 390, $0] }
    let before = [[0, 0, 0, 0]] + values.dropLast().map { [0, 0, 390, $0[3] - 1] }
    let track = NumberTrack(values, before: before, property: .frame)
    #expect(track.course == .line(first: [0, 0, 390, 52], step: [0, 0, 0, 16]))
    #expect(track.numbers(round: 6, present: [5, 5, 0, 0]) == [5, 5, 390, 148])
  }

  @Test("a value that comes back is a list of one period, whatever else the frame holds")
  func period() {
    let values = [50.0, 60, 70, 50, 60, 70, 50].enumerated().map { place, height in
      [0, Double(place * place), 320, height]
    }
    let before = values.map { [$0[0], $0[1], $0[2], 1] }
    let track = NumberTrack(values, before: before, property: .frame)
    #expect(track.places == [3])
    guard case .list(let list) = track.course else {
      Issue.record("\(track)")
      return
    }
    #expect(list.map { $0[3] } == [50, 60, 70])
    #expect(track.numbers(round: 4, present: [0, 0, 320, 0])[3] == 60)
  }

  @Test("values without a rule are a list of all")
  func list() {
    let track = heights([1, 2, 4, 3, 9], from: 0)
    #expect(track.course == .list([1, 2, 4, 3, 9].map { [0, 0, 320, $0] }))
  }

  @Test("the frame of a new view is written as a whole")
  func newView() {
    let track = NumberTrack([[0, 0, 9, 9], [0, 0, 9, 9]], before: [nil, nil], property: nil)
    #expect(track.places == [0, 1, 2, 3])
    #expect(track.numbers(round: 1, present: []) == [0, 0, 9, 9])
  }
}
