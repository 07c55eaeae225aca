import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Ported source files")
struct SourcePortTests {
  private let folder = TemporaryFolder()

  /// The file that a port makes of some lines, and the list of changes without the path.
  private func port(_ lines: String) throws -> (code: String, changes: [String]) {
    let source = try folder.write(lines, to: "Source.swift")
    let output = folder.path("out")
    let made = try InProcess.loophunt(["port", "--sources-only", source, "-o", output])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let changes = made.text.split(separator: "\n").map { String($0.dropFirst(source.count + 1)) }
    return (try String(contentsOfFile: output + "/Source.swift", encoding: .utf8), changes)
  }

  @Test("attributes of Objective-C and Interface Builder go, each with its line")
  func attributes() throws {
    let made = try port(
      """
      final class Card: UIView {
        @IBOutlet weak var title: UILabel!
        @IBInspectable @objc(radius) dynamic var radius: CGFloat = 0
      }
      """)
    #expect(
      made.code == """
        final class Card: UIView {
          weak var title: UILabel!
          var radius: CGFloat = 0
        }
        """)
    #expect(
      made.changes == [
        "2: note: nothing sets this outlet: there are no nibs", "2: removed @IBOutlet",
        "3: removed @IBInspectable", "3: removed @objc", "3: removed dynamic",
      ])
  }

  @Test("a file that imports UIKit needs no import of Foundation, whose main queue no loop follows")
  func foundation() throws {
    let made = try port("import Foundation\nimport UIKit\nimport class Foundation.Timer\n")
    #expect(made.code == "\nimport UIKit\nimport class Foundation.Timer\n")
    #expect(
      made.changes == [
        "1: removed import Foundation: UIKit brings it, with the main queue of the tree's loop"
      ])
    #expect(try port("import Foundation\n").changes.isEmpty)
  }

  @Test("comments and strings stay as they are")
  func comments() throws {
    let lines = #"""
      // @objc func a()
      /* #selector(b) /* super.init(coder: c) */ @objc */
      let text = "@objc \(name("#selector(d)")) @objc"
      let raw = #"@objc " #selector(e)"#
      let long = """
        @objc "quoted" #selector(f)
        """
      let dynamic = 1
      """#
    let made = try port(lines)
    #expect(made.code == lines)
    #expect(made.changes.isEmpty)
  }

  @Test("super.init(coder:) becomes the initialiser that the superclass has")
  func coders() throws {
    let made = try port(
      """
      class A: UIView { required init?(coder: NSCoder) { super.init(coder: coder) } }
      class B: UIViewController { required init?(coder c: NSCoder) { super.init(coder: c) } }
      class C: CALayer { required init?(coder: NSCoder) { super.init(coder: coder) } }
      class D: UICollectionViewFlowLayout { required init?(coder: NSCoder) { super.init(coder: coder) } }
      class E: D { required init?(coder: NSCoder) { super.init(coder: coder) } }
      class LayoutView: UIView { required init?(coder: NSCoder) { super.init(coder: coder) } }
      class CardLayout: LayoutView { required init?(coder: NSCoder) { super.init(coder: coder) } }
      """)
    let calls = made.code.split(separator: "\n").map { $0.split(separator: "{")[2].description }
    let (view, other) = (" super.init(frame: .zero) } }", " super.init() } }")
    let decoded = " super.init(coder: coder) } }"
    let controller = " super.init(nibName: nil, bundle: nil) } }"
    #expect(calls == [view, controller, other, other, decoded, view, decoded])
  }

  @Test("a selector calls its method if that stands in the file, and a note says if it does not")
  func selectors() throws {
    let made = try port(
      """
      class A: UIView {
        let none = #selector(tapped)
        let one = #selector(A.moved(by:))
        let other = #selector(UIView.endEditing(_:))
        @objc func tapped() {}
        @objc func moved(by pan: UIPanGestureRecognizer?) -> Bool { true }
      }
      """)
    let lines = made.code.split(separator: "\n")
    #expect(
      lines[1] == #"  let none = (Selector("tapped") { target, _ in (target as? A)?.tapped() })"#)
    #expect(
      lines[2] == #"  let one = (Selector("moved") { target, sender in "#
        + "if let target = target as? A, let sender = sender as? UIPanGestureRecognizer "
        + "{ _ = target.moved(by: sender) } })")
    #expect(lines[3] == #"  let other = Selector("endEditing")"#)
    #expect(
      made.changes.contains("4: note: nothing calls endEditing: its method was not found here"))
  }

  @Test("an optional requirement without a value gets an empty default, and is called plainly")
  func optionals() throws {
    let made = try port(
      """
      @objc protocol CardDelegate {
        @objc optional func cardDidMove(_ card: UIView, to place: CGPoint)
        @objc optional var isQuiet: Bool { get }
      }
      func tell(_ delegate: CardDelegate?, _ card: UIView) {
        delegate?.cardDidMove?(card, to: .zero)
      }
      """)
    #expect(made.code.hasPrefix("protocol CardDelegate: AnyObject {\n  func cardDidMove("))
    #expect(made.code.contains("  optional var isQuiet: Bool { get }\n"))
    #expect(made.code.contains("delegate?.cardDidMove(card, to: .zero)"))
    #expect(
      made.code.hasSuffix(
        "\nextension CardDelegate { func cardDidMove(_ card: UIView, to place: CGPoint) {} }\n"))
    #expect(
      made.changes.contains(
        "3: note: an optional requirement with a value is left alone: make it required"))
  }

  @Test(
    "overrides in an extension move into its class, and the lines behind them keep their numbers")
  func extensions() throws {
    let made = try port(
      """
      class A: UIView {
      }
      extension A: Marked {
        override func layoutSubviews() {}
      }
      struct B {}
      """)
    let lines = made.code.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(made.code.hasPrefix("class A: UIView {\n\n  override func layoutSubviews() {}\n}\n"))
    #expect(made.code.hasSuffix("extension A: Marked {}\nstruct B {}"))
    #expect(lines.count == 6)
    #expect(made.changes == ["3: moved what the extension of A overrides into the class"])
  }

  @Test("layers that are laid out with their view are laid out by it")
  func sublayers() throws {
    let made = try port(
      """
      class A: UIView {
        override func layoutSublayers(of all: CALayer) {
          super.layoutSublayers(of: all)
        }
      }
      """)
    let lines = made.code.split(separator: "\n")
    #expect(lines[1] == "  override func layoutSubviews() { let all = layer;")
    #expect(lines[2] == "    super.layoutSubviews()")
  }

  @Test("a view that lays out its layers beside its views does so in the order of iOS")
  func sublayersAndSubviews() throws {
    let made = try port(
      """
      class A: UIView {
        open override func layoutSubviews() { super.layoutSubviews() }
        override func layoutSublayers(of layer: CALayer) {
          super.layoutSublayers(of: layer)
        }
      }
      """)
    #expect(
      made.code == """
        class A: UIView {
          open func layoutSubviewsOfView() { super.layoutSubviews() }
          override func layoutSubviews() {
            self.layoutSubviewsOfView()
          }
        }
        """)
    #expect(
      made.changes == [
        "2: layoutSubviewsOfView() instead of layoutSubviews(), beside layoutSublayers(of:)",
        "2: removed override: layoutSubviewsOfView() overrides nothing",
        "3: layoutSubviews() instead of layoutSublayers(of:), which it is called by",
        "4: layoutSubviewsOfView() instead of super.layoutSublayers(of:), which calls layoutSubviews()",
      ])
  }

  @Test("colours and pictures that Xcode shows in the text become calls")
  func literals() throws {
    let made = try port(
      """
      let red = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)
      let cup = #imageLiteral(resourceName: "cup")
      """)
    #expect(
      made.code == """
        let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        let cup = UIImage(imageLiteralResourceName: "cup")
        """)
    #expect(
      made.changes == [
        "1: UIColor instead of #colorLiteral", "2: UIImage instead of #imageLiteral",
      ])
  }

  @Test("nothing is unwrapped behind an initialiser that cannot fail")
  func unwrappedCoder() throws {
    let made = try port(
      "class A: UIView { required init(coder c: NSCoder) { super.init(coder: c)! } }")
    #expect(
      made.code
        == "class A: UIView { required init(coder c: NSCoder) { super.init(frame: .zero) } }")
  }

  @Test("conditions for iOS hold for Linux, and modules that UIKit replaces are not imported")
  func conditions() throws {
    let made = try port("#if os(iOS) && !os(tvOS)\nimport QuartzCore\n#endif\n")
    #expect(made.code == "#if (os(iOS) || os(Linux)) && !os(tvOS)\nimport UIKit\n#endif\n")
  }

  @Test("a view is made by an initialiser that a test can call, if there is one")
  func makers() throws {
    let source = try folder.write(
      """
      class A: UIView { init() { super.init(frame: .zero) } }
      class B: UITableViewCell {
        override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
          super.init(style: style, reuseIdentifier: reuseIdentifier)
        }
      }
      class C: UITextView {
        override init(frame: CGRect, textContainer: NSTextContainer?) { fatalError() }
      }
      class D: UIView {
        init(inset: CGFloat = 0) { super.init(frame: .zero) }
        @available(*, unavailable) override init(frame: CGRect) { fatalError() }
      }
      @available(*, unavailable, renamed: "A") open class E: UIView {}
      class F: UIView { private override init(frame: CGRect) { super.init(frame: frame) } }
      class G: UIView { convenience init(text: String) { self.init(frame: .zero) } }
      class H: UIView { required init?(coder: NSCoder) { super.init(coder: coder) } }
      @available(iOS 13, *) class I: UIView {}
      """, to: "A.swift")
    let output = folder.path("made")
    #expect(try InProcess.loophunt(["port", source, "-o", output]).status == 0)
    let test = try String(
      contentsOfFile: output + "/Tests/PortedTests/LayoutTests.swift", encoding: .utf8)
    for line in [
      #""A": { Ported.A() },"#, #""B": { Ported.B(style: .default, reuseIdentifier: nil) },"#,
      #""C": { Ported.C(frame: .zero, textContainer: nil) },"#, #""D": { Ported.D() },"#,
      "// E is not laid out: it is unavailable.",
      "// F is not laid out: a test can call none of its initialisers.",
      #""G": { Ported.G(frame: .zero) },"#,
      "// H is not laid out: a test can call none of its initialisers.",
      #""I": { Ported.I(frame: .zero) },"#,
    ] {
      #expect(test.contains("  \(line)\n"), "\(line)")
    }
  }

  @Test("an initialiser gets plain values, if there is one for each parameter")
  func sampleValues() throws {
    let source = try folder.write(
      """
      class A: UIView { init(_ name: String, inset: CGFloat, tint: UIColor?, mark: Mark?, rows: [Int]) { fatalError() } }
      class B: UIView { init(rows: [String: Int], done: @escaping () -> Void) { fatalError() } }
      class C: UIView { init?(count: Int) { fatalError() } }
      class D: UIView {
        init(title: Title) { fatalError() }
        init(count: Int) { fatalError() }
      }
      """, to: "A.swift")
    let output = folder.path("made")
    #expect(try InProcess.loophunt(["port", source, "-o", output]).status == 0)
    let test = try String(
      contentsOfFile: output + "/Tests/PortedTests/LayoutTests.swift", encoding: .utf8)
    for line in [
      #""A": { Ported.A("Text", inset: 8, tint: .black, mark: nil, rows: []) },"#,
      "// B is not laid out: a test can call none of its initialisers.",
      "// C is not laid out: a test can call none of its initialisers.",
      #""D": { Ported.D(count: 1) },"#,
    ] {
      #expect(test.contains("  \(line)\n"), "\(line)")
    }
  }

  @Test("a class of views whose superclass stands in the file is made as its superclass is")
  func subclasses() throws {
    let source = try folder.write(
      """
      class A: UIView { init() { super.init(frame: .zero) } }
      class B: A {}
      class C: B { convenience init(title: String) { self.init() } }
      class D: C { init(title: Title) { super.init() } }
      class E: F {}
      class F: E {}
      class G: UIButton {}
      class H: G {}
      """, to: "A.swift")
    let output = folder.path("made")
    #expect(try InProcess.loophunt(["port", source, "-o", output]).status == 0)
    let test = try String(
      contentsOfFile: output + "/Tests/PortedTests/LayoutTests.swift", encoding: .utf8)
    for line in [
      #""A": { Ported.A() },"#, #""B": { Ported.B() },"#, #""C": { Ported.C() },"#,
      "// D is not laid out: a test can call none of its initialisers.",
      #""G": { Ported.G(frame: .zero) },"#, #""H": { Ported.H(frame: .zero) },"#,
    ] {
      #expect(test.contains("  \(line)\n"), "\(line)")
    }
    #expect(!test.contains("E("))
  }

  @Test("a property that Objective-C's runtime would keep has a place and a value of its own")
  func managed() throws {
    let made = try port(
      """
      class Ring: CALayer {
        @NSManaged var angle: CGFloat
        @NSManaged public var name: String?
        @NSManaged var sizes: [CGFloat]; @NSManaged var path: CGPath
      }
      """)
    #expect(
      made.code == """
        class Ring: CALayer {
          var angle: CGFloat = 0
          public var name: String?
          var sizes: [CGFloat] = []; @NSManaged var path: CGPath
        }
        """)
    #expect(
      made.changes == [
        "2: a property with a value instead of @NSManaged",
        "3: a property with a value instead of @NSManaged",
        "4: note: @NSManaged is left alone: give the property a value, or it does not link",
        "4: a property with a value instead of @NSManaged",
      ])
  }

  @Test("a view's own members for its layer are declared anew, and nothing else")
  func layerMembers() throws {
    let made = try port(
      """
      class A: UIView {
        public override var layer: CAShapeLayer { super.layer as! CAShapeLayer }
        override public func draw(_ layer: CALayer, in ctx: CGContext) { super.draw(layer, in: ctx) }
        override func draw(_ rect: CGRect) {}
      }
      class B: CALayer { override func display() {} }
      """)
    #expect(
      made.code == """
        class A: UIView {
          public var layer: CAShapeLayer { super.layer as! CAShapeLayer }
          public func draw(_ layer: CALayer, in ctx: CGContext) { super.draw(layer, in: ctx) }
          override func draw(_ rect: CGRect) {}
        }
        class B: CALayer { override func display() {} }
        """)
    #expect(made.changes.count == 2)
  }

  @Test("code that replaces methods compiles, and a note says that it is never called")
  func conventions() throws {
    let made = try port(
      """
      typealias A = @convention(block) (UIView) -> Void
      typealias B = @convention(c) (AnyObject, Selector) -> Void
      typealias C = @convention(c) (Int32) -> Int32
      let name = type(of: object).description()
      """)
    #expect(
      made.code == """
        typealias A = (UIView) -> Void
        typealias B = (AnyObject, Selector) -> Void
        typealias C = @convention(c) (Int32) -> Int32
        let name = String(reflecting: type(of: object))
        """)
    let note = "note: no method of Objective-C is found: what replaces one is never called"
    #expect(
      made.changes == [
        "1: \(note)", "1: removed @convention(block)", "2: \(note)", "2: removed @convention(c)",
        "4: String(reflecting:) instead of the description of a class",
      ])
  }

  @Test("an override in an extension of a class in another file is called by one in the class")
  func linkedOverrides() throws {
    let first = try folder.write(
      "public class Rule: NSLayoutConstraint {\n  let a = 0\n}\nclass Row: UIView {}\n",
      to: "First.swift")
    let second = try folder.write(
      """
      extension Rule {
        override public var description: String { secret }
        override var isActive: Bool { get { false } set {} }
      }
      extension Row {
        override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
      }
      private let secret = ""
      """, to: "Second.swift")
    let output = folder.path("linked")
    let made = try InProcess.loophunt(["port", "--sources-only", first, second, "-o", output])
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(output)/\(name)", encoding: .utf8)
    }
    #expect(
      try text("First.swift") == """
        public class Rule: NSLayoutConstraint {
          let a = 0
        public override var description: String { ported_description } }
        class Row: UIView {override func hitTest(_ p0: CGPoint, with p1: UIEvent?) -> UIView? \
        { ported_hitTest(p0, with: p1) } }

        """)
    #expect(
      try text("Second.swift") == """
        extension Rule {
          public var ported_description: String { secret }
          override var isActive: Bool { get { false } set {} }
        }
        extension Row {
          func ported_hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
        }
        private let secret = ""
        """)
    #expect(
      made.text == """
        \(second):2: called by an override in Rule, which stands in another file
        \(second):3: note: this override is left alone: move it into Rule
        \(second):6: called by an override in Row, which stands in another file

        """)
  }

  @Test("a key path is the string of the names behind its type")
  func keyPaths() throws {
    let made = try port(
      "let a = CABasicAnimation(keyPath: #keyPath(RingLayer.angle))\nlet b = #keyPath(bounds.size)\n"
    )
    #expect(
      made.code
        == "let a = CABasicAnimation(keyPath: \"angle\")\nlet b = \"bounds.size\"\n")
    #expect(
      made.changes == [
        "1: a string instead of #keyPath: nothing observes it",
        "2: a string instead of #keyPath: nothing observes it",
      ])
  }

  @Test("a port takes time in proportion to the length")
  func growth() throws {
    let shapes: [(Int) -> String] = [
      { count in
        (0..<count).map {
          "class A\($0): UIView { @objc dynamic func f() { perform(#selector(f)) } }\n"
        }.joined()
      },
      { count in
        (0..<count).map { "class A\($0) {\n" }.joined() + String(repeating: "}\n", count: count)
      },
    ]
    for (index, shape) in shapes.enumerated() {
      let growth = Growth(from: 500, to: 2_000, below: 10) { count in
        let source = try? folder.write(shape(count), to: "Source.swift")
        let arguments = ["port", "--sources-only", source ?? "", "-o", folder.path("out")]
        return processorTime { _ = try? InProcess.loophunt(arguments) }
      }
      #expect(growth.ratio < 10, "shape \(index): \(growth)")
    }
  }
}
