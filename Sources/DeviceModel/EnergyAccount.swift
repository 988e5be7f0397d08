/// A part of the phone that draws power.
public enum EnergyComponent: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case system, processor, display, wifi, cellular, batteryLoss, baseline

  /// The word for it in CSV files.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { "\($0)" }
}

/// Why energy was drawn.
public enum EnergyCause: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case user, refresh, processing, push, transfer, continued, mode, assertion, notification, idle, boot
  /// The system's own work, which no app has asked for.
  case system
  /// The energy that apps which share the tail of a radio cost together and none of them alone.
  case sharedTail
  /// The wake-up and the radio of a silent push that reaches the phone, whatever becomes of it. ``push`` is what a
  /// launch for it costs.
  case arrival
  /// Transfers that start without a policy, and the relaunches for batches that no policy has started.
  case relaxedTransfer

  /// The word for it in CSV files.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { "\($0)" }

  /// Whether the cause counts as background work.
  public var isBackground: Bool {
    switch self {
    case .refresh, .processing, .push, .transfer, .continued, .mode, .assertion, .arrival, .relaxedTransfer:
      true
    case .user, .notification, .idle, .boot, .system, .sharedTail: false
    }
  }

  /// Whether a policy decides on the work of this cause: without a start by the policy there is none of it.
  public var isDiscretionary: Bool {
    switch self {
    case .refresh, .processing, .push, .transfer: true
    case .continued, .mode, .assertion, .arrival, .relaxedTransfer: false
    case .user, .notification, .idle, .boot, .system, .sharedTail: false
    }
  }
}

/// The payer of energy: an app (or the system), for a cause.
public struct EnergyPayer: Sendable, Hashable {
  /// Index of the app on the device; -1 is the system.
  public var app: Int32
  /// The reason for which the energy is drawn.
  public var cause: EnergyCause

  @inlinable public init(app: Int32, cause: EnergyCause) {
    self.app = app
    self.cause = cause
  }

  /// The system itself, at rest.
  @inlinable public static var idle: EnergyPayer { EnergyPayer(app: -1, cause: .idle) }

  /// The energy that the apps of a burst cost together and none of them alone.
  static var sharedTail: EnergyPayer { EnergyPayer(app: -1, cause: .sharedTail) }
}

/// One row of the energy ledger.
public struct EnergyEntry: Sendable, Hashable {
  /// The app or the system that is billed, and the cause.
  public var payer: EnergyPayer
  /// The part of the phone that drew the energy.
  public var component: EnergyComponent
  /// Energy of the claim in nanojoules, whatever the source.
  public var energyNanojoules: Int64
  /// Of which drawn from the battery; the adapter gave the rest.
  public var batteryNanojoules: Int64
  /// Of which billed while another claimant held the same component.
  public var sharedNanojoules: Int64

  public init(
    payer: EnergyPayer, component: EnergyComponent, energyNanojoules: Int64, batteryNanojoules: Int64,
    sharedNanojoules: Int64
  ) {
    self.payer = payer
    self.component = component
    self.energyNanojoules = energyNanojoules
    self.batteryNanojoules = batteryNanojoules
    self.sharedNanojoules = sharedNanojoules
  }
}
