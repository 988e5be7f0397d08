import Basics
import EventSimulation
import ModelParameters

/// The energy side of one phone: battery, charger, radios and ledger.
///
/// Every mutating call takes `now`, which never decreases. Between calls, powers change only at known
/// instants (see ``nextOwnChange``), so energies are integrated exactly, in integers. ``PowerSupply``
/// integrates time and the loss of the cell once for each microwatt. A claim is billed its power times their
/// growth when it changes or ends, when the source changes, and at the end of warm-up. The cost of a call
/// therefore does not depend on the number of claims. Reading never changes the state.
public struct PhonePower: ~Copyable, Sendable {
  let hardware: Hardware
  public let startNanojoules: Int64
  /// Cell or adapter, integrated up to the last call that took an instant.
  @usableFromInline var supply: PowerSupply

  // Charger
  var session: ChargeSession?
  /// Charging ends at this energy.
  var ceiling: Int64
  var ceilingTold = true
  var nextRise: Instant = .distantFuture
  /// Nanojoules that the cell has taken, and that were lost on the way, as of the last settling.
  var batteryIn: Int64 = 0
  var chargingLoss: Int64 = 0

  // Level
  var thresholds: [LevelThreshold] = []
  /// Whether the level was below (-1), at (0) or above (1) each threshold when last told.
  var relations: [Int8] = []
  /// The highest threshold that the level has not fallen to yet.
  @usableFromInline var nextFall: Int64 = 0
  var emptyTold = false

  // Stress of the cell by its level up to an instant; that by temperature is in ``supply``
  var stress = CellStress()
  var stressTime: Instant
  var stressLevel: Double
  var markedStress = CellStress()

  // Claims
  var slots = UniqueArray<ClaimSlot>()
  /// The first free place of ``slots``, -1 for none; a free place holds the next one.
  var firstFree: Int32 = -1
  /// The holds that keep the platform awake, and the first free place; -1 if all places are used.
  var holds = UniqueArray<AwakeHold>()
  var firstFreeHold: Int32 = -1
  /// Bytes of transfers and streams, by slot.
  var transfers = UniqueArray<TransferRecord>()
  var sharing: ComponentSharing
  @usableFromInline var awake: EqualShares
  var timedHold = TimedHold()

  // Radios
  let tailRule: TailRule
  /// Microwatts of the cellular radio at rest.
  let paging: Int64
  /// Wi-Fi and cellular.
  var radios: InlineArray<2, RadioState>
  /// When the next stage of a tail or the timed hold ends: the powers change then by themselves.
  @usableFromInline var ownChange: Instant = .distantFuture

  var signal = SignalLevel.good
  /// Slots of transfers whose ends have changed since ``takeReplans()``.
  var replans = UniqueArray<Int32>()
  /// Whether shares wait for ``settleShares()``.
  var sharesAreHeld = false

  // Ledger
  var ledger: EnergyLedger
  var accounts = UniqueArray<PowerAccount>()
  var freeAccounts = UniqueArray<Int32>()
  /// The instant up to which the ledger holds what every claim has used; nil until ``settleLedger(at:)``.
  var ledgerEnd: Instant?
  var markedTotals = BatteryTotals()

  /// A phone with its idle powers on, unplugged, at a level from 0 to 1.
  public init(
    parameters: DeviceParameters, appCount: Int, stateOfCharge: Double, stateOfHealth: Double = 1,
    network: NetworkProfile = .nsaVerizon, at now: Instant
  ) {
    let capacity = Int64((Double(parameters.capacityNanojoules) * stateOfHealth).rounded())
    hardware = Hardware(parameters, capacityNanojoules: capacity)
    let start = Int64(hardware.nanojoules(level: min(1, max(0, stateOfCharge))).rounded())
    startNanojoules = start
    (stressTime, stressLevel) = (now, hardware.level(nanojoules: Double(start)))
    supply = PowerSupply(hardware: hardware, nanojoules: start, at: now)
    ceiling = capacity
    awake = EqualShares(microwatts: parameters.platformAwake)
    radios = [RadioState(), RadioState()]
    tailRule = parameters.tailRule
    paging = hardware[.cellular(network)].pagingMicrowatts ?? parameters.idlePaging
    ledger = EnergyLedger(appCount: appCount)
    sharing = ComponentSharing()
    // Places that are made before they are needed.
    slots.reserveCapacity(32)
    holds.reserveCapacity(32)
    transfers.reserveCapacity(32)
    accounts.reserveCapacity(32)
    freeAccounts.reserveCapacity(32)
    drawIdle(.system, parameters.idleSystem)
    drawIdle(.wifi, parameters.idleWifi)
    drawIdle(.cellular, paging)
    setThresholds([])
  }

  /// The greatest constant power of one claim, 40 W.
  public static let greatestWatts = 40.0
  static let greatestMicrowatts: Int64 = 40_000_000

  public var parameters: DeviceParameters { hardware.parameters }
  public var capacityNanojoules: Int64 { hardware.capacityNanojoules }

  /// Charge at the start, from 0 to 1.
  public var stateOfChargeStart: Double { hardware.level(nanojoules: Double(startNanojoules)) }

  /// Power of all loads at present, without the loss in the cell, in microwatts.
  public var drawnMicrowatts: Int64 { supply.load }

  /// Power of the loads at present by the raw value of their component, in microwatts.
  public var microwattsByComponent: [Int64] {
    var sums = [Int64](repeating: 0, count: EnergyComponent.allCases.count)
    for slot in slots.indices { sums[Int(slots[slot].component.rawValue)] += slots[slot].microwatts }
    if awake.holders > 0 { sums[Int(EnergyComponent.system.rawValue)] += awake.microwatts }
    return sums
  }

  /// Integrates up to `now`, over what changes by itself on the way; does nothing at the same instant.
  @inlinable @inline(__always) public mutating func advance(to now: Instant) {
    if now >= ownChange { makeOwnChanges(until: now) }
    supply.advance(to: now)
  }
}
