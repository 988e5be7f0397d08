import Basics
import EventSimulation
import Workload

package struct RecordedBattery {
  /// A time on a charger, open at an end that was not recorded.
  package struct Connection: Hashable {
    package var start, end: Instant
    package var charger: ChargerKind
  }

  package struct Reading: Hashable {
    var time: Instant
    /// Percent.
    var level: Double
  }

  package private(set) var connections: [Connection] = []
  package private(set) var readings: [Reading] = []
  private(set) var offTimes: [(start: Instant, end: Instant)] = []
  let hasChargers: Bool

  /// Reads rows; interruptions of charging shorter than `mergeGap` are ignored.
  package init(_ rows: [TraceRow], mergeGap: TimeSpan) {
    hasChargers = rows.contains { $0.kind == .plug || $0.kind == .unplug }
    var open: Connection?
    var isKnown = false
    var offSince: Instant?
    for row in rows {
      guard let kind = row.kind else { continue }
      let time = row.time
      switch kind {
      case .plug:
        isKnown = true
        if open == nil {
          let charger = ChargerKind.allCases.first { $0.name == row.app } ?? .ac
          open = Connection(start: time, end: .distantFuture, charger: charger)
        }
      case .unplug:
        // An unplugging without a beginning ends a connection that began before the recording.
        let start = isKnown ? open : Connection(start: Instant(microseconds: .min), end: time, charger: .ac)
        (isKnown, open) = (true, nil)
        if var connection = start {
          connection.end = time
          add(connection, mergeGap)
        }
      case .shutdown: offSince = offSince ?? time
      case .reboot:
        if let since = offSince { offTimes.append((since, time)) }
        offSince = nil
      default: break
      }
      if let level = row.value, kind == .batteryLevel || kind == .plug || kind == .unplug {
        readings.append(Reading(time: time, level: level))
      }
    }
    if let open { add(open, mergeGap) }
  }

  private mutating func add(_ connection: Connection, _ mergeGap: TimeSpan) {
    if let last = connections.last, connection.start - last.end < mergeGap {
      connections[connections.count - 1].end = connection.end
    } else {
      connections.append(connection)
    }
  }

  /// The level at an instant: the latest reading, or else the first one, as a share of 1.
  func stateOfCharge(at time: Instant) -> Double? {
    (readings.last { $0.time <= time } ?? readings.first).map { $0.level / 100 }
  }

  /// The measured power from each instant on, in watts, 0 while on a charger, off or unknown: the fall of the level on
  /// its ``LevelCurve`` times the nominal energy. After the last reading it stays, but for no more than one further
  /// point; a time in which the level did not fall counts half a point.
  package func power(
    from start: Instant, to end: Instant, nominalJoules: Double, largest: Double
  ) -> [(time: Instant, watts: Double)] {
    let joulesPerPoint = nominalJoules / 100
    var steps: [(time: Instant, watts: Double)] = []
    for span in unpluggedTimes(from: start, to: end) {
      let first = readings.partitionPoint { $0.time >= span.start }
      var inside = Array(readings[first..<readings.partitionPoint { $0.time > span.end }])
      if first > 0, inside.first?.time != span.start {
        inside.insert(Reading(time: span.start, level: readings[first - 1].level), at: 0)
      }
      var watts = 0.0
      var last = span.start
      for curve in LevelCurve.curves(inside, fastest: largest / joulesPerPoint) {
        for (a, b) in zip(curve.knots, curve.knots.dropFirst()) {
          watts = min(largest, (a.level - b.level) * joulesPerPoint / (b.time - a.time).seconds)
          steps.append((a.time, watts))
          last = b.time
        }
      }
      if last < span.end {
        let bound = joulesPerPoint / (span.end - last).seconds
        steps.append((last, min(largest, watts > 0 ? min(watts, bound) : bound / 2)))
      }
      if span.end < end { steps.append((span.end, 0)) }
    }
    return steps
  }

  private func unpluggedTimes(from start: Instant, to end: Instant) -> [(start: Instant, end: Instant)] {
    let busy = (connections.map { ($0.start, $0.end) } + offTimes).sorted { $0.start < $1.start }
    var times: [(start: Instant, end: Instant)] = []
    var position = start
    for (from, to) in busy where to > start && from < end {
      if from > position { times.append((position, from)) }
      position = max(position, to)
    }
    if position < end { times.append((position, end)) }
    return times
  }
}

/// The level of an unplugged battery as a falling broken line through its readings.
///
/// Readings are whole points and wobble by one: rises below two points are averaged away (the least-squares falling
/// sequence), a larger one starts a new curve. Between readings at least one point apart the line is straight; before a
/// fall of more than one point, a plateau falls by half a point. A fall faster than `fastest` is spread over a longer
/// time.
package struct LevelCurve: Hashable {
  package struct Knot: Hashable {
    package var time: Instant
    /// Percent.
    package var level: Double
  }

  package private(set) var knots: [Knot] = []

  /// The curves of readings in order of time; `fastest` in points per second.
  package static func curves(_ readings: [RecordedBattery.Reading], fastest: Double) -> [LevelCurve] {
    var runs: [[RecordedBattery.Reading]] = []
    for reading in readings {
      if let last = runs.last?.last, reading.level < last.level + 2 {
        runs[runs.count - 1].append(reading)
      } else {
        runs.append([reading])
      }
    }
    return runs.map { LevelCurve($0, fastest: fastest) }
  }

  private struct Plateau {
    var first, last: Instant
    var level, weight: Double
  }

  private init(_ readings: [RecordedBattery.Reading], fastest: Double) {
    let plateaus = Self.joined(Self.falling(readings))
    for (index, plateau) in plateaus.enumerated() {
      append(Knot(time: plateau.first, level: plateau.level), fastest, isLast: false)
      guard index + 1 < plateaus.count else { break }
      if plateau.level - plateaus[index + 1].level > 1, plateau.last > plateau.first {
        append(Knot(time: plateau.last, level: plateau.level - 0.5), fastest, isLast: false)
      }
    }
    if let last = plateaus.last, let knot = knots.last, last.first > knot.time {
      append(Knot(time: last.first, level: last.level), fastest, isLast: true)
    }
  }

  /// Adds a knot unless it lies too soon after the one before for its fall.
  private mutating func append(_ knot: Knot, _ fastest: Double, isLast: Bool) {
    if let before = knots.last {
      let seconds = (knot.time - before.time).seconds
      guard seconds > 0, isLast || before.level - knot.level <= fastest * seconds else { return }
    }
    knots.append(knot)
  }

  /// The falling sequence next to the readings, by pooling adjacent violators.
  private static func falling(_ readings: [RecordedBattery.Reading]) -> [Plateau] {
    var plateaus: [Plateau] = []
    for reading in readings {
      var plateau = Plateau(first: reading.time, last: reading.time, level: reading.level, weight: 1)
      while let before = plateaus.last, before.level <= plateau.level {
        plateaus.removeLast()
        let weight = before.weight + plateau.weight
        plateau = Plateau(
          first: before.first, last: plateau.last,
          level: (before.level * before.weight + plateau.level * plateau.weight) / weight, weight: weight)
      }
      plateaus.append(plateau)
    }
    return plateaus
  }

  /// Plateaus at least one point apart: nearer ones belong to the plateau before them.
  private static func joined(_ plateaus: [Plateau]) -> [Plateau] {
    var result: [Plateau] = []
    for plateau in plateaus {
      if let before = result.last, before.level - plateau.level < 1 {
        result[result.count - 1].last = plateau.last
      } else {
        result.append(plateau)
      }
    }
    return result
  }
}
