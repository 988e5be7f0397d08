import Containers
import EventSimulation
import Workload

/// Counts of items by app and mechanism.
struct ItemCounts: ~Copyable {
  private var books: UniqueArray<MechanismBook>
  /// The end of warm-up: metrics count from here on.
  private let start: Instant
  /// The first app whose bytes have left 64 bits.
  private(set) var overflowingApp: AppIndex?

  init(appCount: Int, start: Instant) {
    precondition(Mechanism.allCases.count == Self.mechanismCount, "the table has one column a mechanism")
    self.start = start
    books = UniqueArray(repeating: MechanismBook(), count: appCount * Self.mechanismCount)
  }

  /// Written out: what is computed once is asked at each use whether it has been.
  private static let mechanismCount = 10

  /// The counts of an app and mechanism.
  @inline(__always)
  private subscript(app: AppIndex, mechanism: Mechanism) -> MechanismBook {
    @inline(__always) unsafeAddress { books.address(of: Self.place(app, mechanism)) }
    @inline(__always) unsafeMutableAddress { books.mutableAddress(of: Self.place(app, mechanism)) }
  }

  @inline(__always)
  private static func place(_ app: AppIndex, _ mechanism: Mechanism) -> Int {
    Int(app.rawValue) * mechanismCount + Int(mechanism.rawValue)
  }

  /// Counts a step in the life of an item.
  mutating func count(_ step: ItemTransition, _ item: WorkItem, at now: Instant) {
    let (app, mechanism) = (item.app, item.mechanism)
    let isObserved = item.isObserved
    switch step {
    case .submitted:
      self[app, mechanism].whole.submitted += 1
      if isObserved { self[app, mechanism].observed.submitted += 1 }
    case .replaced:
      self[app, mechanism].whole.replaced += 1
      if isObserved { self[app, mechanism].observed.replaced += 1 }
    case .cancelled:
      endWait(item, .cancelled, at: now)
      self[app, mechanism].whole.cancelled += 1
      if isObserved { self[app, mechanism].observed.cancelled += 1 }
    case .failed:
      endWait(item, .lost, at: now)
      self[app, mechanism].whole.failedUnstarted += 1
      if isObserved { self[app, mechanism].observed.lost += 1 }
    case .launched(let kind):
      self[app, mechanism].whole.launched += 1
      if mechanism == .push { self[app, mechanism].whole.launching += 1 }
      if isObserved {
        self[app, mechanism].observed.launched += 1
        if kind == .cold { self[app, mechanism].observed.coldLaunches += 1 }
      }
      endWait(item, .launched, at: now)
    case .expired:
      if isObserved { self[app, mechanism].observed.expired += 1 }
    case .completed(let success):
      self[app, mechanism].whole.runsEnded += 1
      guard isObserved else { return }
      if success {
        self[app, mechanism].observed.completedSuccess += 1
        observeCompletion(item, .launched, at: now)
      } else {
        self[app, mechanism].observed.completedFailure += 1
        observeCompletion(item, .lost, at: now)
      }
    case .killed:
      self[app, mechanism].whole.runsEnded += 1
      if isObserved { self[app, mechanism].observed.killed += 1 }
      observeCompletion(item, .lost, at: now)
    case .aborted(let event, _):
      self[app, mechanism].whole.runsEnded += 1
      guard isObserved else { return }
      if event == .failed {
        self[app, mechanism].observed.completedFailure += 1
      } else {
        self[app, mechanism].observed.cancelled += 1
      }
      observeCompletion(item, .cancelled, at: now)
    }
  }

  /// The wait of an item ends, if it still counts.
  mutating func endWait(_ item: WorkItem, _ end: WaitEnd, at now: Instant) {
    guard !item.delayIsCensored, item.isObserved, now >= item.chainOpen else { return }
    self[item.app, item.mechanism].observed.delays.append(
      DelayObservation(length: now - item.chainOpen, end: end))
  }

  /// The run or transfer of an item ends, if its wait was not cut off before.
  private mutating func observeCompletion(_ item: WorkItem, _ end: WaitEnd, at now: Instant) {
    guard !item.delayIsCensored, item.isObserved, now >= item.chainOpen else { return }
    self[item.app, item.mechanism].observed.completionTimes.append(
      DelayObservation(length: now - item.chainOpen, end: end))
  }

  /// At the horizon: an item that still waits.
  mutating func censorWait(_ item: WorkItem, at end: Instant) {
    endWait(item, .horizon, at: end)
    if item.isObserved { self[item.app, item.mechanism].observed.pending += 1 }
  }

  /// At the horizon: a run or transfer that goes on.
  mutating func censorRun(_ item: WorkItem, at end: Instant) {
    guard item.isObserved else { return }
    self[item.app, item.mechanism].observed.unfinished += 1
    observeCompletion(item, .horizon, at: end)
  }

  /// Adds what a run or transfer has cost once that is known; totals beyond 64 bits are noted in ``overflowingApp``.
  mutating func addCosts(_ item: WorkItem, energy: Int64, bytesWifi: Int64, bytesCellular: Int64) {
    guard item.isObserved else { return }
    var hasOverflowed = false
    func add(_ bytes: Int64, to total: inout Int64) {
      let (sum, overflow) = total.addingReportingOverflow(bytes)
      if overflow { hasOverflowed = true }
      total = overflow ? .max : sum
    }
    self[item.app, item.mechanism].observed.runEnergy += energy
    add(bytesWifi, to: &self[item.app, item.mechanism].observed.bytesWifi)
    add(bytesCellular, to: &self[item.app, item.mechanism].observed.bytesCellular)
    if hasOverflowed, overflowingApp == nil { overflowingApp = item.app }
  }

  // MARK: What no item stands for

  /// Counts a refusal.
  mutating func countRejection(_ app: AppIndex, _ mechanism: Mechanism, at now: Instant) {
    if now >= start { self[app, mechanism].observed.rejected += 1 }
  }

  mutating func count(_ end: ExitWorkEnd, exitWorkOf app: AppIndex) {
    switch end {
    case .completed(true): self[app, .assertion].observed.completedSuccess += 1
    case .completed(false): self[app, .assertion].observed.completedFailure += 1
    case .expired: self[app, .assertion].observed.expired += 1
    case .killed: self[app, .assertion].observed.killed += 1
    case .unfinished: self[app, .assertion].observed.unfinished += 1
    }
  }

  mutating func addEnergy(_ energy: Int64, exitWorkOf app: AppIndex) {
    self[app, .assertion].observed.runEnergy += energy
  }

  // MARK: Pushes

  /// Counts a step of a push, silent (mechanism `push`) or visible (mechanism `mode`).
  mutating func count(_ step: PushTransition, _ app: AppIndex, _ mechanism: Mechanism, at now: Instant) {
    let isObserved = now >= start
    switch step {
    case .sent:
      self[app, mechanism].whole.sent += 1
      if isObserved { self[app, mechanism].observed.sent += 1 }
    case .delivered:
      self[app, mechanism].whole.delivered += 1
      if isObserved { self[app, mechanism].observed.delivered += 1 }
    case .coalesced:
      self[app, mechanism].whole.coalesced += 1
      if isObserved { self[app, mechanism].observed.coalesced += 1 }
    case .dropped:
      self[app, mechanism].whole.dropped += 1
      if isObserved { self[app, mechanism].observed.dropped += 1 }
    }
  }

  /// A silent push finds its app executing: it has not waited on the device.
  mutating func observeImmediateDelivery(_ app: AppIndex, at now: Instant) {
    guard now >= start else { return }
    self[app, .push].observed.delays.append(DelayObservation(length: .zero, end: .delivered))
  }

  /// A silent push leaves the server for the device, or arrives there.
  mutating func countTravelling(_ change: Int, _ app: AppIndex) {
    self[app, .push].whole.travelling += change
  }

  /// The handler of a push launch starts, or never will.
  mutating func pushLaunchEnds(_ app: AppIndex) { self[app, .push].whole.launching -= 1 }

  // MARK: The laws

  /// The first conservation law of an app that does not hold, with its mechanism: LOG-1 to LOG-3.
  func brokenLaw(
    _ app: AppIndex, _ mechanism: Mechanism, _ open: OpenItems
  ) -> (rule: String, left: Int, right: Int)? {
    self[app, mechanism].whole.brokenLaw(mechanism, open)
  }

  /// Returns the counts of an app after warm-up, by mechanism.
  func observed(of app: AppIndex) -> [MechanismResult] { Mechanism.allCases.map { self[app, $0].observed } }
}
