import UIKit

/// A controller that writes down what it is told.
final class Page: UIViewController {
  let name: String
  let log: Log

  init(_ name: String, _ log: Log) {
    (self.name, self.log) = (name, log)
    super.init(nibName: nil, bundle: nil)
  }

  override func viewWillAppear(_ animated: Bool) { log("will appear \(animated)", self) }
  override func viewIsAppearing(_ animated: Bool) { log("is appearing \(animated)", self) }
  override func viewDidAppear(_ animated: Bool) { log("did appear \(animated)", self) }
  override func viewWillDisappear(_ animated: Bool) { log("will disappear \(animated)", self) }
  override func viewDidDisappear(_ animated: Bool) { log("did disappear \(animated)", self) }
  override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    log(parent == nil ? "will leave" : "will enter", self)
  }
  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    log(parent == nil ? "left" : "entered", self)
  }
}

/// The lines of all pages.
final class Log {
  private var lines: [String] = []

  func callAsFunction(_ line: String, _ page: Page) { lines.append("\(page.name) \(line)") }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
