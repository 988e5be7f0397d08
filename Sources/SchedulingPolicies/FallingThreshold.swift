import EventSimulation

/// A threshold that falls linearly over a window, from `start` at its opening to `end` at its deadline, and stays there: rule
/// GATE-5.
struct FallingThreshold: Sendable {
  var start, end: Double

  /// How far below the threshold a score still reaches it: sums of weights are not exact.
  static let tolerance = 1e-9

  /// Whether a score is good enough.
  @inline(__always)
  static func passes(score: Double, threshold: Double) -> Bool { score >= threshold - tolerance }

  /// The threshold of a window at an instant.
  @inline(__always)
  func value(at now: Instant, open: Instant, deadline: Instant) -> Double {
    guard now < deadline else { return end }
    guard now > open else { return start }
    let age = (now - open) / (deadline - open)
    return start + (end - start) * age
  }

  /// The threshold at an instant as ``value(at:open:deadline:)`` gives it, and the length of the window in microseconds; zero
  /// for a window that is over.
  @inline(__always)
  func standing(at now: Instant, open: Instant, deadline: Instant) -> (threshold: Double, length: Double) {
    guard now < deadline else { return (end, 0) }
    let length = (deadline - open).microseconds
    guard now > open else { return (start, Double(length)) }
    return (start + (end - start) * ((now - open) / (deadline - open)), Double(length))
  }

  /// The first tick at which the threshold has fallen to a score; nil if never.
  func passingTime(score: Double, open: Instant, deadline: Instant) -> Instant? {
    guard Self.passes(score: score, threshold: end) else { return nil }
    guard !Self.passes(score: score, threshold: start) else { return open }
    let span = (deadline - open).microseconds
    let length = Double(span)
    let fall = end - start
    let guess = Int64(share(score) * length)
    // As ``value(at:open:deadline:)`` does, with what all instants have in common computed once.
    func isTooEarly(_ elapsed: Int64) -> Bool {
      guard elapsed < span else { return false }
      guard elapsed > 0 else { return true }
      return !Self.passes(score: score, threshold: start + fall * (Double(elapsed) / length))
    }
    var elapsed = min(max(guess - 2, 0), span)
    // A threshold that falls and is out of reach at the guess was out of reach before it.
    if isTooEarly(guess) { elapsed = guess + 1 }
    while isTooEarly(elapsed) { elapsed += 1 }
    return open + .microseconds(elapsed)
  }

  /// A number of microseconds since time zero that is not after ``passingTime(score:open:deadline:)``, for a score that is
  /// below the threshold now and above its end. That one may come two ticks before its own guess, which is cut to a whole tick.
  @inline(__always)
  func boundOfPassing(score: Double, open: Instant, deadline: Instant) -> Double {
    Double(open.microseconds) + share(score) * Double((deadline - open).microseconds) - 4
  }

  /// The same of several windows at an instant, for the least of what their scores lack to reach them, each times
  /// the length of the window in microseconds; infinite if that is. What rounding comes to is far less than the ticks
  /// that are taken off, for windows of up to years.
  @inline(__always)
  func boundOfPassing(after leastFall: Double, from now: Instant) -> Double {
    Double(now.microseconds) + leastFall / (start - end) - 4
  }

  /// The share of the window after which the threshold meets a score.
  @inline(__always)
  private func share(_ score: Double) -> Double { (start - Self.tolerance - score) / (start - end) }
}
