import EventSimulation

/// A constant power that somebody has asked for.
public struct ClaimID: Sendable, Hashable {
  var slot: Int32
  var generation: UInt32
}

/// Somebody who keeps the platform awake.
public struct HolderID: Sendable, Hashable {
  var claim: ClaimID
}

/// Bytes on their way.
public struct TransferID: Sendable, Hashable {
  var claim: ClaimID
}

/// Traffic of an app in front.
public struct StreamID: Sendable, Hashable {
  var claim: ClaimID
}

/// One run's own view of the energy that it is billed.
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

/// One place in the table of active powers, with what it has used since it was last billed.
struct ClaimSlot: Sendable {
  enum Role: UInt8, Sendable { case free, idle, constant, awake, transfer, stream, tail }

  var microwatts: Int64 = 0
  /// The claim's part of the cell's inner loss.
  var lossNanowatts: Int64 = 0
  /// Picojoules (microwatts times microseconds) used and not billed.
  var energy: Int64 = 0
  /// Femtojoules lost and not billed.
  var loss: Int64 = 0
  /// The parts of both used while another payer held the component.
  var sharedEnergy: Int64 = 0
  var sharedLoss: Int64 = 0
  /// All ones while another payer holds the component, else 0.
  var sharedMask: Int64 = 0
  var row: Int32 = 0
  var account: Int32 = -1
  var generation: UInt32 = 0
  var role: Role = .free
  var component: EnergyComponent = .system
  var path: RadioPath = .wifi
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

/// What a run has been billed.
struct PowerAccount: Sendable {
  var total: Int64 = 0
  var onBattery: Int64 = 0
  var generation: UInt32 = 0
  var isOpen = true
}

/// The state of one radio.
struct RadioState: Sendable {
  var transfers = 0
  /// Streams that keep the connection.
  var streams = 0
  /// End of the promotion.
  var connectedAt: Instant = .zero
  /// Slot of the tail, -1 for none.
  var tail = -1
  var tailEnd: Instant = .distantFuture

  var isHot: Bool { transfers > 0 || streams > 0 || tail >= 0 }
}
