import EventSimulation

/// Identifies a constant power that has been asked for.
public struct ClaimID: Sendable, Hashable {
  var slot: Int32
  var generation: UInt32
}

/// Identifies a request to keep the platform awake.
public struct HolderID: Sendable, Hashable {
  var claim: ClaimID
}

/// Identifies bytes that are moving.
public struct TransferID: Sendable, Hashable {
  var claim: ClaimID
}

/// Identifies the traffic of the foreground app.
public struct StreamID: Sendable, Hashable {
  var claim: ClaimID
}

/// Identifies the energy account of one run.
public struct AccountID: Sendable, Hashable {
  var index: Int32
  var generation: UInt32
}

public struct TransferStart: Sendable, Hashable {
  public var id: TransferID
  /// Setting up the connection, and the bytes at their present share of the path's rates.
  public var duration: TimeSpan
}

/// The exact course of a transfer at its present share of the rate: no byte is lost to a rounded end.
public struct BytePlan: Sendable, Hashable {
  /// The time until the connection is set up.
  var delay: TimeSpan
  var microseconds: Double
  var bytesUp, bytesDown: Double

  /// A rounding error of a sum of bytes, which is no byte.
  static let tolerance = 1e-3

  /// The whole bytes that remain after a time, including the byte in progress.
  public func left(after time: TimeSpan) -> (up: Int64, down: Int64) {
    let part = max(0, 1 - Double(max(.zero, time - delay).microseconds) / microseconds)
    func left(_ bytes: Double) -> Int64 { Int64(max(0, bytes * part - Self.tolerance).rounded(.up)) }
    return (left(bytesUp), left(bytesDown))
  }
}

/// A transfer whose share of the rate has changed, and with it its end.
public struct TransferReplan: Sendable, Hashable {
  public var id: TransferID
  /// The purpose of the transfer: the caller's own number.
  public var tag: UInt64
  /// The new end, if the share does not change again.
  public var end: Instant
}

/// A place in the table of claims.
struct ClaimSlot: Sendable {
  enum Role: UInt8, Sendable {
    /// `burstTail`: a tail that is billed when its burst is over.
    case free, idle, constant, transfer, stream, tail, burstTail
  }

  var role: Role = .free
  var component: EnergyComponent = .system
  var path: RadioPath = .wifi
  /// Row of the ledger; of a free place the next free one, -1 for none.
  var row: Int32 = -1
  var account: Int32 = -1
  var generation: UInt32 = 0
  var microwatts: Int64 = 0
  var settled = ClaimIntegrals()

  @inline(__always) mutating func occupy(
    _ role: Role, _ component: EnergyComponent, path: RadioPath, row: Int32, account: Int32, microwatts: Int64
  ) {
    (self.role, self.component, self.path) = (role, component, path)
    (self.row, self.account, self.microwatts) = (row, account, microwatts)
  }

  /// The claim ends, and the tail of its radio begins in its place. It has just been settled.
  @inline(__always) mutating func turnIntoTail(microwatts: Int64) {
    role = .tail
    generation &+= 1
    self.microwatts = microwatts
  }

  /// The use since the claim was last settled, up to a reading of its integrals.
  @inline(__always)
  func use(upTo now: ClaimIntegrals) -> ClaimUse { ClaimUse(now - settled, microwatts: microwatts) }

  @inline(__always) mutating func vacate(nextFree: Int32) {
    (role, microwatts) = (.free, 0)
    (row, account) = (nextFree, -1)
    generation &+= 1
  }
}

/// The bytes of a transfer, or the rate of a stream.
struct TransferRecord: Sendable {
  var tag: UInt64 = 0
  var bytesUp: Int64 = 0
  var bytesDown: Int64 = 0
  /// Microseconds that the bytes take at the full rate of the path, and those that are left at ``since``: below zero by
  /// what is to be handed on to others.
  var work = 0.0
  var workLeft = 0.0
  /// Microwatts while the bytes move at the full rate with a good signal; of a stream its mean power.
  var power = 0.0
  /// Picojoules of the work done that have not been drawn yet: the power of a transfer is a mean over its present
  /// plan, the wait for the connection included.
  var debt = 0.0
  var isForeground = false
  /// Whether its end has changed since ``PhonePower/takeReplans()``.
  var isReplanned = false

  // The present plan
  var since: Instant = .zero
  var end: Instant = .distantFuture
  /// Work done per microsecond, and picojoules for each microsecond of work.
  var rate = 0.0
  var cost = 0.0

  /// The work left at `now`; nothing moves before the connection stands.
  func workLeft(at now: Instant, connectedAt: Instant) -> Double {
    // The end is rounded to a whole microsecond.
    rate > 0 && now >= end ? 0 : max(0, exactWorkLeft(at: now, connectedAt: connectedAt))
  }

  /// The same; below zero where the rate was kept past the end of the work, which is rounded up.
  func exactWorkLeft(at now: Instant, connectedAt: Instant) -> Double {
    let moving = (now - max(since, connectedAt)).microseconds
    return moving > 0 ? workLeft - Double(moving) * rate : workLeft
  }

  /// So much work is left; the energy of what has been done since is due.
  mutating func settle(workLeft left: Double) {
    debt += (max(0, workLeft) - max(0, left)) * cost
    workLeft = left
  }
}

/// The energy that a run has been billed.
struct PowerAccount: Sendable {
  private(set) var energy = EnergyBySource()
  var claims: Int32 = 0
  var generation: UInt32 = 0
  var isOpen = true

  @inline(__always) mutating func add(_ nanojoules: Int64, fromBattery: Bool) {
    energy.add(nanojoules: nanojoules, fromBattery: fromBattery)
  }
}
