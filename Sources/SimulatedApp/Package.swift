// swift-tools-version: 6.2
import PackageDescription

// Frameworks by their names on iOS; an app's package depends on this folder by its path (unsafe flags).
let package = Package(
  name: "SimulatedApp",
  products: [
    .library(
      name: "SimulatedApp",
      targets: ["FoundationNetworking", "BackgroundTasks", "UIKit", "SwiftUI", "os", "Network"])
  ],
  targets: [
    .target(name: "CAppRuntime", path: "CAppRuntime", cSettings: [.unsafeFlags(["-fblocks", "-Wall"])]),
    .target(name: "AppRuntime", dependencies: ["CAppRuntime"], path: "AppRuntime"),
    .target(name: "FoundationNetworking", dependencies: ["AppRuntime"], path: "FoundationNetworking"),
    .target(name: "BackgroundTasks", dependencies: ["AppRuntime"], path: "BackgroundTasks"),
    .target(name: "os", dependencies: ["AppRuntime"], path: "os"),
    .target(name: "Network", dependencies: ["AppRuntime"], path: "Network"),
    .target(name: "UIKit", dependencies: ["FoundationNetworking", "BackgroundTasks", "os"], path: "UIKit"),
    .target(name: "SwiftUI", dependencies: ["UIKit"], path: "SwiftUI"),
  ], swiftLanguageModes: [.v6])
