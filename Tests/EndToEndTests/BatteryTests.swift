import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// Readings of a recorded iPhone, thinned to a minute: "iPhone Battery Telemetry Dataset for ECC Model Validation" (CC BY 4.0; M. Miller
/// 2026).
@Suite("A battery model beside a measured one")
struct BatteryTests {
  private static let log = PackageRoot.file("Tests/EndToEndTests/Fixtures/iphone-telemetry.csv").path

  private func errors(_ object: [String: Any], _ quantity: String, _ condition: String = "all") throws
    -> [String:
    Double]
  {
    let rows = try #require(object["errors"] as? [[String: Any]])
    let row = try #require(rows.last { $0["quantity"] as? String == quantity })
    let conditions = try #require(row["conditions"] as? [String: [String: Double]])
    return try #require(conditions[condition])
  }

  private func charges(_ object: [String: Any]) throws -> [[String: Double]] {
    try #require(object["charges"] as? [[String: Double]])
  }

  @Test("fitted on 20 hours, it predicts the next ten")
  func fit() throws {
    let folder = try TestFolder()
    let outcome = try folder.slumber(
      "battery", Self.log, "--device", "iphone-16-pro-max", "--fit", "all", "--until", "20", "--save",
      "fit.yaml",
      "--to", "series.csv", "--svg", "picture.svg", "--json", code: 0)
    let object = try outcome.object
    #expect(try #require(errors(object, "gaugeVoltage")["rms"]) < 20)
    #expect(try #require(errors(object, "ownVoltage")["rms"]) < 25)
    #expect(try #require(errors(object, "level")["mean"]) < 2)
    for charge in try charges(object) where charge["to"] ?? 1 < 0.9 {
      let (measured, predicted) = (charge["measured_s"] ?? 0, charge["predicted_s"] ?? 0)
      #expect(abs(predicted / measured - 1) < 0.1, "\(charge)")
    }
    let topUp = try #require(try charges(object).last)
    #expect(try #require(topUp["level_rms"]) < 1)
    let stays = try #require(object["stays"] as? [[String: Any]])
    #expect(try #require(stays.last?["temperature_rms"] as? Double) < 1.5)
    #expect(try #require(object["gaps"] as? Int) == 0)

    // The saved part is a part of a study, and says again what was fitted.
    let again = try folder.slumber("battery", Self.log, "--parameters", "fit.yaml", "--json", code: 0).object
    let volts = try errors(again, "gaugeVoltage")["rms"] ?? 99
    #expect(volts < 20)
    try folder.write("extends: fit.yaml\n" + Studies.small(devices: 1, days: 3), to: "study.yaml")
    let effective = try folder.slumber("describe", "study.yaml", "--json", code: 0)
    holds(effective.output.contains("battery.capacity"))
    let series = try folder.text("series.csv").split(separator: "\n")
    holds(series.count == 1555 && series[0].hasPrefix("time_s,voltage_v,"))
    holds(try folder.text("picture.svg").contains("<svg"))
  }

  @Test("two numbers of the curve and two resistances are nearly as good, and models differ")
  func models() throws {
    let folder = try TestFolder()
    let names =
      "battery.openCircuitVoltage.shift,battery.openCircuitVoltage.slope,battery.internalResistance,"
      + "battery.polarization"
    let few = try folder.slumber("battery", Self.log, "--fit", names, "--until", "20", "--json", code: 0)
      .object
    #expect(try #require(errors(few, "gaugeVoltage")["rms"]) < 40)
    var rms: [String: Double] = [:]
    for model in ["energy", "resistance", "thevenin"] {
      let object = try folder.slumber("battery", Self.log, "--model", model, "--json", code: 0).object
      rms[model] = try errors(object, "gaugeVoltage")["rms"]
      #expect(try #require(rms[model]) > 60)
    }
    holds(rms["energy"] != rms["resistance"] && rms["resistance"] != rms["thevenin"])
  }

  @Test("a warm phone has thermal levels, and its table voltage and temperature")
  func warmth() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(devices: 1, days: 3, record: "timeseries"), to: "study.yaml")
    let cell = ["--set", "battery.model=thevenin", "--set", "thermal.ambient=33 degC"]
    let hot = cell + ["--set", "thermal.model=modeled"]
    try folder.slumber(["run", "study.yaml", "--results", "a.sqlite"] + hot, code: 0)
    try folder.slumber(["export", "a.sqlite", "--to", "a"], code: 0)
    let rows = try folder.text("a/timeseries.csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let (volts, celsius) = (rows.compactMap { Double($0[5]) }, rows.compactMap { Double($0[6]) })
    holds(volts.count == rows.count && volts.allSatisfy { (2.9...4.4).contains($0) })
    holds(celsius.count == rows.count && celsius.allSatisfy { (32.9...60).contains($0) })
    try folder.slumber(["trace", "study.yaml", "--to", "a.csv"] + hot, code: 0)
    holds(try folder.text("a.csv").contains("thermalChanged"))
    try folder.slumber(["trace", "study.yaml", "--to", "b.csv"] + cell, code: 0)
    holds(try !folder.text("b.csv").contains("thermalChanged"))
    let refused = try folder.slumber("describe", "study.yaml", "--set", "thermal.model=modeled", code: 2)
    holds(refused.error.contains("battery.model: thevenin"), "\(refused.summary)")
  }

  private static let head = "timestamp_s,current_ma,voltage_mv,raw_level_pct\n"
  private static let falling = (0..<30).map { "\($0 * 60),-\(200 + $0),3800,\(80 - $0)\n" }.joined()
}
