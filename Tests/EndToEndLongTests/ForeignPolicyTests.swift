import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// The policy of the page in the package that `init` writes, built once by SwiftPM, and as a program that is compiled against the
/// modules that are tested and linked with their objects.
private enum ForeignPackage {
  private static let folder = PackageRoot.file(".build/foreign")
  static let program = Result {
    try #require(try ReadmeBlocks.program())
  }
  /// The output of the build.
  static let build = Result { try built(try program.get()) }

  private static func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private static func command(_ name: String, _ arguments: [String], in place: URL = folder) throws -> Outcome
  {
    try BuiltModules.run(name, arguments, in: place)
  }

  private static func built(_ program: String) throws -> Outcome {
    try? FileManager.default.removeItem(at: folder)
    // A second program has a policy with a name that is taken.
    try write(program.replacing("\"reserve\"", with: "\"never\""), to: "taken.swift")
    let package = folder.appendingPathComponent("lab")
    let begun = try command(
      try Slumber.binary(), ["init", "lab", "--from", "policy-swift", "--package", PackageRoot.url.path])
    guard begun.code == 0 else { return begun }
    try write(program, to: "lab/Sources/lab/main.swift")
    let resolved = try command("swift", ["build"], in: package)
    guard resolved.code == 0 else { return resolved }
    let lab = try compiled("lab/Sources/lab/main.swift", to: "lab/lab")
    return lab.code == 0 ? try compiled("taken.swift", to: "taken") : lab
  }

  private static func compiled(_ source: String, to name: String) throws -> Outcome {
    try BuiltModules.compile([source], to: name, in: folder)
  }

  /// Runs one of its programs in a folder.
  static func run(_ program: String, _ arguments: String..., in place: TestFolder) throws -> Outcome {
    let outcome = try build.get()
    try #require(outcome.code == 0, "\(outcome.summary)")
    let path = folder.appendingPathComponent(program == "lab" ? "lab/lab" : program).path
    return try ChildProcess(path, arguments, in: place.path).wait()
  }
}

@Suite("A package of one's own, as on the page", .timeLimit(.minutes(30)))
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

  @Test("its policy and parameter are in the catalogues, behind those that are built in")
  func catalogue() throws {
    let list = try ForeignPackage.run("lab", "policies", in: folder)
    #expect(list.code == 0, "\(list.summary)")
    holds(list.output.contains("seven-factor"))
    holds(
      list.output.contains(
        /\nreserve +Starts work on the charger; on battery only above a reserve, after a gap\.\n/))
    let page = try ForeignPackage.run("lab", "policies", "reserve", in: folder)
    #expect(
      page.output == """
        reserve

        Starts work on the charger; on battery only above a reserve, after a gap.

        Parameters
          reserve.charge = 50 %  charge that is kept for the user
          reserve.gap = 2 h  least time between launches of an app

        Obeys
          no soft gate

        """)
    let parameter = try ForeignPackage.run("lab", "parameters", "reserve.charge", in: folder)
    holds(parameter.output.hasPrefix("reserve.charge = 50 %\n"), "\(parameter.summary)")
    holds(parameter.output.contains("\n  range   0–100\n  domain  0–100\n  grade   D\n"))
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
      holds(run.output.contains("\n  \(label) ") && compare.output.contains("\n  \(label) "), "\(label)")
    }
    // Without a charge to use on battery it works on the charger only.
    let rows = try folder.export("lab.results.sqlite").rows("runs.csv")
    holds(rows.allSatisfy { $0["replay"]?.hasPrefix("lab run lab.yaml --only ") == true })
    func hashes(_ label: String) -> [String?] {
      rows.filter { $0["policy"] == label }.map { $0["event_hash"] }
    }
    holds(hashes("spare").count == 2 && hashes("spare") == hashes("plugged"))
    #expect(hashes("spare") != hashes("reserve"))
  }

  @Test("its parameter can be set from the command line, and its waits are explained")
  func explains() throws {
    let outcome = try ForeignPackage.run(
      "lab", "explain", "lab.yaml", "--app", "org.example.news", "--policy", "reserve", "--waits",
      "--set", "reserve.charge=95 %", in: folder)
    #expect(outcome.code == 0, "\(outcome.summary)")
    holds(outcome.output.contains("under reserve"))
    holds(outcome.output.contains(#/Reasons for waiting[^\n]*\n[^\n]*\n  policyChoice /#))
    let wrong = try ForeignPackage.run(
      "lab", "run", "lab.yaml", "--set", "reserve.charg=95 %", in: folder)
    #expect(wrong.code == 2)
    holds(wrong.error.contains("did you mean `reserve.charge`?"), "\(wrong.summary)")
  }

  @Test("without the package the study is an error, and with a name that is taken the program")
  func names() throws {
    let stranger = try folder.slumber("validate", "lab.yaml", code: 3)
    holds(stranger.error.contains("lab.yaml:10:5: policies[1]: found `reserve`, expected one of immediate"))
    let taken = try ForeignPackage.run("taken", "policies", in: folder)
    #expect(taken.code == 1)
    holds(taken.error == "slumber: there already is a policy `never`\n" && taken.output.isEmpty)
  }
}
