import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport
import Testing

@Suite("Device parameters")
struct DeviceParametersTests {
  @Test("the defaults equal the values of the energy sheet")
  func defaults() {
    let values = parameters()
    #expect(values.capacityNanojoules == 46_728_000_000_000)
    #expect(values.idleSystem + values.idleWifi + values.idlePaging == 47_000)
    holds(values.platformAwake == 180_000 && values.efficiencyCore.microwatts == 200_000)
    holds(values.efficiencyCore.speed == 1 && values.performanceCore.speed == 3.44)
    holds(values.wakeEnergy == 50_000_000 && values.bootEnergy == 60_000_000_000)
    holds(values[.lte].tail.length == 10_200_000 && values[.lte].tailMicrowatts == 178_000)
    holds(values[.nr].tail.length == 10_300_000 && values[.nr].tailMicrowatts == 249_000)
    #expect(values[.lte].promotionNanojoules == 314_600_000)
    #expect(values.wired20W == ChargerSetting(cellMicrowatts: 12_900_000, efficiency: 0.72))
    #expect(values.qi == ChargerSetting(cellMicrowatts: 3_900_000, efficiency: 0.45))
    holds(values.chargeLimit == 1 && values.holdLevel == 0.8)
  }

  @Test("unlocked by day the phone draws about the measured 1.3 W")
  func unlocked() {
    let values = parameters()
    let microwatts =
      values.displayMicrowatts(brightness: values.dayBrightness) + values.platformAwake
      + values.foregroundLoad
    #expect(microwatts == 1_405_000)
  }
}

@Suite("Cell with a resistance")
struct BatteryCellTests {
  let cell = parameters().cell

  @Test("the open-circuit voltage meets the table and is linear between its points")
  func voltage() {
    #expect(cell.voltage(0) == 3.0549)
    #expect(abs(cell.voltage(0.5) - 3.8474) < 1e-12)
    #expect(cell.voltage(1) == 4.2549)
    #expect(abs(cell.voltage(0.825) - (4.0493 + 4.0958) / 2) < 1e-12)
    holds(cell.voltage(-1) == 3.0549 && cell.voltage(2) == 4.2549)
  }

  @Test("the current delivers exactly the load", arguments: [0.001, 0.047, 1.3, 5, 20])
  func current(load: Double) {
    let amperes = amperes(load, level: 0.5)
    #expect(abs(amperes * (3.8474 - amperes * 0.08) / load - 1) < 1e-12)
  }

  /// The current that loses what the cell loses in its resistance.
  private func amperes(_ load: Double, level: Double) -> Double {
    (load * cell.lossRatio(load: load, level: level) / cell.resistance).squareRoot()
  }

  @Test("beyond its greatest power the cell gives the current of the maximum")
  func brownOut() {
    #expect(abs(amperes(1000, level: 0) / (3.0549 / 0.16) - 1) < 1e-12)
  }

  @Test("without resistance there is no loss")
  func lossless() {
    let ideal = parameters(bare).cell
    holds(ideal.isLossless && ideal.lossRatio(load: 3, level: 0.3) == 0)
  }
}
