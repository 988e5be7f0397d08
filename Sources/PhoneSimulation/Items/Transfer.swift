import DeviceModel
import EventSimulation
import Workload

struct TransferOrder {
  var bytesUp, bytesDown: Int64
  /// The resume delay of its app when it was created in the background; zero in the foreground.
  var delay: TimeSpan
  var isFromBackground, allowsCellular: Bool
  var timeout: EventHandle?
}

struct Transfer {
  var item: WorkItem
  var launched: Instant
  var bytesUpLeft, bytesDownLeft: Int64
  var bytesWifi: Int64 = 0
  var bytesCellular: Int64 = 0
  var isPaused = false
  let allowsCellular: Bool

  var account: AccountID
  var payer: EnergyPayer
  var debitedEnergy: Int64 = 0
  var debitedBytes: Int64 = 0

  var burst: Burst?

  var ended: Instant?
  var outcome = ItemOutcome.running
  var reason = LogWord.none

  struct Burst {
    var id: TransferID
    var path: RadioPath
    var holder: HolderID
    var timer: EventHandle?
  }

  var number: ItemNumber { item.number }
  var bytesDone: Int64 { bytesWifi + bytesCellular }
  var bytesLeft: Int64 { bytesUpLeft + bytesDownLeft }

  @inline(__always) func mayMove(over path: RadioPath) -> Bool { allowsCellular || path == .wifi }

  mutating func book(_ bytes: Int64, on path: RadioPath) {
    if path == .wifi { bytesWifi += bytes } else { bytesCellular += bytes }
  }

  mutating func finishBurst() -> Burst? {
    guard let burst else { return nil }
    book(bytesLeft, on: burst.path)
    (bytesUpLeft, bytesDownLeft, self.burst) = (0, 0, nil)
    return burst
  }
}

enum TransferOwner {
  case run(RunSlot)
  case file(ItemNumber)
  case openFetch(AppIndex)
  case unfinishedWork(AppIndex)
  case code(Int32)

  /// One number, which the radio gives back.
  var tag: UInt64 {
    switch self {
    case .run(let slot): slot.eventKey
    case .file(let number): number.eventKey | 1
    case .openFetch(let app): app.eventKey | 2
    case .unfinishedWork(let app): app.eventKey | 3
    case .code(let number): UInt64(UInt32(bitPattern: number)) << 16 | 4
    }
  }

  init(tag: UInt64) {
    let number = Int32(truncatingIfNeeded: tag >> 16)
    switch tag & 7 {
    case 0: self = .run(RunSlot(Int(number)))
    case 1: self = .file(ItemNumber(number))
    case 2: self = .openFetch(AppIndex(number))
    case 4: self = .code(number)
    default: self = .unfinishedWork(AppIndex(number))
    }
  }
}

/// A background session of an app: its present batch, and the notice that the app has not had.
struct TransferSession {
  private var unfinished = 0
  private var chainLeft = 0
  private var files = 0
  private var demands = 0
  private var wakes = 0
  /// When the user's next demand for files arises; no later than the present where none has been drawn.
  var nextDemand = Instant.zero
  private var started: Set<Mechanism> = []
  private var untoldStarted: Set<Mechanism> = []
  private var arrived: Instant?
  private(set) var isUntold = false
  /// Whether a file of the present batch, or of those that are untold, is not discretionary.
  private(set) var isRelaxed = false
  private var untoldArrival: Instant?
  var lastMoved = Instant.zero

  /// Adds files to the chain. Returns whether nothing of the session was under way, so that the first of them is due.
  mutating func extendChain(by files: Int) -> Bool {
    defer { chainLeft += files }
    return unfinished == 0 && chainLeft == 0
  }

  mutating func takeNextOfChain() -> Bool {
    guard chainLeft > 0 else { return false }
    chainLeft -= 1
    return true
  }

  mutating func takeFileOrdinal() -> Int { files.takeNext() }
  mutating func takeDemandOrdinal() -> Int { demands.takeNext() }

  mutating func beginFile(isRelaxed: Bool) {
    if unfinished == 0, !isUntold { self.isRelaxed = false }
    unfinished += 1
    if isRelaxed { self.isRelaxed = true }
  }

  mutating func endFile(arrived hasArrived: Bool, at now: Instant) -> Bool {
    unfinished -= 1
    if hasArrived { (arrived, lastMoved) = (now, now) }
    guard unfinished == 0 else { return false }
    isUntold = true
    if let arrived { untoldArrival = arrived }
    untoldStarted.formUnion(started)
    (arrived, started) = (nil, [])
    return true
  }

  mutating func startFile(_ mechanism: Mechanism) { started.insert(mechanism) }

  /// URL-2: the session loses its files and its chain.
  mutating func clear() {
    unfinished = 0
    chainLeft = 0
    (arrived, started) = (nil, [])
  }

  var noticeIsDiscretionary: Bool { untoldStarted == [.discretionaryTransfer] }

  mutating func takeNotice() -> Instant? {
    defer { (isUntold, untoldArrival, untoldStarted) = (false, nil, []) }
    return untoldArrival
  }

  mutating func takeWakeOrdinal() -> Int { wakes.takeNext() }
}

/// The resume delay of an app: URL-9 and URL-10.
struct ResumeDelay {
  private var length: TimeSpan = .zero
  /// The last wake, or the last instant with a background-created transfer waiting or in flight.
  private var quietSince: Instant = .zero
  private var backgroundTransfers = 0

  /// Returns the delay of a transfer that is created now in the background; it is gone after a full delay of quiet, without a
  /// wake and without a transfer of that kind waiting or in flight.
  mutating func present(at now: Instant) -> TimeSpan {
    if backgroundTransfers == 0, now - quietSince >= length { length = .zero }
    return length
  }

  mutating func raise(first: TimeSpan, cap: TimeSpan, at now: Instant) -> TimeSpan {
    let before = present(at: now)
    length = min(before > .zero ? before * 2 : first, cap)
    quietSince = now
    return before
  }

  mutating func clear() { length = .zero }
  mutating func beginBackgroundTransfer() { backgroundTransfers += 1 }

  mutating func endBackgroundTransfer(at now: Instant) {
    backgroundTransfers -= 1
    quietSince = now
  }
}
