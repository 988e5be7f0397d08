import BackgroundExecution
import DeviceModel
import EventSimulation

/// The processes of the apps: their states, what keeps them running, and when they are suspended. Chapter LIFE.
package struct ProcessTable: ~Copyable {
  package struct Row {
    /// The end of a launch in progress; runs that join it start then.
    var launchEnd = OptionalInstant()
    var suspensionHold: HolderID?
    var lastRun: RunSlot?
    var suspension = PhoneTimer()
    var activeRuns: Int32 = 0
    /// Open assertions, modes in use and a slow callback.
    var backgroundHolds: Int32 = 0
    var memoryPressureChances: Int32 = 0
    var state = ProcessState.notRunning
    var isInSwitcher = false
  }

  private var rows: AppColumn<Row>
  private var residents: ResidentProcesses
  /// Tasks whose refused submission the process takes for a success.
  private var assumedPending: AppColumn<Set<Int>>
  private var registered: AppColumn<Set<IdentifierIndex>>

  init(count: Int, residentLimit: Int) {
    rows = AppColumn(repeating: Row(), count: count)
    residents = ResidentProcesses(limit: residentLimit)
    assumedPending = AppColumn(repeating: [], count: count)
    registered = AppColumn(repeating: [], count: count)
  }

  @inline(__always) subscript(app: AppIndex) -> ProcessState { rows[app].state }

  /// Moves a process to another state, which must be a legal transition. A process that ends forgets its launch and
  /// what it took for submitted or had registered. Returns the old state.
  @inline(__always) mutating func move(_ app: AppIndex, to state: ProcessState) -> ProcessState {
    let old = rows[app].state
    precondition(old.canBecome(state), "no process goes from \(old) to \(state)")
    rows[app].state = state
    if state == .notRunning {
      residents.remove(app.rawValue)
      rows[app].launchEnd = OptionalInstant()
      if !assumedPending[app].isEmpty { assumedPending[app] = [] }
      if !registered[app].isEmpty { registered[app] = [] }
    } else if state != .suspended {
      residents.touch(app.rawValue)
    }
    return old
  }

  var surplus: AppIndex? {
    residents.victim(where: { rows[AppIndex($0)].state == .suspended }).map { AppIndex($0) }
  }

  @inline(__always) func launchEnd(_ app: AppIndex) -> Instant? { rows[app].launchEnd.value }

  mutating func beginLaunch(_ app: AppIndex, until end: Instant) {
    rows[app].launchEnd = OptionalInstant(end)
  }

  mutating func endLaunch(_ app: AppIndex) { rows[app].launchEnd = OptionalInstant() }

  @inline(__always) func activeRuns(_ app: AppIndex) -> Int { Int(rows[app].activeRuns) }
  @inline(__always) func backgroundHolds(_ app: AppIndex) -> Int { Int(rows[app].backgroundHolds) }

  @inline(__always)
  func isKeptRunning(_ app: AppIndex) -> Bool { rows[app].activeRuns > 0 || rows[app].backgroundHolds > 0 }

  mutating func beginRun(_ app: AppIndex) { rows[app].activeRuns += 1 }

  mutating func endRun(_ app: AppIndex) {
    assert(rows[app].activeRuns > 0, "only a run that has begun can end")
    rows[app].activeRuns -= 1
  }

  mutating func addBackgroundHold(_ app: AppIndex) { rows[app].backgroundHolds += 1 }

  mutating func removeBackgroundHold(_ app: AppIndex) {
    assert(rows[app].backgroundHolds > 0, "only a hold that exists can be removed")
    rows[app].backgroundHolds -= 1
  }

  func hasSuspensionHold(_ app: AppIndex) -> Bool { rows[app].suspensionHold != nil }

  mutating func keepAwake(_ app: AppIndex, _ hold: HolderID?, ofRun run: RunSlot? = nil) {
    rows[app].suspensionHold = hold
    if let run { rows[app].lastRun = run }
  }

  @inline(__always) func isKeptAwake(_ app: AppIndex, byRun run: RunSlot) -> Bool { rows[app].lastRun == run }
  func lastRun(_ app: AppIndex) -> RunSlot? { rows[app].lastRun }

  mutating func takeSuspensionHold(_ app: AppIndex) -> HolderID? {
    defer {
      rows[app].suspensionHold = nil
      rows[app].lastRun = nil
    }
    return rows[app].suspensionHold
  }

  mutating func scheduleSuspension(_ app: AppIndex, at time: Instant, _ calendar: inout PhoneCalendar) {
    rows[app].suspension.move(PhoneEvent(.suspend, app), to: time, .expiry, &calendar)
  }

  mutating func cancelSuspension(_ app: AppIndex, _ calendar: inout PhoneCalendar) {
    rows[app].suspension.cancel(&calendar)
  }

  mutating func suspensionFired(_ app: AppIndex) { rows[app].suspension.fired() }
  var inSwitcher: [AppIndex] { rows.indices.filter { rows[$0].isInSwitcher } }
  mutating func enterSwitcher(_ app: AppIndex) { rows[app].isInSwitcher = true }
  mutating func leaveSwitcher(_ app: AppIndex) { rows[app].isInSwitcher = false }

  mutating func takeMemoryPressureChance(_ app: AppIndex) -> Int {
    Int(rows[app].memoryPressureChances.takeNext())
  }

  mutating func assumePending(_ app: AppIndex, task: Int) { assumedPending[app].insert(task) }
  func assumesPending(_ app: AppIndex, task: Int) -> Bool { assumedPending[app].contains(task) }

  mutating func register(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    registered[app].insert(identifier).inserted
  }
}
