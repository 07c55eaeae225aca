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
  /// The number of each text among the places of the study; -2 for one that is none so far.
  private var places: [Int] = []
  /// The roots in their order, and the index of each.
  private var roots: [(name: String, className: String, identifier: String?)] = []
  private var indexes: [Int: Int] = [:]
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
    indexes[root] = roots.count
    roots.append((name ?? className, className, name))
  }

  package func turnBegan(_ turn: Int) {
    study.endTask()
    study.beginTask(turn)
  }

  package func dirtied(_ view: Int, in superview: Int?, why: Int, from place: Int?) {
    study.dirty(
      superview ?? view, isElement: superview != nil, by: number(of: place),
      change: why < 0 ? "" : texts[why])
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
    guard let index = indexes[root] else {
      return PageStudy.Document(view: ViewReference(path: "", className: ""), limits: nil)
    }
    let (name, className, identifier) = roots[index]
    let namesakes = roots.indices.filter { roots[$0].name == name }
    let step =
      namesakes.count > 1 ? "\(name)[\(namesakes.firstIndex(of: index) ?? 0)]" : name
    return PageStudy.Document(
      view: ViewReference(steps: [step], className: className, identifier: identifier),
      limits: limits(className, identifier))
  }
}
