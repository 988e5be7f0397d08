import EndToEndTestSupport
import TestSupport
import Testing

@Suite("Ledgers of exported runs") struct LedgerTests {
  /// Joules of the full battery of device `standard`: 12.98 Wh.
  static let capacity = 12.98 * 3600

  @Test("energy sums exactly over app, component and cause to what battery and adapter gave")
  func closes() throws {
    let folder = try TestFolder(run: Studies.small(record: "energy"))
    let export = try folder.export("small.results.sqlite")
    /// Billionths of joules by run and device, in the order of `columns`.
    let columns = ["energy_j", "battery_j", "observed_energy_j", "observed_battery_j"]
    var sums: [String: [Int64]] = [:]
    for row in try export.rows("energy.csv") {
      let parts = try columns.map { try #require(Decimal9.billionths(row[$0]), "\(row)") }
      holds(parts[1] <= parts[0] && parts[2] <= parts[0] && parts[3] <= min(parts[1], parts[2]), "\(row)")
      let key = "\(row["run_id"] ?? "")/\(row["device"] ?? "")"
      sums[key] = zip(sums[key] ?? [0, 0, 0, 0], parts).map { $0 + $1 }
    }
    let devices = try export.rows("devices.csv")
    #expect(devices.count == 18)
    for row in devices {
      let key = "\(row["run_id"] ?? "")/\(row["device"] ?? "")"
      func energy(_ column: String) throws -> Int64 {
        try #require(Decimal9.billionths(row[column]), "\(column) is `\(row[column] ?? "")`")
      }
      let totals = try [
        "device_energy_j", "battery_energy_out_j", "observed_device_energy_j",
        "observed_battery_energy_out_j",
      ].map(energy)
      #expect(sums[key] == totals, "\(key)")
      #expect(
        try energy("device_energy_j") == energy("battery_energy_out_j") + energy("adapter_energy_j"))
      #expect(
        try energy("observed_device_energy_j")
          == energy("observed_battery_energy_out_j") + energy("observed_adapter_energy_j"))
      #expect(try energy("charging_loss_j") > 0)
      // End = start - out + in, over the whole horizon, to what a fraction of the capacity can resolve.
      let start = try #require(row["state_of_charge_start"].flatMap(Double.init))
      let end = try #require(row["state_of_charge_end"].flatMap(Double.init))
      let capacity = try #require(row["capacity_j"].flatMap(Double.init))
      holds(capacity > 0.6 * Self.capacity && capacity <= Self.capacity)
      let change = try energy("battery_energy_in_j") - energy("battery_energy_out_j")
      #expect(abs((end - start) * capacity - Double(change) / 1e9) < 1e-6, "\(key)")
    }
  }
}
