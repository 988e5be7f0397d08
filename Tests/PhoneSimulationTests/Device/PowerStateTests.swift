import EventSimulation
import Testing

@testable import PhoneSimulation

@Suite("Power state")
struct PowerStateTests {
  @Test("only a device that is off and not booting yet starts to boot, and it is off until the boot is done")
  func boot() {
    var state = PowerState()
    #expect(state.startBoot() == false)
    state.turnOff(at: .seconds(10))
    #expect(state.startBoot() == true)
    #expect(state.startBoot() == false)
    #expect(state.isOff)
    #expect(state.isBooting)
    #expect(state.turnOn(at: .seconds(40)) == DeadTime(start: .seconds(10), end: .seconds(40)))
    #expect(!state.isOff)
    #expect(!state.isBooting)
    #expect(state.turnOn(at: .seconds(50)) == nil)
  }

  @Test("LIFE-7: after a boot the device waits for its first unlock, and discretionary work for the hold")
  func restart() {
    var state = PowerState()
    #expect(state.hasBeenUnlocked)
    #expect(state.restart(at: .seconds(100), hold: .minutes(5)) == .seconds(400))
    #expect(state.bootHoldEnd == .seconds(400))
    #expect(!state.hasBeenUnlocked)
    state.unlock()
    #expect(state.hasBeenUnlocked)
  }

  @Test("each moment off is counted once, in the day in which it lies")
  func deadTime() {
    var state = PowerState()
    #expect(state.countDeadTime(until: .seconds(5)) == nil)
    state.turnOff(at: .day(1) - .seconds(20))
    #expect(
      state.countDeadTime(until: .day(1)) == DeadTime(start: .day(1) - .seconds(20), end: .day(1)))
    #expect(state.endDay() == .seconds(20))
    #expect(state.turnOn(at: .day(1) + .seconds(7)) == DeadTime(start: .day(1), end: .day(1) + .seconds(7)))
    #expect(state.countDeadTime(until: .day(2)) == nil)
    #expect(state.endDay() == .seconds(7))
    #expect(state.endDay() == .zero)
  }

  @Test("of a stretch off only the part after an instant counts as observed")
  func observed() {
    let dead = DeadTime(start: .seconds(10), end: .seconds(40))
    #expect(dead.length(after: .seconds(5)) == .seconds(30))
    #expect(dead.length(after: .seconds(25)) == .seconds(15))
    #expect(dead.length(after: .seconds(40)) == .zero)
    #expect(dead.length(after: .seconds(50)) == .zero)
  }
}
