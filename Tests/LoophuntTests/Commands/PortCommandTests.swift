import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("The command port")
struct PortCommandTests {
  private let folder = TemporaryFolder()

  /// The file that a port makes of some lines, and the list of changes without the path.
  private func port(_ lines: String) throws -> (code: String, changes: [String]) {
    let source = try folder.write(lines, to: "Source.swift")
    let output = folder.path("out")
    let made = try InProcess.loophunt(["port", "--sources-only", "--replace", source, "-o", output])
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
    let controller = " super.init(nibName: nil, bundle: nil) } }"
    // A superclass of the file that has the initialiser keeps it.
    let kept = " super.init(coder: coder) } }"
    #expect(calls == [view, controller, other, other, kept, view, kept])
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
      class B: UIView {
        override func layoutSubviews() {}
        override func layoutSublayers(of layer: CALayer) {}
      }
      """)
    let lines = made.code.split(separator: "\n")
    #expect(lines[1] == "  override func layoutSubviews() { let all = layer;")
    #expect(lines[2] == "    super.layoutSubviews()")
    #expect(lines[7] == "  override func layoutSublayers(of layer: CALayer) {}")
    #expect(
      made.changes.last
        == "8: note: layoutSublayers(of:) is left alone: layoutSubviews() is there, too")
  }

  @Test("conditions for iOS hold for Linux, and modules that UIKit replaces are not imported")
  func conditions() throws {
    let made = try port("#if os(iOS) && !os(tvOS)\nimport QuartzCore\n#endif\n")
    #expect(made.code == "#if (os(iOS) || os(Linux)) && !os(tvOS)\nimport UIKit\n#endif\n")
  }

  @Test("the output is a package whose test makes each view that it can, and names the others")
  func package() throws {
    let first = try folder.write("import UIKit\nclass A: UIView {}\n", to: "A.swift")
    let second = try folder.write(
      """
      class B: UIButton { init(title: String) { super.init(frame: .zero) } }
      private class C: UILabel {}
      class D<T>: UIView {}
      class E: UILabel { override init(frame: CGRect) { super.init(frame: frame) } }
      class F: NSObject {}
      """, to: "B.swift")
    let output = folder.path("package")
    let made = try InProcess.loophunt(["port", first, second, "-o", output, "--uikit=../UIKit"])
    #expect(made.status == 0)
    func text(_ path: String) throws -> String {
      try String(contentsOfFile: output + "/" + path, encoding: .utf8)
    }
    #expect(try text("Sources/Ported/A.swift") == "import UIKit\nclass A: UIView {}\n")
    #expect(try text("Package.swift").contains(#".package(name: "UIKit", path: "../UIKit")"#))
    let test = try text("Tests/PortedTests/LayoutTests.swift")
    #expect(
      test.contains(#"    "A": { A(frame: .zero) },"# + "\n" + #"    "E": { E(frame: .zero) },"#))
    #expect(test.contains("  // B is not laid out: a test can call none of its initialisers.\n"))
    #expect(test.contains("  // C is not laid out: it is private.\n"))
    #expect(test.contains("  // D is not laid out: it is generic.\n"))
    #expect(!test.contains("F("))
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
      class J: UIView { override func awakeFromNib() {} }
      class K: UIView { @IBOutlet var a: UIView!; override func awakeFromNib() {} }
      """, to: "A.swift")
    let output = folder.path("made")
    #expect(try InProcess.loophunt(["port", source, "-o", output]).status == 0)
    let test = try String(
      contentsOfFile: output + "/Tests/PortedTests/LayoutTests.swift", encoding: .utf8)
    for line in [
      #""A": { A() },"#, #""B": { B(style: .default, reuseIdentifier: nil) },"#,
      #""C": { C(frame: .zero, textContainer: nil) },"#, #""D": { D() },"#,
      "// E is not laid out: it is unavailable.",
      "// F is not laid out: a test can call none of its initialisers.",
      #""G": { G(frame: .zero) },"#,
      "// H is not laid out: a test can call none of its initialisers.",
      #""I": { I(frame: .zero) },"#,
      #""J": { let view = J(frame: .zero); view.awakeFromNib(); return view },"#,
      #""K": { K(frame: .zero) },"#,
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
      class D: C { init(title: Int) { super.init() } }
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
      #""A": { A() },"#, #""B": { B() },"#, #""C": { C() },"#,
      "// D is not laid out: a test can call none of its initialisers.",
      #""G": { G(frame: .zero) },"#, #""H": { H(frame: .zero) },"#,
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
        override func layoutSubviews() {}
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
        ; public override var description: String { ported_description } }
        class Row: UIView {override func hitTest(_ p0: CGPoint, with p1: UIEvent?) -> UIView? \
        { ported_hitTest(p0, with: p1) } ; override func layoutSubviews() \
        { ported_layoutSubviews() } }

        """)
    #expect(
      try text("Second.swift") == """
        extension Rule {
          public var ported_description: String { secret }
          override var isActive: Bool { get { false } set {} }
        }
        extension Row {
          func ported_hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
          func ported_layoutSubviews() {}
        }
        private let secret = ""
        """)
    #expect(
      made.text == """
        \(second):2: called by an override in Rule, which stands in another file
        \(second):3: note: an override in an extension of Rule is left alone: move it
        \(second):6: called by an override in Row, which stands in another file
        \(second):7: called by an override in Row, which stands in another file

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

  @Test("no name breaks out of the manifest, the test or the list of changes")
  func hostileNames() throws {
    let path = #"../x"y\(1)\"# + "\n//"
    let source = try folder.write(
      "class A: UIView { @objc func f() {} }\nclass `class`: UIView {}\n",
      to: "a\n::error::\u{1b}[31m.swift")
    let output = folder.path("hostile")
    let made = try InProcess.loophunt(["port", source, "-o", output, "--uikit=\(path)"])
    #expect(made.status == 0)
    let manifest = try String(contentsOfFile: output + "/Package.swift", encoding: .utf8)
    #expect(
      manifest.contains(#".package(name: "UIKit", path: "../x\"y\\(1)\\\n//"),"#), "\(manifest)")
    #expect(made.text.split(separator: "\n").allSatisfy { !$0.hasPrefix("::error") })
    #expect(!made.text.contains("\u{1b}"))
    let parsed = try Child.run("swiftc", ["-parse", output + "/Package.swift"])
    #expect(parsed.status == 0, "\(parsed.errors)")
  }

  @Test("a name is no modifier, and a closure keeps its actor")
  func names() throws {
    let lines = """
      enum Sizing {
        case fixed, dynamic
        case dynamic
        var size: Int { let x = dynamic
          func f() {}
          return .dynamic
        }
        func g() { Task { @MainActor in x() }; Task { @MainActor [weak self] in x() } }
      }
      """
    #expect(try port(lines).code == lines)
    #expect(try port("class A { @MainActor func f() {} }").code == "class A { func f() {} }")
  }

  @Test("a change of several lines takes as many")
  func lines() throws {
    let made = try port(
      """
      class A: UIView {
        required init?(coder: NSCoder) {
          super.init(
            coder: coder
          )
        }
        let action = #selector(
          A.tapped
        )
        @objc(
          tapped
        ) func tapped() {}
      }
      """)
    #expect(made.code.split(separator: "\n", omittingEmptySubsequences: false).count == 13)
    #expect(made.code.contains("super.init(frame: .zero)\n\n\n  }"))
  }

  @Test(
    "a selector calls a method of a superclass, also in another file unless it is private there")
  func inheritedSelectors() throws {
    let base = try folder.write(
      """
      class Base: UIView {
        @objc func far() {}
        @objc private func hidden() {}
      }
      """, to: "Base.swift")
    let source = try folder.write(
      """
      class Middle: Base { @objc func near() {} }
      class Last: Middle { let all = [#selector(near), #selector(far), #selector(hidden)] }
      class Screen: Start { required init?(coder: NSCoder) { super.init(coder: coder) } }
      """, to: "Source.swift")
    let start = try folder.write("class Start: UIViewController {}", to: "Start.swift")
    let output = folder.path("inherited")
    let made = try InProcess.loophunt(["port", base, source, start, "-o", output])
    #expect(made.status == 0)
    let code = try String(contentsOfFile: output + "/Sources/Ported/Source.swift", encoding: .utf8)
    #expect(code.contains("(target as? Middle)?.near()"))
    #expect(code.contains("(target as? Base)?.far()"))
    #expect(code.contains("Selector(\"hidden\")]"))
    #expect(code.contains("super.init(nibName: nil, bundle: nil)"))
    let test = try String(
      contentsOfFile: output + "/Tests/PortedTests/LayoutTests.swift", encoding: .utf8)
    #expect(test.contains("\"Last\": { Last(frame: .zero) },"))
  }

  @Test(
    "an optional requirement is called plainly in other files, and a property of its name as before"
  )
  func optionalsElsewhere() throws {
    let declared = try folder.write(
      "@objc public protocol D { @objc optional func changed(_ x: Int) }", to: "D.swift")
    let used = try folder.write(
      """
      class A: UIView {
        weak var d: D?
        var changed: ((Int) -> Void)?
        func f() { d?.changed?(1); self.changed?(1) }
      }
      """, to: "A.swift")
    let output = folder.path("elsewhere")
    #expect(
      try InProcess.loophunt(["port", "--sources-only", declared, used, "-o", output]).status == 0)
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: output + "/" + name, encoding: .utf8)
    }
    #expect(try text("A.swift").contains("d?.changed(1); self.changed?(1)"))
    #expect(try text("D.swift").contains("extension D { public func changed(_ x: Int) {} }"))
  }

  @Test("nothing under a condition is moved out of it, and its classes are not made")
  func undecided() throws {
    let lines = """
      import UIKit
      #if os(macOS)
      extension Row { override func layoutSubviews() {} }
      #endif
      class Row: UIKit.UIView {}
      #if os(tvOS)
      class Card: UIView {}
      #else
      class Card: UIView {}
      #endif
      #if canImport(UIKit)
      class Sure: UIView { let a = 1 }
      extension Sure { override func layoutSubviews() {} }
      #endif
      """
    let source = try folder.write(lines, to: "Conditions.swift")
    let output = folder.path("conditions")
    let made = try InProcess.loophunt(["port", source, "-o", output])
    #expect(made.text.contains("3: note: the extension of Row is left alone"))
    let code = try String(
      contentsOfFile: output + "/Sources/Ported/Conditions.swift", encoding: .utf8)
    #expect(code.contains("extension Row { override func layoutSubviews() {} }"))
    #expect(code.contains("let a = 1 ;  override func layoutSubviews() {} }"))
    let test = try String(
      contentsOfFile: output + "/Tests/PortedTests/LayoutTests.swift", encoding: .utf8)
    #expect(test.contains("\"Row\": { Row(frame: .zero) },"))
    #expect(test.contains("\"Sure\": { Sure(frame: .zero) },"))
    #expect(!test.contains("\"Card\""))
    #expect(test.contains("// Card is not laid out: it stands under a condition."))
  }

  @Test(
    "members of a public extension stay public, and a selector calls no class method")
  func access() throws {
    let made = try port(
      """
      public class A: UIView { let a = #selector(made)
        @objc class func made() {}
      }
      public extension A {
        override func layoutSubviews() { func inner() {} }
        func helper() {}
        private var x: Int { 1 }
      }
      class B: UIBarButtonItem { required init?(coder: NSCoder) { super.init(coder: coder) } }
      """)
    #expect(made.code.contains("override public func layoutSubviews() { func inner() {} }"))
    #expect(made.code.contains("\n  public func helper() {}\n  private var x: Int { 1 }"))
    #expect(made.code.contains("let a = Selector(\"made\")"))
    #expect(made.code.contains("{ super.init() } }"))
  }

  @Test("no source is written over, and no other file without --replace")
  func overwriting() throws {
    for name in ["own", "app", "once"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    let source = try folder.write("import UIKit\n", to: "own/V.swift")
    func run(_ arguments: String...) throws -> (status: Int32?, errors: String) {
      let made = try InProcess.loophunt(["port"] + arguments)
      return (made.status, made.errors)
    }
    let own = try run("--sources-only", "--replace", source, "-o", folder.path("own"))
    #expect(own.status != 0)
    #expect(own.errors.contains("is a source, which is never replaced"))
    let manifest = try folder.write("// mine\n", to: "app/Package.swift")
    #expect(try run(source, "-o", folder.path("app")).status != 0)
    #expect(try String(contentsOfFile: manifest, encoding: .utf8) == "// mine\n")
    #expect(try run(source, "-o", folder.path("once")).status == 0)
    #expect(try run(source, "-o", folder.path("once")).status == 0)
    _ = try folder.write("// edited\n", to: "once/Sources/Ported/V.swift")
    #expect(try run(source, "-o", folder.path("once")).status != 0)
    #expect(try run("--replace", source, "-o", folder.path("once")).status == 0)
    let other = try folder.write("import UIKit\n", to: "own/W.swift")
    let left = try run("--replace", other, "-o", folder.path("once"))
    #expect(left.errors.contains("V.swift' is there already, and would be compiled, too"))
  }

  @Test("files that are not of a module of views are refused, and deep strings are read")
  func badInput() throws {
    for name in ["README.md", "main.swift", "Package.swift"] {
      let source = try folder.write("x\n", to: name)
      #expect(try InProcess.loophunt(["port", source, "-o", folder.path("bad")]).status != 0)
    }
    let deep = String(repeating: #""\("#, count: 20_000) + String(repeating: #")""#, count: 20_000)
    #expect(try port("let x = \(deep)\n@objc func f() {}").code.hasSuffix("\nfunc f() {}"))
    let made = try port("import UIKit.UIGestureRecognizerSubclass\nlet a = \"\\(#selector(b))\"")
    #expect(made.code.hasPrefix("import UIKit\n"))
    #expect(
      made.changes.contains(
        "2: note: #selector in a string is left alone: take it out of the string"))
  }

  @Test("a missing file, no folder and two files of one name are refused")
  func misuse() throws {
    let source = try folder.write("", to: "A.swift")
    #expect(try InProcess.loophunt(["port", source]).status == 2)
    #expect(try InProcess.loophunt(["port", source + "x", "-o", folder.path("x")]).status == 2)
    let twice = try InProcess.loophunt(["port", source, source, "-o", folder.path("x")])
    #expect(twice.status == 2 && twice.errors.contains("two files are called"))
    let blocked = try folder.write("", to: "blocked")
    #expect(try InProcess.loophunt(["port", source, "-o", blocked]).status == 3)
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
