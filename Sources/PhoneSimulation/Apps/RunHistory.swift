import EventSimulation

/// The state that earlier runs of the apps leave to later ones: ordinals of draws, and unfinished work.
struct RunHistory: ~Copyable {
  struct Task {
    var ordinal = 0
    var requestOrdinal = 0
    var carried: Work?
  }

  struct Row {
    var tasks: [Task]
    var pushOrdinal = 0
    /// Of requests without a task.
    var requestOrdinal = 0
    /// The backlogs of tasks with growing work by task, and of silent pushes under -1.
    var backlogs: [Int: Backlog] = [:]
    var lastRunStart: Instant?
  }

  private var rows: AppColumn<Row>

  init(taskCounts: [Int]) {
    rows = AppColumn(taskCounts.map { Row(tasks: Array(repeating: Task(), count: $0)) })
  }

  func runs(_ app: AppIndex, ofTask task: Int) -> Int { rows[app].tasks[task].ordinal }
  func pushRuns(_ app: AppIndex) -> Int { rows[app].pushOrdinal }

  @inline(__always) mutating func takeOrdinal(_ app: AppIndex, ofTask task: Int) -> Int {
    rows[app].tasks[task].ordinal.takeNext()
  }

  mutating func takeRequestOrdinal(_ app: AppIndex, ofTask task: Int?) -> Int {
    guard let task else { return rows[app].requestOrdinal.takeNext() }
    return rows[app].tasks[task].requestOrdinal.takeNext()
  }

  mutating func takePushOrdinal(_ app: AppIndex) -> Int { rows[app].pushOrdinal.takeNext() }

  /// BAD-9: the work that a task still has to do after what its checkpoints have saved.
  @inline(__always) func carriedWork(_ app: AppIndex, task: Int) -> Work? { rows[app].tasks[task].carried }

  mutating func carry(_ work: Work, _ app: AppIndex, task: Int) { rows[app].tasks[task].carried = work }

  @inline(__always) mutating func takeCarriedWork(_ app: AppIndex, task: Int) -> Work? {
    rows[app].tasks[task].carried == nil ? nil : rows[app].tasks[task].carried.take()
  }

  @inline(__always) mutating func dropCarriedWork(_ app: AppIndex, task: Int) {
    if rows[app].tasks[task].carried != nil { rows[app].tasks[task].carried = nil }
  }

  subscript(backlogOf item: WorkItem) -> Backlog {
    get { rows[item.app].backlogs[item.task ?? -1] ?? Backlog() }
    set { rows[item.app].backlogs[item.task ?? -1] = newValue }
  }

  func lastRunStart(_ app: AppIndex) -> Instant? { rows[app].lastRunStart }

  mutating func startRun(_ app: AppIndex, at now: Instant) -> Instant? {
    defer { rows[app].lastRunStart = now }
    return rows[app].lastRunStart
  }
}
