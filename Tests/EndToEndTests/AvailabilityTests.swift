import EndToEndTestSupport
import TestSupport
import Testing

@Suite("Availability from end to end") struct AvailabilityTests {
  private static let small = [
    "--devices", "3", "--replications", "1", "--progress", "none", "--set",
    "record=[attempts, availability]",
  ]

  @Test("every number of workers gives the same table, and a granted run costs what its attempt does")
  func workers() throws {
    let folder = try TestFolder(Studies.shipped("federated-round"))
    for jobs in ["1", "3"] {
      try folder.slumber(
        ["run", "small.yaml", "--results", "\(jobs).sqlite", "--jobs", jobs] + Self.small, code: 0)
    }
    let export = try folder.export("1.sqlite")
    #expect(try export.differences(from: folder.export("3.sqlite")) == [])

    func key(_ row: [String: String]) -> [String?] { [row["run_id"], row["device"], row["item"]] }
    let energies = Dictionary(
      uniqueKeysWithValues: try export.rows("attempts.csv").map { (key($0), $0["energy_j"]) })
    // A request from before the end of warm-up has no attempt.
    let granted = try export.rows("availability.csv").filter {
      $0["kind"] == "granted" && energies[key($0)] != nil
    }
    #expect(granted.count > 10)
    #expect(granted.allSatisfy { energies[key($0)] == $0["energy_j"] })
  }
}
