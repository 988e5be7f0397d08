import EventSimulation

/// A background session of an app: its present batch, and the notice that the app has not had.
struct TransferSession {
  /// Transfers created and not finished.
  private var unfinished = 0
  /// Files of a chain that are yet to be created.
  private var chainLeft = 0
  private var files = 0
  private var wakes = 0
  /// When the last file of the batch arrived; nil if none did.
  private var arrived: Instant?
  /// Whether a batch is finished of which the app has not been told.
  private(set) var isUntold = false
  /// Whether a file of the present batch, or of those that are untold, is not discretionary.
  private(set) var isRelaxed = false
  private var untoldArrival: Instant?
  /// Whether the policy has started a file of the present batch, and of those that the app has not been told of.
  private var isDiscretionary = false
  private(set) var noticeIsDiscretionary = false

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

  /// The policy has started a file.
  mutating func startDiscretionaryFile() { isDiscretionary = true }

  /// A file has arrived or failed.
  ///
  /// - Returns: Whether the batch has finished with it; then the app is to be told.
  mutating func endFile(arrived hasArrived: Bool, at now: Instant) -> Bool {
    unfinished -= 1
    if hasArrived { arrived = now }
    guard unfinished == 0 else { return false }
    isUntold = true
    if let arrived { untoldArrival = arrived }
    if isDiscretionary { noticeIsDiscretionary = true }
    (arrived, isDiscretionary) = (nil, false)
    return true
  }

  /// URL-2: the session loses its files and its chain.
  mutating func clear() {
    unfinished = 0
    chainLeft = 0
    (arrived, isDiscretionary) = (nil, false)
  }

  // MARK: Notices

  /// Tells the app of the finished batches.
  ///
  /// - Returns: When their last file arrived; nil if none did.
  mutating func takeNotice() -> Instant? {
    defer { (isUntold, untoldArrival, noticeIsDiscretionary) = (false, nil, false) }
    return untoldArrival
  }

  /// Returns the ordinal of the work of the next relaunch.
  mutating func takeWakeOrdinal() -> Int {
    defer { wakes += 1 }
    return wakes
  }
}
