import Foundation
import TestSupport
import Testing

@testable import StudyReports

@Suite("Projected loss of capacity")
struct CapacityLossTests {
  @Test(
    "a year on the shelf at 25, 35 and 45 °C, as the source computes it",
    arguments: [
      (0.3, 25, 3.01), (0.5, 25, 3.81), (0.8, 25, 5.44), (1, 25, 6.89), (0.8, 35, 7.59), (1, 45, 12.94),
    ]
      as [(Double, Double, Double)])
  func calendar(charge: Double, celsius: Double, percent: Double) {
    let loss = CapacityLoss(charge: charge, celsius: celsius, cycles: 0).blast
    #expect(abs(loss * 100 - percent) < 0.01)
  }

  @Test("cycles of the whole charge")
  func cycles() {
    let rest = CapacityLoss(charge: 0.5, celsius: 25, cycles: 0)
    let used = CapacityLoss(charge: 0.5, celsius: 25, cycles: 300.0 / 365)
    // 1.93 % for cycles of full depth; here they have 0.82 of it.
    #expect(abs((used.blast - rest.blast) * 100 - 1.93 * 300 / 365) < 0.02)
    // 7.0 % in a year of cycles of a depth of 0.6.
    #expect(abs(CapacityLoss(charge: 0.5, celsius: 25, cycles: 0.6).xu - 0.070) < 0.001)
    // 1000 cycles at 0.8 a day are 3.42 years: half of 20 % by time.
    #expect(abs(0.0541 * pow(1000 / 0.8 / 365, 0.5) - 0.1) < 1e-3)
  }

  @Test("more charge, warmth and cycles lose more, and the three models are in order")
  func order() {
    let base = CapacityLoss(charge: 0.6, celsius: 25, cycles: 0.7)
    for worse in [
      CapacityLoss(charge: 0.9, celsius: 25, cycles: 0.7),
      CapacityLoss(charge: 0.6, celsius: 35, cycles: 0.7),
      CapacityLoss(charge: 0.6, celsius: 25, cycles: 0.9),
    ] {
      #expect(zip(base.yearly, worse.yearly).allSatisfy { $0 <= $1 })
      #expect(base.yearly[2] < worse.yearly[2])
    }
    #expect(base.yearly == base.yearly.sorted())
    #expect(CapacityLoss(charge: 0.5, celsius: 25, cycles: 0).xu > 0)
  }

  @Test("its constants are those of the table")
  func constants() throws {
    let text = try PackageRoot.text("Tests/EndToEndTests/Fixtures/ageing.csv")
    let source = try PackageRoot.text("Sources/StudyReports/Metrics/CapacityLoss.swift")
    let written = source.matches(of: /[0-9][0-9_]*(\.[0-9]+)?(e-?[0-9]+)?/).compactMap {
      Double($0.output.0.replacing("_", with: ""))
    }
    for name in [
      "k_t", "k_sigma", "k_T", "k_delta1", "k_delta2", "k_delta3", "alpha_sei", "beta_sei", "qcal_A",
      "qcal_B",
      "qcal_C", "qcal_p", "qcyc_A", "qcyc_B", "qcyc_C", "qcyc_p", "cycles_to_80pct iPhone 15 and later",
    ] {
      let row = try #require(text.split(separator: "\n").first { $0.contains(",\(name),") })
      let value = try #require(Double(row.split(separator: ",")[2]))
      #expect(written.contains(abs(value)), "\(name)")
    }
  }
}
