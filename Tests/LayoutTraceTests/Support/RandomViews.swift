import Foundation
import ViewTree

/// Does one or two random things in most of its layouts.
class RandomView: View {
  weak var run: RandomRun?

  override func layoutSubviews() {
    run?.act(in: self)
    run?.act(in: self)
  }

  override func updateConstraints() {
    run?.act(in: self)
    super.updateConstraints()
  }
}

/// A label that does a random thing in its layout.
final class RandomLabel: Label {
  weak var run: RandomRun?

  override func layoutSubviews() {
    super.layoutSubviews()
    run?.act(in: self)
  }
}

/// A stack that does random things before and after it arranges.
final class RandomStack: StackView {
  weak var run: RandomRun?

  override func layoutSubviews() {
    run?.act(in: self)
    super.layoutSubviews()
    run?.act(in: self)
  }
}

/// A scroll view whose delegate does random things, too.
final class RandomScroll: ScrollView, ScrollViewDelegate {
  weak var run: RandomRun?

  override init(frame: CGRect) {
    super.init(frame: frame)
    delegate = self
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    run?.act(in: self)
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    run?.act(in: self)
  }
}

/// A controller that does random things around the layout of its view.
final class RandomController: ViewController {
  weak var run: RandomRun?

  override func loadView() {
    view = run?.newView() ?? View()
  }

  override func viewWillLayoutSubviews() {
    run?.act(in: viewIfLoaded)
  }

  override func viewDidLayoutSubviews() {
    run?.act(in: viewIfLoaded)
  }

  override func updateViewConstraints() {
    run?.act(in: viewIfLoaded)
    super.updateViewConstraints()
  }
}
