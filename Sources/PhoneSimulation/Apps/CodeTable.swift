import DeviceModel
import EventSimulation
import Workload

/// The apps that are code: what they are to be told, and what their processes have under way.
///
/// News of an app are posted here, and told at the end of the event in which it has happened. An app whose process
/// has not begun, or is suspended, is told once it runs.
struct CodeTable: ~Copyable {
  struct Activity {
    enum Kind {
      case transfer(TransferID, RadioPath, up: Int64, down: Int64)
      case processor(ClaimID)
    }

    var number: Int32 = 0
    let app: AppIndex
    /// The app's own number of it.
    let id: Int
    let kind: Kind
    let run: RunSlot?
    var end: Instant
    var timer = PhoneTimer()
  }

  struct TaskRow {
    let identifier: IdentifierIndex
    var runs = 0
    var clock = TaskClock()
  }

  struct Row {
    let behavior: any AppBehavior
    var isLaunched = false
    var isSuspended = false
    var held: [AppEvent] = []
    /// Processor time that the suspended process has still to spend.
    var paused: [(id: Int, left: TimeSpan)] = []
    var timer = PhoneTimer()
    var handlesExpiry: Set<Int> = []
    var assertionNames: [Int: String] = [:]
    var tasks: [TaskRow] = []
    var hour: Int64 = -1
    var toldInHour = 0
  }

  let isEmpty: Bool
  let witness: CodeWitness?
  private var rows: AppColumn<Row?>
  private(set) var hasNews = false
  private var news: [(app: AppIndex, event: AppEvent)] = []
  private var firstNews = 0
  private var activities: [Activity] = []
  /// The number of the next activity, by which its event and its bytes are known.
  private(set) var nextNumber: Int32 = 1

  /// More events in one hour are those of an app that never rests.
  static let mostEventsPerHour = 100_000

  /// - Parameter behaviors: By app, nil for an app that is described.
  init(_ behaviors: [(any AppBehavior)?], _ witness: CodeWitness?) {
    self.witness = witness
    isEmpty = behaviors.allSatisfy { $0 == nil }
    rows = AppColumn(isEmpty ? [] : behaviors.map { $0.map { Row(behavior: $0) } })
  }

  @inline(__always) func contains(_ app: AppIndex) -> Bool { !isEmpty && rows[app] != nil }

  // MARK: What is to be told

  @inline(__always) mutating func post(_ event: @autoclosure () -> AppEvent, to app: AppIndex) {
    if contains(app) { add(event(), app) }
  }

  @inline(never) private mutating func add(_ event: AppEvent, _ app: AppIndex) {
    if event == .launched {
      rows[app]?.isLaunched = true
      append(event, app)
      return resume(app)
    }
    if rows[app]?.isLaunched == true, rows[app]?.isSuspended == false {
      append(event, app)
    } else {
      rows[app]?.held.append(event)
    }
  }

  private mutating func append(_ event: AppEvent, _ app: AppIndex) {
    news.append((app, event))
    hasNews = true
  }

  mutating func takeNews() -> (app: AppIndex, event: AppEvent)? {
    guard hasNews else { return nil }
    defer {
      firstNews += 1
      if firstNews == news.count {
        news.removeAll(keepingCapacity: true)
        (firstNews, hasNews) = (0, false)
      }
    }
    return news[firstNews]
  }

  func behavior(_ app: AppIndex) -> (any AppBehavior)? { rows[app]?.behavior }

  /// Counts that an app is told something. Returns false for one that never rests.
  mutating func countEvent(_ app: AppIndex, at now: Instant) -> Bool {
    let hour = now.microseconds / TimeSpan.hours(1).microseconds
    if rows[app]?.hour != hour { rows[app]?.toldInHour = 0 }
    rows[app]?.hour = hour
    rows[app]?.toldInHour += 1
    return rows[app].map { $0.toldInHour <= Self.mostEventsPerHour } ?? true
  }

  // MARK: The process

  mutating func suspend(_ app: AppIndex, _ calendar: inout PhoneCalendar) {
    rows[app]?.isSuspended = true
    rows[app]?.timer.cancel(&calendar)
  }

  mutating func pause(_ app: AppIndex, _ paused: [(id: Int, left: TimeSpan)]) { rows[app]?.paused = paused }

  mutating func resume(_ app: AppIndex) {
    guard rows[app]?.isLaunched == true else { return }
    rows[app]?.isSuspended = false
    for event in rows[app]?.held ?? [] { append(event, app) }
    rows[app]?.held = []
  }

  mutating func takePaused(_ app: AppIndex) -> [(id: Int, left: TimeSpan)] {
    defer { rows[app]?.paused = [] }
    return rows[app]?.paused ?? []
  }

  /// The process has ended. What it has not been told is forgotten with it.
  mutating func end(_ app: AppIndex, _ reason: String, _ calendar: inout PhoneCalendar) {
    guard rows[app] != nil else { return }
    rows[app]?.timer.cancel(&calendar)
    rows[app]?.held = []
    rows[app]?.paused = []
    rows[app]?.handlesExpiry = []
    rows[app]?.assertionNames = [:]
    rows[app]?.isSuspended = false
    guard rows[app]?.isLaunched == true else { return }
    rows[app]?.isLaunched = false
    news = news[firstNews...].filter { $0.app != app } + [(app, .terminated(reason))]
    (firstNews, hasNews) = (0, true)
  }

  mutating func setTimer(_ app: AppIndex, at time: Instant?, _ calendar: inout PhoneCalendar) {
    rows[app]?.timer.move(PhoneEvent(.codeTimer, app), to: time ?? .distantFuture, .completion, &calendar)
  }

  mutating func timerFired(_ app: AppIndex) {
    rows[app]?.timer.fired()
    add(.timer, app)
  }

  // MARK: Runs and assertions

  mutating func handleExpiry(_ app: AppIndex, run: Int) { rows[app]?.handlesExpiry.insert(run) }
  func handlesExpiry(_ app: AppIndex, run: Int) -> Bool { rows[app]?.handlesExpiry.contains(run) == true }
  mutating func forgetRun(_ app: AppIndex, _ run: Int) { rows[app]?.handlesExpiry.remove(run) }

  mutating func nameAssertion(_ app: AppIndex, _ id: Int, _ name: String) {
    rows[app]?.assertionNames[id] = name
  }

  func assertionName(_ app: AppIndex, _ id: Int) -> String { rows[app]?.assertionNames[id] ?? "" }

  mutating func takeOrdinal(_ app: AppIndex, _ identifier: IdentifierIndex) -> Int {
    let place = place(app, identifier)
    return rows[app]?.tasks[place].runs.takeNext() ?? 0
  }

  private mutating func place(_ app: AppIndex, _ identifier: IdentifierIndex) -> Int {
    if let known = rows[app]?.tasks.firstIndex(where: { $0.identifier == identifier }) { return known }
    rows[app]?.tasks.append(TaskRow(identifier: identifier))
    return (rows[app]?.tasks.count ?? 1) - 1
  }

  mutating func noteLaunch(_ app: AppIndex, _ identifier: IdentifierIndex, at now: Instant) {
    guard rows[app] != nil else { return }
    let place = place(app, identifier)
    rows[app]?.tasks[place].clock = TaskClock(launch: OptionalInstant(now))
  }

  mutating func rest(_ app: AppIndex, _ identifier: IdentifierIndex, for rest: TimeSpan) {
    let place = place(app, identifier)
    rows[app]?.tasks[place].clock.rest = rest
  }

  func clock(_ app: AppIndex, _ identifier: IdentifierIndex) -> TaskClock {
    rows[app]?.tasks.first { $0.identifier == identifier }?.clock ?? TaskClock()
  }

  // MARK: Activities

  mutating func begin(_ activity: Activity, _ calendar: inout PhoneCalendar) {
    var activity = activity
    activity.number = nextNumber.takeNext()
    activities.append(activity)
    replan(activity.number, end: activity.end, &calendar)
  }

  func isWorking(_ app: AppIndex) -> Bool { activities.contains { $0.app == app } }
  func activities(of app: AppIndex) -> [Activity] { activities.filter { $0.app == app } }

  var transfers: [Activity] {
    activities.filter { if case .transfer = $0.kind { true } else { false } }
  }

  subscript(number: Int32) -> Activity? { activities.first { $0.number == number } }

  mutating func remove(_ number: Int32, _ calendar: inout PhoneCalendar) {
    guard let index = activities.firstIndex(where: { $0.number == number }) else { return }
    activities[index].timer.cancel(&calendar)
    activities.remove(at: index)
  }

  mutating func replan(_ number: Int32, end: Instant, _ calendar: inout PhoneCalendar) {
    guard let index = activities.firstIndex(where: { $0.number == number }) else { return }
    activities[index].end = end
    activities[index].timer.move(
      PhoneEvent(.codeActivityEnd, number: number), to: end, .completion, &calendar)
  }

  /// LIFE-5: adds what the app computes.
  func add(to demand: inout ProcessorDemand, of app: AppIndex, at now: Instant) {
    for activity in activities where activity.app == app {
      if case .processor = activity.kind { demand.add(1, until: activity.end, at: now) }
    }
  }
}
