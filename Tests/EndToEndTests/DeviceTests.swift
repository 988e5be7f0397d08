import Foundation
import Testing

@Suite("Devices of the catalogue") struct DeviceTests {
  /// The catalogue as JSON, and the names in it.
  private func catalogue(_ folder: TestFolder) throws -> [[String: Any]] {
    try #require(
      JSONSerialization.jsonObject(with: Data(folder.slumber("devices", "--json").output.utf8))
        as? [[String: Any]])
  }

  private func names(_ folder: TestFolder) throws -> [String] {
    try catalogue(folder).compactMap { $0["name"] as? String }
  }

  @Test("the list has every phone, and a page has every value with grade and source")
  func pages() throws {
    let folder = try TestFolder()
    let list = try folder.slumber("devices", code: 0)
    let names = try names(folder)
    #expect(names.count == 40)
    for name in names { #expect(list.output.contains("\n\(name) "), "\(name)") }
    let page = try folder.slumber("devices", "pixel-7")
    #expect(
      page.code == 0 && page.output.contains("Hardware only: the rules of background work stay those of iOS.")
    )
    let json = try folder.slumber("devices", "iphone-15-pro", "--json")
    let object = try json.object
    let values = try #require(object["values"] as? [[String: Any]])
    #expect(values.count == 26)
    #expect(values.allSatisfy { ($0["source"] as? String)?.isEmpty == false && $0["grade"] is String })
    for parameter in values.compactMap({ $0["parameter"] as? String }) {
      #expect(page.output.contains("\n\(parameter) "), "\(parameter)")
    }
    #expect(values.contains { $0["parameter"] as? String == "display.full" && $0["grade"] as? String == "D" })
  }

  @Test("every device runs by one `--set`, and its ledger closes")
  func runs() throws {
    let folder = try TestFolder(Studies.small(devices: 1, days: 3, record: "energy"))
    for device in try names(folder) { try run(on: device, folder) }
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
    #expect(!devices.isEmpty)
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
    #expect(run.output.contains("population.device") && !run.output.contains("unpaired"))
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
    #expect(sessions.values.allSatisfy { $0.count == 1 } && energies.values.allSatisfy { $0.count == 3 })
  }
}
