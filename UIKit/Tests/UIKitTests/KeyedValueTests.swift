import LoopHunter
import Testing
import UIKit

/// Values under names: those that are listed, and those of layers.
@Suite("Key-value coding")
struct KeyedValueTests {
  private final class Gauge: UIView {
    var level: CGFloat = 0 { didSet { setNeedsLayout() } }
    var mark: UIColor?
  }

  @Test("Usual properties are read and set under their names, with numbers of any kind")
  func usual() {
    let label = UILabel()
    label.setValue("Text", forKey: "text")
    label.setValue(2, forKey: "textAlignment")
    label.setValue(0.5, forKey: "alpha")
    label.setValue(true, forKey: "hidden")
    label.setValue(3.0, forKey: "numberOfLines")
    label.setValue(9, forKey: "minimumFontSize")
    label.setValue(nil, forKey: "backgroundColor")
    label.setValue(CGRect(x: 1, y: 2, width: 3, height: 4), forKeyPath: "frame")
    #expect(label.text == "Text")
    #expect(label.textAlignment.rawValue == 2)
    #expect(label.alpha == 0.5)
    #expect(label.isHidden)
    #expect(label.numberOfLines == 3)
    #expect(label.minimumFontSize == 9)
    #expect(label.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(label.value(forKey: "text") as? String == "Text")
    #expect(label.value(forKey: "backgroundColor") == nil)
    #expect(label.value(forKey: "superview") == nil)
  }

  @Test("An app lists its own properties")
  func own() {
    KeyedValues.register("level", \Gauge.level)
    KeyedValues.register("mark", \Gauge.mark)
    let gauge = Gauge()
    gauge.setValue(7, forKey: "level")
    gauge.setValue(UIColor.red, forKey: "mark")
    #expect(gauge.level == 7)
    #expect(gauge.value(forKey: "mark") as? UIColor == .red)
    gauge.setValue(nil, forKey: "mark")
    #expect(gauge.mark == nil)
  }

  @Test("Layers and animations keep values under any name, and paths lead through objects")
  func layers() {
    let view = UIView()
    view.layer.setValue(12, forKey: "cornerRadius")
    view.layer.setValue("note", forKey: "app.note")
    view.setValue(5, forKeyPath: "layer.borderWidth")
    #expect(view.layer.cornerRadius == 12)
    #expect(view.layer.value(forKey: "app.note") as? String == "note")
    #expect(view.layer.value(forKey: "other") == nil)
    #expect(view.layer.borderWidth == 5)
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue(true, forKey: "done")
    #expect(animation.value(forKey: "done") as? Bool == true)
  }

  @Test("An array gives the values of its elements, and a button of a bar the view of an app")
  func others() {
    let cells = [UITableViewCell(), UITableViewCell()]
    let contents = (cells as NSArray).value(forKey: "contentView") as! [UIView]
    #expect(contents[0] === cells[0].contentView)
    #expect(contents.count == 2)
    let view = UIView()
    #expect(UIBarButtonItem(customView: view).value(forKey: "view") as? UIView === view)
    #expect(
      UIBarButtonItem(title: "a", style: .plain, target: nil, action: nil).value(forKey: "view")
        == nil)
  }

  @Test("A key that is not listed, and a value that does not fit, end the process")
  func unknown() async {
    await #expect(processExitsWith: .failure) { UIView().setValue(1, forKey: "unheard") }
    await #expect(processExitsWith: .failure) { _ = UIView().value(forKey: "unheard") }
    await #expect(processExitsWith: .failure) { UILabel().setValue(1, forKey: "text") }
    await #expect(processExitsWith: .failure) { UIView().setValue(nil, forKey: "superview") }
  }

  @Test("A transform in space goes into a value and out of it")
  func transform() {
    let transform = CATransform3DMakeTranslation(1, 2, 3)
    #expect(NSValue(caTransform3D: transform).caTransform3DValue == transform)
  }

  @Test("Foundation's run loop lays out a window that was made visible")
  func runLoop() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: TurnLoop())
    final class Counting: UIView {
      var layouts = 0
      override func layoutSubviews() { layouts += 1 }
    }
    let view = Counting(frame: window.bounds)
    window.addSubview(view)
    window.makeKeyAndVisible()
    #expect(view.layouts == 0)
    RunLoop.current.Foundation::run(until: Date(timeIntervalSinceNow: 0.05))
    #expect(view.layouts == 1)
  }
}
