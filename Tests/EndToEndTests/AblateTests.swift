import Foundation
import Testing

@Suite("slumber ablate") struct AblateTests {
  private func folder() throws -> TestFolder {
    let folder = try TestFolder(
      Studies.small(
        devices: 2, days: 4, extra: "arms: [{name: one, set: {seed: 1}}, {name: two, set: {seed: 2}}]"))
    return folder
  }

  @Test(
    "the table names every part of the policy and what was run, and any number of workers prints the same")
  func text() throws {
    let folder = try folder()
    let one = try folder.slumber("ablate", "small.yaml", "--jobs", "1", code: 0)
    for part in [
      "small, seven-factor: the effect of each factor and condition",
      "one, the one of 2 design points that was run; 2 replications of 2 devices",
      "appUsage", "bootHold", "all soft", "hold together at 95 % confidence",
    ] { #expect(one.flowing.contains(part), "\(part): \(one.summary)") }
    #expect(one.error.contains("runs of 2 devices, for "))
    let two = try folder.slumber("ablate", "small.yaml", "--jobs", "2", "--progress", "none")
    #expect(two.output == one.output)
    // The second one reads the runs of the first.
    #expect(try folder.names().sorted() == ["small-ablate.results.sqlite", "small.yaml"])
    let status = try folder.slumber("status", "small-ablate.results.sqlite", code: 0)
    #expect(status.output.hasPrefix("small: 32 of 32 runs done"), "\(status.summary)")
    try folder.slumber("verify", "small-ablate.results.sqlite", code: 0)
    let other = try folder.slumber("run", "small.yaml", "--results", "small-ablate.results.sqlite", code: 1)
    #expect(other.error.contains("holds results of another study"), "\(other.summary)")
  }

  @Test("as JSON the differences of the chosen arm")
  func json() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      "ablate", "small.yaml", "--arm", "two", "--metric", "energy_j_per_day",
      "--metric", "launches_per_day", "--json", code: 0)
    let report = try outcome.object
    #expect(report["design_point"] as? String == "two")
    let differences = try #require(report["differences"] as? [[String: Any]])
    #expect(differences.count == 30)
    for row in differences { #expect(row["difference"] is Double && row["half_width"] is Double) }
    let variants = try #require(report["variants"] as? [[String: Any]])
    for variant in variants where variant["kind"] as? String == "factor" {
      let name = try #require(variant["off"] as? String)
      let setting = try #require(variant["setting"] as? [String: Any])
      let factors = try #require(setting["factors"] as? [String: String])
      #expect(factors.filter { $0.value == "off" }.keys.sorted() == ["factor.\(name)"])
    }
  }

  @Test("a policy that obeys nothing and one replication are told as such")
  func bare() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      "ablate", "small.yaml", "--policy", "immediate", "--replications", "1",
      "--set", "factor.rateLimit=off", code: 0)
    #expect(outcome.output.contains("small, immediate: "))
    #expect(outcome.output.contains("Not at its default: factor.rateLimit = off"))
    #expect(outcome.output.contains("Left out, being off in this study: rateLimit"))
    #expect(outcome.output.contains("Left out, being not obeyed by immediate: bootHold, busy,"))
    #expect(outcome.output.contains("One replication has no intervals"))
  }
}
