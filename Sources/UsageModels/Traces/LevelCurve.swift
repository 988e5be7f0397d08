import EventSimulation

/// The level of an unplugged battery as a falling broken line through its readings.
///
/// Readings are whole points and wobble by one: rises below two points are averaged away (the least-squares
/// falling sequence), a larger one starts a new curve. Between readings at least one point apart the line is
/// straight; before a fall of more than one point, a plateau of equal readings falls by half a point, so that
/// the line stays within 1.5 points of every reading. A fall faster than `fastest` is spread over a longer time.
struct LevelCurve: Hashable {
  struct Knot: Hashable {
    var time: Instant
    /// Percent.
    var level: Double
  }

  private(set) var knots: [Knot] = []

  /// The curves of readings in order of time; `fastest` in points per second.
  static func curves(_ readings: [RecordedBattery.Reading], fastest: Double) -> [LevelCurve] {
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

  /// Equal levels from `first` to `last`.
  private struct Plateau {
    var first: Instant
    var last: Instant
    var level: Double
    var weight: Double
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
