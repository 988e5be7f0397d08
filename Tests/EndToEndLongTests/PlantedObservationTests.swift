import EndToEndTestSupport
import Foundation
import OutputAnalysis
import TestSupport
import Testing

/// Observations that are drawn from the model: what the tests of calibration say if the model is right, and if it is wrong.
@Suite("Planted observations") struct PlantedObservationTests {
  /// The draws of a primary row that counts.
  private struct Source {
    var name: String
    var draws: [Double]
    var scale: ScoreScale
    var observation: PredictiveScore.Observation

    /// The verdict on a value by draws of a model.
    func verdict(_ value: Double, by draws: [Double]) throws -> PredictiveScore.Verdict {
      var planted = observation
      planted.value = value
      return try PredictiveScore(try PredictiveDraws(draws, scale), planted, tieShare: 0.5).verdict
    }
  }

  /// The files that `--to drawn` has written.
  private func drawn(_ folder: TestFolder) throws -> Export {
    Export(
      files: try ["scores.csv", "draws.csv"].reduce(into: [:]) { $0[$1] = try folder.data("drawn/\($1)") })
  }

  private static let studies = ShippedStudy.observed.map { ShippedStudy.path("observed/\($0)") }
  private static let draws = 200

  private func sources(_ changes: [String] = [], seed: Int = 1) throws -> [String: Source] {
    let folder = try TestFolder()
    _ = try folder.slumber(
      ["check"] + Self.studies
        + ["--table", "--draws", "\(Self.draws)", "--seed", "\(seed)", "--to", "drawn", "--progress", "none"]
        + changes.flatMap { ["--set", $0] }, code: 0)
    let export = try drawn(folder)
    let drawn = Dictionary(
      grouping: try export.rows("draws.csv").filter { $0["model"] == "seven-factor" },
      by: { "\($0["row"] ?? "") \($0["window_days"] ?? "")" })
    var found: [String: Source] = [:]
    for row in try export.rows("scores.csv") {
      func number(_ name: String) -> Double { row[name].flatMap { Double($0) } ?? .nan }
      guard row["model"] == "seven-factor", row["is_primary"] == "1", row["is_base"] == "1",
        let name = row["source"], let values = drawn["\(row["row"] ?? "") \(row["window_days"] ?? "")"]
      else { continue }
      let units = ["s": 1.0, "h": 1 / 3600.0, "d": 1 / 86_400.0]
      let days = number("window_days")
      let scale: ScoreScale =
        switch row["scale"] {
        case "time": .time(least: units[row["unit"] ?? ""] ?? 1)
        case "count": .count(days: days)
        case "rate": .rate(days: days)
        case "hour": .hour
        default: .share
        }
      let observation = PredictiveScore.Observation(
        number("observed"), precision: number("precision"), isBound: row["is_bound"] == "1")
      found[name] = Source(
        name: name, draws: values.compactMap { $0["value"].flatMap { Double($0) } }, scale: scale,
        observation: observation)
    }
    return found
  }

  @Test(
    "A planted observation is rarely never, and a data set rarely rejects the model that it was drawn from")
  func unchanged() throws {
    let sources = try sources().values.filter { $0.draws.count == Self.draws }.sorted { $0.name < $1.name }
    #expect(sources.count >= 15)
    var never = 0
    for number in 0..<1000 {
      let source = sources[number % sources.count]
      let place = number / sources.count * 7 % Self.draws
      var others = source.draws
      let value = others.remove(at: place)
      if try source.verdict(value, by: others) == .never { never += 1 }
    }
    #expect(never <= 25)
    let limit = try BinomialLimit(sources: sources.count, probability: PredictiveScore.Verdict.leastRare)
    let rejected = try (0..<100).count { set in
      limit.isExceeded(
        by: try sources.count { try $0.verdict($0.draws[set], by: Array($0.draws[100...])) == .never })
    }
    #expect(rejected <= 5)
  }

  @Test("A model with half of both gaps never does what the sources did that depend on a gap")
  func halvedGaps() throws {
    let phones = try sources(seed: 2)
    let model = try sources(["parameters.refresh.minGap=7.5 min", "parameters.processing.minGap=0.25 h"])
    var found: [String] = []
    for (name, source) in phones {
      guard let other = model[name], !other.draws.isEmpty else { continue }
      let never = try source.draws.prefix(100).count { try source.verdict($0, by: other.draws) == .never }
      if never >= 90 { found.append(name) }
    }
    // The apps of all other sources ask for longer delays, or other rules let them wait longer.
    #expect(found.contains("nextcloud/ios issues 2225 and 2321"), "\(found.sorted())")
  }

  @Test("Five rows of the validation page are drawn again")
  func again() throws {
    let studies = ["daily-app", "on-a-desk", "new-install", "test-app", "twelve-hour-floors"]
    let folder = try TestFolder()
    _ = try folder.slumber(
      ["check"] + studies.map { ShippedStudy.path("observed/\($0)") }
        + ["--table", "--to", "drawn", "--progress", "none"], code: 0)
    func rows(_ export: Export) throws -> [String: Double] {
      try export.rows("scores.csv").reduce(into: [:]) { found, row in
        guard row["model"] == "seven-factor", let p = row["p"].flatMap({ Double($0) }) else { return }
        found["\(row["study"] ?? "") \(row["id"] ?? "") \(row["window_days"] ?? "")"] = p
      }
    }
    let again = try rows(drawn(folder))
    let scores = Data(try PackageRoot.text("scenarios/validation/scores.csv").utf8)
    let page = try rows(Export(files: ["scores.csv": scores]))
    #expect(again.count >= 5)
    for (row, p) in again {
      let known = try #require(page[row], "\(row)")
      // A p of 200 draws has a standard error of at most 2 · √(¼ ÷ 200).
      #expect(abs(p - known) < 0.35, "\(row): \(p) and \(known)")
    }
  }
}
