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
  case user, refresh, processing, push, discretionaryTransfer, continued, mode, assertion, notification, idle,
    boot
  /// The system's own work, which no app has asked for.
  case system
  /// The energy that apps which share the tail of a radio cost together and none of them alone.
  case sharedTail
  /// The wake-up and the radio of a silent push that reaches the phone, whatever becomes of it. ``push`` is what a
  /// launch for it costs.
  case arrival
  /// Transfers that start without a policy, and the relaunches for batches that no policy has started.
  case transfer

  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }

  /// Whether the cause counts as background work.
  public var isBackground: Bool {
    switch self {
    case .refresh, .processing, .push, .discretionaryTransfer, .continued, .mode, .assertion, .arrival,
      .transfer:
      true
    case .user, .notification, .idle, .boot, .system, .sharedTail: false
    }
  }

  /// Whether a policy decides on the work of this cause: such work needs a start by the policy.
  public var isDiscretionary: Bool {
    switch self {
    case .refresh, .processing, .push, .discretionaryTransfer: true
    case .continued, .mode, .assertion, .arrival, .transfer: false
    case .user, .notification, .idle, .boot, .system, .sharedTail: false
    }
  }
}

/// The payer of energy: an app (or the system), for a cause.
public struct EnergyPayer: Sendable, Hashable {
  /// Index of the app on the device; -1 is the system.
  public var app: Int32
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
  public var payer: EnergyPayer
  public var component: EnergyComponent
  /// The energy of the claim in nanojoules, from all sources.
  public var energyNanojoules: Int64
  /// The part of the energy from the battery, in nanojoules; the adapter supplied the remainder.
  public var batteryNanojoules: Int64
  /// The part of the energy that was billed while another claimant used the same component, in nanojoules.
  public var sharedNanojoules: Int64
}

extension Int64 {
  /// The greatest energy that is counted, 2⁶¹ nJ: 7.3 W over ten years. Four such energies can be added in 64
  /// bits.
  static var greatestNanojoules: Int64 { 1 << 61 }

  /// Adds an energy of at most twice ``greatestNanojoules``, where the sum stays (``PhonePower/isBeyondCounting``).
  @inline(__always)
  mutating func add(nanojoules: Int64) { self = Swift.min(self &+ nanojoules, Self.greatestNanojoules) }
}

extension PhonePower {
  /// Whether an energy exceeds the range of the counters: the totals are then invalid, and the run must fail.
  public var isBeyondCounting: Bool {
    let totals = totals()
    return max(totals.batteryOut, totals.batteryIn, totals.adapter, totals.chargingLoss)
      >= .greatestNanojoules
  }
}

/// Nanojoules by what gave them, the battery or the adapter: one sum to add to, whichever it is.
struct EnergyBySource: Sendable {
  /// By the battery, and by the adapter.
  private var given: InlineArray<2, Int64> = [0, 0]

  @inline(__always) mutating func add(nanojoules: Int64, fromBattery: Bool) {
    given[fromBattery ? 0 : 1].add(nanojoules: nanojoules)
  }

  @inline(__always) var battery: Int64 { given[0] }

  @inline(__always)
  var total: Int64 {
    var total = given[0]
    total.add(nanojoules: given[1])
    return total
  }

  mutating func change(total: Int64, battery: Int64) {
    given[0] += battery
    given[1] += total - battery
  }
}

/// Energies at the terminals of the phone's battery and charger, in nanojoules.
public struct BatteryTotals: Sendable, Hashable {
  /// Drawn from the cell, its inner loss included.
  public var batteryOut: Int64 = 0
  /// Stored in the cell.
  public var batteryIn: Int64 = 0
  /// The energy from the adapter for loads, in nanojoules, without the energy stored in the cell and the
  /// charging loss.
  public var adapter: Int64 = 0
  /// The energy lost in charging, in nanojoules: the adapter supplied it for the cell, and the cell did not
  /// store it.
  public var chargingLoss: Int64 = 0

  public init() {}

  /// All that the phone consumed.
  public var device: Int64 { batteryOut + adapter }

  static func - (a: BatteryTotals, b: BatteryTotals) -> BatteryTotals {
    var difference = BatteryTotals()
    difference.batteryOut = a.batteryOut - b.batteryOut
    difference.batteryIn = a.batteryIn - b.batteryIn
    difference.adapter = a.adapter - b.adapter
    difference.chargingLoss = a.chargingLoss - b.chargingLoss
    return difference
  }
}

/// A difference between the energy ledger and what battery and adapter gave. Never happens; checked after every run.
public enum ClosureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All rows of the ledger are not what battery and adapter gave, nanojoules.
  case ledger(billed: Int64, drawn: Int64)
  /// The rows' battery energies are not what the battery gave, nanojoules.
  case battery(billed: Int64, drawn: Int64)
  /// The cell's last nanojoule is not accounted for; the difference in units of 2^-32 pJ.
  case remainder(units: Int64)

  public var description: String {
    switch self {
    case .ledger(let billed, let drawn):
      "the ledger contains \(billed) nJ, but battery and adapter supplied \(drawn) nJ"
    case .battery(let billed, let drawn):
      "the ledger contains \(billed) nJ from the battery, but the battery supplied \(drawn) nJ"
    case .remainder(let units):
      "the unbilled energy of the ledger differs from the cell's last nanojoule by \(units) units of 2^-32 pJ"
    }
  }
}
