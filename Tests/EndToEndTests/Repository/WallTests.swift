import Foundation
import TestSupport
import Testing

@Suite("Walls inside and between targets")
struct WallTests {
  @Test(
    "a library of C has one door",
    arguments: [
      ("CElementaryFunctions", ["Basics/ElementaryFunctions"]), ("CSQLite", ["ResultsStore", "Recordings"]),
      ("CYAML", ["Studies/Format"]),
      ("CProcess", ["Studies/Programs", "SlumberCommands/ClusterJobs", "SlumberCommands/CommandLine"]),
    ])
  func doors(library: String, folders: [String]) throws {
    let importing = try PackageRoot.texts("Sources").filter { $0.value.contains("import \(library)\n") }.keys
    holds(!importing.isEmpty)
    for path in importing {
      holds(folders.contains { path.hasPrefix("Sources/\($0)/") }, "\(path) imports \(library)")
    }
  }

  @Test(
    "a folder names no type of the folders above it, and no target that it does not need",
    arguments: [
      (
        "Studies/Format", ["Studies/Execution", "Studies/DeviceTracing"], ["DeviceModel"]
      ),
      (
        "Studies/Programs", ["Studies/Format", "Studies/Execution", "Studies/DeviceTracing"],
        ["PhoneSimulation", "UsageModels", "ResultsStore", "StudyReports"]
      ),
      ("Studies/DeviceTracing", ["Studies/Format", "Studies/Execution"], ["ResultsStore", "StudyReports"]),
      ("SlumberCommands/ClusterJobs", ["SlumberCommands/Commands"], ["Studies", "PhoneSimulation"]),
    ])
  func walls(folder: String, above: [String], targets: [String]) throws {
    let declaration = /(?m)^(?:(?:public|package|final|indirect) )*(?:struct|enum|class|protocol) (\w+)/
    let types = try above.flatMap { try PackageRoot.texts("Sources/\($0)").values }
      .flatMap { $0.matches(of: declaration).map { String($0.1) } }
    holds(!types.isEmpty)
    let names = Set(types)
    for (path, text) in try PackageRoot.texts("Sources/\(folder)") {
      let code = text.split(separator: "\n").map { $0.prefix { $0 != "/" } }.joined(separator: "\n")
      for word in Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.0) }).intersection(names) {
        Issue.record("\(path) names \(word)")
      }
      for target in targets where text.contains("import \(target)\n") {
        Issue.record("\(path) imports \(target)")
      }
    }
  }

  @Test("study files know of the phone the words of its log")
  func words() throws {
    let importing = try PackageRoot.texts("Sources/Studies/Format").filter {
      $0.value.contains("import PhoneSimulation\n")
    }
    #expect(Array(importing.keys) == ["Sources/Studies/Format/Decoding/ExpectationDecoder.swift"])
  }
}
