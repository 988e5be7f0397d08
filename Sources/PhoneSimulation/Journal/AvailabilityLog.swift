import EventSimulation

/// When a phone could train a model for others after warm-up, and when its scheduler has let it.
struct AvailabilityLog {
  private let start: Instant
  private var intervals: [AvailabilityInterval] = []
  /// The places of the intervals that go on.
  private var observed, eligible: Int?
  /// By item, until its run is settled.
  private var granted: [ItemNumber: Int] = [:]

  init(start: Instant) { self.start = start }

  var sorted: [AvailabilityInterval] {
    intervals.filter { $0.start < $0.end || $0.kind == .granted }.sorted {
      ($0.kind.order, $0.start, $0.item) < ($1.kind.order, $1.start, $1.item)
    }
  }

  private mutating func open(
    _ kind: AvailabilityInterval.Kind, item: Int32 = 0, stateOfCharge: Double, at now: Instant
  ) -> Int {
    intervals.append(
      AvailabilityInterval(
        kind: kind, item: item, start: now, end: now, stateOfChargeStart: stateOfCharge,
        stateOfChargeEnd: stateOfCharge))
    return intervals.count - 1
  }

  private mutating func close(_ place: Int, stateOfCharge: Double, at now: Instant) {
    intervals[place].end = now
    intervals[place].stateOfChargeEnd = stateOfCharge
  }

  /// Follows the state after an event; of several at one instant the last one counts.
  mutating func follow(isEligible: Bool, stateOfCharge: Double, at now: Instant) {
    guard now >= start else { return }
    if observed == nil { observed = open(.observed, stateOfCharge: stateOfCharge, at: now) }
    if let place = eligible, !isEligible {
      close(place, stateOfCharge: stateOfCharge, at: now)
      eligible = nil
    } else if isEligible, eligible == nil {
      let last = intervals.lastIndex { $0.kind == .eligible }
      eligible =
        last.flatMap { intervals[$0].end == now ? $0 : nil }
        ?? open(.eligible, stateOfCharge: stateOfCharge, at: now)
    }
  }

  mutating func begin(_ item: ItemNumber, stateOfCharge: Double, at now: Instant) {
    guard now >= start else { return }
    let place = open(.granted, item: item.rawValue, stateOfCharge: stateOfCharge, at: now)
    intervals[place].outcome = .running
    granted[item] = place
  }

  mutating func end(_ item: ItemNumber, _ outcome: ItemOutcome, stateOfCharge: Double, at now: Instant) {
    guard let place = granted[item] else { return }
    close(place, stateOfCharge: stateOfCharge, at: now)
    intervals[place].outcome = outcome
  }

  mutating func settle(_ item: ItemNumber, energy: Int64) {
    if let place = granted[item] { intervals[place].energyNanojoules = energy }
  }

  mutating func finish(stateOfCharge: Double, at end: Instant) {
    let running = granted.values.filter { intervals[$0].outcome == .running }
    for place in [observed, eligible].compactMap(\.self) + running {
      close(place, stateOfCharge: stateOfCharge, at: end)
    }
  }
}

/// A time in which a phone is observed, is eligible for training, or trains.
public struct AvailabilityInterval: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The time after warm-up, once a device.
    case observed
    /// Idle for at least `processing.idleDelay`, plugged, on Wi-Fi and on.
    case eligible
    /// From the call of its handler to its end, a run of a processing task that asks for external power and network.
    case granted

    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  public var kind: Kind
  /// Number of the item on its device; 0 for an interval that is not ``Kind/granted``.
  public var item: Int32
  /// The interval; an interval that continues at the horizon ends there.
  public var start, end: Instant
  /// The state of charge at the start and the end, from 0 to 1.
  public var stateOfChargeStart, stateOfChargeEnd: Double
  /// How the run ended; `running` at the horizon, nil for an interval that is not ``Kind/granted``.
  public var outcome: ItemOutcome?
  /// Billed to the run; nil for an interval that is not ``Kind/granted``.
  public var energyNanojoules: Int64?
}
