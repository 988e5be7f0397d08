import Foundation
import TestSupport
import Testing

@testable import DeviceModel

/// Discharge curves of others at constant currents, beside those of the cell with one time constant. Page *Battery models* has the errors.
@Suite("Discharge curves that were measured or computed elsewhere")
struct BatteryValidationTests {
  private struct Row {
    let amperes, drawn, volts: Double
    let capacity: Double?
  }

  private static func rows(of cell: String) throws -> [Row] {
    let text = try PackageRoot.text("Tests/EndToEndTests/Fixtures/discharge.csv")
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard fields[0] == cell, let amperes = Double(fields[1]), let drawn = Double(fields[2]),
        let volts = Double(fields[3])
      else { return nil }
      return Row(amperes: amperes, drawn: drawn, volts: volts, capacity: Double(fields[4]))
    }
  }

  /// A pouch cell of 2.466 Ah: 45 mohm within two seconds and 16 mohm with 50 s, from a pulse of its electrochemical model.
  private static let pouch = TheveninCell(
    voltage: [
      3.0, 3.5353, 3.6391, 3.6654, 3.6953, 3.7167, 3.7331, 3.7481, 3.7622, 3.7763, 3.7925, 3.8122, 3.8365,
      3.8676,
      3.9089, 3.9519, 3.9944, 4.0409, 4.0879, 4.1384, 4.2,
    ], charge: 2.466 * 3600, resistance: 0.045, polarization: 0.016, timeConstant: 50)

  /// Millivolts RMS down to a tenth of the charge, and what the capacity is off, by C rate: good at what phones draw (0.02 to 0.4 C),
  /// and too much charge at rates at which it would have to diffuse.
  @Test(
    "an electrochemical model's discharge, by its rate",
    arguments: [
      (0.228, 4.0, 0.002), (0.456, 7.5, 0.003), (1.14, 17.0, 0.007), (2.28, 28.0, 0.013), (4.56, 55.0, 0.04),
    ])
  func electrochemical(amperes: Double, millivolts: Double, share: Double) throws {
    let rows = try Self.rows(of: "Ai2020").filter { $0.amperes == amperes }
    #expect(rows.count == 6)
    let cell = Self.pouch
    let full = TheveninCell.State(level: 1)
    let squares = rows.map { row in
      let state = cell.after(row.drawn * 3600 / amperes, full, amperes: amperes)
      return pow(cell.terminal(state, amperes: amperes) - row.volts, 2)
    }
    let rms = (squares.reduce(0, +) / Double(rows.count)).squareRoot() * 1000
    #expect(rms < millivolts, "\(rms) mV")
    let life = try #require(cell.time(toVoltage: 3, full, amperes: amperes))
    let capacity = try #require(rows[0].capacity)
    let excess = life * amperes / 3600 / capacity - 1
    holds(excess > 0 && excess < share, "\(excess)")
  }

  /// A datasheet's curves at 0.2, 1 and 2 C: the second and third from the first by one resistance, 83 mohm. The reading of its figure
  /// is good for 10 mV; 20 mV are asked for and not met towards the knee.
  @Test("a datasheet's discharge, by one resistance", arguments: [(2.33, 1.2, 21.0), (4.66, 1.6, 29.0)])
  func datasheet(amperes: Double, to limit: Double, millivolts: Double) throws {
    let rows = try Self.rows(of: "CGR18650DA")
    let slow = rows.filter { $0.amperes == 0.466 }
    let fast = rows.filter { $0.amperes == amperes }
    func volts(_ drawn: Double) throws -> Double {
      let next = try #require(slow.firstIndex { $0.drawn >= drawn })
      let (low, high) = (slow[max(0, next - 1)], slow[next])
      guard high.drawn > low.drawn else { return high.volts }
      return low.volts + (high.volts - low.volts) * (drawn - low.drawn) / (high.drawn - low.drawn)
    }
    let errors = try fast.map { row in
      (row.drawn, abs(try volts(row.drawn) - (amperes - 0.466) * 0.083 - row.volts) * 1000)
    }
    holds(errors.filter { $0.0 <= limit }.allSatisfy { $0.1 < millivolts }, "\(errors)")
    // The knee of a fast discharge comes early, which no resistance tells.
    #expect(errors.last.map { $0.1 > 100 } == true)
  }
}
