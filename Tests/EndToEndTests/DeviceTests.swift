import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Devices of the catalogue") struct DeviceTests {
  @Test("every device runs by one `--set`, and its ledger closes")
  func runsInNumbers() throws {
    let folder = try TestFolder(Studies.small(devices: 1, days: 3, record: "energy"))
    let names = try folder.slumber("devices", "--json").objects.compactMap { $0["name"] as? String }
    #expect(names.count == 40)
    for device in Tier.isLong ? names : ["iphone-11", "pixel-7"] { try run(on: device, folder) }
  }

  private func run(on device: String, _ folder: TestFolder) throws {
    try folder.slumber(
      "run", "small.yaml", "--policy", "immediate", "--replications", "1", "--set",
      "population.device=\(device)",
      "--results", "\(device).sqlite", code: 0)
    let export = try folder.export("\(device).sqlite")
    var sums: [String: Int64] = [:]
    for row in try export.rows("energy.csv") {
      let energy = try #require(Decimal9.billionths(row["energy_j"]))
      sums["\(row["run_id"] ?? "")/\(row["device"] ?? "")", default: 0] += energy
    }
    let devices = try export.rows("devices.csv")
    holds(!devices.isEmpty)
    for row in devices {
      let total = try #require(Decimal9.billionths(row["device_energy_j"]))
      #expect(sums["\(row["run_id"] ?? "")/\(row["device"] ?? "")"] == total)
    }
  }

  @Test("devices are levels of a factor, paired: people and timelines are the same")
  func factor() throws {
    let folder = try TestFolder()
    let study =
      Studies.small(record: "energy") + "factors: {population.device: [iphone-11, iphone-15, pixel-7]}\n"
    try folder.write(study, to: "small.yaml")
    let run = try folder.slumber("run", "small.yaml", code: 0)
    holds(run.output.contains("population.device") && !run.output.contains("unpaired"))
    let export = try folder.export("small.results.sqlite")
    let runs = try export.rows("runs.csv")
    let levels = Set(runs.compactMap { $0["population.device_text"] })
    #expect(levels == ["iphone-11", "iphone-15", "pixel-7"])
    // The same people use other phones: sessions agree, energies do not.
    var sessions: [String: Set<String>] = [:]
    var energies: [String: Set<String>] = [:]
    let replications = Dictionary(
      uniqueKeysWithValues: runs.map {
        ($0["run_id"] ?? "", "\($0["policy"] ?? "")/\($0["replication"] ?? "")")
      })
    for row in try export.rows("devices.csv") {
      let key = "\(replications[row["run_id"] ?? ""] ?? "")/\(row["device"] ?? "")"
      sessions[key, default: []].insert("\(row["sessions"] ?? "") \(row["archetype"] ?? "")")
      energies[key, default: []].insert(row["device_energy_j"] ?? "")
    }
    holds(sessions.values.allSatisfy { $0.count == 1 } && energies.values.allSatisfy { $0.count == 3 })
  }
}
