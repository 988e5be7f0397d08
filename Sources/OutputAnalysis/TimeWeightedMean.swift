/// The mean over time of a level that changes in steps.
///
///     var queue = TimeWeightedMean(start: 3)
///     queue.set(1, at: 0)      // before the start: only the level is kept
///     queue.set(3, at: 3.5)
///     queue.mean(until: 10)
///
/// Changes before the start are not counted but set the level at the start, so that a warm-up boundary splits
/// the interval which spans it.
public struct TimeWeightedMean: Hashable, Sendable {
  /// When counting begins.
  public let start: Double
  private var lastChange: Double
  private var level = 0.0
  private var area = 0.0

  public init(start: Double = 0) {
    self.start = start
    lastChange = start
  }

  /// Sets the level from `time` on; times must not decrease.
  public mutating func set(_ newLevel: Double, at time: Double) {
    precondition(newLevel.isFinite && time.isFinite, "a level over time needs finite numbers")
    if time > start {
      precondition(time >= lastChange, "levels over time are set in the order of time")
      area += level * (time - lastChange)
      lastChange = time
    }
    level = newLevel
  }

  /// Level times duration from the start to `end`.
  public func integral(until end: Double) -> Double { area + level * (end - lastChange) }

  /// The mean from the start to `end`, which closes the last interval; empty if no time has passed.
  public func mean(until end: Double) -> Double? {
    end > start ? integral(until: end) / (end - start) : nil
  }
}
