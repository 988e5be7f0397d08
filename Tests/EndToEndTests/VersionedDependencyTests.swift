import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// A package that depends on a version of this one. SwiftPM refuses unsafe flags of some dependencies, so this must be tried.
@Suite("A versioned dependency", .timeLimit(.minutes(30)))
struct VersionedDependencyTests {
  private static let isRepository =
    (try? BuiltModules.run("git", ["rev-parse", "--verify", "HEAD"], in: PackageRoot.url))?.code == 0
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "App",
      dependencies: [.package(url: "file://FOLDER/slumber", exact: "1.0.0")],
      targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "PhoneTesting", package: "slumber")])
      ])

    """

  @Test(
    "a package resolves a tag of the repository; the long tests build it",
    .enabled(if: isRepository, "needs the repository"))
  func tag() throws {
    let folder = try TestFolder()
    let place = URL(fileURLWithPath: folder.path)
    try FileManager.default.createDirectory(
      at: place.appendingPathComponent("App/Sources/App"), withIntermediateDirectories: true)
    try folder.write(Self.manifest.replacing("FOLDER", with: folder.path), to: "App/Package.swift")
    try folder.write("import PhoneTesting\n", to: "App/Sources/App/main.swift")
    let isLong = ProcessInfo.processInfo.environment["SLUMBER_LONG"] != nil
    for (command, subfolder) in [
      (["git", "clone", "--quiet", PackageRoot.url.path, "slumber"], "."),
      (["git", "tag", "1.0.0"], "slumber"),
      (["swift"] + (isLong ? ["build"] : ["package", "resolve"]) + ["--disable-dependency-cache"], "App"),
    ] {
      let outcome = try BuiltModules.run(
        command[0], Array(command.dropFirst()), in: place.appendingPathComponent(subfolder))
      #expect(outcome.code == 0, "\(outcome.summary)")
    }
  }
}
