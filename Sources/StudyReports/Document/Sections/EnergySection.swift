import PlainText
import ResultsStore
import StudyMetrics

extension StudyDetails {
  /// The energy of a device-day by component, and that of background work by cause.
  func energySection(recording: (String) -> String?) -> ReportSection {
    var section = ReportSection("energy", "Energy")
    let byComponent = addComponents(to: &section)
    guard !energy.isEmpty else {
      section.add(
        absence:
          "Energy by cause is not drawn: the study did not record its ledger. Add `energy` to `record` and run it "
          + "again, with another results file.", command: recording("energy"))
      section.tables.append(byComponent)
      return section
    }
    addCauses(to: &section)
    section.tables.insert(byComponent, at: 0)
    return section
  }

  private func addComponents(to section: inout ReportSection) -> ReportTable {
    let file = "energy-by-component.csv"
    var table = ReportTable(file, columns: ["design_point", "policy", "component", "energy_j_per_day"])
    let amounts = places.map { place in
      (place, (components[place] ?? [:]).mapValues { $0 / max(days[place] ?? 0, .leastNormalMagnitude) })
    }
    let parts = Self.parts(amounts.map(\.1))
    for (place, own) in amounts {
      for part in parts {
        table.add([.text(place.point), .text(place.policy), .text(part), .real(own[part] ?? 0)])
      }
    }
    addFigures(
      amounts, parts, to: &section, id: "components", title: "Energy of a device-day by component",
      caption:
        "All that a device consumes in a day, whatever the source: \(ReportGlossary.link(metric: "energy_j_per_day")).",
      file)
    return table
  }

  private func addCauses(to section: inout ReportSection) {
    let file = "energy-by-cause.csv"
    var table = ReportTable(
      file, columns: ["design_point", "policy", "cause", "component", "energy_j_per_day", "is_background"])
    let background = Set(BackgroundCauses.names)
    var amounts: [(Place, [String: Double])] = []
    for place in places {
      var causes: [String: Double] = [:]
      let rows = (energy[place] ?? [:]).sorted {
        ($0.key.cause, $0.key.component) < ($1.key.cause, $1.key.component)
      }
      for (key, joules) in rows {
        let perDay = joules / max(days[place] ?? 0, .leastNormalMagnitude)
        table.add([
          .text(place.point), .text(place.policy), .text(key.cause), .text(key.component), .real(perDay),
          .integer(background.contains(key.cause) ? 1 : 0),
        ])
        if background.contains(key.cause) { causes[key.cause, default: 0] += perDay }
      }
      amounts.append((place, causes))
    }
    addFigures(
      amounts, Self.parts(amounts.map(\.1)), to: &section, id: "causes",
      title: "Background energy of a device-day by cause",
      caption: "Energy of background work, whatever its source: "
        + "\(ReportGlossary.link(metric: "background_energy_j_per_day")). The table has every cause, those of people's use "
        + "included.", file)
    section.tables.append(table)
  }

  /// Names of the parts, the largest first.
  private static func parts(_ amounts: [[String: Double]]) -> [String] {
    var sums: [String: Double] = [:]
    for amounts in amounts {
      for (name, amount) in amounts.sorted(by: { $0.key < $1.key }) { sums[name, default: 0] += amount }
    }
    return sums.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  private func addFigures(
    _ amounts: [(Place, [String: Double])], _ parts: [String], to section: inout ReportSection, id: String,
    title: String, caption: String, _ file: String
  ) {
    for (number, point) in points.prefix(Self.drawnPoints).enumerated() {
      let bars = amounts.filter { $0.0.point == point }.map { place, own in
        StackedBarPlot.Bar(name: place.policy, amounts: parts.map { own[$0] ?? 0 })
      }
      section.add(
        ReportFigure(
          id: "\(id)-\(number + 1)", title: points.count > 1 ? "\(title) at \(point)" : title,
          svg: StackedBarPlot(parts: parts, bars: bars, title: "J per device and day").svg, caption: caption,
          table: file))
    }
    addUndrawn(to: &section, table: file)
  }
}
