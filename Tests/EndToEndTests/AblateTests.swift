import Foundation
import Testing

@Suite("slumber ablate") struct AblateTests {
  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(
      Studies.small(
        devices: 2, days: 4, extra: "arms: [{name: one, set: {seed: 1}}, {name: two, set: {seed: 2}}]"),
      to: "small.yaml")
    return folder
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(
    "the table names every part of the policy and what was run, and any number of workers prints the same")
  func text() throws {
    let folder = try folder()
    let one = try folder.slumber("ablate", "small.yaml", "--jobs", "1", "--shapley", "1")
    #expect(one.code == 0, "\(one.summary)")
    for part in [
      "small, seven-factor: the effect of each factor and condition",
      "one, the one of 2 design points that was run; 2 replications of 2 devices",
      "appUsage", "bootHold", "all soft", "hold together at 95 % confidence",
      "from 1 order walked both ways, 14 of 128 coalitions", "sum = all seven",
    ] { #expect(one.flowing.contains(part), "\(part): \(one.summary)") }
    #expect(one.error.contains("runs of 2 devices, for "))
    let two = try folder.slumber(
      "ablate", "small.yaml", "--jobs", "2", "--shapley", "1", "--progress", "none")
    #expect(two.output == one.output)
    #expect(try folder.names() == ["small.yaml"])
  }

  @Test("as JSON the differences and an exact split of the chosen arm, which adds up")
  func json() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      "ablate", "small.yaml", "--arm", "two", "--shapley", "11", "--metric", "energy_j_per_day",
      "--metric", "launches_per_day", "--json")
    #expect(outcome.code == 0, "\(outcome.summary)")
    let report = try object(outcome.output)
    #expect(report["design_point"] as? String == "two")
    let differences = try #require(report["differences"] as? [[String: Any]])
    #expect(differences.count == 28)
    for row in differences { #expect(row["difference"] is Double && row["half_width"] is Double) }
    let variants = try #require(report["variants"] as? [[String: Any]])
    for variant in variants where variant["kind"] as? String == "factor" {
      let name = try #require(variant["off"] as? String)
      let setting = try #require(variant["setting"] as? [String: Any])
      let factors = try #require(setting["factors"] as? [String: String])
      #expect(factors.filter { $0.value == "off" }.keys.sorted() == ["factor.\(name)"])
    }
    let shapley = try #require(report["shapley"] as? [String: Any])
    #expect(shapley["exact"] as? Bool == true)
    for split in try #require(shapley["splits"] as? [[String: Any]]) {
      let total = try #require(split["total"] as? Double)
      let shares = try #require(split["shares"] as? [[String: Any]])
      #expect(shares.count == 7)
      let sum = shares.reduce(0.0) { $0 + ($1["value"] as? Double ?? .nan) }
      #expect(abs(sum - total) <= 1e-9 * max(1, abs(total)))
    }
  }

  @Test("a policy that obeys nothing and one replication are told as such")
  func bare() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      "ablate", "small.yaml", "--policy", "immediate", "--replications", "1",
      "--set", "factor.rateLimit=off")
    #expect(outcome.code == 0, "\(outcome.summary)")
    #expect(outcome.output.contains("small, immediate: "))
    #expect(outcome.output.contains("Not at its default: factor.rateLimit = off"))
    #expect(outcome.output.contains("Left out, being off in this study: rateLimit"))
    #expect(outcome.output.contains("Left out, being not obeyed by immediate: bootHold, busy,"))
    #expect(outcome.output.contains("One replication has no intervals"))
  }

  @Test(
    "mistakes end with a message and no output",
    arguments: [
      (["--policy", "seven-facter"], 2, "seven-factor"),
      (["--policy", "never", "--policy", "immediate"], 2, "`ablate` takes one --policy, found 2"),
      (["--arm", "three"], 2, "the study has no arm `three`, expected one of: one, two"),
      (["--metric", "energy_j"], 2, "there is no metric `energy_j`"),
      (["--metric", "delay_median_s"], 2, "metric `delay_median_s` does not speak of the population"),
      (["--shapley", "0"], 2, "`--shapley` was given `0`, expected a whole number of at least 1"),
      (["--confidence", "2"], 2, "`--confidence` was given `2`"),
    ] as [([String], Int32, String)])
  func mistakes(_ words: [String], _ code: Int32, _ message: String) throws {
    let outcome = try folder().slumber(["ablate", "small.yaml"] + words)
    #expect(outcome.code == code, "\(outcome.summary)")
    #expect(outcome.error.contains(message), "\(outcome.summary)")
    #expect(outcome.output.isEmpty)
  }
}
