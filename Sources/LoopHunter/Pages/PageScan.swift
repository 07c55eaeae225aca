import LayoutTrace

/// Tells a study of the layouts that a scan of a browser's recording reads.
package final class PageScan: ScanFollower, @unchecked Sendable {
  /// The limits for a document with a class and an identifier; nil for one that is ignored.
  package typealias Limits = (_ className: String, _ name: String?) -> PageLimits?

  // A scan calls from one thread at a time, and is done when others read.
  package let study = PageStudy()
  private let isBrowser: (String) -> Bool
  private let limits: Limits
  /// True if the scan reads a recording of a browser.
  package private(set) var hasFollowed = false
  private var texts: [String] = []
  /// The number of each text among the places of the study; -2 for one that isn't a place so far.
  private var places: [Int] = []
  /// A root, and its place among those that came with its name.
  private struct Root {
    var name: String
    var className: String
    var identifier: String?
    var ordinal: Int
  }

  private var roots: [Int: Root] = [:]
  /// The number of roots with each name.
  private var namesakes: [String: Int] = [:]
  private var runningRoots: [Int] = []

  /// Follows recordings of the formats that `isBrowser` accepts.
  package init(isBrowser: @escaping (String) -> Bool, limits: @escaping Limits) {
    (self.isBrowser, self.limits) = (isBrowser, limits)
  }

  package func follows(_ source: String) -> Bool {
    hasFollowed = isBrowser(source)
    return hasFollowed
  }

  package func learned(_ text: String) {
    texts.append(text)
    places.append(-2)
  }

  package func appeared(root: Int, className: String, name: String?) {
    let known = namesakes[name ?? className, default: 0]
    roots[root] = Root(
      name: name ?? className, className: className, identifier: name, ordinal: known)
    namesakes[name ?? className] = known + 1
  }

  package func turnBegan(_ turn: Int) {
    study.endTask()
    study.beginTask(turn)
  }

  package func dirtied(_ view: Int, in superview: Int?, why: Int?, from place: Int?) {
    study.dirty(
      superview ?? view, isElement: superview != nil, by: number(of: place),
      change: why.map { texts[$0] } ?? "")
  }

  package func forced(_ view: Int, from place: Int?) { study.force(view, by: number(of: place)) }

  package func entered(root: Int, time: Int64?) {
    runningRoots.append(root)
    study.beginLayout(of: root, at: time)
  }

  package func left(root: Int, time: Int64?) {
    if let last = runningRoots.lastIndex(of: root) { runningRoots.remove(at: last) }
    study.endLayout(of: root, at: time) { document(root) }
  }

  package func ended() {
    for root in runningRoots.reversed() { study.endLayout(of: root, at: nil) { document(root) } }
    runningRoots = []
    study.endTask()
  }

  private func number(of place: Int?) -> Int {
    guard let place else { return -1 }
    if places[place] == -2 { places[place] = study.number(of: texts[place]) }
    return places[place]
  }

  private func document(_ root: Int) -> PageStudy.Document {
    guard let known = roots[root] else {
      return PageStudy.Document(view: ViewReference(path: "", className: ""), limits: nil)
    }
    let isAlone = namesakes[known.name] == 1
    let step = isAlone ? known.name : "\(known.name)[\(known.ordinal)]"
    return PageStudy.Document(
      view: ViewReference(steps: [step], className: known.className, identifier: known.identifier),
      limits: limits(known.className, known.identifier))
  }
}
