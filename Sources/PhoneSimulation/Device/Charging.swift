import DeviceModel
import EventSimulation
import Workload

/// The charger, charges taken at a chance, the hold of optimized charging, and the prompt for Low Power Mode,
/// which comes at most once after each unplugging.
struct Charging {
  private var charger: ChargerKind?
  /// Whether the charger is connected because of a chance by day, which ends by itself.
  private(set) var isChance = false
  private(set) var hasPrompted = false
  private var chanceTimer = PhoneTimer()
  private var holdTimer = PhoneTimer()
  /// The last nights in which a charger was connected, each named after the day on which it begins.
  private var nights: [Int] = []

  var isPlugged: Bool { charger != nil }

  mutating func connect(_ kind: ChargerKind, isChance: Bool, _ calendar: inout PhoneCalendar) {
    charger = kind
    chanceTimer.cancel(&calendar)
    self.isChance = isChance
  }

  mutating func disconnect(_ calendar: inout PhoneCalendar) {
    charger = nil
    isChance = false
    hasPrompted = false
    chanceTimer.cancel(&calendar)
    holdTimer.cancel(&calendar)
  }

  mutating func endChance(at time: Instant, _ calendar: inout PhoneCalendar) {
    chanceTimer.move(PhoneEvent(.chanceEnd), to: time, .environment, &calendar)
  }

  /// Remembers the night of a plug-in. Returns whether it is night, and enough of the nights before had a charger.
  mutating func learnNight(at now: Instant, _ device: DeviceParameters) -> Bool {
    let time = now.timeOfDay
    guard time >= device.chargeNightStart || time < device.chargeNightEnd else { return false }
    let night = time < device.chargeNightEnd ? now.day - 1 : now.day
    let recent = nights.count { $0 < night && $0 >= night - device.learningWindow }
    if nights.last != night { nights.append(night) }
    if nights.count > 2 * device.learningWindow { nights.removeFirst() }
    return recent >= device.learnedNights
  }

  mutating func endHold(at time: Instant, _ calendar: inout PhoneCalendar) {
    holdTimer.move(PhoneEvent(.holdEnd), to: time, .environment, &calendar)
  }

  mutating func prompt() { hasPrompted = true }
}

extension DeviceParameters {
  func setting(of charger: ChargerKind) -> ChargerSetting {
    switch charger {
    case .wired20W: wired20W
    case .magSafe: magSafe
    case .qi: qi
    case .wired5W: wired5W
    case .usb: usb
    case .ac: ac
    }
  }
}
