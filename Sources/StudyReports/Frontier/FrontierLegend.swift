/// Marks and colours of what is known of a policy's place, and their legend.
///
/// Shape and shade tell the standings apart without colour; the colours are of Okabe and Ito's palette, which
/// most eyes tell apart.
struct FrontierLegend {
  static let rowHeight = 18.0
  static let frontColour = "#0072b2"

  /// Pixels that a standing with its words takes.
  static let columnWidth = 262.0

  /// Standings of the picture, in rows of as many as there are columns.
  let rows: [[PolicyFrontier.Standing]]

  init(_ points: [PolicyFrontier.Point], columns: Int) {
    let present = PolicyFrontier.Standing.allCases.filter { standing in
      points.contains { $0.standing == standing }
    }
    rows = stride(from: 0, to: present.count, by: columns).map {
      Array(present[$0..<min($0 + columns, present.count)])
    }
  }

  func draw(_ drawing: inout SVGDrawing, left: Double, top: Double) {
    for (row, standings) in rows.enumerated() {
      for (column, standing) in standings.enumerated() {
        let (x, y) = (left + 6 + Self.columnWidth * Double(column), top + Self.rowHeight * Double(row))
        Self.mark(standing, at: (x, y - 4), in: &drawing)
        drawing.text(Self.words(standing), x: x + 12, y: y, size: 11, colour: "#333")
      }
    }
  }

  static func words(_ standing: PolicyFrontier.Standing) -> String {
    switch standing {
    case .onFront: "on the front: shown"
    case .unresolved: "on the front by the means"
    case .perhapsDominated: "perhaps dominated: by the means"
    case .clearlyDominated: "clearly dominated: shown"
    case .beside: "beside the front: uses the future"
    }
  }

  static func colour(_ standing: PolicyFrontier.Standing) -> String {
    switch standing {
    case .onFront, .unresolved: frontColour
    case .perhapsDominated: "#d55e00"
    case .clearlyDominated: "#999999"
    case .beside: "#a3458a"
    }
  }

  /// Dark enough for text on white.
  static func textColour(_ standing: PolicyFrontier.Standing) -> String {
    switch standing {
    case .onFront, .unresolved: "#00507d"
    case .perhapsDominated: "#a84900"
    case .clearlyDominated: "#707070"
    case .beside: "#8a3575"
    }
  }

  /// Whether the point steps back behind the front.
  static func isPale(_ standing: PolicyFrontier.Standing) -> Bool {
    switch standing {
    case .onFront, .unresolved: false
    case .perhapsDominated, .clearlyDominated, .beside: true
    }
  }

  static func mark(
    _ standing: PolicyFrontier.Standing, at centre: (x: Double, y: Double), in drawing: inout SVGDrawing
  ) {
    let colour = colour(standing)
    func shape(_ corners: [(x: Double, y: Double)], isFilled: Bool) {
      var path = SVGPath()
      path.move((centre.x + corners[0].x, centre.y + corners[0].y))
      for corner in corners.dropFirst() { path.line((centre.x + corner.x, centre.y + corner.y)) }
      path.close()
      drawing.path(path, stroke: colour, width: 1.5, fill: isFilled ? colour : "#ffffff")
    }
    switch standing {
    case .onFront: drawing.circle(centre.x, centre.y, radius: 4.5, colour: colour, isFilled: true)
    case .unresolved: drawing.circle(centre.x, centre.y, radius: 4.5, colour: colour, isFilled: false)
    case .perhapsDominated: shape([(0, -5), (5, 0), (0, 5), (-5, 0)], isFilled: false)
    case .clearlyDominated: shape([(0, -4), (4, 0), (0, 4), (-4, 0)], isFilled: true)
    case .beside: shape([(0, -5), (5, 4), (-5, 4)], isFilled: false)
    }
  }
}
