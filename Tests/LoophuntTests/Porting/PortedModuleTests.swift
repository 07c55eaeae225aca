import CommandSupport
import Foundation
import TestSupport
import Testing

/// Code that a port must leave as it is, or rewrite with what stands around it and in other files.
@Suite("Files that are ported together")
struct PortedModuleTests {
  private let folder = TemporaryFolder()

  /// The files that a port makes, the first test, and the list of changes.
  private func port(
    _ files: String...
  ) throws -> (code: [String], test: String, changes: String) {
    let sources = try files.enumerated().map { try folder.write($1, to: "F\($0).swift") }
    let output = folder.path(UUID().uuidString)
    let made = try InProcess.loophunt(["port"] + sources + ["-o", output])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let code = try files.indices.map {
      try String(contentsOfFile: output + "/Sources/Ported/F\($0).swift", encoding: .utf8)
    }
    let test = try String(
      contentsOfFile: output + "/Tests/PortedTests/LayoutTests.swift", encoding: .utf8)
    return (code, test, made.text)
  }

  @Test("words that only look like modifiers stay")
  func names() throws {
    let code = """
      enum Mode { case fixed, dynamic
        func f() -> Mode { .dynamic }
      }
      enum Size {
        case dynamic

        var optional: Int { 1 }
      }
      let pattern = #/"/#
      """
    let made = try port(code)
    #expect(made.code == [code] && made.changes.isEmpty)
  }

  @Test("tasks of views and controllers run on the main actor, as they do where these are isolated")
  func tasks() throws {
    let made = try port(
      """
      class A: UIView {
        func f() {
          Task { @MainActor in setNeedsLayout() }
          Task { [weak self] in self?.setNeedsLayout() }
          Task { setNeedsLayout() }
          Task.detached { print(1) }
        }
      }
      struct S { func f() { Task { print(1) } } }
      """)
    let lines = made.code[0].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines[2] == "Task { @MainActor in setNeedsLayout() }")
    #expect(lines[3] == "Task { @MainActor [weak self] in self?.setNeedsLayout() }")
    #expect(lines[4] == "Task { @MainActor in setNeedsLayout() }")
    #expect(lines[5] == "Task.detached { print(1) }")
    #expect(lines[8] == "struct S { func f() { Task { print(1) } } }")
  }

  @Test("a rewrite over several lines keeps the numbers of those behind it")
  func lines() throws {
    let made = try port(
      """
      class A: UIView {
        required init?(coder: NSCoder) {
          super.init(
            coder: coder
          )
        }
        func f() { g(#selector(
          h)) }
        @objc func h() {}
      }
      """)
    let lines = made.code[0].split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 10 && lines[8] == "  func h() {}")
  }

  @Test("an optional requirement is called plainly in all files, but a closure of its name is not")
  func optionals() throws {
    let made = try port(
      """
      @objc public protocol D: AnyObject { @objc optional func moved(_ a: A) }
      public class A: UIView {
        weak var delegate: D?
        var moved: ((A) -> Void)?
        func tell() { delegate?.moved?(self); self.moved?(self); moved?(self) }
      }
      """, "func tell(_ d: D?, _ a: A) { d?.moved?(a) }\n")
    #expect(made.code[0].contains("{ delegate?.moved(self); self.moved?(self); moved?(self) }"))
    #expect(made.code[0].contains("\npublic extension D { func moved(_ a: A) {} }\n"))
    #expect(made.code[1] == "func tell(_ d: D?, _ a: A) { d?.moved(a) }\n")
  }

  @Test("a selector of a method that a superclass in another file declares calls it")
  func inheritedMethods() throws {
    let made = try port(
      "class Base: UIView { @objc func tapped() {} ; @objc class func all() {} }\n",
      """
      class Sub: Base {
        let a = #selector(tapped), b = #selector(all)
        func f(_ s: Selector) -> Bool { s == #selector(tapped) }
      }
      """)
    #expect(
      made.code[1].contains(#"Selector("tapped") { target, _ in (target as? Base)?.tapped() }"#))
    #expect(made.code[1].contains(#"b = Selector("all")"#))
    #expect(made.code[1].contains(#"{ s == Selector("tapped") }"#))
  }

  @Test(
    "the test makes views whose superclass stands in another file, and none that is not compiled")
  func classes() throws {
    let made = try port(
      "class Sub: Base {}\nclass Row: UIKit.UIView {}\nclass List: UICollectionView {}\n",
      "class Base: UIView { init(name: String = \"\") { super.init(frame: .zero) } }\n",
      """
      #if os(tvOS)
      class Focus: UIView {}
      #elseif os(iOS) && !targetEnvironment(macCatalyst)
      class Card: UIView {}
      #else
      class Card: UIView {}
      #endif
      #if BETA
      class Beta: UIView {}
      #endif
      """)
    for line in [
      #""Sub": { Ported.Sub() },"#, #""Row": { Ported.Row(frame: .zero) },"#,
      #""List": { Ported.List(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()) },"#,
      "// Focus is not laid out: it stands under a condition that does not hold.",
      "// Beta is not laid out: it stands under a condition that is unknown.",
    ] {
      #expect(made.test.contains(line), "\(line) in \(made.test)")
    }
    #expect(made.test.components(separatedBy: #""Card": {"#).count == 2)
  }

  @Test("an extension under a condition is moved only where the class has that condition, too")
  func conditions() throws {
    let made = try port(
      """
      class A: UIView {}
      #if os(macOS)
      extension A { override func layoutSubviews() {} }
      #endif
      #if BETA
      extension A { override func didMoveToWindow() {} }
      #endif
      #if os(iOS)
      extension A { override func sizeToFit() {} }
      #endif
      class B: UIView { let a = 1 }
      public extension B { override func layoutSubviews() {} }
      """)
    let lines = made.code[0].split(separator: "\n")
    #expect(lines[0] == "class A: UIView { override func sizeToFit() {} }")
    #expect(made.code[0].contains("extension A { override func layoutSubviews() {} }"))
    #expect(made.changes.contains(":6: note: the extension of A is left alone: it has a condition"))
    #expect(
      made.code[0].contains(
        "class B: UIView { let a = 1 ;  public override func layoutSubviews() {} }"))
  }

  @Test("a decoder of a superclass in the files is called as it stands")
  func coders() throws {
    let made = try port(
      """
      class Kid: Parent { required init?(coder: NSCoder) { super.init(coder: coder) } }
      class List: UICollectionView { required init?(coder: NSCoder) { super.init(coder: coder) } }
      class Item: UIBarButtonItem { required init?(coder: NSCoder) { super.init(coder: coder) } }
      """,
      """
      class Parent: UIView {
        init(model: Int) { super.init(frame: .zero) }
        required init?(coder: NSCoder) { super.init(coder: coder) }
      }
      """)
    let calls = (made.code[0] + made.code[1]).split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/super\.init(\(.*?\)) \}/#).map { String($0.1) }
    }
    #expect(
      calls == [
        "(coder: coder)", "(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())",
        "()", "(frame: .zero)", "(frame: .zero)",
      ])
  }

  @Test("several overrides in an extension in another file are linked, and others are noted")
  func links() throws {
    let made = try port(
      "class Home: UIView { var n = 0 }\n",
      """
      extension Home {
        override func layoutSubviews() {}
        override func didMoveToWindow() {}
        override class var layerClass: AnyClass { CALayer.self }
        override var tag: Int { get { 1 } set {} }
      }
      """)
    #expect(
      made.code[0] == "class Home: UIView { var n = 0 "
        + "; override func layoutSubviews() { ported_layoutSubviews() } "
        + "; override func didMoveToWindow() { ported_didMoveToWindow() } "
        + "; override class var layerClass: AnyClass { ported_layerClass } }\n")
    #expect(made.changes.contains(":5: note: this override is left alone: move it into Home"))
  }

  @Test("an override in another file is linked only where it is compiled")
  func conditionalLinks() throws {
    let made = try port(
      "class Home: UIView {\n}\n",
      """
      #if os(macOS)
      extension Home { override func layoutSubviews() {} }
      #endif
      #if BETA
      extension Home { override func didMoveToWindow() {} }
      #endif
      """)
    #expect(made.code[0] == "class Home: UIView {\n}\n")
    #expect(!made.code[1].contains("ported_"))
    #expect(!made.changes.contains(":2:"))
    #expect(made.changes.contains(":5: note: this override is left alone: move it into Home"))
  }

  @Test("a byte order mark hides no import, and deep interpolations end no process")
  func bytes() throws {
    let made = try port(
      "\u{FEFF}import UIKit\nimport Foundation\nimport UIKit.UIGestureRecognizerSubclass\n",
      "let s = " + String(repeating: #""\("#, count: 50_000))
    #expect(made.code[0] == "import UIKit\n\nimport UIKit\n", "Foundation reads away the mark")
  }

  @Test(
    "the first test tries an initialiser that throws, and leaves out asynchronous ones, with the reason"
  )
  func effects() throws {
    let made = try port(
      """
      class Chart: UIView {
        init(title: String) throws { super.init(frame: .zero) }
      }
      class Typed: UIView {
        init(count: Int) throws(Failure) { super.init(frame: .zero) }
      }
      class Loaded: UIView {
        init(url: String) async throws { super.init(frame: .zero) }
      }
      class Both: UIView {
        init(frame: CGRect, count: Int) async { super.init(frame: frame) }
        init(count: Int) { super.init(frame: .zero) }
      }
      class Heir: Chart {}
      """)
    #expect(made.test.contains("\"Chart\": { try Ported.Chart(title: \"Text\") },"))
    #expect(made.test.contains("\"Typed\": { try Ported.Typed(count: 1) },"))
    #expect(made.test.contains("\"Heir\": { try Ported.Heir(title: \"Text\") },"))
    #expect(made.test.contains("\"Both\": { Ported.Both(count: 1) },"))
    #expect(made.test.contains("// Loaded is not laid out: its initialiser is asynchronous."))
    #expect(made.test.contains("static let makers: [String: () throws -> UIView]"))
    #expect(made.test.contains("let view = try make()"))
  }

  @Test("a file that names UIKit's types imports it if another file does")
  func missingImports() throws {
    let view = "import UIKit\nclass A: UIView {}\n"
    let badge = "// A badge.\nimport Foundation\nclass Badge: UIControl {}\n"
    let made = try port(view, badge, "class Plain: UILabel {}\n", "import Foundation\nlet a = 1\n")
    #expect(made.code[1] == "// A badge.\nimport UIKit\nclass Badge: UIControl {}\n")
    #expect(made.code[2] == "class Plain: UILabel {}\n\nimport UIKit\n")
    #expect(made.code[3] == "import Foundation\nlet a = 1\n")
    #expect(
      made.changes.contains("2: import UIKit, as other files do: this one names UIControl"))
    #expect(made.changes.contains("1: import UIKit, as other files do: this one names UILabel"))
    // Without such a file, and with types of its own, none is added.
    #expect(try port(badge, "import Foundation\n").code[0] == badge)
    let own = "import Foundation\nstruct UIModel {}\nlet model = UIModel()\n"
    #expect(try port(view, own).code[1] == own)
  }

  @Test("a selector of a method that no closure can call keeps its name, with the reason")
  func uncallable() throws {
    let made = try port(
      """
      class A: UIView {
        func f() {
          g(#selector(load))
          g(#selector(A.make))
          g(#selector(check))
          g(#selector(count))
        }
        @objc func load() async {}
        @objc static func make() {}
        @objc func check() throws {}
        @objc func count() -> Int { 1 }
      }
      """)
    for (name, reason) in [
      ("load", "it is asynchronous"), ("make", "it is a method of the type itself"),
      ("check", "it may throw"),
    ] {
      #expect(made.code[0].contains("g(Selector(\"\(name)\"))"))
      #expect(made.changes.contains("nothing calls \(name): \(reason)"))
    }
    #expect(made.code[0].contains("_ = (target as? A)?.count()"))
  }

  @Test(
    "brackets and types that nothing closes take no time that grows with the square of their number"
  )
  func unclosed() throws {
    let clock = ContinuousClock()
    for part in ["func a<", "class A "] {
      let text = String(repeating: part, count: 20_000)
      let time = try clock.measure {
        let made = try port(text)
        #expect(made.code[0] == text)
      }
      #expect(time < .seconds(20))
    }
  }
}
