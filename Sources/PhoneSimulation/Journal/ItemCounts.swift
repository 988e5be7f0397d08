import Basics
import EventSimulation
import Workload

struct MechanismCounts {
  /// After warm-up, for metrics.
  var observed = MechanismResult()
  /// Over the whole horizon, for the conservation laws LOG-1 to LOG-3.
  var whole = ItemCounters<Int64>()
  var runsEnded: Int64 = 0
  /// Pushes on their way to the device, and push launches whose handler has not started.
  var travelling: Int64 = 0
  var launching: Int64 = 0
}

struct ItemCounts: ~Copyable {
  private var table: UniqueArray<MechanismCounts>
  private let start: Instant
  /// The first app whose bytes have left 64 bits.
  private(set) var overflowingApp: AppIndex?

  init(appCount: Int, start: Instant) {
    precondition(Mechanism.allCases.count == Self.mechanismCount, "the table has one column a mechanism")
    self.start = start
    table = UniqueArray(repeating: MechanismCounts(), count: appCount * Self.mechanismCount)
  }

  /// Written out: what is computed once is asked at each use whether it has been.
  private static let mechanismCount = 10

  @inline(__always) private static func place(_ app: AppIndex, _ mechanism: Mechanism) -> Int {
    Int(app.rawValue) * mechanismCount + Int(mechanism.rawValue)
  }

  @inline(__always) private subscript(all app: AppIndex, mechanism: Mechanism) -> MechanismCounts {
    @inline(__always) unsafeAddress { table.address(of: Self.place(app, mechanism)) }
    @inline(__always) unsafeMutableAddress { table.mutableAddress(of: Self.place(app, mechanism)) }
  }

  @inline(__always) subscript(app: AppIndex, mechanism: Mechanism) -> ItemCounters<Int64> {
    get { self[all: app, mechanism].observed.counts }
    _modify { yield &self[all: app, mechanism].observed.counts }
  }

  @inline(__always) private mutating func add(
    _ counter: ItemCounter, _ app: AppIndex, _ mechanism: Mechanism, isObserved: Bool
  ) {
    self[all: app, mechanism].whole[counter] += 1
    if isObserved { self[app, mechanism][counter] += 1 }
  }

  mutating func count(_ step: ItemTransition, _ item: WorkItem, at now: Instant) {
    let (app, mechanism, isObserved) = (item.app, item.mechanism, item.isObserved)
    switch step {
    case .submitted: add(.submitted, app, mechanism, isObserved: isObserved)
    case .replaced: add(.replaced, app, mechanism, isObserved: isObserved)
    case .canceled:
      endWait(item, .canceled, at: now)
      add(.canceled, app, mechanism, isObserved: isObserved)
    case .failed:
      endWait(item, .lost, at: now)
      add(.lost, app, mechanism, isObserved: isObserved)
    case .launched(let kind):
      add(.launched, app, mechanism, isObserved: isObserved)
      if mechanism == .push { self[all: app, mechanism].launching += 1 }
      if isObserved, kind == .cold { self[app, mechanism][.coldLaunches] += 1 }
      endWait(item, .launched, at: now)
    case .expired: if isObserved { self[app, mechanism][.expired] += 1 }
    case .completed(let success):
      endRun(item, success ? .completed : .failed)
      observeCompletion(item, success ? .launched : .lost, at: now)
    case .killed:
      endRun(item, .killed)
      observeCompletion(item, .lost, at: now)
    case .aborted(let event, _):
      endRun(item, event == .failed ? .failed : .canceled)
      observeCompletion(item, .canceled, at: now)
    }
  }

  @inline(__always) private mutating func endRun(_ item: WorkItem, _ counter: ItemCounter) {
    self[all: item.app, item.mechanism].runsEnded += 1
    if item.isObserved { self[item.app, item.mechanism][counter] += 1 }
  }

  mutating func endWait(_ item: WorkItem, _ end: WaitEnd, at now: Instant) {
    guard !item.delayIsCensored, item.isObserved, now >= item.chainOpen else { return }
    self[all: item.app, item.mechanism].observed.delays.append(
      DelayObservation(length: now - item.chainOpen, end: end))
  }

  private mutating func observeCompletion(_ item: WorkItem, _ end: WaitEnd, at now: Instant) {
    guard !item.delayIsCensored, item.isObserved, now >= item.chainOpen else { return }
    self[all: item.app, item.mechanism].observed.completionTimes.append(
      DelayObservation(length: now - item.chainOpen, end: end))
  }

  mutating func censorWait(_ item: WorkItem, at end: Instant) {
    endWait(item, .horizon, at: end)
    if item.isObserved { self[item.app, item.mechanism][.pending] += 1 }
  }

  mutating func censorRun(_ item: WorkItem, at end: Instant) {
    guard item.isObserved else { return }
    self[item.app, item.mechanism][.unfinished] += 1
    observeCompletion(item, .horizon, at: end)
  }

  mutating func addCosts(_ item: WorkItem, energy: Int64, bytesWifi: Int64, bytesCellular: Int64) {
    guard item.isObserved else { return }
    var hasOverflowed = false
    func add(_ bytes: Int64, to counter: ItemCounter) {
      let (sum, overflow) = self[item.app, item.mechanism][counter].addingReportingOverflow(bytes)
      if overflow { hasOverflowed = true }
      self[item.app, item.mechanism][counter] = overflow ? .max : sum
    }
    self[item.app, item.mechanism][.energy] += energy
    add(bytesWifi, to: .bytesWifi)
    add(bytesCellular, to: .bytesCellular)
    if hasOverflowed, overflowingApp == nil { overflowingApp = item.app }
  }

  /// Counts a step of a push, silent (mechanism `push`) or visible (mechanism `mode`).
  mutating func count(_ step: ItemCounter, _ app: AppIndex, _ mechanism: Mechanism, at now: Instant) {
    add(step, app, mechanism, isObserved: now >= start)
  }

  mutating func observeImmediateDelivery(_ app: AppIndex, at now: Instant) {
    guard now >= start else { return }
    self[all: app, .push].observed.delays.append(DelayObservation(length: .zero, end: .delivered))
  }

  mutating func countTravelling(_ change: Int64, _ app: AppIndex) {
    self[all: app, .push].travelling += change
  }

  mutating func endPushLaunch(_ app: AppIndex) { self[all: app, .push].launching -= 1 }

  func observed(of app: AppIndex) -> [MechanismResult] {
    Mechanism.allCases.map { self[all: app, $0].observed }
  }

  /// The first conservation law of an app and mechanism that does not hold, with both sides: LOG-1 to LOG-3.
  ///
  /// - Parameter atServer: Pushes at the server, and visible ones anywhere before their end.
  func brokenLaw(
    _ app: AppIndex, _ mechanism: Mechanism, waiting: Int, running: Int, atServer: Int
  ) -> (rule: String, left: Int64, right: Int64)? {
    let counts = self[all: app, mechanism]
    let whole = counts.whole
    let ended = whole[.delivered] + whole[.coalesced] + whole[.dropped] + Int64(atServer)
    if mechanism == .push {
      let known = ended + Int64(waiting) + counts.travelling + counts.launching
      if whole[.sent] != known { return ("LOG-2", whole[.sent], known) }
    } else {
      let known = whole[.launched] + whole[.replaced] + whole[.canceled] + whole[.lost] + Int64(waiting)
      if whole[.submitted] != known { return ("LOG-1", whole[.submitted], known) }
    }
    if mechanism == .mode, whole[.sent] != ended { return ("LOG-2", whole[.sent], ended) }
    let known = counts.runsEnded + Int64(running)
    return whole[.launched] == known ? nil : ("LOG-3", whole[.launched], known)
  }
}
