import Foundation
import TestSupport
import Testing

@Suite("slumber describe --check-population") struct PopulationCheckTests {
  private let recorded = ShippedStudy.path("real-phones")

  @Test("facts outside their bands are named, and the exit code is 5")
  func outside() throws {
    let folder = try TestFolder()
    // Three phones are never charged and hardly used.
    try folder.write(
      Studies.small(
        extra: """
          parameters: {user.sessionsPerDayMedian: 9 1/d, user.sessionsPerDayMax: 12 1/d}

          """), to: "few.yaml")
    let outcome = try folder.slumber(
      "describe", "few.yaml", "--check-population", "--devices", "3", "--recorded", recorded, "--jobs", "2")
    #expect(outcome.code == 5, "\(outcome.summary)")
    #expect(
      outcome.output.hasPrefix(
        "small: the population on 3 phones over 28 days (14 of warm-up) under seven-factor\n"))
    #expect(
      outcome.error.wholeMatch(
        of: /slumber: \d+ of 20 facts lie outside their bands: sessions a powered day; .+\n/) != nil,
      "\(outcome.error)")
    #expect(outcome.output.contains("outside"))
    let again = try folder.slumber(
      "describe", "few.yaml", "--check-population", "--devices", "3", "--recorded", recorded, "--jobs", "1")
    #expect(again.output == outcome.output)
    #expect(try folder.names() == ["few.yaml"])
  }

  @Test("the table as JSON has every fact with its band and verdict")
  func json() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "small.yaml")
    let outcome = try folder.slumber(
      "describe", "small.yaml", "--check-population", "--json", "--devices", "2", "--recorded", recorded)
    #expect(outcome.code == 5, "\(outcome.summary)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let facts = try #require(json["facts"] as? [[String: Any]])
    #expect(facts.count == 20)
    #expect(facts.allSatisfy { ($0["fit"] as? String)?.isEmpty == false })
    #expect(facts.allSatisfy { ["inside", "outside"].contains($0["verdict"] as? String ?? "") })
    let loss = try #require(facts.first { $0["key"] as? String == "levelLoss" })
    #expect(loss["least"] as? Double == 2.8 && loss["greatest"] as? Double == 4.5)
    #expect((loss["recorded"] as? [[String: Any]])?.count == 3)
    #expect(json["devices"] as? Int == 2)
  }

  @Test("without recorded phones, and with options that do not fit, nothing is simulated")
  func refusals() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "small.yaml")
    let alone = try folder.slumber("describe", "small.yaml", "--check-population")
    #expect(alone.code == 1)
    #expect(
      alone.error == """
        slumber: found no study of recorded phones at `real-phones.yaml` or `scenarios/real-phones.yaml`, \
        expected one there or with --recorded

        """)
    let days = try folder.slumber("describe", "small.yaml", "--check-population", "--days", "3")
    #expect(days.code == 2)
    #expect(
      days.error.hasPrefix(
        "slumber: `--days` does not go with `--check-population`, which has days and policy of its own\n"))
    let jobs = try folder.slumber("describe", "small.yaml", "--jobs", "3")
    #expect(jobs.code == 2)
    #expect(jobs.error.hasPrefix("slumber: `--jobs` goes with `--check-population`\n"))
  }
}
