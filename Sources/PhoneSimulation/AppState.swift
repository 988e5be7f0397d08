import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// The state of one installed app.
struct AppState {
  /// Index into the study's apps; -1 for a filler.
  var specification: Int32
  /// Random-stream group of its bundle id.
  var group: UInt64
  var isHeavy: Bool

  /// Whether something that gates read has changed since they read it.
  var gatesHaveChanged = false
  /// Which balances are used up, by what gates read of them.
  var spentBudgets = UInt8.max

  var process: ProcessState = .notRunning {
    didSet { if process.isForeground != oldValue.isForeground { gatesHaveChanged = true } }
  }
  /// The end of a launch in progress; runs that join it start then.
  var launchEnd: Instant?
  /// Runs between launch and terminal event.
  var activeRuns = 0 { didSet { gatesHaveChanged = true } }
  /// What else keeps the process from suspension: open assertions, active modes, a slow callback.
  var keepers = 0
  /// Whether something keeps the process running in the background.
  var isKeptRunning: Bool { activeRuns > 0 || keepers > 0 }
  /// Modes in use, location events, VoIP.
  var modes = ModeState()
  /// Kept awake between the end of its last run (or use) and suspension.
  var linger: HolderID?
  var lingerRun: RunSlot?
  var suspension: EventHandle?
  var memoryPressureChances = 0
  var leftovers: [Leftover] = []
  var extra = ExtraTime()
  var watchdogs = Watchdogs()
  var monitor = ProcessorMonitor()
  /// Tasks whose refused submission the process takes for a success.
  var believedPending: Set<Int32> = []

  var isForceQuit = false { didSet { if isForceQuit != oldValue { gatesHaveChanged = true } } }
  var isForceQuitForPushes = false {
    didSet { if isForceQuitForPushes != oldValue { gatesHaveChanged = true } }
  }
  var refreshSwitch = true { didSet { if refreshSwitch != oldValue { gatesHaveChanged = true } } }
  /// Whether a management profile keeps the switch off.
  var isRefreshRestricted = false
  var isInSwitcher = false
  var lastForeground: Instant? { didSet { gatesHaveChanged = true } }

  // Clocks and budgets
  var lastLaunch: [Instant?] = Mechanism.allCases.map { _ in nil }
  var lastOpportunisticLaunch: Instant?
  var seriesLaunch: [Instant?]
  var bucket: PushTokenBucket
  var energyBudget: BudgetLedger { didSet { readBudgets() } }
  var cellularBudget: BudgetLedger { didSet { readBudgets() } }
  /// Balances at or below which relaxed mechanisms are denied (BUD-8).
  let energyOverdraft: Int64
  let cellularOverdraft: Int64
  var predictor: UsagePredictor
  var openedDays = OpenedDays()

  // Runs
  /// Number of runs of each task so far: the ordinal of its next work.
  var taskOrdinals: [Int]
  /// Work that a resumed task still has to do.
  var carriedWork: [Work?]
  var pushRunOrdinal = 0
  var openOrdinal = 0
  /// When the user could last begin to use it.
  var visitStart: Instant = .zero
  var lastRunStart: Instant?

  // Content
  var lastFetch: Instant = .zero
  var unfetchedChanges: [Instant] = []
  var hasUnusedFetch = false
  var unusedFetchIsObserved = false
  var foregroundFetch: ForegroundFetch?

  // Background sessions
  var sessions: [TransferSession] = []
  var resumeDelay = ResumeDelay()

  // Pushes stored at the server, oldest first
  var stored: [StoredPush] = []

  /// Gates read of a balance whether it is used up, and whether it is overdrawn.
  private mutating func readBudgets() {
    var spent: UInt8 = energyBudget.balance <= 0 ? 1 : 0
    if cellularBudget.balance <= 0 { spent |= 2 }
    if energyBudget.balance <= energyOverdraft { spent |= 4 }
    if cellularBudget.balance <= cellularOverdraft { spent |= 8 }
    guard spent != spentBudgets else { return }
    spentBudgets = spent
    gatesHaveChanged = true
  }
}

/// A fetch that an open has started.
struct ForegroundFetch {
  var transfer: TransferID?
  var started: Instant
}

/// A push that waits at the server.
struct StoredPush {
  var push: PushNumber
  var item: ItemNumber
  var sent: Instant
  var expires: Instant
  var pagingDelay: Double
  /// Whether it may be stored and held for a while; without a life it has one attempt (PUSH-3).
  var hasLife: Bool { expires > sent }
}
