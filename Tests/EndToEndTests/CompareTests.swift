import Basics
import Foundation
import Testing

@Suite("slumber compare and slumber export") struct CompareTests {
  private func results() throws -> TestFolder {
    try TestFolder(run: Studies.small(record: "attempts, energy, timeseries"))
  }

  @Test("--metric and --baseline choose what is compared")
  func choices() throws {
    let folder = try results()
    let outcome = try folder.slumber(
      "compare", "small.results.sqlite", "--metric", "wake_ups_per_day", "--metric", "launches_per_day",
      "--baseline", "never", "--confidence", "0.9", code: 0)
    #expect(outcome.output.contains("wake_ups_per_day"))
    #expect(outcome.output.contains("launches_per_day"))
    #expect(!outcome.output.contains("staleness_at_open_s"))
    #expect(outcome.output.contains("minus never"))
  }

  @Test("--app compares what happened to one app, in tables, on the front and as JSON")
  func app() throws {
    let folder = try results()
    let app = "org.example.mail"
    let rows = try folder.export("small.results.sqlite").rows("metrics.csv").filter {
      $0["scope"] == "app" && $0["entity"] == app && $0["metric"] == "opens_per_day"
    }
    let mean = rows.compactMap { $0["value"].flatMap(Double.init) }.reduce(0, +) / Double(rows.count)
    let outcome = try folder.slumber("compare", "small.results.sqlite", "--app", app, code: 0)
    #expect(outcome.output.contains("\napp \(app)\n"), "\(outcome.summary)")
    #expect(outcome.output.contains("front of discretionary_battery_j_per_day and"), "\(outcome.summary)")
    #expect(!outcome.output.contains("No policy could have refreshed"))
    let json = try folder.slumber(
      "compare", "small.results.sqlite", "--app", app, "--metric", "opens_per_day", "--json")
    let object = try json.object
    #expect(object["app"] as? String == app)
    let compared = try #require(object["comparison"] as? [[String: Any]])
    for row in compared { #expect(abs((row["mean"] as? Double ?? 0) - mean) < 1e-9 * mean, "\(row)") }
    #expect(compared.count == 3)
  }

  @Test("GATE-1: the gates that a policy obeys are in runs.csv and on the front, also as levels of a factor")
  func gates() throws {
    let folder = try TestFolder(
      Studies.small(extra: "factors: {policies.fixed-interval.enforces: [none, all]}\n"))
    let outcome = try folder.slumber("run", "small.yaml", code: 0)
    #expect(outcome.output.contains(#/\n  fixed-interval all +12 /#), "\(outcome.summary)")
    #expect(outcome.output.contains(#/\n  fixed-interval none +0 /#), "\(outcome.summary)")
    let export = try folder.export("small.results.sqlite")
    let runs = try export.rows("runs.csv").filter { $0["policy"] == "fixed-interval" }
    #expect(Set(runs.compactMap { $0["enforces"]?.split(separator: " ").count }) == [0, 12])
    #expect(
      try export.rows("front.csv").first { $0["choice"] == "fixed-interval all" }?["gates"] == "12")
  }

  @Test("a study that records `regret` is told what its policies lose against the best schedule")
  func regret() throws {
    let folder = try TestFolder(Studies.small(record: "regret"))
    let outcome = try folder.slumber("run", "small.yaml", code: 0)
    let compared = try folder.slumber("compare", "small.results.sqlite")
    #expect(compared.output == outcome.output)
    let title = "Fetch efficiency per replication\n"
    #expect(compared.output.contains(title))
    let json = try folder.slumber("compare", "small.results.sqlite", "--json")
    let object = try json.object
    let lines = try #require(object["regret"] as? [[String: Any]])
    #expect(lines.compactMap { $0["policy"] as? String } == ["seven-factor", "never", "fixed-interval"])
    // Without fetches there is nothing to do better.
    #expect(lines[1]["regret_staleness_s"] as? Double == 0)
    let rows = try folder.export("small.results.sqlite").rows("regret.csv")
    #expect(rows.count == 3 * 2 * 3 * 2)
    for row in rows {
      let staleness = try #require(row["staleness_s"].flatMap { Double($0) })
      let bound = try #require(row["bound_s"].flatMap { Double($0) })
      #expect(bound <= staleness)
    }
    try folder.write(Studies.small(), to: "plain.yaml")
    let plain = try folder.slumber("run", "plain.yaml", "--results", "plain.sqlite")
    #expect(!plain.output.contains(title))
  }

  @Test("a policy that a factor does not concern is compared at each of its levels")
  func shared() throws {
    let folder = try TestFolder(
      run:
        Studies.small(extra: "factors: {policies.fixed-interval.fixed.interval: [30 min, 6 h]}\n"))
    let rows = try folder.export("small.results.sqlite").rows("comparison.csv").filter {
      $0["metric"] == "energy_j_per_day"
    }
    #expect(Set(rows.compactMap { $0["design_point"] }).count == 2)
    #expect(
      rows.compactMap { $0["policy"] } == [
        "seven-factor", "never", "fixed-interval", "seven-factor", "never", "fixed-interval",
      ])
    #expect(rows.allSatisfy { $0["baseline"] == "seven-factor" })
    #expect(rows[0]["mean"] == rows[3]["mean"] && rows[2]["mean"] != rows[5]["mean"])
  }

  @Test("--json is JSON with the numbers of the comparison")
  func json() throws {
    let folder = try results()
    let outcome = try folder.slumber("compare", "small.results.sqlite", "--json", code: 0)
    #expect(try outcome.object["comparison"] != nil && outcome.output.contains("energy_j_per_day"))
    let run = try folder.slumber("run", "small.yaml", "--json")
    #expect(run.output == outcome.output)
  }

  @Test("--svg is a well-formed picture that needs nothing else")
  func svg() throws {
    let folder = try results()
    let outcome = try folder.slumber("compare", "small.results.sqlite", "--svg", "picture.svg", code: 0)
    #expect(outcome.error.contains("picture: picture.svg"))
    let text = try folder.xml("picture.svg")
    #expect(text.contains("<svg"))
    // The only address is the name of the format.
    let addresses = text.matches(of: /https?:[^"' <]*/).map { String($0.output) }
    #expect(Set(addresses).subtracting(["http://www.w3.org/2000/svg"]) == [])
    for word in ["href", "<script", "<image", "@import", "url(h", "<!ENTITY"] {
      #expect(!text.contains(word), "\(word)")
    }
    for policy in ["seven-factor", "never", "fixed-interval"] { #expect(text.contains(policy)) }
    #expect(try folder.names() == ["picture.svg", "small.results.sqlite", "small.yaml"])
  }

  @Test("the picture has the title, size and axes that are asked for")
  func svgOptions() throws {
    let folder = try results()
    let words = ["compare", "small.results.sqlite"]
    try folder.slumber(
      words + [
        "--svg", "picture.svg", "--svg-title", "Our <title>", "--svg-size", "700x500", "--svg-axes",
        "cost,age",
      ], code: 0)
    let text = try folder.xml("picture.svg")
    #expect(text.contains("width=\"700.0\" height=\"500.0\""))
    for word in ["Our &lt;title&gt;", ">cost</text>", ">age</text>"] { #expect(text.contains(word)) }
  }

  @Test("an export has all its files, and its data package has exactly their columns")
  func dataPackage() throws {
    let folder = try results()
    let export = try folder.export("small.results.sqlite")
    #expect(
      export.files.keys.sorted() == [
        "attempts.csv", "blocked.csv", "comparison.csv", "datapackage.json", "days.csv", "devices.csv",
        "energy.csv",
        "events.csv",
        "front.csv", "metrics.csv", "provenance.csv", "runs.csv", "study.json", "summary.csv",
        "timeseries.csv",
      ])
    let package = try export.json("datapackage.json")
    let resources = try #require(package["resources"] as? [[String: Any]])
    let described = resources.compactMap { $0["path"] as? String }.filter { $0.hasSuffix(".csv") }
    #expect(described.sorted() == export.files.keys.filter { $0.hasSuffix(".csv") }.sorted())
    for resource in resources {
      guard let path = resource["path"] as? String, path.hasSuffix(".csv") else { continue }
      let schema = try #require(resource["schema"] as? [String: Any])
      let fields = try #require(schema["fields"] as? [[String: Any]])
      #expect(fields.compactMap { $0["name"] as? String } == (try export.header(path)), "\(path)")
      #expect(fields.allSatisfy { ($0["description"] as? String)?.isEmpty == false }, "\(path)")
      let width = fields.count
      let records = CSV.records(String(decoding: try #require(export.files[path]), as: UTF8.self))
      #expect(records.allSatisfy { $0.count == width }, "\(path)")
    }
  }

  @Test("the exported study can be run again and has the same runs")
  func effectiveStudy() throws {
    let folder = try results()
    let export = try folder.export("small.results.sqlite")
    try #require(export.files["study.json"]).write(to: URL(fileURLWithPath: folder.path("again.yaml")))
    try folder.slumber("run", "again.yaml", "--results", "again.sqlite", code: 0)
    let again = try folder.export("again.sqlite")
    // The words of the replays name another file.
    #expect(again.differences(from: export) == ["runs.csv"])
    func hashes(_ export: Export) throws -> [[String?]] {
      try export.rows("runs.csv").map { [$0["run_id"], $0["event_hash"]] }
    }
    #expect(try hashes(again) == hashes(export))
  }

  @Test("an export into a folder twice gives the same files")
  func twice() throws {
    let folder = try results()
    try folder.slumber("export", "small.results.sqlite", "--to", "a/b", code: 0)
    let first = try folder.names("a/b")
    try folder.slumber("export", "small.results.sqlite", "--to", "a/b", code: 0)
    #expect(try folder.names("a/b") == first)
  }
}
