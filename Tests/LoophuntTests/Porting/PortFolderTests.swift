import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("The folder of a port")
struct PortFolderTests {
  private let folder = TemporaryFolder()

  private func port(_ arguments: String...) throws -> (status: Int32?, text: String, errors: String)
  {
    let made = try InProcess.loophunt(["port"] + arguments)
    return (made.status, made.text, made.errors)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  @Test("a source is never replaced by its own port")
  func ownSource() throws {
    let code = "class A: UIView { @objc func f() {} }\n"
    let source = try folder.write(code, to: "A.swift")
    let made = try port("--sources-only", source, "-o", folder.path("."))
    #expect(made.status == 2 && made.errors.contains("would replace the source"), "\(made.errors)")
    #expect(try text("A.swift") == code)
  }

  @Test("a folder with files of somebody else is refused, and stays as it is")
  func foreignFolder() throws {
    let source = try folder.write("class A: UIView {}\n", to: "A.swift")
    try FileManager.default.createDirectory(
      atPath: folder.path("app"), withIntermediateDirectories: true)
    _ = try folder.write("mine", to: "app/Package.swift")
    let made = try port(source, "-o", folder.path("app"))
    #expect(made.status == 2 && made.errors.contains("is not empty"), "\(made.errors)")
    #expect(try text("app/Package.swift") == "mine")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("app"))
    #expect(files == ["Package.swift"])
  }

  @Test("a second port follows the sources, keeps an edited test, and refuses edited files")
  func again() throws {
    let output = folder.path("out")
    let source = try folder.write("class A: UIView {}\n", to: "A.swift")
    let other = try folder.write("class B: UIView {}\n", to: "B.swift")
    #expect(try port(source, other, "-o", output).status == 0)
    _ = try folder.write("class A: UIView { @objc func f() {} }\n", to: "A.swift")
    let test = try text("out/Tests/PortedTests/LayoutTests.swift") + "// with data\n"
    _ = try folder.write(test, to: "out/Tests/PortedTests/LayoutTests.swift")
    for _ in 0..<2 {
      let made = try port(source, "-o", output)
      #expect(made.status == 0 && made.text.contains("LayoutTests.swift: note: it was edited"))
      #expect(try text("out/Sources/Ported/A.swift") == "class A: UIView { func f() {} }\n")
      #expect(try text("out/Tests/PortedTests/LayoutTests.swift") == test)
      #expect(!FileManager.default.fileExists(atPath: output + "/Sources/Ported/B.swift"))
    }
    _ = try folder.write("class A: UIView {} // mended\n", to: "out/Sources/Ported/A.swift")
    let refused = try port(source, "-o", output)
    #expect(refused.status == 2 && refused.errors.contains("was edited"), "\(refused.errors)")
    #expect(try text("out/Sources/Ported/A.swift") == "class A: UIView {} // mended\n")
  }

  @Test("a record of somebody else leads to no file that a port does not write")
  func hostileRecord() throws {
    let source = try folder.write("class A: UIView {}\n", to: "A.swift")
    let output = folder.path("out")
    #expect(try port(source, "-o", output).status == 0)
    let manager = FileManager.default
    for name in ["kept", "out/Sources/Ported/B.swift"] {
      try manager.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    _ = try folder.write("mine", to: "kept/file")
    let record = try text("out/.loophunt-port")
    _ = try folder.write(
      record + "0 ../kept\n0 Sources/Ported/../../../kept\n0 Sources/Ported/B.swift\n",
      to: "out/.loophunt-port")
    #expect(try port(source, "-o", output).status == 0)
    #expect(try text("kept/file") == "mine")
    #expect(manager.fileExists(atPath: output + "/Sources/Ported/B.swift"))
  }

  @Test("files alone gather in a folder, port by port")
  func filesAlone() throws {
    let output = folder.path("files")
    for name in ["A", "B", "A"] {
      let source = try folder.write("class \(name): UIView {}\n", to: "\(name).swift")
      #expect(try port("--sources-only", source, "-o", output).status == 0)
    }
    for name in ["A", "B"] {
      #expect(try text("files/\(name).swift") == "class \(name): UIView {}\n")
    }
  }

  @Test("files that no module can hold are refused with the reason")
  func unusable() throws {
    for (name, bytes, reason) in [
      ("README.md", Data("text".utf8), "is no Swift file"),
      ("main.swift", Data(), "cannot hold"), ("Package.swift", Data(), "cannot hold"),
      ("Bytes.swift", Data([0xC3, 0x28]), "not UTF-8"),
    ] {
      let path = folder.path(name)
      try bytes.write(to: URL(filePath: path))
      let made = try port(path, "-o", folder.path("out"))
      #expect(made.status == 2 && made.errors.contains(reason), "\(made.errors)")
    }
  }
}
