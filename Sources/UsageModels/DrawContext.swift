import Basics
import EventSimulation
import RandomStreams

/// The subject of draws: one device of one replication, on a stream that is set again for each purpose.
package struct DrawContext {
  var seed: UInt64
  var replication, device: Int
  var stream: RandomStream
  /// Day of the week of day 0, 0 for Monday.
  var firstWeekday = 0
  var end: Instant

  /// Days that timelines cover, the last one perhaps in part.
  var days: Int { end.timeOfDay > .zero ? end.day + 1 : end.day }

  func event(_ purpose: StreamPurpose, _ index: Int = 0, app bundleID: String? = nil) -> RandomStream {
    event(purpose, index, group: Self.group(bundleID))
  }

  func event(_ purpose: StreamPurpose, _ index: Int, group: UInt64) -> RandomStream {
    stream.seek(event: address(purpose, index, group))
    return stream
  }

  func sequence(_ purpose: StreamPurpose, app bundleID: String? = nil) -> RandomStream {
    stream.seek(sequential: address(purpose, 0, Self.group(bundleID)))
    return stream
  }

  func weekday(_ day: Int) -> Int { (((day + firstWeekday) % 7) + 7) % 7 }
  func isWeekend(_ day: Int) -> Bool { weekday(day) >= 5 }
  static func group(_ bundleID: String?) -> UInt64 { bundleID.map(StreamAddress.group(of:)) ?? 0 }

  private func address(_ purpose: StreamPurpose, _ index: Int, _ group: UInt64) -> StreamAddress {
    StreamAddress(
      seed: seed, group: group, replication: replication, device: device, purpose: purpose, index: index)
  }
}

extension RandomStream {
  /// A lognormal variate between two bounds, by rejection; the nearer bound if the law hardly reaches them.
  func lognormal(median: Double, sigma: Double, within bounds: ClosedRange<Double>) -> Double {
    let zeta = Elementary.log(median)
    return Self.drawn(around: median, within: bounds) { lognormal(zeta: zeta, sigma: sigma) }
  }

  func normal(mean: Double, deviation: Double, within bounds: ClosedRange<Double>) -> Double {
    Self.drawn(around: mean, within: bounds) { normal(mean: mean, deviation: deviation) }
  }

  private static func drawn(
    around center: Double, within bounds: ClosedRange<Double>, _ draw: () -> Double
  ) -> Double {
    for _ in 0..<1000 {
      let value = draw()
      if bounds.contains(value) { return value }
    }
    return min(max(center, bounds.lowerBound), bounds.upperBound)
  }

  /// The index of one of several weights, by one uniform number.
  func pick(_ weights: [Double]) -> Int {
    var point = uniform() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      point -= weight
      if point < 0 { return index }
    }
    return weights.lastIndex { $0 > 0 } ?? 0
  }
}

extension Instant {
  /// The instant `seconds` after the origin to the whole millisecond, as exogenous instants are.
  static func exogenous(_ seconds: Double) -> Instant { Instant.seconds(seconds).roundedToMillisecond }
}

extension TimeSpan {
  static let millisecond = TimeSpan.milliseconds(1)

  static func exogenous(_ seconds: Double) -> TimeSpan { Instant.exogenous(seconds) - .zero }
}
