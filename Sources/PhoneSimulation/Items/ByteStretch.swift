import EventSimulation

/// A time over which the bytes of a run move at the rate of one path, in time that the run has worked.
struct ByteStretch {
  var from: TimeSpan
  /// How long it would take to move all.
  var duration: TimeSpan
  var bytesUp: Int64
  var bytesDown: Int64
  /// When it was broken off or over; nil while it goes on.
  var to: TimeSpan?
}

extension Run {
  /// How long the run has worked.
  @inline(__always)
  func timeWorked(at now: Instant) -> TimeSpan {
    guard let started = handlerStarted else { return .zero }
    let until = min(now, workEnded ?? now)
    return max(.zero, until - started - timeStalled(until: until))
  }

  /// The time that has gone by without any progress.
  @inline(__always)
  private func timeStalled(until now: Instant) -> TimeSpan {
    guard let since = stalledSince else { return timeStalled }
    return timeStalled + max(.zero, now - max(since, processorEnd ?? since))
  }

  /// After how much work processor and bytes are done and waiting begins, as far as is known now.
  func timeBusy(at now: Instant) -> TimeSpan {
    guard let started = handlerStarted else { return .zero }
    let end = max(processorEnd ?? started, transferEnd ?? started)
    return max(.zero, end - started - timeStalled)
  }

  /// The bytes that were left once the run had worked for so long.
  ///
  /// - Parameter stretch: The last over which its bytes had begun to move by then; nil if they had not.
  func bytesLeft(after worked: TimeSpan, in stretch: ByteStretch?) -> (up: Int64, down: Int64) {
    guard let stretch else { return (work.bytesUp, work.bytesDown) }
    let elapsed = min(worked, stretch.to ?? worked) - stretch.from
    guard stretch.duration > elapsed else { return (0, 0) }
    func left(_ bytes: Int64) -> Int64 {
      let product = bytes.multipliedFullWidth(by: elapsed.microseconds)
      return bytes - stretch.duration.microseconds.dividingFullWidth(product).quotient
    }
    return (left(stretch.bytesUp), left(stretch.bytesDown))
  }

  /// The stretch that begins where the bytes that are pending begin to move.
  @inline(__always)
  func stretch(_ duration: TimeSpan, at now: Instant) -> ByteStretch {
    ByteStretch(from: timeWorked(at: now), duration: duration, bytesUp: pendingUp, bytesDown: pendingDown)
  }

  /// There is no path for the bytes.
  mutating func beginStall(at now: Instant) {
    isStalled = true
    if stalledSince == nil { stalledSince = now }
  }

  mutating func endStall(at now: Instant) {
    timeStalled = timeStalled(until: now)
    stalledSince = nil
    isStalled = false
  }
}
