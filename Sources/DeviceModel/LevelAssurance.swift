import EventSimulation

/// A statement on the cell that holds for a while, so that a question after every event is answered by comparing: it
/// holds more than ``floor`` until ``until`` as long as no more than ``load`` is drawn.
///
/// Time and load are part of the statement and a lump lowers the floor by as much, so nothing that a discharging cell
/// does makes it wrong. A greater load or a charger ends it (``PowerSupply``).
@usableFromInline
struct LevelAssurance: Sendable {
  /// Nanojoules.
  @usableFromInline private(set) var floor: Int64 = 0
  /// Microwatts.
  private(set) var load: Int64 = .max
  @usableFromInline private(set) var until: Instant = .zero - .tick

  /// No statement: it holds until before the start.
  init() {}

  /// The statement for a cell that holds `nanojoules` at `now`, which is not less than `level`.
  ///
  /// An eighth of what lies above the level is kept for lumps. The loss in the cell is at most as much as the load.
  init(_ nanojoules: Int64, above level: Int64, load: Int64, at now: Instant) {
    let kept = (nanojoules - level) / 8
    let forTime = nanojoules - level - kept
    floor = level + kept
    self.load = max(load, Self.usualMicrowatts)
    // A microwatt for a millisecond is a nanojoule. One millisecond less, for what has been rounded down.
    until = now + .microseconds(max(0, forTime / (2 * self.load) - 1) * 1000)
  }

  /// The statement for a cell on a charger, which holds no less than `nanojoules` from now on, whatever the load.
  init(_ nanojoules: Int64, until end: Instant) {
    floor = nanojoules - 1
    until = end
  }

  /// More than phones draw for most of the time.
  private static let usualMicrowatts: Int64 = 1_400_000

  /// Whether the cell surely holds more than `nanojoules` until an instant.
  @inlinable @inline(__always)
  func covers(_ nanojoules: Int64, until instant: Instant) -> Bool {
    instant <= until && nanojoules <= floor
  }

  /// A lump of energy is taken out.
  @inline(__always)
  mutating func give(nanojoules: Int64) { floor -= nanojoules }
}
