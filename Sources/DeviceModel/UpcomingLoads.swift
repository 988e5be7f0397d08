import Containers
import EventSimulation

/// The changes of the load that come by themselves, read ahead without making them.
struct UpcomingLoads {
  /// The tail of a radio.
  private struct Tail {
    var stages: RadioTail
    var start: Instant
    var end: Instant
    var microwatts: Int64
  }

  private var holdEnd: Instant = .distantFuture
  private let awakeMicrowatts: Int64
  private var tails: [Tail] = []

  init(_ power: borrowing PhonePower) {
    // The platform stays awake where others hold it too.
    if power.awake.holders == 1 { holdEnd = power.timedHold.end }
    awakeMicrowatts = power.awake.microwatts
    for radio in power.radios.indices where power.radios[radio].tail >= 0 {
      let slot = power.radios[radio].tail
      tails.append(
        Tail(
          stages: power.hardware[power.slots[slot].path].tail, start: power.radios[radio].tailStart,
          end: power.radios[radio].tailEnd, microwatts: power.slots[slot].microwatts))
    }
  }

  /// When the next change comes; the distant future where none does.
  var next: Instant { tails.reduce(holdEnd) { min($0, $1.end) } }

  /// Takes the changes of ``next``.
  ///
  /// - Returns: By how many microwatts the load changes.
  mutating func take() -> Int64 {
    let now = next
    var change: Int64 = 0
    if holdEnd == now {
      holdEnd = .distantFuture
      change -= awakeMicrowatts
    }
    for index in tails.indices where tails[index].end == now {
      let stage = tails[index].stages.stage(at: (now - tails[index].start).microseconds)
      change += (stage?.microwatts ?? 0) - tails[index].microwatts
      tails[index].microwatts = stage?.microwatts ?? 0
      tails[index].end = stage.map { tails[index].start + .microseconds($0.end) } ?? .distantFuture
    }
    return change
  }
}
