import Basics
import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber compare and slumber export") struct CompareTests {
  private func results() throws -> TestFolder {
    try TestFolder(run: Studies.small(record: "attempts, energy, timeseries"))
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
    holds(outcome.output.contains("\napp \(app)\n"), "\(outcome.summary)")
    holds(outcome.output.contains("front of discretionary_battery_j_per_day and"), "\(outcome.summary)")
    holds(!outcome.output.contains("No policy could have refreshed"))
    let json = try folder.slumber(
      "compare", "small.results.sqlite", "--app", app, "--metric", "opens_per_day", "--json")
    let object = try json.object
    #expect(object["app"] as? String == app)
    let compared = try #require(object["comparison"] as? [[String: Any]])
    for row in compared { #expect(abs((row["mean"] as? Double ?? 0) - mean) < 1e-9 * mean, "\(row)") }
    #expect(compared.count == 3)
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
    holds(rows.allSatisfy { $0["baseline"] == "seven-factor" })
    holds(rows[0]["mean"] == rows[3]["mean"] && rows[2]["mean"] != rows[5]["mean"])
  }

  @Test("--svg is a well-formed picture that needs nothing else")
  func svg() throws {
    let folder = try results()
    let outcome = try folder.slumber("compare", "small.results.sqlite", "--svg", "picture.svg", code: 0)
    holds(outcome.error.contains("picture: picture.svg"))
    let text = try folder.xml("picture.svg")
    holds(text.contains("<svg"))
    // The only address is the name of the format.
    let addresses = text.matches(of: /https?:[^"' <]*/).map { String($0.output) }
    #expect(Set(addresses).subtracting(["http://www.w3.org/2000/svg"]) == [])
    for word in ["href", "<script", "<image", "@import", "url(h", "<!ENTITY"] {
      holds(!text.contains(word), "\(word)")
    }
    for policy in ["seven-factor", "never", "fixed-interval"] { holds(text.contains(policy)) }
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
    holds(text.contains("width=\"700.0\" height=\"500.0\""))
    for word in ["Our &lt;title&gt;", ">cost</text>", ">age</text>"] { holds(text.contains(word)) }
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
      holds(fields.allSatisfy { ($0["description"] as? String)?.isEmpty == false }, "\(path)")
      let width = fields.count
      let records = CSVRecords.read(String(decoding: try #require(export.files[path]), as: UTF8.self))
      holds(records.allSatisfy { $0.count == width }, "\(path)")
    }
  }
}
