/// Boxes in rows, each row led to by the one above.
package struct FlowChart {
  package struct Box {
    let title, text: String
    /// Words below the text, and more below these in columns.
    let note: String
    let entries: [String]

    package init(title: String, text: String, note: String, entries: [String] = []) {
      (self.title, self.text, self.note, self.entries) = (title, text, note, entries)
    }
  }

  let title: String
  let rows: [[Box]]
  /// From the last row back to this one, with words for what goes back.
  let back: (row: Int, text: String)

  package init(title: String, rows: [[Box]], back: (row: Int, text: String)) {
    (self.title, self.rows, self.back) = (title, rows, back)
  }

  private static let width = 760.0
  private static let left = 12.0
  private static let right = width - 44
  private static let gap = 26.0
  private static let lineHeight = 16.0
  private static let inset = 12.0

  private struct Layout {
    let frame: PlotRectangle
    let lines, notes, entries: [String]
    let columns: Int
  }

  package var svg: String {
    var top = 44.0
    let layouts = rows.map { row -> [Layout] in
      let share = (Self.right - Self.left - Self.gap * Double(row.count - 1)) / Double(max(1, row.count))
      let inner = share - 2 * Self.inset
      var found: [Layout] = []
      let heights = row.map { box in height(box, inner) }
      for (place, box) in row.enumerated() {
        let start = Self.left + (share + Self.gap) * Double(place)
        let frame = PlotRectangle(
          left: start, top: top, right: start + share, bottom: top + (heights.max() ?? 0))
        found.append(layout(box, frame))
      }
      top += (heights.max() ?? 0) + Self.gap
      return found
    }
    var drawing = SVGDrawing(width: Self.width, height: top - Self.gap + 12, isAdaptive: true)
    drawing.text(title, (Self.left, 26), size: 15, isBold: true)
    for (row, layout) in zip(rows, layouts) {
      for (box, place) in zip(row, layout) { draw(box, place, &drawing) }
    }
    for (above, below) in zip(layouts, layouts.dropFirst()) { join(above, below, &drawing) }
    if let last = layouts.last?.last?.frame, layouts.indices.contains(back.row),
      let target = layouts[back.row].last
    {
      let x = Self.right + 14
      let (from, to) = ((last.top + last.bottom) / 2, (target.frame.top + target.frame.bottom) / 2)
      drawing.path(
        SVGPath([(last.right, from), (x, from), (x, to), (target.frame.right + 6, to)]),
        stroke: PlotColor.soft, width: 1.5)
      arrow((target.frame.right, to), (-1, 0), &drawing)
      drawing.text(
        back.text, (x + 17, (from + to) / 2), color: PlotColor.soft, anchor: "middle", isVertical: true)
    }
    return drawing.text
  }

  private func height(_ box: Box, _ inner: Double) -> Double {
    let (lines, notes) = (Self.wrapped(box.text, inner), Self.wrapped(box.note, inner))
    let columns = Self.columns(box.entries, inner)
    let rows = (box.entries.count + columns - 1) / max(1, columns)
    return 30 + Self.lineHeight * Double(lines.count + notes.count + rows) + (rows > 0 ? 6 : 0) + 6
  }

  private func layout(_ box: Box, _ frame: PlotRectangle) -> Layout {
    let inner = frame.right - frame.left - 2 * Self.inset
    return Layout(
      frame: frame, lines: Self.wrapped(box.text, inner), notes: Self.wrapped(box.note, inner),
      entries: box.entries, columns: Self.columns(box.entries, inner))
  }

  private func draw(_ box: Box, _ layout: Layout, _ drawing: inout SVGDrawing) {
    let frame = layout.frame
    let corners = [
      (frame.left, frame.top), (frame.right, frame.top), (frame.right, frame.bottom),
      (frame.left, frame.bottom),
    ]
    drawing.path(SVGPath(corners, isClosed: true), stroke: PlotColor.frame, width: 1.2)
    let x = frame.left + Self.inset
    drawing.text(box.title, (x, frame.top + 20), size: 13, isBold: true)
    var y = frame.top + 38
    for line in layout.lines {
      drawing.text(line, (x, y))
      y += Self.lineHeight
    }
    for line in layout.notes {
      drawing.text(line, (x, y), color: PlotColor.blue)
      y += Self.lineHeight
    }
    y += layout.entries.isEmpty ? 0 : 6
    let width = (frame.right - frame.left - 2 * Self.inset) / Double(layout.columns)
    for (place, entry) in layout.entries.enumerated() {
      let (row, column) = (place / layout.columns, place % layout.columns)
      drawing.text(entry, (x + width * Double(column), y + Self.lineHeight * Double(row)))
    }
  }

  private func join(_ above: [Layout], _ below: [Layout], _ drawing: inout SVGDrawing) {
    for one in above {
      for other in below {
        // Between a wide and a narrow box the arrow is upright, at the middle of the narrow one.
        let narrow = above.count > below.count ? one.frame : other.frame
        let x = (narrow.left + narrow.right) / 2
        drawing.line((x, one.frame.bottom), (x, other.frame.top - 6), PlotColor.soft, width: 1.5)
        arrow((x, other.frame.top), (0, 1), &drawing)
      }
    }
  }

  private func arrow(_ tip: PlotPoint, _ way: PlotPoint, _ drawing: inout SVGDrawing) {
    let (back, side) = ((tip.x - 8 * way.x, tip.y - 8 * way.y), (x: 4 * way.y, y: 4 * way.x))
    drawing.path(
      SVGPath([tip, (back.0 + side.x, back.1 + side.y), (back.0 - side.x, back.1 - side.y)], isClosed: true),
      fill: PlotColor.soft)
  }

  private static func wrapped(_ text: String, _ width: Double) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, LabelPlacer.width("\(last) \(word)") <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func columns(_ entries: [String], _ width: Double) -> Int {
    let widest = entries.map(LabelPlacer.width).max() ?? width
    return max(1, Int(width / (widest + 8)))
  }
}
