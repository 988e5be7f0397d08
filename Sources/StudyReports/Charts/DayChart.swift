/// The hours of one day: rows of bars and marks, and panels of lines, one below the other above the same hours.
package struct DayChart {
  package enum Bar: Hashable {
    /// The phone is in the state that the row names.
    case state
    /// A request may not start yet.
    case early
    /// A request waits for a reason by its number, which has the same color in every picture.
    case wait(Int)
    case run, failedRun
  }

  package enum Mark: Hashable, CaseIterable {
    case unlock, request, push, lostPush, fresh, stale, open

    fileprivate var look: (mark: PlotMark, text: String) {
      switch self {
      case .unlock: (.shape([(0, -5), (0, 5)], PlotColor.strong, isFilled: false), "unlocked")
      case .request: (.shape([(0, -7), (0, 7)], PlotColor.soft, isFilled: false), "request")
      case .push: (.shape([(0, -5), (4, 3), (-4, 3)], PlotColor.soft, isFilled: true), "push sent")
      case .lostPush: (.shape([(0, -5), (4, 3), (-4, 3)], PlotColor.red, isFilled: false), "push lost")
      case .fresh: (.circle("#009e73", radius: 5), "open, content fresh")
      case .stale: (.circle(PlotColor.red, radius: 5, isFilled: false), "open, content stale")
      case .open: (.circle(PlotColor.middle, radius: 2.5), "open, not counted")
      }
    }
  }

  package struct Row {
    let name: String
    /// The bars, in hours since midnight.
    package var bars: [(from: Double, to: Double, bar: Bar)] = []
    package var marks: [(hour: Double, mark: Mark)] = []
    package init(_ name: String) { self.name = name }
  }

  /// Lines over the hours: the second is dashed.
  package struct Panel {
    let name: String
    let lines: [[PlotPoint]]
    /// Values that the axis has, whatever the lines have.
    let least: Double
    let most: Double?

    package init(_ name: String, lines: [[PlotPoint]], least: Double = 0, most: Double? = nil) {
      (self.name, self.lines, self.least, self.most) = (name, lines, least, most)
    }
  }

  package struct Group {
    let title: String
    package var rows: [Row]
    package var panels: [Panel] = []

    package init(_ title: String, rows: [Row], panels: [Panel] = []) {
      (self.title, self.rows, self.panels) = (title, rows, panels)
    }
  }

  let title, subtitle: String
  let groups: [Group]
  /// The reasons of waits with their numbers, the most important first.
  let reasons: [(number: Int, name: String)]
  /// Whether one of the panels has a dashed line, and for what.
  let dashed: String

  package init(
    title: String, subtitle: String, groups: [Group], reasons: [(number: Int, name: String)], dashed: String
  ) {
    (self.title, self.subtitle, self.groups) = (title, subtitle, groups)
    (self.reasons, self.dashed) = (reasons, dashed)
  }

  private static let width = 760.0
  private static let left = 176.0
  private static let rowHeight = 24.0
  private static let panelHeight = 58.0
  /// Pixels below which a bar would not be seen.
  private static let leastBar = 2.5

  /// The picture; a browser that prefers dark pages shows it dark, on a page of its own and on another.
  package var svg: String {
    let legends = [
      PlotLegend(entries: markEntries, width: Self.width - 24),
      PlotLegend(entries: reasonEntries, width: Self.width - 24),
    ]
    let top = 56.0
    let bottom = groups.reduce(top) { bottom, group in
      bottom + 26 + Self.rowHeight * Double(group.rows.count)
        + (Self.panelHeight + 12) * Double(group.panels.count)
    }
    let height = bottom + 52 + legends.reduce(0) { $0 + $1.height + 8 }
    var drawing = SVGDrawing(width: Self.width, height: height, isAdaptive: true)
    drawing.text(LabelPlacer.shortened(title, to: 540), (12, 24), size: 15, isBold: true)
    drawing.text(LabelPlacer.shortened(subtitle, to: Self.width - 24), (12, 44), color: PlotColor.soft)
    let hours = PlotAxis(
      stride(from: 0, through: 24, by: 3).map { (Double($0), "\($0):00") }, from: 0, to: 24)
    let frame = PlotRectangle(left: Self.left, top: top + 6, right: Self.width - 24, bottom: bottom)
    let area = PlotArea(frame: frame, x: hours, y: PlotAxis([], from: 0, to: 1))
    area.drawAxes(&drawing, ("local time", ""))
    var y = top
    for group in groups {
      drawing.text(LabelPlacer.shortened(group.title, to: Self.left - 20), (12, y + 20), isBold: true)
      y += 26
      for row in group.rows {
        draw(row, area, middle: y + Self.rowHeight / 2, &drawing)
        y += Self.rowHeight
      }
      for panel in group.panels {
        draw(panel, hours, top: y + 8, &drawing)
        y += Self.panelHeight + 12
      }
    }
    legends[0].draw(&drawing, left: 12, top: bottom + 48)
    legends[1].draw(&drawing, left: 12, top: bottom + 56 + legends[0].height)
    return drawing.text
  }

  private func draw(_ row: Row, _ area: PlotArea, middle y: Double, _ drawing: inout SVGDrawing) {
    drawing.text(LabelPlacer.shortened(row.name, to: Self.left - 32, keepsEnd: true), (20, y + 4))
    drawing.line((area.frame.left, y), (area.frame.right, y), PlotColor.grid)
    for bar in row.bars {
      let (from, to) = (area.x(bar.from), area.x(bar.to))
      let (color, width) = Self.look(bar.bar)
      let end = bar.bar == .run || bar.bar == .failedRun ? max(to, from + Self.leastBar) : to
      drawing.line((from, y), (end, y), color, width: width)
    }
    for mark in row.marks { mark.mark.look.mark.draw(&drawing, at: (area.x(mark.hour), y)) }
  }

  private static func look(_ bar: Bar) -> (color: String, width: Double) {
    switch bar {
    case .state: (PlotColor.middle, 9)
    case .early: (PlotColor.soft, 1.5)
    case .wait(let number): (PlotColor.distinct(number), 7)
    case .run: (PlotColor.strong, 15)
    case .failedRun: (PlotColor.red, 15)
    }
  }

  private func draw(_ panel: Panel, _ hours: PlotAxis, top: Double, _ drawing: inout SVGDrawing) {
    let values = panel.lines.joined().map(\.y)
    let axis = PlotAxis(
      spanning: values + [panel.least] + [panel.most].compactMap(\.self), middle: panel.least)
    let frame = PlotRectangle(
      left: Self.left, top: top, right: Self.width - 24, bottom: top + Self.panelHeight - 12)
    let area = PlotArea(frame: frame, x: hours, y: axis)
    let labels = axis.ticks.map { ($0.text, (x: Self.left - 6, y: area.y($0.value) + 4)) }
    let room = Self.left - 30 - (labels.map { LabelPlacer.width($0.0) }.max() ?? 0)
    drawing.text(LabelPlacer.shortened(panel.name, to: room), (20, top + (Self.panelHeight - 12) / 2 + 4))
    for tick in axis.ticks {
      drawing.line((frame.left, area.y(tick.value)), (frame.right, area.y(tick.value)), PlotColor.grid)
    }
    PlotArea.drawLabels(labels, &drawing, anchor: "end")
    for (place, line) in panel.lines.enumerated() where !line.isEmpty {
      drawing.path(
        SVGPath(PanelChart.thinned(line.map { area.position($0.x, $0.y) })), stroke: PlotColor.frame,
        width: 1.6, dash: place == 0 ? nil : "4 3")
    }
  }

  private var markEntries: [(mark: PlotMark, text: String)] {
    let rows = groups.flatMap(\.rows)
    let (bars, marks) = (Set(rows.flatMap { $0.bars.map(\.bar) }), Set(rows.flatMap { $0.marks.map(\.mark) }))
    var entries = Mark.allCases.filter(marks.contains).map(\.look)
    if bars.contains(.early) { entries.append((.line(PlotColor.soft), "not before")) }
    for (bar, text) in [(Bar.run, "run"), (.failedRun, "run that failed")] where bars.contains(bar) {
      entries.append((.area(Self.look(bar).color), text))
    }
    if groups.contains(where: { $0.panels.contains { $0.lines.count > 1 } }) {
      entries.append((.line(PlotColor.frame, dash: "4 3"), dashed))
    }
    return entries
  }

  private var reasonEntries: [(mark: PlotMark, text: String)] {
    reasons.map { (.area(PlotColor.distinct($0.number)), "waits: " + $0.name) }
  }
}
