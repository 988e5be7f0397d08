import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Starters, completions and the manual") struct StarterTests {
  @Test("a policy in Swift is a package that can be read, with the program and study of the documentation")
  func swift() throws {
    let folder = try TestFolder()
    try folder.slumber(
      "init", "night-reserve", "--from", "policy-swift", "--package", PackageRoot.url.path, code: 0)
    #expect(try folder.names("night-reserve") == ["Package.swift", "Sources", "study.yaml"])
    let manifest = try ChildProcess(
      "/usr/bin/env", ["swift", "package", "--package-path", "night-reserve", "dump-package"], in: folder.path
    ).wait()
    holds(manifest.code == 0 && manifest.output.contains("\"SlumberCommands\""), "\(manifest.summary)")
    let program = try folder.text("night-reserve/Sources/night-reserve/main.swift")
    let parsed = try ChildProcess(
      "/usr/bin/env", ["swiftc", "-parse", "night-reserve/Sources/night-reserve/main.swift"], in: folder.path
    ).wait()
    #expect(parsed.code == 0, "\(parsed.summary)")
    // The same policy is built and run from the page: everything but names and comments is equal.
    let page = try #require(try ReadmeBlocks.program())
    func code(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n")
    }
    #expect(
      code(program.replacing("nightReserve.", with: "reserve.").replacing("night-reserve", with: "reserve"))
        == code(page))
    // Without the policy, the study is wrong in its two policies alone.
    let study = try folder.slumber("validate", "night-reserve/study.yaml")
    holds(study.code == 3 && study.error.split(separator: "\n").count == 2, "\(study.summary)")
    holds(study.error.contains("found `night-reserve`"))
  }
}
