/// Welch's moving average of a series, which shows where the start of a run has died away.
///
/// Value i is the mean of values i − w to i + w. Before the w-th value the window is as wide as the start allows on both
/// sides; the last w values have no window and no average (Welch, "The statistical analysis of simulation results", in
/// Lavenberg, The Computer Performance Modeling Handbook, 1983).
public struct WelchAverage: Hashable, Sendable {
  /// The averages: one for each value but the last w.
  public let values: [Double]
  /// w: values on each side of the middle of a window.
  public let halfWidth: Int

  /// Averages a series.
  ///
  /// - Parameter halfWidth: Values on each side of the middle of a window, at least 0.
  public init(_ series: [Double], halfWidth: Int) {
    let width = max(0, halfWidth)
    self.halfWidth = width
    values = series.indices.dropLast(width).map { place in
      let side = min(place, width)
      let window = series[(place - side)...(place + side)]
      return window.reduce(0, +) / Double(window.count)
    }
  }
}
