// swift-tools-version: 6.2
import PackageDescription

let kit: [Target.Dependency] = [.product(name: "SimulatedApp", package: "SimulatedApp")]
let package = Package(
  name: "Examples",
  dependencies: [.package(path: "..")],
  targets: [
    .executableTarget(name: "NewsApp", dependencies: kit, path: "NewsApp"),
    .executableTarget(
      name: "FieldProbe", dependencies: kit, path: "FieldProbe", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "SceneApp", dependencies: kit, path: "SceneApp"),
    .executableTarget(
      name: "BuggyApps", dependencies: kit, path: "BuggyApps", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "Usages", dependencies: kit, path: "Usages", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "Probe", dependencies: kit, path: "Probe", swiftSettings: [.swiftLanguageMode(.v5)]),
  ])
