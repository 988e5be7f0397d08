/// A rectangle of the picture, y downwards.
package struct PlotRectangle: Sendable {
  package var left, top, right, bottom: Double

  package func overlaps(_ other: PlotRectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  package func contains(_ other: PlotRectangle) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }

  package func contains(_ point: PlotPoint) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }

  package func meets(_ segment: PlotSegment) -> Bool {
    // Clips the line by the four sides (Liang and Barsky).
    var (from, to) = (0.0, 1.0)
    let (dx, dy) = (segment.end.x - segment.start.x, segment.end.y - segment.start.y)
    for (slope, room) in [
      (-dx, segment.start.x - left), (dx, right - segment.start.x), (-dy, segment.start.y - top),
      (dy, bottom - segment.start.y),
    ] {
      if slope == 0, room <= 0 { return false }
      if slope < 0 { from = max(from, room / slope) }
      if slope > 0 { to = min(to, room / slope) }
    }
    return from < to
  }

  func nearest(to point: PlotPoint) -> PlotPoint {
    (min(max(point.x, left), right), min(max(point.y, top), bottom))
  }
}

package struct PlotSegment: Sendable {
  var start, end: PlotPoint

  static func all(along corners: [PlotPoint]) -> [PlotSegment] {
    zip(corners, corners.dropFirst()).map { PlotSegment(start: $0, end: $1) }
  }
}

/// Finds places for labels: labels and leaders never cross, marks stay visible, labels cover lines only if no other place is
/// free. Equal input gives equal places.
package struct LabelPlacer {
  package struct Place {
    package let rectangle: PlotRectangle
    package let leader: PlotSegment?
  }

  static let height = 15.0
  private let area: PlotRectangle
  /// Areas that labels must not cover and leader lines should avoid.
  private var marks: [PlotRectangle] = []
  /// Labels, which nothing may cover.
  private var taken: [PlotRectangle] = []
  private var leaders: [PlotSegment] = []
  /// Areas that a label should avoid.
  private var lines: [PlotSegment] = []

  package init(area: PlotRectangle) { self.area = area }

  package mutating func block(_ rectangle: PlotRectangle) { marks.append(rectangle) }
  mutating func avoid(_ line: PlotSegment) { lines.append(line) }

  package mutating func place(_ label: String, near mark: PlotPoint) -> Place? {
    let width = Self.width(label)
    var centers: [PlotPoint] = []
    // Right, left, above, below, then between; unit steps are enough and need no trigonometry.
    let directions: [(Double, Double)] = [
      (1, 0), (-1, 0), (0, -1), (0, 1), (1, -0.6), (1, 0.6), (-1, -0.6), (-1, 0.6), (0.5, -1), (0.5, 1),
      (-0.5, -1), (-0.5, 1),
    ]
    for ring in 0..<24 {
      let distance = 9 + Double(ring) * 9
      for (dx, dy) in directions {
        centers.append((mark.x + dx * (distance + width / 2), mark.y + dy * (distance + Self.height / 2)))
      }
    }
    if let best = best(of: centers, width: width, mark: mark) { return take(best) }
    centers = []
    var y = area.top + Self.height / 2
    while y <= area.bottom - Self.height / 2 {
      var x = area.left + width / 2
      while x <= area.right - width / 2 {
        centers.append((x, y))
        x += 9
      }
      y += 5
    }
    return best(of: centers, width: width, mark: mark).map { take($0) }
  }

  /// A generous estimate for bold sans-serif letters of 12 pixels.
  static func width(_ label: String) -> Double {
    label.reduce(4) { width, letter in
      if "fijlrt.,:;()|' -".contains(letter) { return width + 4.6 }
      if "mwMW".contains(letter) { return width + 10.8 }
      return width + (letter.isUppercase ? 8.8 : 7.3)
    }
  }

  /// The longest start of a label, or its longest end, that fits a width; `…` replaces the omitted part.
  static func shortened(_ label: String, to width: Double, keepsEnd: Bool = false) -> String {
    guard Self.width(label) > width else { return label }
    var kept = label[...]
    while !kept.isEmpty, Self.width("…" + kept) > width {
      _ = keepsEnd ? kept.removeFirst() : kept.removeLast()
    }
    return keepsEnd ? "…" + kept : kept + "…"
  }

  private mutating func take(_ place: Place) -> Place {
    taken.append(place.rectangle)
    if let leader = place.leader { leaders.append(leader) }
    return place
  }

  private func best(of centers: [PlotPoint], width: Double, mark: PlotPoint) -> Place? {
    var best: (place: Place, cost: Double)?
    for center in centers {
      let rectangle = PlotRectangle(
        left: center.x - width / 2, top: center.y - Self.height / 2, right: center.x + width / 2,
        bottom: center.y + Self.height / 2)
      guard area.contains(rectangle), !taken.contains(where: rectangle.overlaps),
        !marks.contains(where: rectangle.overlaps), !leaders.contains(where: rectangle.meets)
      else { continue }
      let end = rectangle.nearest(to: mark)
      let (dx, dy) = (end.x - mark.x, end.y - mark.y)
      let distance = (dx * dx + dy * dy).squareRoot()
      let leader = distance > 14 ? PlotSegment(start: mark, end: end) : nil
      // A leader starts at its own mark, so that it may leave what lies around it.
      let crossed = marks.count { mark in leader.map { !mark.contains($0.start) && mark.meets($0) } ?? false }
      guard !taken.contains(where: { label in leader.map(label.meets) ?? false }) else { continue }
      let cost =
        distance + 40 * Double(lines.count(where: rectangle.meets)) + (leader == nil ? 0 : 10)
        + 20 * Double(crossed)
      if cost < best?.cost ?? .infinity { best = (Place(rectangle: rectangle, leader: leader), cost) }
    }
    return best?.place
  }
}
