import Basics

struct PlotAxis: Sendable {
  let ticks: [(value: Double, text: String)]
  private let low, high: Double
  private var isLogarithmic = false

  /// An axis with ticks that are given. A logarithmic one begins above 0, and takes everything below its start to the start.
  init(
    _ ticks: [(value: Double, text: String)], from low: Double, to high: Double, isLogarithmic: Bool = false
  ) { (self.ticks, self.low, self.high, self.isLogarithmic) = (ticks, low, high, isLogarithmic) }

  /// An axis with round ticks and some room around values.
  init(covering values: [Double]) {
    var (low, high) = (values.min() ?? 0, values.max() ?? 1)
    if !(high > low) {
      let half = max(abs(high) * 0.05, 0.5)
      (low, high) = (low - half, high + half)
    }
    // Some room, so that nothing lies on the frame.
    let room = (high - low) * 0.08
    low = low >= 0 ? max(0, low - room) : low - room
    high += room
    let step = Self.roundStep((high - low) / 7)
    let decimals = NumberText.decimals(of: step, significant: 1)
    let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
    ticks = (first <= last ? Array(Int(first)...Int(last)) : []).map { number in
      let value = Double(number) * step
      return (value, NumberText.fixed(value, decimals: decimals))
    }
    (self.low, self.high) = (low, high)
  }

  /// The smallest of 1, 2, 5 × 10^k that is at least `step`.
  private static func roundStep(_ step: Double) -> Double {
    var power = 1.0
    while power > step { power /= 10 }
    while power * 10 <= step { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= step } ?? power
  }

  /// 0 at the start of the axis, 1 at its end.
  func position(_ value: Double) -> Double {
    guard isLogarithmic else { return (value - low) / (high - low) }
    return value > low ? min(1, Elementary.log(value / low) / Elementary.log(high / low)) : 0
  }
}

struct PlotArea: Sendable {
  let frame: PlotRectangle
  let x, y: PlotAxis

  func x(_ value: Double) -> Double { frame.left + (frame.right - frame.left) * x.position(value) }
  func y(_ value: Double) -> Double { frame.bottom - (frame.bottom - frame.top) * y.position(value) }
  func position(_ x: Double, _ y: Double) -> PlotPoint { (self.x(x), self.y(y)) }

  func drawAxes(
    _ drawing: inout SVGDrawing, _ titles: (x: String, y: String) = ("", ""), hasColumns: Bool = true,
    hasRows: Bool = true
  ) {
    for tick in x.ticks {
      let x = x(tick.value)
      if hasColumns { drawing.line((x, frame.top), (x, frame.bottom), PlotColor.grid) }
      drawing.text(tick.text, (x, frame.bottom + 17), size: 11, anchor: "middle")
    }
    for tick in y.ticks {
      let y = y(tick.value)
      if hasRows { drawing.line((frame.left, y), (frame.right, y), PlotColor.grid) }
      drawing.text(tick.text, (frame.left - 8, y + 4), size: 11, anchor: "end")
    }
    drawing.line((frame.left, frame.bottom), (frame.right, frame.bottom), PlotColor.frame)
    drawing.line((frame.left, frame.top), (frame.left, frame.bottom), PlotColor.frame)
    let middle = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
    if !titles.x.isEmpty {
      drawing.text(titles.x, (middle.0, frame.bottom + 38), size: 13, anchor: "middle")
    }
    if !titles.y.isEmpty {
      drawing.text(titles.y, (16, middle.1), size: 13, anchor: "middle", isVertical: true)
    }
  }
}
