import EventSimulation
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Hours blocked and charge at launches")
struct BlockedHoursTests {
  private func record(
    _ hours: Double, _ event: LogEvent, _ word: LogWord = .none, app: Int32 = 0, item: Int32 = 0,
    _ mechanism: Mechanism? = nil
  ) -> LogRecord {
    LogRecord(
      time: .zero + .hours(hours), event: event, app: app, mechanism: mechanism, word: word, item: item,
      identifier: "a", value: 0)
  }

  private func interval(
    _ item: Int32, _ from: Double, _ to: Double, _ reasons: BlockingReason...
  ) -> BlockedInterval {
    BlockedInterval(
      item: item, from: .zero + .hours(from), to: .zero + .hours(to),
      reasons: reasons.reduce(into: []) { $0.formUnion(BlockingSet($1)) })
  }

  /// The device's app 0 is the study's app 3; its app 1 is not of the study.
  private let plan = DevicePlan(specifications: [3, nil, 5])

  @Test(
    "A reason counts alone and together with other reasons, by app and mechanism; joint hours count for each reason"
  )
  func hours() {
    var result = DeviceResult()
    result.log = [
      record(0, .submitted, item: 1, .refresh), record(0, .submitted, item: 2, .processing),
      record(0, .submitted, app: 1, item: 3, .refresh), record(0, .submitted, app: 2, item: 4, .refresh),
    ]
    result.blocked = [
      interval(1, 0, 2, .earliestBeginDate), interval(1, 2, 5, .lowPowerMode, .barOff),
      interval(2, 1, 8, .lowPowerMode), interval(3, 0, 9, .lowPowerMode), interval(4, 0, 10, .score),
    ]
    var observations = LogObservations()
    func hours(_ reason: BlockingReason?, app: Int?, mechanism: Mechanism?) -> Double? {
      observations.reading("blockedHours", app: app, mechanism: mechanism, reason: reason)?.value
    }
    #expect(hours(nil, app: nil, mechanism: nil) == nil)
    observations.add(result, of: plan)
    #expect(hours(.lowPowerMode, app: nil, mechanism: nil) == 10)
    #expect(hours(.lowPowerMode, app: 3, mechanism: .refresh) == 3)
    #expect(hours(.barOff, app: 3, mechanism: nil) == 3)
    #expect(hours(.lowPowerMode, app: 5, mechanism: nil) == 0)
    #expect(hours(.forceQuit, app: nil, mechanism: nil) == 0)
    #expect(hours(nil, app: nil, mechanism: nil) == 22)
    observations.add(result, of: plan)
    #expect(hours(.score, app: 5, mechanism: .refresh) == 20)
  }

  @Test("The charge is read at the instant of a launch on battery; launches on the charger do not count")
  func levels() {
    var result = DeviceResult()
    result.log = [
      record(0, .powerChanged, .plugged, app: -1), record(1, .launched, .cold, item: 1, .processing),
      record(2, .powerChanged, .unplugged, app: -1), record(3, .launched, .resume, item: 2, .processing),
      record(5, .launched, .resume, item: 3, .refresh),
      record(6, .launched, .cold, app: 1, item: 4, .refresh),
    ]
    result.stateOfChargeEnd = 0.1
    var levels = LogObservations()
    func level(app: Int?, mechanism: Mechanism?) -> Double? {
      levels.reading("minLevelAtLaunchOnBattery", app: app, mechanism: mechanism)?.value
    }
    levels.add(result, of: plan)
    #expect(level(app: nil, mechanism: nil) == nil)
    result.powers = [(0, 0.2), (1, 0.3), (2, 0.95), (3, 0.9), (4, 0.85), (6, 0.75)].map {
      PowerSample(time: .zero + .hours($0.0), stateOfCharge: $0.1, microwatts: [])
    }
    levels.add(result, of: plan)
    #expect(level(app: 3, mechanism: .processing) == 0.9)
    // No sample of that instant: the next one is not above it.
    #expect(level(app: 3, mechanism: .refresh) == 0.75)
    #expect(level(app: nil, mechanism: nil) == 0.75)
    #expect(level(app: 5, mechanism: nil) == nil)
    result.powers.removeLast()
    levels.add(result, of: plan)
    #expect(level(app: 3, mechanism: .refresh) == 0.1)
  }
}
