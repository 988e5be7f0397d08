import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// Methods other than `run`, each with the place of its results file and the files that it writes.
@Suite("Killed methods") struct MethodKillTests {
  private struct Method: CustomTestStringConvertible, Sendable {
    var command: String
    var results: String
    var files: [String] = []
    var testDescription: String { command }
  }

  /// A source that saw refreshes of a composite every 8 h.
  private static let observed = """
    expect:
      - {that: a gap, observe: medianLaunchGapSeconds, mechanism: refresh, observed:
          {id: T1, value: 8, unit: h, precision: 0.5, phones: 1, days: 1, grade: C, source: one, tolerance: {times: 1.1}}}
    """

  private static let methods = [
    Method(
      command: "ablate small.yaml --replications 4 --results killed.results.sqlite",
      results: "killed.results.sqlite"),
    Method(
      command:
        "sensitivity flip.yaml --quick --metric launches_per_day --over score.threshold --replications 2 "
        + "--budget 0 --points 8 --to found", results: "found/flip-sensitivity.results.sqlite",
      files: ["sensitivity.json", "points.csv", "boundaries.csv", "hypercube.csv"].map { "found/\($0)" }),
    Method(
      command: "sensitivity flip.yaml --metric launches_per_day --over score.threshold --replications 2 "
        + "--budget 0 --trajectories 4 --shares 7 --to found",
      results: "found/flip-sensitivity.results.sqlite",
      files: ["screening.json", "screening.csv", "trajectories.csv", "shares.csv"].map { "found/\($0)" }),
    Method(
      command: "fit seen.yaml --over score.threshold --data-sets 60 --budget 0 --to found",
      results: "found/seen-fit.results.sqlite",
      files: ["fit.json", "fit.svg", "left-out.csv", "plausible.csv", "data-sets.csv"].map { "found/\($0)" }),
    Method(
      command:
        "tune flip.yaml --policy seven-factor --over score.threshold --points 8 --replications 10 --budget 0 --to found",
      results: "found/flip-tune.results.sqlite",
      files: ["tune.json", "front.csv", "search.csv"].map { "found/\($0)" }),
  ]

  @Test(
    "SIGKILL at each of some instants loses runs in flight only, and the same command ends with the same bytes",
    arguments: methods)
  private func killsInNumbers(_ method: Method) throws {
    func folder() throws -> TestFolder {
      let folder = try TestFolder(Studies.small(devices: Tier.isLong ? 4 : 1, days: 6))
      let days = Tier.isLong ? 15 : 6
      let flip = try Studies.shipped("threshold-corner")
        .replacing("horizonDays: 15", with: "horizonDays: \(days)")
      try folder.write(flip, to: "flip.yaml")
      try folder.write(flip + Self.observed + "\n", to: "seen.yaml")
      return folder
    }
    let command = method.command.split(separator: " ").map(String.init) + ["--progress", "none"]
    let whole = try folder()
    let start = Date()
    let output = try whole.slumber(command, code: 0).output
    let duration = Date().timeIntervalSince(start)
    let export = try whole.export(method.results)
    let count = Tier.count("SLUMBER_METHOD_KILLS", or: Tier.isLong ? 3 : 1)
    for part in (1...count).map({ Double($0) / Double(count + 1) }) {
      let killed = try folder()
      let process = try killed.start(command)
      usleep(UInt32(part * duration * 1e6))
      process.send(SIGKILL)
      _ = process.wait()
      #expect(try killed.slumber(command, code: 0).output == output, "killed at \(part)")
      #expect(try killed.export(method.results).differences(from: export) == [], "killed at \(part)")
      try killed.slumber("verify", method.results, code: 0)
      for file in method.files {
        #expect(try killed.data(file) == whole.data(file), "killed at \(part): \(file)")
      }
    }
  }
}
