import DeviceModel
import EventSimulation
import ModelParameters
import Testing

@Suite("Device parameters")
struct DeviceParametersTests {
  @Test("the defaults are those of the energy sheet")
  func defaults() {
    let values = parameters()
    #expect(values.capacityNanojoules == 46_728_000_000_000)
    #expect(values.idleSystem + values.idleWifi + values.idlePaging == 47_000)
    #expect(values.platformAwake == 180_000 && values.efficiencyCore.microwatts == 200_000)
    #expect(values.efficiencyCore.speed == 1 && values.performanceCore.speed == 3.44)
    #expect(values.wakeEnergy == 50_000_000 && values.bootEnergy == 60_000_000_000)
    #expect(values[.lte].tail.length == 10_200_000 && values[.lte].tailMicrowatts == 178_000)
    #expect(values[.nr].tail.length == 10_300_000 && values[.nr].tailMicrowatts == 249_000)
    #expect(values[.lte].promotionNanojoules == 314_600_000)
    #expect(values.wired20W == ChargerSetting(cellMicrowatts: 12_900_000, efficiency: 0.72))
    #expect(values.qi == ChargerSetting(cellMicrowatts: 3_900_000, efficiency: 0.45))
    #expect(values.chargeLimit == 1 && values.holdLevel == 0.8)
  }

  @Test("unlocked by day the phone draws about the measured 1.3 W")
  func unlocked() {
    let values = parameters()
    let microwatts =
      values.displayMicrowatts(brightness: values.dayBrightness) + values.platformAwake
      + values.foregroundLoad
    #expect(microwatts == 1_405_000)
  }

  @Test("every device parameter lies in its own range and resolves")
  func ranges() {
    for definition in ParameterCatalogue.all {
      if case .number(let value) = definition.defaultValue, let range = definition.range {
        #expect(range.contains(value), "\(definition.name)")
      }
    }
  }
}
