/// The failures, by kind of loop and complaint, with an example of each.
package final class FailureList {
  private var failures: [String: (count: Int, example: String)] = [:]

  package init() {}

  /// Notes every complaint about an answer.
  package func note(_ answer: Quarry.Answer, kind: String, title: String) {
    for complaint in answer.judgement.complaints {
      let words = complaint.split(separator: " ").prefix(2).joined(separator: " ")
      let key = "\(kind): \(words)"
      let old = failures[key]
      let example = old?.example ?? "\(title), \(answer.hunt): \(complaint)"
      failures[key] = ((old?.count ?? 0) + 1, example)
    }
  }

  /// The kinds of mistakes with their numbers and an example each; empty if there are none.
  package var text: String {
    failures.sorted { $0.key < $1.key }
      .map { "\($0.value.count)  \($0.key)\n     e.g. \($0.value.example)" }
      .joined(separator: "\n")
  }
}
