import EventSimulation
import Workload

/// A background session of an app: its present batch, and the notice that the app has not had.
struct TransferSession {
  /// Transfers created and not finished.
  private var unfinished = 0
  /// Files of a chain that are yet to be created.
  private var chainLeft = 0
  private var files = 0
  private var wakes = 0
  /// The kinds of started files of the present batch, and of those that the app has not been told of.
  private var started: Set<Mechanism> = []
  private var untoldStarted: Set<Mechanism> = []
  /// When the last file of the batch arrived; nil if none did.
  private var arrived: Instant?
  /// Whether a batch is finished of which the app has not been told.
  private(set) var isUntold = false
  /// Whether a file of the present batch, or of those that are untold, is not discretionary.
  private(set) var isRelaxed = false
  private var untoldArrival: Instant?
  /// The last instant at which bytes stopped moving.
  var lastMoved = Instant.zero

  // MARK: Files

  /// Adds files to the chain.
  ///
  /// - Returns: Whether nothing of the session was under way, so that the first of them is due.
  mutating func extendChain(by files: Int) -> Bool {
    defer { chainLeft += files }
    return unfinished == 0 && chainLeft == 0
  }

  /// Takes the next file of the chain.
  ///
  /// - Returns: False if the chain has none left.
  mutating func takeNextOfChain() -> Bool {
    guard chainLeft > 0 else { return false }
    chainLeft -= 1
    return true
  }

  /// Returns the ordinal of the next file's size.
  mutating func takeFileOrdinal() -> Int {
    defer { files += 1 }
    return files
  }

  mutating func beginFile(isRelaxed: Bool) {
    if unfinished == 0, !isUntold { self.isRelaxed = false }
    unfinished += 1
    if isRelaxed { self.isRelaxed = true }
  }

  /// A file has arrived or failed.
  ///
  /// - Returns: Whether the batch has finished with it; then the app is to be told.
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

  /// A file has been started.
  mutating func startFile(_ mechanism: Mechanism) { started.insert(mechanism) }

  /// URL-2: the session loses its files and its chain.
  mutating func clear() {
    unfinished = 0
    chainLeft = 0
    (arrived, started) = (nil, [])
  }

  // MARK: Notices

  /// Whether all files that were started of the batches that the app has not been told of were started by the policy.
  var noticeIsDiscretionary: Bool { untoldStarted == [.transferD] }

  /// Tells the app of the finished batches.
  ///
  /// - Returns: When their last file arrived; nil if none did.
  mutating func takeNotice() -> Instant? {
    defer { (isUntold, untoldArrival, untoldStarted) = (false, nil, []) }
    return untoldArrival
  }

  /// Returns the ordinal of the work of the next relaunch.
  mutating func takeWakeOrdinal() -> Int {
    defer { wakes += 1 }
    return wakes
  }
}
