// swift-tools-version: 6.3

import PackageDescription

// A package of its own: names of targets are unique in a graph, and a client may have a module UIKit.
let package = Package(
  name: "UIKit",
  products: [.library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"])],
  dependencies: [.package(name: "LoopHunter", path: "..")],
  targets: [
    .target(name: "UIKit", dependencies: [.product(name: "ViewTree", package: "LoopHunter")]),
    // Empty: Swift Testing wants it where a file imports Testing and a module UIKit.
    .target(name: "_Testing_UIKit"),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "UIKit", "_Testing_UIKit", .product(name: "LayoutTrace", package: "LoopHunter"),
        .product(name: "LoopHunter", package: "LoopHunter"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
