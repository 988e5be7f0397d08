import OutputAnalysis
import PlainText
import ResultsStore

extension StudyDetails {
  /// Design points whose figures are drawn; the tables have all.
  static let drawnPoints = 3

  /// A title with the design point where there are several.
  private func titled(_ title: String, _ point: String) -> String {
    points.count > 1 ? "\(title) at \(point)" : title
  }

  /// A sentence on design points that are not drawn.
  func addUndrawn(to section: inout ReportSection, table: String) {
    guard points.count > Self.drawnPoints else { return }
    section.add(
      paragraph:
        "\(points.count - Self.drawnPoints) more of \(points.count) design points stand in `\(table)`.")
  }

  /// How staleness differs between devices.
  var stalenessSection: ReportSection {
    var section = ReportSection("staleness", "Staleness over devices")
    let name = "staleness-over-devices.csv"
    var table = ReportTable(
      name, columns: ["design_point", "policy", "staleness_at_open_s", "share_of_devices", "devices"])
    guard places.contains(where: { staleness[$0]?.isEmpty == false }) else {
      section.add(absence: "No device opened an app with content after warm-up, so there is no staleness.")
      return section
    }
    for place in places {
      let values = staleness[place] ?? []
      for (rank, value) in values.enumerated() {
        // Of equal values the last one says all.
        if rank + 1 < values.count, values[rank + 1] == value { continue }
        table.add([
          .text(place.point), .text(place.policy), .real(value),
          .real(Double(rank + 1) / Double(values.count)), .integer(Int64(values.count)),
        ])
      }
    }
    for (number, point) in points.prefix(Self.drawnPoints).enumerated() {
      let own = places(in: point)
      let series = own.compactMap { place -> TimeCurvePlot.Series? in
        let values = staleness[place] ?? []
        guard !values.isEmpty else { return nil }
        let steps = values.enumerated().map {
          (seconds: $1, share: Double($0 + 1) / Double(values.count))
        }
        return TimeCurvePlot.Series(name: place.policy, start: 0, steps: steps)
      }
      let left = own.reduce(0) { $0 + (withoutOpens[$1] ?? 0) }
      let caption =
        "Share of \(HTMLText.link(to: ReportGlossary.Term.replication.id, "device-replications")) whose mean "
        + "\(ReportGlossary.link(metric: "staleness_at_open_s")) is at most so long; further left is fresher. Staleness at an "
        + "open is known whole, so nothing is censored; devices without opens are left out"
        + (left > 0
          ? " (\(ReportGlossary.numbers(in: "\(left)", to: ReportGlossary.Term.replication.id)) over all policies)."
          : ".")
      section.add(
        ReportFigure(
          id: "staleness-\(number + 1)", title: titled("Staleness at opens over devices", point),
          svg: TimeCurvePlot(
            series: series, xTitle: "mean staleness at opens of a device", yTitle: "share of devices"
          ).svg, caption: caption, table: name))
    }
    addUndrawn(to: &section, table: name)
    section.tables.append(table)
    return section
  }

  /// Mechanisms whose waits are drawn, with their names in prose.
  private static let mechanisms = [
    (name: "refresh", text: "refresh tasks"), (name: "processing", text: "processing tasks"),
    (name: "push", text: "silent pushes"),
  ]

  /// How long work waits, with waits that were cut off.
  func waitSection(recording: (String) -> String?) -> ReportSection {
    var section = ReportSection("waits", "Waits")
    guard !waits.isEmpty else {
      section.add(
        absence:
          "Waits are not drawn: the study did not record them. Add `attempts` to `record` and run it again, with "
          + "another results file.", command: recording("attempts"))
      return section
    }
    let name = "waits.csv"
    var table = ReportTable(
      name,
      columns: [
        "design_point", "policy", "mechanism", "wait_s", "at_risk", "ended", "censored", "share_waiting",
      ])
    var figures: [ReportFigure] = []
    for (number, point) in points.enumerated() {
      for mechanism in Self.mechanisms {
        let series = places(in: point).compactMap { place -> TimeCurvePlot.Series? in
          guard let sketch = waits[place]?[mechanism.name], sketch.count > 0 else { return nil }
          let curve = KaplanMeier(sketch)
          for step in curve.steps {
            table.add([
              .text(place.point), .text(place.policy), .text(mechanism.name), .real(step.length),
              .integer(step.atRisk), .integer(step.ended), .integer(step.censored), .real(step.survival),
            ])
          }
          return TimeCurvePlot.Series(
            name: place.policy, start: 1, steps: curve.steps.map { ($0.length, $0.survival) },
            censored: curve.steps.filter { $0.censored > 0 }.map { ($0.length, $0.survival) })
        }
        guard !series.isEmpty, number < Self.drawnPoints else { continue }
        figures.append(
          ReportFigure(
            id: "waits-\(mechanism.name)-\(number + 1)", title: titled("Waits of \(mechanism.text)", point),
            svg: TimeCurvePlot(
              series: series, xTitle: "wait since the first window opened", yTitle: "share still waiting"
            ).svg,
            caption: "Kaplan–Meier estimate; upright ticks are "
              + "\(HTMLText.link(to: ReportGlossary.Term.censored.id, "waits that were cut off")). A point of the curve at one "
              + "half is \(ReportGlossary.link(metric: "\(mechanism.name)_delay_median_s")) of all replications together. "
              + "Lengths are exact to 0.5 %; items that were submitted during warm-up are not recorded.",
            table: name))
      }
    }
    for figure in figures { section.add(figure) }
    addUndrawn(to: &section, table: name)
    section.tables.append(table)
    return section
  }
}
