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
      "describe", "few.yaml", "--check-population", "--devices", "3", "--recorded", recorded, "--jobs", "2",
      code: 5)
    #expect(
      outcome.output.hasPrefix(
        "small: the population (everyday) on 3 phones over 28 days (14 of warm-up) under seven-factor\n"))
    #expect(
      outcome.error.wholeMatch(
        of: /slumber: \d+ of 19 facts lie outside their bands: sessions a powered day; .+\n/) != nil,
      "\(outcome.error)")
    #expect(outcome.output.contains("outside"))
    let again = try folder.slumber(
      "describe", "few.yaml", "--check-population", "--devices", "3", "--recorded", recorded, "--jobs", "1")
    #expect(again.output == outcome.output)
    #expect(try folder.names() == ["few.yaml"])
  }

  @Test("the table as JSON has every fact with its band and verdict")
  func json() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber(
      "describe", "small.yaml", "--check-population", "--json", "--devices", "2", "--recorded", recorded,
      code: 5)
    let json = try outcome.object
    let facts = try #require(json["facts"] as? [[String: Any]])
    #expect(facts.count == 25 && json["population"] as? String == "everyday")
    #expect(facts.allSatisfy { ($0["fit"] as? String)?.isEmpty == false })
    let others = facts.filter { $0["verdict"] as? String == "not judged" }
    #expect(others.count == 6 && others.allSatisfy { $0["population"] as? String == "survey-2020" })
    #expect(
      facts.count { ["inside", "outside"].contains($0["verdict"] as? String ?? "") } == facts.count - 6)
    let loss = try #require(facts.first { $0["key"] as? String == "levelLoss" })
    #expect(loss["least"] as? Double == 2.8 && loss["greatest"] as? Double == 4.5)
    #expect((loss["recorded"] as? [[String: Any]])?.count == 4)
    #expect(json["devices"] as? Int == 2)
  }
}
