import DeviceModel
import EventSimulation
import ModelParameters
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Charging")
struct ChargingTests {
  private var device = DeviceParameters(ParameterSet())

  init() {
    device.learnedNights = 3
    device.learningWindow = 7
    device.chargeNightStart = .hours(21)
    device.chargeNightEnd = .hours(5)
    device.holdLevel = 0.8
    device.chargeLimit = 1
  }

  @Test("a second charger takes the place of the first")
  func replacement() {
    var calendar = EventCalendar<PhoneEvent>()
    var charging = Charging()
    #expect(!charging.isPlugged)
    charging.connect(.usb, isChance: false, &calendar)
    charging.connect(.qi, isChance: false, &calendar)
    #expect(charging.isPlugged)
    charging.disconnect(&calendar)
    #expect(!charging.isPlugged)
  }

  @Test("a charge taken at a chance ends by itself, unless the user connects a charger before")
  func chance() {
    var calendar = EventCalendar<PhoneEvent>()
    var charging = Charging()
    charging.connect(.usb, isChance: true, &calendar)
    charging.endChance(at: .seconds(60), &calendar)
    #expect(calendar.popNext()?.time == .seconds(60))
    #expect(charging.isChance)
    charging.endChance(at: .seconds(90), &calendar)
    charging.connect(.wired20W, isChance: false, &calendar)
    #expect(!charging.isChance)
    #expect(calendar.count == 0)
  }

  @Test("unplugging takes both timers out of the calendar and allows the prompt again")
  func disconnecting() {
    var calendar = EventCalendar<PhoneEvent>()
    var charging = Charging()
    charging.prompt()
    #expect(charging.hasPrompted)
    charging.connect(.usb, isChance: true, &calendar)
    charging.endChance(at: .seconds(60), &calendar)
    charging.endHold(at: .seconds(90), &calendar)
    #expect(calendar.count == 2)
    charging.disconnect(&calendar)
    #expect(calendar.count == 0)
    #expect(!charging.isChance)
    #expect(!charging.hasPrompted)
  }

  @Test("a night is learned once enough nights before it were charged, each counted once")
  func learning() {
    var charging = Charging()
    func evening(_ day: Int) -> Instant { .day(day, .hours(22)) }
    #expect(charging.learnNight(at: evening(0), device) == false)
    #expect(charging.learnNight(at: .day(1, .hours(2)), device) == false, "the same night, after midnight")
    #expect(charging.learnNight(at: evening(1), device) == false)
    #expect(charging.learnNight(at: evening(2), device) == false)
    #expect(charging.learnNight(at: evening(3), device) == true)
    #expect(charging.learnNight(at: .day(4, .hours(12)), device) == false, "by day")
    #expect(charging.learnNight(at: evening(8), device) == true, "nights 1 to 3 lie in the window")
    #expect(charging.learnNight(at: evening(20), device) == false, "all of them are too long ago")
  }

  @Test("charging stops at the lower of hold level and limit, and goes to the end without either")
  func ceiling() {
    #expect(Charging.ceiling(isOnHold: false, device) == nil)
    #expect(Charging.ceiling(isOnHold: true, device) == 0.8)
    var limited = device
    limited.chargeLimit = 0.75
    #expect(Charging.ceiling(isOnHold: true, limited) == 0.75)
    #expect(Charging.ceiling(isOnHold: false, limited) == 0.75)
  }
}
