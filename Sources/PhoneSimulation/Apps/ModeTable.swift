import DeviceModel
import EventSimulation

/// The background modes of the apps: what the user wants to be running, what is, and location events. Chapter MODE.
struct ModeTable: ~Copyable {
  enum Running: Int { case audio, location }

  typealias Use = (claim: ClaimID, hold: HolderID?)

  struct Row {
    /// By mode, whether the user wants it, and its use.
    var modes = InlineArray<2, (isWanted: Bool, use: Use?)>(repeating: (false, nil))
    var distance = 0.0
    var lastSignificantChange: Instant?
    var significantTimer = PhoneTimer()
    var crossings: [(region: UInt8, timer: EventHandle)] = []
    var events = 0
    var missedCalls = 0
  }

  private var rows: AppColumn<Row>

  init(count: Int) { rows = AppColumn(repeating: Row(), count: count) }

  func wants(_ app: AppIndex, _ mode: Running) -> Bool { rows[app].modes[mode.rawValue].isWanted }
  func wantsAny(_ app: AppIndex) -> Bool { wants(app, .audio) || wants(app, .location) }

  func isMissing(_ app: AppIndex, _ mode: Running) -> Bool {
    wants(app, mode) && rows[app].modes[mode.rawValue].use == nil
  }

  mutating func setWanted(_ app: AppIndex, _ mode: Running, _ isWanted: Bool) {
    rows[app].modes[mode.rawValue].isWanted = isWanted
  }

  mutating func begin(_ app: AppIndex, _ mode: Running, _ use: Use) {
    rows[app].modes[mode.rawValue].use = use
  }

  mutating func end(_ app: AppIndex, _ mode: Running) -> Use? { rows[app].modes[mode.rawValue].use.take() }

  mutating func move(_ app: AppIndex, by meters: Double) { rows[app].distance += meters }

  /// When a significant change is due, now or once the interval since the last is over; nil without the distance: MODE-3.
  func significantChange(
    _ app: AppIndex, distance: Double, interval: TimeSpan, at now: Instant
  ) -> Instant? {
    guard rows[app].distance >= distance else { return nil }
    return rows[app].lastSignificantChange.map { max(now, $0 + interval) } ?? now
  }

  mutating func scheduleSignificantChange(
    _ app: AppIndex, at time: Instant, _ calendar: inout PhoneCalendar
  ) {
    rows[app].significantTimer.move(PhoneEvent(.significantChange, app), to: time, .arrival, &calendar)
  }

  mutating func takeSignificantChange(_ app: AppIndex, at now: Instant, _ calendar: inout PhoneCalendar) {
    rows[app].significantTimer.cancel(&calendar)
    rows[app].distance = 0
    rows[app].lastSignificantChange = now
  }

  /// MODE-4: a border is crossed and must stay so for a while; crossing it back before that undoes it.
  mutating func crossBorder(
    _ app: AppIndex, _ region: UInt8, dwellingUntil time: Instant, _ calendar: inout PhoneCalendar
  ) {
    if let index = rows[app].crossings.firstIndex(where: { $0.region == region }) {
      _ = calendar.cancel(rows[app].crossings.remove(at: index).timer)
      return
    }
    let timer = calendar.schedule(PhoneEvent(.region, app, detail: region), at: time, .arrival)
    rows[app].crossings.append((region, timer))
  }

  mutating func crossingPersists(_ app: AppIndex, _ region: UInt8) {
    rows[app].crossings.removeAll { $0.region == region }
  }

  mutating func takeEventOrdinal(_ app: AppIndex) -> Int { rows[app].events.takeNext() }
  func missedCalls(_ app: AppIndex) -> Int { rows[app].missedCalls }
  mutating func missCall(_ app: AppIndex) { rows[app].missedCalls += 1 }
}
