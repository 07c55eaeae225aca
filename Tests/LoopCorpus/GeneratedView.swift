import Foundation
import ViewTree

/// A view whose code is closures, and which counts how often its layout ran.
package class GeneratedView: View {
  package var onLayout: ((GeneratedView) -> Void)?
  package var onConstraints: ((GeneratedView) -> Void)?
  package var layouts = 0
  /// The value of `intrinsicContentSize`, if any.
  package var naturalSize: CGSize?

  package override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// Makes a view with a name.
  package convenience init(
    _ name: String, _ frame: CGRect = CGRect(x: 0, y: 0, width: 90, height: 90)
  ) {
    self.init(frame: frame)
    identifier = name
  }

  package override func layoutSubviews() {
    layouts += 1
    onLayout?(self)
  }

  package override func updateConstraints() {
    onConstraints?(self)
  }

  package override var intrinsicContentSize: CGSize {
    naturalSize ?? super.intrinsicContentSize
  }
}

/// A view whose class relies on constraints.
final class RelyingView: View {
  var onConstraints: ((RelyingView) -> Void)?

  init(_ name: String) {
    super.init(frame: .zero)
    identifier = name
  }

  override class var requiresConstraintBasedLayout: Bool { true }

  override func updateConstraints() {
    super.updateConstraints()
    onConstraints?(self)
  }
}

/// A scroll view whose layout code is a closure.
package final class GeneratedScroll: ScrollView {
  package var onLayout: ((GeneratedScroll) -> Void)?

  /// Makes a scroll view with a name.
  package convenience init(_ name: String, _ frame: CGRect) {
    self.init(frame: frame)
    identifier = name
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    onLayout?(self)
  }
}

/// A controller whose `viewDidLayoutSubviews` is a closure.
package final class GeneratedController: ViewController {
  package var onLayout: ((GeneratedController) -> Void)?

  /// Makes a controller of `view`.
  package convenience init(of view: View) {
    self.init()
    self.view = view
  }

  package override func viewDidLayoutSubviews() {
    onLayout?(self)
  }
}
