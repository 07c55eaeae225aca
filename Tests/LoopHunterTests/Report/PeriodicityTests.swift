import LoopHunter
import TestSupport
import Testing

@Suite("Periodicity")
struct PeriodicityTests {
  @Test("the smallest period that explains the end is found, after any run-up")
  func periods() {
    func period(_ text: String) -> Int? { Periodicity.find(in: Array(text))?.period }
    #expect(period("aaaa") == 1)
    #expect(period("xyzabababab") == 2)
    #expect(period("abcabcab") == 3)
    #expect(period("aaabaaabaaab") == 4)
    // Three equal ones at the end are no period of one.
    #expect(period("baaabaaabaaa") == 4)
    #expect(period("abcdefgh") == nil)
    #expect(period("a") == nil)
    #expect(period("") == nil)
  }

  @Test("in a disturbed sequence a smaller period wins that explains three fifths of the best")
  func disturbed() {
    func result(_ text: String) -> [Int]? {
      Periodicity.find(in: Array(text)).map { [$0.period, $0.coverage] }
    }
    // The last ten repeat after five, and the last six or five of them after fewer.
    #expect(result("wxyz" + "baaba" + "baaba") == [3, 6])
    #expect(result("wxyz" + "ababa" + "ababa") == [5, 10])
    // Where nearly everything repeats, nothing less will do.
    #expect(result("xyz" + "baaba" + "baaba") == [5, 10])
  }

  @Test("random words of any period up to 40 are found with their primitive period")
  func random() {
    let seed = UInt64.random(in: 0..<1_000_000)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let word = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Int.random(in: 0...2, using: &generator)
      }
      let primitive = (1...word.count).first { period in
        word.count % period == 0 && word.indices.allSatisfy { word[$0] == word[$0 % period] }
      }!
      let sequence = (0..<3).flatMap { _ in word }
      #expect(Periodicity.find(in: sequence)?.period == primitive, "seed \(seed): \(word)")
    }
  }
}
