import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("The command port")
struct PortCommandTests {
  private let folder = TemporaryFolder()

  @Test("the output is a package whose test makes each view that it can, and names the others")
  func package() throws {
    let first = try folder.write("import UIKit\nclass A: UIView {}\n", to: "A.swift")
    let second = try folder.write(
      """
      class B: UIButton { init(title: Title) { super.init(frame: .zero) } }
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
      test.contains(
        #"    "A": { Ported.A(frame: .zero) },"# + "\n" + #"    "E": { Ported.E(frame: .zero) },"#))
    #expect(test.contains("  // B is not laid out: a test can call none of its initialisers.\n"))
    #expect(test.contains("  // C is not laid out: it is private.\n"))
    #expect(test.contains("  // D is not laid out: it is generic.\n"))
    #expect(!test.contains("F("))
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
}
