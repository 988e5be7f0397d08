import EventSimulation

/// The events from outside that run apps by themselves, from their arrival to the delivery: chapters MODE, BLE and HEALTH.
struct WakeTable: ~Copyable {
  /// One of an app's own sources of events.
  struct Source {
    /// The arrival of the first event that has not been delivered.
    var since: Instant?
    /// No delivery comes before this instant.
    var due: Instant = .zero
    var timer = PhoneTimer()
    /// Whether a delivery is running that needs a completion, and whether the app has reported it.
    var isOpen = false, isAnswered = false
    /// Deliveries without a completion in a row, and all runs.
    var misses = 0, runs = 0
  }

  struct Row {
    // Location
    var distance = 0.0
    var lastSignificantChange: Instant?
    var significantTimer = PhoneTimer()
    var crossings: [(region: UInt8, timer: EventHandle)] = []
    var locationRuns = 0
    var missedCalls = 0
    var sources: [Source] = []
  }

  private var rows: AppColumn<Row>

  /// - Parameter sourceCounts: By app the number of its own sources.
  init(sourceCounts: [Int]) {
    rows = AppColumn(sourceCounts.map { Row(sources: Array(repeating: Source(), count: $0)) })
  }

  // MARK: Location: MODE-3 and MODE-4

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

  // MARK: Calls: MODE-5

  func missedCalls(_ app: AppIndex) -> Int { rows[app].missedCalls }
  mutating func missCall(_ app: AppIndex) { rows[app].missedCalls += 1 }

  // MARK: An app's own sources: BLE and HEALTH

  /// The number of the next run of a source, or with nil of the next run of a location event.
  mutating func takeOrdinal(_ app: AppIndex, _ source: Int?) -> Int {
    guard let source else { return rows[app].locationRuns.takeNext() }
    return rows[app].sources[source].runs.takeNext()
  }

  func sourceCount(_ app: AppIndex) -> Int { rows[app].sources.count }

  mutating func arrive(_ app: AppIndex, _ source: Int, at now: Instant) {
    if rows[app].sources[source].since == nil { rows[app].sources[source].since = now }
  }

  /// Since when events of a source wait for their delivery; nil if none waits.
  func waitingSince(_ app: AppIndex, _ source: Int) -> Instant? { rows[app].sources[source].since }

  /// The instant of the next delivery; the distant future while one is open.
  func due(_ app: AppIndex, _ source: Int) -> Instant {
    rows[app].sources[source].isOpen ? .distantFuture : rows[app].sources[source].due
  }

  func misses(_ app: AppIndex, _ source: Int) -> Int { rows[app].sources[source].misses }

  mutating func schedule(_ app: AppIndex, _ source: Int, at time: Instant, _ calendar: inout PhoneCalendar) {
    rows[app].sources[source].timer.move(
      PhoneEvent(.eventsDue, app, detail: UInt8(source)), to: time, .arrival, &calendar)
  }

  /// Takes the events that wait, for their delivery or because they are lost.
  mutating func take(_ app: AppIndex, _ source: Int) { rows[app].sources[source].since = nil }

  /// HEALTH-1: the next delivery comes after a while; one with a run is open until the run has ended.
  mutating func deliver(_ app: AppIndex, _ source: Int, next: Instant, opens: Bool) {
    rows[app].sources[source].due = next
    rows[app].sources[source].isOpen = opens
    rows[app].sources[source].isAnswered = false
  }

  /// The app reports the completion of the delivery that is open.
  mutating func answer(_ app: AppIndex, _ source: Int) { rows[app].sources[source].isAnswered = true }

  /// HEALTH-3: the run of a delivery ends. Without a completion its events wait for another one, each time twice as long.
  mutating func close(_ app: AppIndex, _ source: Int, since: Instant, retry: TimeSpan, at now: Instant) {
    guard rows[app].sources[source].isOpen else { return }
    rows[app].sources[source].isOpen = false
    guard !rows[app].sources[source].isAnswered else { return rows[app].sources[source].misses = 0 }
    rows[app].sources[source].since = since
    rows[app].sources[source].due = now + retry * Int64(1 << min(rows[app].sources[source].misses, 20))
    rows[app].sources[source].misses += 1
  }

  /// HEALTH-3: the user opens the app, and deliveries begin again.
  mutating func forgive(_ app: AppIndex, _ source: Int) { rows[app].sources[source].misses = 0 }
}
