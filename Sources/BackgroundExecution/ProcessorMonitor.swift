import EventSimulation

/// Processor time of one process inside a sliding window: rule LIFE-5.
///
/// Demand is constant between changes, so the instant of reaching the limit can be computed in advance. All
/// arithmetic is in integers: microseconds times millionths of a core.
public struct ProcessorMonitor: Sendable, Hashable {
  /// One core, in the unit of rates.
  public static var fullRate: Int64 { 1_000_000 }

  private struct Spell: Sendable, Hashable {
    var start, end: Instant
    var rate: Int64
  }

  /// Present demand in millionths of a core.
  public private(set) var rate: Int64 = 0
  private var since: Instant = .zero
  private var past: [Spell] = []

  public init() {}

  public mutating func setRate(_ rate: Int64, window: TimeSpan, at now: Instant) {
    if self.rate > 0, since < now { keep(Spell(start: since, end: now, rate: self.rate), window, at: now) }
    self.rate = rate
    since = now
  }

  /// Keeps a spell. What lies before the window counts for nothing, and is forgotten here only.
  private mutating func keep(_ spell: Spell, _ window: TimeSpan, at now: Instant) {
    // Mostly there is one before, and to put this in its place costs a fifth of a search for all.
    if past.count == 1, past[0].end + window <= now {
      past[0] = spell
    } else {
      if let oldest = past.first, oldest.end + window <= now { past.removeAll { $0.end + window <= now } }
      past.append(spell)
    }
  }

  public mutating func reset() { self = ProcessorMonitor() }

  /// Processor time inside the window that ends now, in microseconds times millionths of a core.
  public func used(window: TimeSpan, at now: Instant) -> Int64 {
    let start = now - window
    var sum = rate * (now - max(since, start)).microseconds
    for spell in past where spell.end > start {
      sum += spell.rate * (spell.end - max(spell.start, start)).microseconds
    }
    return sum
  }

  /// The first instant from `now` when some window contains `limit` of CPU time, if the present demand
  /// continues; nil if that never happens.
  public func reaches(_ limit: TimeSpan, window: TimeSpan, from now: Instant) -> Instant? {
    guard rate > 0 else { return nil }
    let goal = limit.microseconds * Self.fullRate
    var used = used(window: window, at: now)
    if used >= goal { return now }
    let edges = (past.flatMap { [$0.start + window, $0.end + window] } + [since + window])
      .filter { $0 > now }.sorted()
    var time = now
    for edge in edges {
      let slope = rate - rateBefore(time - window)
      if slope > 0 {
        let length = (goal - used + slope - 1) / slope
        if length <= (edge - time).microseconds { return time + .microseconds(length) }
      }
      used += slope * (edge - time).microseconds
      time = edge
    }
    return nil
  }

  private func rateBefore(_ time: Instant) -> Int64 {
    if time >= since { return rate }
    return past.first { $0.start <= time && time < $0.end }?.rate ?? 0
  }
}
