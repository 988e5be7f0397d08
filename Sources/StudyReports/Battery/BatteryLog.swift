import Recordings

/// Readings of a phone's battery that have a current, in the units of the models: amperes out of the cell, volts, levels from 0 to 1.
package struct BatteryLog: Sendable {
  package struct Reading: Sendable, Hashable {
    /// Seconds from the first reading. A reading holds until the next.
    var time, amperes: Double
    var volts, celsius, level: Double?
    var isConnected: Bool
    var isCharging: Bool { amperes < -0.05 }
  }

  enum Condition: String, CaseIterable {
    case all, discharging, charging, held, low

    var title: String { self == .low ? "below 20 %" : rawValue }
  }

  typealias Span = Range<Int>

  let readings: [Reading]
  /// The first readings after more than ten minutes without one.
  let gaps: [Int]
  /// Mean of the capacities that the phone reports, in coulombs.
  let reportedCharge: Double?
  /// Readings that rise by a fifth of the charge or more, with the charger connected and no break of two minutes.
  let charges: [Span]
  static let longestGap = 600.0
  private static let longestBreak = 120.0
  private static let leastRise = 0.2

  package init(_ samples: [Recording.PowerSample]) {
    let start = samples.first?.time ?? 0
    let hasConnections = samples.contains { $0.connected != nil }
    readings = samples.map { sample in
      let amperes = -(sample.current ?? 0) / 1000
      let counted = sample.charge.flatMap { charge in sample.capacity.map { charge / $0 } }
      return Reading(
        time: sample.time - start, amperes: amperes, volts: sample.voltage.map { $0 / 1000 },
        celsius: sample.temperature, level: sample.level.map { $0 / 100 } ?? counted,
        isConnected: hasConnections ? sample.connected == 1 : amperes < 0.005)
    }
    let full = samples.compactMap(\.capacity)
    reportedCharge = full.isEmpty ? nil : full.reduce(0, +) / Double(full.count) * 3.6
    gaps = Self.starts(readings) { $1.time - $0.time > Self.longestGap }
    charges = Self.charges(readings)
  }

  package var hours: Double { (readings.last?.time ?? 0) / 3600 }

  func has<Value>(_ value: KeyPath<Reading, Value?>) -> Bool {
    readings.contains { $0[keyPath: value] != nil }
  }

  func place(ofHour hour: Double?) -> Int {
    guard let hour else { return readings.count }
    return readings.firstIndex { $0.time >= hour * 3600 } ?? readings.count
  }

  func conditions(_ place: Int) -> [Condition] {
    let reading = readings[place]
    let kind: Condition = reading.isCharging ? .charging : reading.isConnected ? .held : .discharging
    return [.all, kind] + ((reading.level ?? 1) < 0.2 ? [.low] : [])
  }

  /// Spans of at least half an hour on or off the charger, in which the surroundings are taken for one; shorter ones belong to the
  /// span before.
  func stays(splitAt split: Int) -> [Span] {
    var starts = [0]
    let changes = Self.starts(readings) { $0.isConnected != $1.isConnected } + [readings.count]
    for (start, end) in zip(changes, changes.dropFirst()) where isLong(start..<end) {
      if readings[starts[starts.count - 1]].isConnected != readings[start].isConnected || starts == [0] {
        starts.append(start)
      }
    }
    let all = Set(starts + gaps + [split]).filter { $0 < readings.count }.sorted()
    return zip(all, all.dropFirst() + [readings.count]).map { $0..<$1 }
  }

  func isLong(_ span: Span) -> Bool {
    span.count > 1 && readings[span.upperBound - 1].time - readings[span.lowerBound].time >= 1800
  }

  private static func starts(_ readings: [Reading], where begins: (Reading, Reading) -> Bool) -> [Int] {
    readings.indices.dropFirst().filter { begins(readings[$0 - 1], readings[$0]) }
  }

  private static func charges(_ readings: [Reading]) -> [Span] {
    var spans: [Span] = []
    var last: Int?
    for place in readings.indices where readings[place].isCharging {
      let isNear = last.map {
        readings[place].time - readings[$0].time <= (place == $0 + 1 ? longestGap : longestBreak)
      }
      if isNear == true, let span = spans.popLast() {
        spans.append(span.lowerBound..<place + 1)
      } else {
        spans.append(place..<place + 1)
      }
      last = place
    }
    return spans.filter { span in
      guard let from = readings[span.lowerBound].level, let to = readings[span.upperBound - 1].level
      else { return false }
      return to - from >= leastRise && span.allSatisfy { readings[$0].isConnected }
    }
  }
}
