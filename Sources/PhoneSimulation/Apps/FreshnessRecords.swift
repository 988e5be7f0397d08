import BackgroundExecution
import EventSimulation

/// The freshness records of the apps with content, while their device is simulated.
struct FreshnessRecords {
  /// All of the device on which the hard gates of fetches depend, but for the clock.
  struct DeviceInputs: Equatable {
    var facts: DeviceFacts
    var isStopped: Bool
  }

  struct Recorder {
    let app: AppIndex
    /// The kinds of items by which the app fetches in the background, each without its own waits.
    let items: [ItemGateState]
    var record = FreshnessRecord()
    /// Whether something of the app has changed since the gates were read, and how long they stand by the clock.
    var isStale = true
    var until = Instant.distantFuture
    /// Since when the hard gates have been open.
    var openSince: Instant?
    /// Index of the open whose foreground fetch is under way.
    var fetchingOpen: Int?
  }

  private var recorders: [Recorder] = []
  private var device: DeviceInputs?
  /// The conditions of the device with these inputs; nil where the inputs depend on more.
  private var conditions: FetchConditions?
  /// Whether a recorder is stale, and the first instant at which one will be by the clock.
  private var hasStale = true
  private var firstEnd = Instant.distantFuture

  // MARK: Gates

  /// Begins the record of an app.
  ///
  /// - Parameter changes: When its content changes, over the whole horizon.
  mutating func begin(_ app: AppIndex, fetchingBy items: [ItemGateState], changes: [Instant]) {
    var recorder = Recorder(app: app, items: items)
    recorder.record.changes = changes
    recorders.append(recorder)
  }

  var indices: Range<Int> { recorders.indices }

  func app(at index: Int) -> AppIndex { recorders[index].app }

  /// The kinds of items by which the app fetches in the background.
  func items(at index: Int) -> [ItemGateState] { recorders[index].items }

  /// Something that the gates of an app read has changed.
  ///
  /// Not inlined: the compiler would move the question whether the array is shared out of the callers' loops, and ask it
  /// where nothing is recorded too.
  @inline(never)
  mutating func invalidate(_ app: AppIndex) {
    guard let index = recorder(of: app) else { return }
    recorders[index].isStale = true
    hasStale = true
  }

  /// Whether the gates stand as they were read last.
  @inline(__always)
  func isCurrent(_ conditions: FetchConditions, at now: Instant) -> Bool {
    !hasStale && now < firstEnd && conditions == self.conditions
  }

  /// Takes the inputs of the device, and its conditions where the inputs follow from them.
  ///
  /// - Returns: Whether the gates of any app have to be read.
  mutating func read(
    _ inputs: DeviceInputs, _ conditions: FetchConditions?, at now: Instant
  ) -> Bool {
    self.conditions = conditions
    if inputs != device {
      device = inputs
      hasStale = true
      for index in recorders.indices { recorders[index].isStale = true }
    }
    return hasStale || now >= firstEnd
  }

  /// Whether the gates of an app have to be read.
  func isStale(at index: Int, _ now: Instant) -> Bool {
    recorders[index].isStale || now >= recorders[index].until
  }

  /// All gates that had to be read have been read.
  mutating func settle() {
    hasStale = false
    firstEnd = .distantFuture
    for index in recorders.indices { firstEnd = min(firstEnd, recorders[index].until) }
  }

  /// Records whether the hard gates of an app are open, and until when that stands if nothing else changes.
  mutating func setOpen(at index: Int, _ isOpen: Bool, until: Instant, _ now: Instant) {
    recorders[index].isStale = false
    recorders[index].until = until
    guard isOpen != (recorders[index].openSince != nil) else { return }
    if isOpen { recorders[index].openSince = now } else { close(at: index, now) }
  }

  private mutating func close(at index: Int, _ now: Instant) {
    guard let since = recorders[index].openSince else { return }
    recorders[index].record.allowed.append(since...now)
    recorders[index].openSince = nil
  }

  // MARK: Content

  mutating func opened(_ app: AppIndex, counts: Bool, at now: Instant) {
    guard let index = recorder(of: app) else { return }
    recorders[index].record.opens.append(.init(time: now, counts: counts))
  }

  /// The last open starts a fetch in the foreground.
  mutating func openFetches(_ app: AppIndex) {
    guard let index = recorder(of: app), !recorders[index].record.opens.isEmpty else { return }
    recorders[index].fetchingOpen = recorders[index].record.opens.count - 1
  }

  /// A fetch brings content as of an instant.
  mutating func fetched(_ app: AppIndex, asOf fetched: Instant, isBackground: Bool, at now: Instant) {
    guard let index = recorder(of: app) else { return }
    if isBackground {
      recorders[index].record.fetches.append(.init(asOf: fetched, arrived: now))
    } else if let open = recorders[index].fetchingOpen {
      recorders[index].record.opens[open].fetched = fetched
      recorders[index].fetchingOpen = nil
    }
  }

  /// The recorder of an app of the device, if it has one.
  @inline(__always)
  private func recorder(of app: AppIndex) -> Int? {
    for index in recorders.indices where recorders[index].app == app { return index }
    return nil
  }

  // MARK: End

  /// Closes the records at the horizon and hands them over.
  mutating func finish(at end: Instant) -> [(app: AppIndex, record: FreshnessRecord)] {
    for index in recorders.indices {
      close(at: index, end)
      recorders[index].record.allowed += recorders[index].record.fetches.map { $0.asOf...$0.asOf }
    }
    defer { recorders = [] }
    return recorders.map { ($0.app, $0.record) }
  }
}
