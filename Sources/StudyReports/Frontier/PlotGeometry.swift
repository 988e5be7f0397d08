/// A rectangle of the picture, y downwards.
struct PlotRectangle: Sendable {
  var left, top, right, bottom: Double

  func overlaps(_ other: PlotRectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ other: PlotRectangle) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }

  func contains(_ point: (x: Double, y: Double)) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }

  /// Whether some of a straight line lies inside.
  func meets(_ segment: PlotSegment) -> Bool {
    // Clips the line by the four sides (Liang and Barsky).
    var (from, to) = (0.0, 1.0)
    let (dx, dy) = (segment.end.x - segment.start.x, segment.end.y - segment.start.y)
    for (slope, room) in [
      (-dx, segment.start.x - left), (dx, right - segment.start.x), (-dy, segment.start.y - top),
      (dy, bottom - segment.start.y),
    ] {
      if slope == 0 {
        if room <= 0 { return false }
      } else if slope < 0 {
        from = max(from, room / slope)
      } else {
        to = min(to, room / slope)
      }
    }
    return from < to
  }

  /// The point of the rectangle that is nearest to another point.
  func nearest(to point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    (min(max(point.x, left), right), min(max(point.y, top), bottom))
  }
}

/// A straight line of the picture.
struct PlotSegment: Sendable {
  var start, end: (x: Double, y: Double)
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
