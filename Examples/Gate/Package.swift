// swift-tools-version: 6.2
import PackageDescription

// In a package of your own: .package(url: "https://…/LoopHunter.git", from: "1.0.0")
let package = Package(
  name: "Gate",
  dependencies: [.package(name: "LoopHunter", path: "../..")],
  targets: [
    .target(name: "Chat", dependencies: [.product(name: "ViewTree", package: "LoopHunter")]),
    .testTarget(
      name: "ChatTests",
      dependencies: ["Chat", .product(name: "LoopHunter", package: "LoopHunter")]),
  ])
