import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Programs of the README and of the pages") struct PageProgramTests {
  @Test("the policy of the page has at most 30 lines, and fits the modules")
  func policy() throws {
    let program = try #require(try ReadmeBlocks.program())
    #expect(program.split(separator: "\n").count <= 30)
    let folder = try TestFolder()
    try folder.write(program, to: "main.swift")
    let outcome = try BuiltModules.check(["main.swift"], in: URL(fileURLWithPath: folder.path))
    #expect(outcome.code == 0, "\(outcome.summary)")
  }

  @Test("the test of an app in the README has at most 12 lines, and fits the modules")
  func app() throws {
    let program = try #require(try ReadmeBlocks.texts("swift", under: "Test your app").first)
    #expect(program.split(separator: "\n").count <= 12)
    let page = "Sources/SlumberCommands/SlumberCommands.docc/TestAnAppInCI.md"
    #expect(
      try ReadmeBlocks.texts("swift", under: "Run your app code in a unit test", of: page).contains(program))
    let folder = try TestFolder()
    try folder.write("import PhoneTesting\nimport Testing\n\n" + program, to: "stays-fresh.swift")
    let outcome = try BuiltModules.check(
      ["stays-fresh.swift"], in: URL(fileURLWithPath: folder.path), ["-parse-as-library"])
    #expect(outcome.code == 0, "\(outcome.summary)")
  }
}
