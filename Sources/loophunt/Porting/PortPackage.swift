/// The package around ported files: its manifest, and a first test.
struct PortPackage {
  /// The path of the package UIKit, from the folder of this one.
  let library: String
  /// The classes of views, which the test makes if it can.
  let classes: [ViewClass]

  /// The files around the ported ones.
  var files: [(path: String, bytes: [UInt8])] {
    Array(zip(Self.paths, [Array(manifest.utf8), Array(test.utf8)]))
  }

  /// The folder of the ported files.
  static let home = "Sources/Ported/"
  /// The paths of the files around them.
  static let paths = ["Package.swift", "Tests/PortedTests/LayoutTests.swift"]

  private var manifest: String {
    """
    // swift-tools-version: 6.0

    import PackageDescription

    let package = Package(
      name: "Ported",
      dependencies: [
        .package(name: "UIKit", path: \(SwiftText.literal(library))),
        .package(name: "LoopHunter", path: \(SwiftText.literal("\(library)/.."))),
      ],
      targets: [
        .target(name: "Ported", dependencies: [.product(name: "UIKit", package: "UIKit")]),
        .testTarget(
          name: "PortedTests",
          dependencies: [
            "Ported", .product(name: "UIKit", package: "UIKit"),
            .product(name: "LoopHunter", package: "LoopHunter"),
          ]),
      ],
      swiftLanguageModes: [.v5]
    )

    """
  }

  private var test: String {
    var text = """
      import LoopHunter
      import Testing
      import UIKit

      @testable import Ported

      @Suite("Views settle", .serialized) struct LayoutTests {
        /// The sizes at which each view is laid out.
        static let sizes = [
          CGSize(width: 390, height: 844), CGSize(width: 320, height: 568),
          CGSize(width: 844, height: 390), CGSize(width: 1024, height: 1366),
          CGSize(width: 100, height: 44),
        ]
        /// Makes one view of each class.
        static let makers: [String: () throws -> UIView] = [

      """
    var others = ""
    var isEmpty = true
    for entry in classes {
      switch entry.making {
      case .call(let call):
        text += "    \"\(entry.name)\": { \(call) },\n"
        isEmpty = false
      case .obstacle(let obstacle):
        others += "  // \(entry.name) is not laid out: \(obstacle).\n"
      }
    }
    if isEmpty { text += "    :\n" }
    text += "  ]\n" + others
    text += """

        @Test("A view is laid out at five sizes and in both directions without a loop", arguments: makers.keys)
        func settles(name: String) throws {
          let make = try #require(Self.makers[name])
          for direction in [UISemanticContentAttribute.forceLeftToRight, .forceRightToLeft] {
            let loop = TurnLoop()
            UIApplication.shared.loop = loop
            let window = UIWindow(frame: CGRect(origin: .zero, size: Self.sizes[0]), loop: loop)
            let view = try make()
            view.semanticContentAttribute = direction
            try loop.expectNoLayoutLoops {
              window.addSubview(view)
              for size in Self.sizes {
                window.frame.size = size
                view.frame = window.bounds
                loop.runTurn()
              }
              // Work that layouts gave to the main queue, and timers.
              loop.advance(by: .seconds(2), turnsPerInstant: 100)
            }
          }
        }
      }

      """
    return text
  }
}
