import Basics
import OutputAnalysis
import ResultsStore

extension StudyDetails {
  var stalenessSection: ReportSection {
    var section = ReportSection("staleness", "Staleness over devices")
    var table = ReportTable(
      "staleness-over-devices.csv",
      columns: ["design_point", "policy", "staleness_at_open_s", "share_of_devices", "devices"])
    guard places.contains(where: { staleness[$0]?.isEmpty == false }) else {
      section.add(absence: "No device opened an app with content after warm-up, so there is no staleness.")
      return section
    }
    for place in places {
      let values = staleness[place] ?? []
      for (rank, value) in values.enumerated() {
        // Of equal values the last one says all.
        if rank + 1 < values.count, values[rank + 1] == value { continue }
        table.add([place.point, place.policy, value, Double(rank + 1) / Double(values.count), values.count])
      }
    }
    for (number, figure) in figures.enumerated() {
      let curves = figure.places.compactMap { place -> TimeCurve? in
        guard let values = staleness[place], !values.isEmpty else { return nil }
        return TimeCurve(
          name: name(place, in: figure.places), start: 0,
          steps: values.enumerated().map { ($1, Double($0 + 1) / Double(values.count)) })
      }
      let left = figure.places.reduce(0) { $0 + (withoutOpens[$1] ?? 0) }
      section.add(
        figure: "staleness-\(number + 1)", "Staleness at opens over devices\(figure.title)",
        svg: PanelChart(curves, titles: ("mean staleness at opens of a device", "share of devices")).svg,
        caption:
          "Share of \(ReportGlossary.Term.replication.link("device-replications")) whose mean "
          + "\(ReportGlossary.link(metric: "staleness_at_open_s")) is at most so long; further left is fresher. Staleness at "
          + "an open is known whole, so nothing is censored; devices without opens are left out"
          + (left > 0
            ? " (\(ReportGlossary.numbers(in: "\(left)", to: ReportGlossary.Term.replication.id)) in all)."
            : "."),
        table: table.name)
    }
    section.tables.append(table)
    return section
  }

  private static let mechanisms = [
    (name: "refresh", text: "refresh tasks"), (name: "processing", text: "processing tasks"),
    (name: "push", text: "silent pushes"),
  ]

  func waitSection(recording: (String) -> String?) -> ReportSection {
    var section = ReportSection("waits", "Waits")
    guard !waits.isEmpty else {
      section.add(
        absence:
          "Waits are not drawn: the study did not record them. Add `attempts` to `record` and run it again, with "
          + "another results file.", command: recording("attempts"))
      return section
    }
    var table = ReportTable(
      "waits.csv",
      columns: [
        "design_point", "policy", "mechanism", "wait_s", "at_risk", "ended", "censored", "share_waiting",
      ])
    for mechanism in Self.mechanisms {
      let curves = places.compactMap { place -> (place: Place, steps: [KaplanMeier.Step])? in
        guard let sketch = waits[place]?[mechanism.name], sketch.count > 0 else { return nil }
        return (place, KaplanMeier(sketch).steps)
      }
      for (place, steps) in curves {
        for step in steps {
          table.add([
            place.point, place.policy, mechanism.name, step.length, step.atRisk, step.ended, step.censored,
            step.survival,
          ])
        }
      }
      for (number, figure) in figures.enumerated() {
        let own = curves.filter { figure.places.contains($0.place) }.map { place, steps in
          TimeCurve(
            name: name(place, in: figure.places), start: 1, steps: steps.map { ($0.length, $0.survival) },
            censored: steps.filter { $0.censored > 0 }.map { ($0.length, $0.survival) })
        }
        guard !own.isEmpty else { continue }
        section.add(
          figure: "waits-\(mechanism.name)-\(number + 1)", "Waits of \(mechanism.text)\(figure.title)",
          svg: PanelChart(own, titles: ("wait since the first window opened", "share still waiting")).svg,
          caption: "Kaplan–Meier estimate; upright ticks are "
            + "\(ReportGlossary.Term.censored.link("waits that were cut off")). A point of the curve at one "
            + "half is \(ReportGlossary.link(metric: "\(mechanism.name)_delay_median_s")) of all replications together. "
            + "Lengths are exact to 0.5 %; items that were submitted during warm-up are not recorded.",
          table: table.name)
      }
    }
    section.tables.append(table)
    return section
  }

  func energySection(recording: (String) -> String?) -> ReportSection {
    var section = ReportSection("energy", "Energy")
    addComponents(to: &section)
    guard !energy.isEmpty else {
      section.add(
        absence:
          "Energy by cause is not drawn: the study did not record its ledger. Add `energy` to `record` and run it "
          + "again, with another results file.", command: recording("energy"))
      return section
    }
    var table = ReportTable(
      "energy-by-cause.csv",
      columns: ["design_point", "policy", "cause", "component", "energy_j_per_day", "is_background"])
    let background = Set(BackgroundCauses.names)
    var amounts: [Place: [String: Double]] = [:]
    for place in places {
      let rows = (energy[place] ?? [:]).sorted {
        ($0.key.cause, $0.key.component) < ($1.key.cause, $1.key.component)
      }
      for (key, joules) in rows {
        let isBackground = background.contains(key.cause)
        table.add([place.point, place.policy, key.cause, key.component, perDay(joules, place), isBackground])
        if isBackground { amounts[place, default: [:]][key.cause, default: 0] += perDay(joules, place) }
      }
    }
    addBars(
      amounts, sums(amounts).filter { $0.amount > 0 }.map(\.name), to: &section, "causes",
      "Background energy of a device-day by cause",
      "Energy of background work, whatever its source: "
        + "\(ReportGlossary.link(metric: "background_energy_j_per_day")). The table has every cause, those of people's use "
        + "included.", table)
    return section
  }

  private func perDay(_ amount: Double, _ place: Place) -> Double {
    amount / max(days[place] ?? 0, .leastNormalMagnitude)
  }

  private func addComponents(to section: inout ReportSection) {
    var amounts: [Place: [String: Double]] = [:]
    for place in places { amounts[place] = (components[place] ?? [:]).mapValues { perDay($0, place) } }
    let parts = sums(amounts).filter { $0.amount > 0 }.map(\.name)
    let table = ReportTable(
      "energy-by-component.csv", columns: ["design_point", "policy", "component", "energy_j_per_day"],
      rows: places.flatMap { place in
        parts.map { [place.point, place.policy, $0, amounts[place]?[$0] ?? 0] }
      })
    addBars(
      amounts, parts, to: &section, "components", "Energy of a device-day by component",
      "All that a device consumes in a day, whatever the source: \(ReportGlossary.link(metric: "energy_j_per_day")).",
      table)
  }

  private func sums(_ amounts: [Place: [String: Double]]) -> [(name: String, amount: Double)] {
    var sums: [String: Double] = [:]
    for place in places {
      for (name, amount) in (amounts[place] ?? [:]).sorted(by: { $0.key < $1.key }) {
        sums[name, default: 0] += amount
      }
    }
    return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  private func addBars(
    _ amounts: [Place: [String: Double]], _ parts: [String], to section: inout ReportSection, _ id: String,
    _ title: String, _ caption: String, _ table: ReportTable
  ) {
    let bars = places.map { place in
      (name: name(place, in: places), amounts: parts.map { amounts[place]?[$0] ?? 0 })
    }
    let chart = RowChart(
      parts: parts, bars: bars, axisTitle: "J per device and day",
      color: id == "causes" ? PlotColor.cause : PlotColor.category)
    section.add(figure: "\(id)-1", title, svg: chart.svg, caption: caption, table: table.name)
    section.tables.append(table)
  }

  /// Reasons that have a color of their own; the others are one.
  private static let coloredReasons = 7

  func heldSection(recording: (String) -> String?) -> ReportSection {
    var section = ReportSection("held", "Reasons for waiting, by hour")
    guard !waits.isEmpty || !held.isEmpty else {
      section.add(
        absence:
          "Reasons for waiting are not drawn: the study did not record its items. Add `attempts` to `record` and run "
          + "it again, with another results file.", command: recording("attempts"))
      return section
    }
    guard !held.isEmpty else {
      section.add(paragraph: "No item was held back after its first window had opened.")
      return section
    }
    let reasons = sums(held.mapValues { $0.mapValues { $0.reduce(0, +) } }).map(\.name)
    let table = ReportTable(
      "held-by-hour.csv", columns: ["design_point", "policy", "reason", "hour", "items_held_per_device"],
      rows: places.flatMap { place in
        reasons.flatMap { reason in
          (0..<24).map { [place.point, place.policy, reason, $0, mean(place, reason, $0)] }
        }
      })
    let colored = reasons.prefix(Self.coloredReasons)
    let rest = reasons.dropFirst(Self.coloredReasons)
    let groups = colored.map { [$0] } + (rest.isEmpty ? [] : [Array(rest)])
    let amounts = places.map { place in
      groups.map { reasons in (0..<24).map { hour in reasons.reduce(0) { $0 + mean(place, $1, hour) } } }
    }
    let sums = amounts.flatMap { own in (0..<24).map { hour in own.reduce(0) { $0 + $1[hour] } } }
    let chart = PanelChart(
      panels: zip(places, amounts).map {
        .init(title: name($0, in: places), axis: PlotAxis(covering: [0] + sums), columns: $1)
      }, columns: 2, panelHeight: 100,
      axis: PlotAxis([0, 6, 12, 18, 24].map { ($0, "\(Int($0)) h") }, from: 0, to: 24),
      axisTitles: ("", "items held back per device"), categories: colored + (rest.isEmpty ? [] : ["others"]))
    section.add(
      figure: "held-1", "Reasons for waiting at each hour of the day", svg: chart.svg,
      caption: "Mean number of \(ReportGlossary.Term.held.link("items held back")) after their window "
        + "has opened, by local hour after warm-up and by the reason that alone held them back, or several together.",
      table: table.name)
    section.tables.append(table)
    return section
  }

  /// Items that are held back, on average over devices and days.
  private func mean(_ place: Place, _ reason: String, _ hour: Int) -> Double {
    guard let hours = held[place]?[reason], let days = days[place], days > 0 else { return 0 }
    return hours[hour] / days
  }
}

extension RowChart {
  package init(
    parts: [String], bars: [(name: String, amounts: [Double])], axisTitle: String,
    color: (Int) -> String = PlotColor.category
  ) {
    self.init(
      rows: bars.map { bar in
        var (row, sum) = (Row(name: bar.name), 0.0)
        for (place, amount) in bar.amounts.enumerated() where amount > 0 {
          row.bars.append((sum, sum + amount, color(place), 16))
          sum += amount
        }
        row.note = NumberText.fixed(sum, decimals: NumberText.decimals(of: sum, significant: 3))
        return row
      }, axisTitle: axisTitle, legend: parts.enumerated().map { (.area(color($0)), $1) })
  }
}
