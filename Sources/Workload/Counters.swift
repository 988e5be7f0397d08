/// The counted cases of an enum, numbered from 0 in the order of the stored totals.
public protocol CounterKey: RawRepresentable<UInt8>, CaseIterable, Sendable {
  /// Whether it adds up something measured, as times and energies: totals of it may be negative or leave 64 bits.
  var isSum: Bool { get }
  /// Whether it is part of stored totals.
  var isStored: Bool { get }
}

extension CounterKey {
  /// Counts things, unless a key says otherwise.
  public var isSum: Bool { false }
  /// All are, unless a key says otherwise.
  public var isStored: Bool { true }
}

/// A number for each case of an enum, 0 at first, in fixed storage: a count is one case wherever it is kept.
///
///     journal.counts[.wakeUps] += 1
///     totals += result.counts
///
/// One device counts in 64 bits, totals of many in 128. `size` is the number of cases, or more.
@frozen
public struct Counters<Key: CounterKey, let size: Int, Number: FixedWidthInteger & Sendable>: Sendable {
  @usableFromInline var numbers = InlineArray<size, Number>(repeating: 0)

  /// Counters at 0.
  @inlinable @inline(__always) public init() {}

  /// The number of a key.
  @inlinable public subscript(key: Key) -> Number {
    @inline(__always) get { numbers[Int(key.rawValue)] }
    @inline(__always) _modify { yield &numbers[Int(key.rawValue)] }
  }

  /// Adds the numbers of other counters, key by key.
  @inlinable public static func += <Other>(total: inout Counters, other: Counters<Key, size, Other>) {
    for place in 0..<size { total.numbers[place] += Number(other.numbers[place]) }
  }
}

extension Counters: Equatable {
  /// Whether the numbers of all keys are equal.
  @inlinable public static func == (one: Counters, other: Counters) -> Bool {
    (0..<size).allSatisfy { one.numbers[$0] == other.numbers[$0] }
  }
}

extension Counters: ExpressibleByDictionaryLiteral {
  /// Counters with the numbers of some keys, 0 for the others.
  @inlinable public init(dictionaryLiteral elements: (Key, Number)...) {
    for (key, number) in elements { self[key] = number }
  }
}

// MARK: The keys

/// A count or sum of devices as wholes, after warm-up unless its case says otherwise. Times are in microseconds, energies in
/// nanojoules.
public enum DeviceCounter: UInt8, CounterKey {
  /// Devices.
  case devices
  /// Time after warm-up, and the whole horizon.
  case observed, horizon
  /// Energy from and into the cell, from the adapter for loads, and lost between adapter and cell.
  case batteryOut, batteryIn, adapter, chargingLoss
  /// Time powered off with an empty battery, with the screen on, and idle, plugged and on Wi-Fi.
  case dead, screenOn, opportunity
  /// Energy debited from the energy budget of the device, and refilled into it without the clipped parts.
  case budgetDebited, budgetRefilled
  /// Sessions of users, the lost ones included, and those lost because the phone was off.
  case sessions, sessionsLost
  /// Transitions from deep idle to awake.
  case wakeUps
  /// Days on which the level was at or below 20 %, and whole local days.
  case criticalDays, days
  /// Decision points with a candidate, whether or not the policy had to be asked, and the candidates at all of them.
  case decisions, candidates
  /// Wrong decisions of the policy, whole horizon.
  case violations
  /// Counters of cells with a voltage; 0 for other cells. Time with more than 80 % of the charge, and above 35 °C; time times the charge from 0 to 1,
  /// and times degrees Celsius; coulombs out of the cell.
  case highCharge, warm, chargeLevel, temperature, charge
  /// Energy lost in the adapter.
  case adapterLoss

  /// Times and energies are.
  public var isSum: Bool {
    (DeviceCounter.observed.rawValue...DeviceCounter.budgetRefilled.rawValue).contains(rawValue)
      || rawValue > DeviceCounter.violations.rawValue
  }
}

/// Counts and sums of devices as wholes.
public typealias DeviceCounters<Number: FixedWidthInteger & Sendable> = Counters<DeviceCounter, 26, Number>

extension Counters where Key == DeviceCounter {
  /// All energy that the devices consumed after warm-up.
  public var energy: Number { self[.batteryOut] + self[.adapter] }
  /// All energy that the adapter took from the wall after warm-up.
  public var wall: Number { fromAdapter + self[.adapterLoss] }
  /// All energy that the adapter gave after warm-up.
  public var fromAdapter: Number { self[.adapter] + self[.batteryIn] + self[.chargingLoss] }
}

/// A count or sum of the items of one app and mechanism that were submitted after warm-up.
public enum ItemCounter: UInt8, CounterKey {
  /// Requests, transfers, and pushes held on the device; those whose run or transfer started.
  case submitted, launched
  /// Requests replaced by a later one with the same identifier, and items withdrawn before their end.
  case replaced, canceled
  /// Refused submissions and registrations, for which no item stands.
  case rejected
  /// Launches that had to start a process.
  case coldLaunches
  /// Runs and transfers completed with success; completed without, or failed after their start.
  case completed, failed
  /// Runs that expired, which count again by the way in which they ended; runs ended with their process.
  case expired, killed
  /// Pushes sent by the server; that reached their app or, if visible, the user; given up for a newer one; lost for another
  /// reason. They count at the time of the event.
  case sent, delivered, coalesced, dropped
  /// Energy of runs and transfers, in nanojoules, and their bytes.
  case energy, bytesWifi, bytesCellular
  /// Items that failed before their start; that wait, or run, at the end of the horizon.
  case lost, pending, unfinished

  /// Energy and bytes are.
  public var isSum: Bool { self == .energy || self == .bytesWifi || self == .bytesCellular }
  /// Whether the count is stored; metrics use only these counts.
  public var isStored: Bool { rawValue < ItemCounter.lost.rawValue }
}

/// Counts and sums of the items of an app and mechanism.
public typealias ItemCounters<Number: FixedWidthInteger & Sendable> = Counters<ItemCounter, 20, Number>

/// A count or sum of one local day, for the default metrics. It includes the warm-up.
public enum DayCounter: UInt8, CounterKey {
  /// The part of the day within the horizon, in microseconds.
  case length
  /// Energy of the device, and battery energy of the causes that a policy may postpone, in nanojoules.
  case energy, discretionaryBattery
  /// Staleness at the reachable opens, in microseconds.
  case reachableStaleness
  /// Opens that count for freshness and before which the app could have fetched in the background; the fresh ones of them.
  case reachableOpens, freshReachableOpens
  /// Processing requests submitted on the day, without those that were replaced or canceled; those of them that completed,
  /// on whatever day.
  case processingWanted, processingCompleted

  /// Times and energies are.
  public var isSum: Bool { rawValue <= DayCounter.reachableStaleness.rawValue }
}

/// Counts and sums of a local day.
public typealias DayCounters<Number: FixedWidthInteger & Sendable> = Counters<DayCounter, 8, Number>

/// A count or sum of the freshness that users found on opening apps after warm-up.
public enum FreshnessCounter: UInt8, CounterKey {
  /// Opens that count for freshness, and the fresh ones of them.
  case opens, fresh
  /// Opens before which the app could have fetched in the background, and the fresh ones of them.
  case reachable, freshReachable
  /// Successful background fetches, and those whose content an open came to use before the next one.
  case fetches, usefulFetches
  /// Staleness at opens, at reachable opens, and content age at opens, in microseconds.
  case staleness, reachableStaleness, age

  /// Times are.
  public var isSum: Bool { rawValue >= FreshnessCounter.staleness.rawValue }
}

/// Counts and sums of the freshness at opens.
public typealias FreshnessCounters<Number: FixedWidthInteger & Sendable> =
  Counters<FreshnessCounter, 9, Number>

/// A count or sum of the opens of apps, compared with the best schedule with the same number of fetches.
public enum RegretCounter: UInt8, CounterKey {
  /// Opens that count.
  case opens
  /// The fewest fetches with which a schedule is no staler, and the fetches that arrived after warm-up.
  case fetchesNeeded, observedFetches
  /// Staleness at the opens and its least possible value, in microseconds.
  case staleness, bound
  /// The same of the apps and devices with a reachable open.
  case reachableStaleness, reachableBound
  /// Opens that the run could reach in the background, and its successful fetches of the whole horizon.
  case reachableOpens, fetches

  /// Times are.
  public var isSum: Bool {
    (RegretCounter.staleness.rawValue...RegretCounter.reachableBound.rawValue).contains(rawValue)
  }
  /// Whether the count is stored. The last two exist only per app and device.
  public var isStored: Bool { rawValue < RegretCounter.reachableOpens.rawValue }
}

/// Counts and sums of regrets.
public typealias RegretCounters<Number: FixedWidthInteger & Sendable> = Counters<RegretCounter, 9, Number>
