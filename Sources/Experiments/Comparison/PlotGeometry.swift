/// A rectangle of the picture, y downwards.
struct PlotRectangle: Sendable {
  var left, top, right, bottom: Double

  func overlaps(_ other: PlotRectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ other: PlotRectangle) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }

  /// The point of the rectangle that is nearest to another point.
  func nearest(to point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    (min(max(point.x, left), right), min(max(point.y, top), bottom))
  }
}

/// An axis with round ticks around the values that it shows.
struct PlotAxis: Sendable {
  let ticks: [Double]
  private let low, high: Double
  private let decimals: Int

  init(covering values: [Double]) {
    var low = values.min() ?? 0
    var high = values.max() ?? 1
    if !(high > low) {
      let half = max(abs(high) * 0.05, 0.5)
      low -= half
      high += half
    }
    // Some room, so that nothing lies on the frame.
    let room = (high - low) * 0.08
    let isPositive = low >= 0
    low -= room
    high += room
    if isPositive { low = max(0, low) }
    let step = Self.roundStep((high - low) / 7)
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    ticks = first <= last ? (Int(first)...Int(last)).map { Double($0) * step } : []
    decimals = NumberText.decimals(of: step, significant: 1)
    self.low = low
    self.high = high
  }

  /// 0 at the start of the axis, 1 at its end.
  func position(_ value: Double) -> Double { (value - low) / (high - low) }

  func label(_ tick: Double) -> String { NumberText.fixed(tick, decimals: decimals) }

  /// The smallest of 1, 2, 5 × 10^k that is at least `step`.
  private static func roundStep(_ step: Double) -> Double {
    var power = 1.0
    while power > step { power /= 10 }
    while power * 10 <= step { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= step } ?? power
  }
}

/// Finds places for labels where they cover nothing.
struct LabelPlacer {
  private var taken: [PlotRectangle] = []
  private let area: PlotRectangle

  init(area: PlotRectangle) { self.area = area }

  /// Keeps labels out of a rectangle.
  mutating func block(_ rectangle: PlotRectangle) { taken.append(rectangle) }

  /// The free place nearest to a point, tried in growing rings around it.
  mutating func place(
    _ label: String, near point: (x: Double, y: Double)
  ) -> (rectangle: PlotRectangle, needsLeader: Bool) {
    let width = Double(label.count) * 6.9 + 4
    let height = 16.0
    // Right, left, above, below, then between; unit steps are enough and need no trigonometry.
    let directions: [(Double, Double)] = [
      (1, 0), (-1, 0), (0, -1), (0, 1), (1, -0.6), (1, 0.6), (-1, -0.6), (-1, 0.6), (0.5, -1), (0.5, 1),
      (-0.5, -1), (-0.5, 1),
    ]
    var fallback: PlotRectangle?
    for ring in 0..<24 {
      let distance = 9 + Double(ring) * 12
      for (dx, dy) in directions {
        let centreX = point.x + dx * (distance + width / 2 * (dx == 0 ? 0 : 1))
        let centreY = point.y + dy * (distance + height / 2)
        let candidate = PlotRectangle(
          left: centreX - width / 2, top: centreY - height / 2, right: centreX + width / 2,
          bottom: centreY + height / 2)
        guard area.contains(candidate) else { continue }
        if !taken.contains(where: candidate.overlaps) {
          taken.append(candidate)
          return (candidate, ring > 1)
        }
        if fallback == nil { fallback = candidate }
      }
    }
    let rest =
      fallback
      ?? PlotRectangle(left: area.left, top: area.top, right: area.left + width, bottom: area.top + height)
    taken.append(rest)
    return (rest, true)
  }
}
