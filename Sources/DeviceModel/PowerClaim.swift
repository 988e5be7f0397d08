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

/// Identifies the traffic of an app in front.
public struct StreamID: Sendable, Hashable {
  var claim: ClaimID
}

/// Identifies the energy account of one run.
public struct AccountID: Sendable, Hashable {
  var index: Int32
  var generation: UInt32
}

/// A transfer that has begun.
public struct TransferStart: Sendable, Hashable {
  public var id: TransferID
  /// Setting up the connection, and the bytes at the path's rates.
  public var duration: TimeSpan
}

/// A place in the table of claims.
struct ClaimSlot: Sendable {
  enum Role: UInt8, Sendable {
    /// `burstTail`: a tail that is billed when its burst is over.
    case free, idle, constant, awake, transfer, stream, tail, burstTail

    /// Whether it counts as holding its component.
    @inline(__always)
    var holds: Bool { self != .free && self != .idle }
  }

  var role: Role = .free
  var component: EnergyComponent = .system
  var path: RadioPath = .wifi
  /// Row of the ledger; of a free place the next free one, -1 for none.
  var row: Int32 = -1
  var account: Int32 = -1
  var generation: UInt32 = 0
  /// The claim's own power; 0 for who holds the platform awake and is billed shares of a power.
  var microwatts: Int64 = 0
  /// The claim's integrals when it was last settled.
  var settled = ClaimIntegrals()

  /// Takes the place for a claim that begins.
  @inline(__always)
  mutating func occupy(
    _ role: Role, _ component: EnergyComponent, row: Int32, account: Int32, microwatts: Int64
  ) {
    self.role = role
    self.component = component
    self.row = row
    self.account = account
    self.microwatts = microwatts
  }

  /// The use since the claim was last settled, up to a reading of its integrals.
  @inline(__always)
  func use(upTo now: ClaimIntegrals) -> ClaimUse {
    role == .awake
      ? ClaimUse(share: now - settled) : ClaimUse(now - settled, microwatts: microwatts)
  }

  /// The same, which is settled thereby.
  @inline(__always)
  mutating func take(upTo now: ClaimIntegrals) -> ClaimUse {
    defer { settled = now }
    return use(upTo: now)
  }

  /// Gives the place back.
  @inline(__always)
  mutating func vacate(nextFree: Int32) {
    role = .free
    microwatts = 0
    row = nextFree
    account = -1
    generation &+= 1
  }
}

/// The bytes of a transfer, or the rate of a stream.
struct TransferRecord: Sendable {
  var start: Instant = .zero
  var duration: Int64 = 0
  var bytesUp: Int64 = 0
  var bytesDown: Int64 = 0
  /// Microwatts that all transfers of the radio share, and the transfer's own.
  var fixed: Int64 = 0
  var variable: Int64 = 0
}

/// The energy that a run has been billed.
struct PowerAccount: Sendable {
  var total: Int64 = 0
  var onBattery: Int64 = 0
  /// Claims that name the account.
  var claims: Int32 = 0
  var generation: UInt32 = 0
  var isOpen = true

  @inline(__always)
  mutating func add(_ nanojoules: Int64, fromBattery: Bool) {
    total.add(nanojoules: nanojoules)
    if fromBattery { onBattery.add(nanojoules: nanojoules) }
  }
}
