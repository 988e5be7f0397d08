import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("A test of an app, as in the README", .timeLimit(.minutes(30)))
struct PhoneTestingTests {
  @Test("it compiles against the modules, passes, and prints what the README says")
  func readme() throws {
    let heading = "Test your app"
    let program = try #require(try ReadmeBlocks.texts("swift", under: heading).first)
    let folder = try TestFolder()
    let place = URL(fileURLWithPath: folder.path)
    try folder.write("import PhoneTesting\nimport Testing\n\n" + program, to: "stays-fresh.swift")
    // The entrance that `swift test` makes.
    try folder.write(
      """
      import Testing

      @main struct Entrance {
        static func main() async { await Testing.__swiftPMEntryPoint() as Never }
      }
      """, to: "entrance.swift")
    for path in ["scenarios/examples/news.py", "Sources/SimulatedApp/Examples/Info.plist"] {
      let file = PackageRoot.file(path)
      try FileManager.default.copyItem(atPath: file.path, toPath: folder.path(file.lastPathComponent))
    }
    let built = try BuiltModules.compile(
      ["stays-fresh.swift", "entrance.swift"], to: "tests", in: place, ["-parse-as-library"])
    try #require(built.code == 0, "\(built.summary)")
    let run = try ChildProcess(folder.path("tests"), [], in: folder.path).wait()
    #expect(run.code == 0, "\(run.summary)")
    let lines = run.output.split(separator: "\n").filter { $0.contains(" days: ") }.map(String.init)
    holds(lines.count == 1 && program.contains("// \(lines.first ?? "-")\n"), "\(lines)")
  }
}
