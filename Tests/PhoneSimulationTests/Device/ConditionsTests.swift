import SchedulingPolicies
import Testing

@testable import PhoneSimulation

@Suite("Conditions of the device")
struct ConditionsTests {
  private var conditions = Conditions(backgroundRefresh: 2, lowPowerMode: .off)

  @Test("only a switch that was on is switched off, and a management profile keeps it off")
  mutating func backgroundRefresh() {
    #expect(conditions.changeBackgroundRefresh(to: 1, isRestricted: false) == false)
    #expect(conditions.changeBackgroundRefresh(to: 2, isRestricted: true) == true)
    #expect(conditions.backgroundRefresh == 0)
    #expect(conditions.isRefreshRestricted)
    #expect(conditions.changeBackgroundRefresh(to: 0, isRestricted: false) == false)
    #expect(!conditions.isRefreshRestricted)
    #expect(conditions.changeBackgroundRefresh(to: 2, isRestricted: false) == false)
    #expect(conditions.backgroundRefresh == 2)
  }

  @Test("a change of Low Power Mode tells the mode before; the present mode changes nothing")
  mutating func lowPowerMode() {
    #expect(conditions.changeLowPowerMode(to: .off) == nil)
    #expect(conditions.changeLowPowerMode(to: .prompted) == .off)
    #expect(conditions.isLowPowerMode)
    #expect(conditions.changeLowPowerMode(to: .manual) == .prompted)
    #expect(conditions.changeLowPowerMode(to: .off) == .manual)
    #expect(!conditions.isLowPowerMode)
  }

  @Test("memory is short from the first reason to the end of the last one")
  mutating func memoryPressure() {
    #expect(conditions.beginMemoryPressure(.hazard) == true)
    #expect(conditions.beginMemoryPressure(.heavyApp) == false)
    #expect(conditions.beginMemoryPressure(.hazard) == false)
    #expect(conditions.endMemoryPressure(.script) == false, "it was no reason")
    #expect(conditions.endMemoryPressure(.hazard) == false)
    #expect(conditions.isUnderMemoryPressure)
    #expect(conditions.endMemoryPressure(.heavyApp) == true)
    #expect(!conditions.isUnderMemoryPressure)
    #expect(conditions.endMemoryPressure(.heavyApp) == false)
  }

  @Test("serious heat and short memory each put resources under pressure")
  mutating func resourcePressure() {
    conditions.changeThermal(to: .fair)
    #expect(!conditions.isUnderResourcePressure)
    conditions.changeThermal(to: .serious)
    #expect(conditions.isUnderResourcePressure)
    conditions.changeThermal(to: .nominal)
    _ = conditions.beginMemoryPressure(.script)
    #expect(conditions.isUnderResourcePressure)
  }

  @Test("episodes of memory pressure are numbered from 0")
  mutating func episodes() {
    #expect((0..<3).map { _ in conditions.takePressureEpisode() } == [0, 1, 2])
  }
}
