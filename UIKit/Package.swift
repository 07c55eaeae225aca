// swift-tools-version: 6.3

import PackageDescription

// A package of its own: names of targets are unique in a graph, and a client may have a module UIKit.
let package = Package(
  name: "UIKit",
  products: [.library(name: "UIKit", targets: ["UIKit"])],
  dependencies: [.package(name: "LoopHunter", path: "..")],
  targets: [
    .target(name: "UIKit", dependencies: [.product(name: "ViewTree", package: "LoopHunter")]),
    .testTarget(
      name: "UIKitTests",
      dependencies: ["UIKit", .product(name: "LoopHunter", package: "LoopHunter")]),
  ],
  swiftLanguageModes: [.v6]
)
