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

  /// A box with its lines broken; the frame is as high as the highest of the row needs.
  private struct Layout {
    let box: Box
    var frame: PlotRectangle
    let lines, notes: [String]
    let columns: Int

    init(_ box: Box, left: Double, right: Double, top: Double) {
      let inner = right - left - 2 * FlowChart.inset
      self.box = box
      (lines, notes) = (FlowChart.wrapped(box.text, inner), FlowChart.wrapped(box.note, inner))
      let widest = box.entries.map(LabelPlacer.width).max() ?? inner
      columns = max(1, Int(inner / (widest + 8)))
      let rows = (box.entries.count + columns - 1) / columns
      let height =
        30 + FlowChart.lineHeight * Double(lines.count + notes.count + rows) + (rows > 0 ? 6 : 0) + 6
      frame = PlotRectangle(left: left, top: top, right: right, bottom: top + height)
    }
  }

  package var svg: String {
    var top = 44.0
    let layouts = rows.map { row -> [Layout] in
      let share = (Self.right - Self.left - Self.gap * Double(row.count - 1)) / Double(max(1, row.count))
      var found = row.enumerated().map { place, box in
        let start = Self.left + (share + Self.gap) * Double(place)
        return Layout(box, left: start, right: start + share, top: top)
      }
      let bottom = found.map(\.frame.bottom).max() ?? top
      for place in found.indices { found[place].frame.bottom = bottom }
      top = bottom + Self.gap
      return found
    }
    var drawing = SVGDrawing(width: Self.width, height: top - Self.gap + 12, isAdaptive: true)
    drawing.text(title, (Self.left, 26), size: 15, isBold: true)
    for layout in layouts.joined() { draw(layout, &drawing) }
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

  private func draw(_ layout: Layout, _ drawing: inout SVGDrawing) {
    let frame = layout.frame
    let corners = [
      (frame.left, frame.top), (frame.right, frame.top), (frame.right, frame.bottom),
      (frame.left, frame.bottom),
    ]
    drawing.path(SVGPath(corners, isClosed: true), stroke: PlotColor.frame, width: 1.2)
    let x = frame.left + Self.inset
    drawing.text(layout.box.title, (x, frame.top + 20), size: 13, isBold: true)
    var y = frame.top + 38
    for (lines, color) in [(layout.lines, PlotColor.text), (layout.notes, PlotColor.blue)] {
      for line in lines {
        drawing.text(line, (x, y), color: color)
        y += Self.lineHeight
      }
    }
    y += layout.box.entries.isEmpty ? 0 : 6
    let width = (frame.right - frame.left - 2 * Self.inset) / Double(layout.columns)
    for (place, entry) in layout.box.entries.enumerated() {
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
}
