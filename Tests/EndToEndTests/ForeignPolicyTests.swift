import Foundation
import TestSupport
import Testing

/// The package of the README, built once in a folder of its own. What SwiftPM makes of it is kept below the
/// package's `.build`, so that only the first time takes minutes; unoptimized, since that is built sooner.
private enum ForeignPackage {
  static let scratch = PackageRoot.file(".build/foreign").path
  static let blocks = Result { try ReadmeBlocks.texts("swift", under: "A policy of your own") }
  /// The output of the build.
  static let build = Result { try built(try blocks.get()) }

  private static func built(_ blocks: [String]) throws -> Outcome {
    let folder = try TestFolder()
    let manifest = blocks[0]
      .replacing("../slumber", with: PackageRoot.url.path)
      // A second program, whose policy has a name that is taken.
      .replacing(
        "targets: [\n",
        with: """
          targets: [
              .executableTarget(
                name: "taken", dependencies: [.product(name: "SlumberCommands", package: "slumber")]),

          """)
    try folder.write(manifest, to: "Package.swift")
    for (name, text) in [
      ("lab", blocks[1]), ("taken", blocks[1].replacing("\"reserve\"", with: "\"never\"")),
    ] {
      try FileManager.default.createDirectory(
        atPath: folder.path("Sources/\(name)"), withIntermediateDirectories: true)
      try folder.write(text, to: "Sources/\(name)/main.swift")
    }
    return try ChildProcess(
      "/usr/bin/env", ["swift", "build", "--scratch-path", scratch], in: folder.path
    ).wait()
  }

  /// Runs one of its programs in a folder.
  static func run(_ program: String, _ arguments: String..., in folder: TestFolder) throws -> Outcome {
    let outcome = try build.get()
    try #require(outcome.code == 0, "\(outcome.summary)")
    return try ChildProcess("\(scratch)/debug/\(program)", arguments, in: folder.path).wait()
  }
}

@Suite("A package of one's own, as in the README", .timeLimit(.minutes(30)))
struct ForeignPolicyTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    let study = Studies.small(name: "lab").replacing(
      "policies: [seven-factor, never, fixed-interval]",
      with: """
        policies:
          - seven-factor
          - reserve
          - {name: reserve, label: spare, parameters: {reserve.charge: 100 %}}
          - {name: reserve, label: plugged, onlyWhileCharging: true}
        """)
    try folder.write(study, to: "lab.yaml")
  }

  @Test("it is a manifest and a program of at most 25 lines")
  func length() throws {
    let blocks = try ForeignPackage.blocks.get()
    try #require(blocks.count == 2)
    #expect(blocks[0].hasPrefix("// swift-tools-version: 6.2\n"))
    #expect(blocks[0].contains("path: \"../slumber\""))
    #expect(blocks[1].split(separator: "\n").count <= 25)
  }

  @Test("its policy and parameter are in the catalogues, behind those that are built in")
  func catalogue() throws {
    let list = try ForeignPackage.run("lab", "policies", in: folder)
    #expect(list.code == 0, "\(list.summary)")
    #expect(list.output.contains("seven-factor"))
    #expect(
      list.output.contains(
        /\nreserve +Starts work on the charger, and on battery only above a reserve\.\n/))
    let page = try ForeignPackage.run("lab", "policies", "reserve", in: folder)
    #expect(
      page.output == """
        reserve

        Starts work on the charger, and on battery only above a reserve.

        Parameters
          reserve.charge = 50 %  charge that is kept for the user

        Obeys
          no soft gate

        """)
    let parameter = try ForeignPackage.run("lab", "parameters", "reserve.", in: folder)
    #expect(parameter.output.hasPrefix("reserve.charge = 50 %\n"), "\(parameter.summary)")
    #expect(parameter.output.contains("\n  range   0–100\n  domain  0–100\n  grade   D\n"))
    let misspelt = try ForeignPackage.run(
      "lab", "validate", "lab.yaml", "lab.yaml", in: folder)
    #expect(misspelt.code == 0, "\(misspelt.summary)")
  }

  @Test("a study runs it beside others and with its parameter, and the comparison names all")
  func compares() throws {
    let run = try ForeignPackage.run("lab", "run", "lab.yaml", in: folder)
    #expect(run.code == 0, "\(run.summary)")
    let compare = try ForeignPackage.run(
      "lab", "compare", "lab.results.sqlite", "--metric", "launches_per_day", in: folder)
    #expect(compare.code == 0, "\(compare.summary)")
    for label in ["seven-factor", "reserve", "spare", "plugged"] {
      #expect(run.output.contains("\n  \(label) ") && compare.output.contains("\n  \(label) "), "\(label)")
    }
    // Without a charge to use on battery it works on the charger only.
    let rows = try folder.export("lab.results.sqlite").rows("runs.csv")
    #expect(rows.allSatisfy { $0["replay"]?.hasPrefix("lab run lab.yaml --only ") == true })
    func hashes(_ label: String) -> [String?] {
      rows.filter { $0["policy"] == label }.map { $0["event_hash"] }
    }
    #expect(hashes("spare").count == 2 && hashes("spare") == hashes("plugged"))
    #expect(hashes("spare") != hashes("reserve"))
  }

  @Test("its parameter can be set from the command line, and its waits are explained")
  func explains() throws {
    let outcome = try ForeignPackage.run(
      "lab", "explain", "lab.yaml", "--app", "org.example.news", "--policy", "reserve", "--set",
      "reserve.charge=95 %", in: folder)
    #expect(outcome.code == 0, "\(outcome.summary)")
    #expect(outcome.output.contains("under reserve"))
    #expect(outcome.output.contains(#/What blocked, over all waits.*\n  policyChoice /#))
    let wrong = try ForeignPackage.run(
      "lab", "run", "lab.yaml", "--set", "reserve.charg=95 %", in: folder)
    #expect(wrong.code == 2)
    #expect(wrong.error.contains("did you mean `reserve.charge`?"), "\(wrong.summary)")
  }

  @Test("without the package the study is an error, and with a name that is taken the program")
  func names() throws {
    let stranger = try folder.slumber("validate", "lab.yaml", code: 3)
    #expect(stranger.error.contains("lab.yaml:10:5: policies[1]: found `reserve`, expected one of immediate"))
    let taken = try ForeignPackage.run("taken", "policies", in: folder)
    #expect(taken.code == 1)
    #expect(taken.error == "slumber: there already is a policy `never`\n" && taken.output.isEmpty)
  }
}
