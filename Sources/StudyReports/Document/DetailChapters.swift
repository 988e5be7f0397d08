import Basics
import OutputAnalysis
import ResultsStore

/// The figures that commands do not print: staleness over devices, waits, energy, and reasons for waiting.
extension StudyDetails {
  /// - Parameter recording: The command that records a table; nil for none.
  func chapters(recording: (String) -> String?) -> [ReportChapter] {
    var chapters = [stalenessChapter, waitChapter, energyChapter, heldChapter]
    let isWithoutWaits = waits.isEmpty
    for (place, isAbsent, text, table) in [
      (1, isWithoutWaits, "Waits are", "attempts"), (2, energy.isEmpty, "Energy by cause is", "energy"),
      (3, isWithoutWaits && held.isEmpty, "Reasons for waiting are", "attempts"),
    ] where isAbsent {
      chapters[place].page.add(
        "\(text) not plotted, because the study did not record the data. Add `\(table)` to `record`, then run the study with "
          + "another results file.")
      if let command = recording(table) { chapters[place].page.add(command: command) }
    }
    return chapters
  }

  private static func data<Row: Sendable>(
    _ name: String, _ rows: [(Place, Row)], _ columns: Table<Row>
  ) -> ReportData {
    let place: Table<Place> = ["design_point": \.point, "policy": \.policy]
    return ReportData(place.of(\.0) + columns.of(\.1), rows, as: name)
  }

  private var stalenessChapter: ReportChapter {
    var chapter = ReportChapter("staleness", "Staleness over devices")
    // The last of several equal values has the whole share.
    let shares = staleness.mapValues { values in
      values.enumerated().filter { $0 + 1 == values.count || values[$0 + 1] != $1 }.map {
        (seconds: $1, share: Double($0 + 1) / Double(values.count))
      }
    }
    guard shares.values.contains(where: { !$0.isEmpty }) else {
      chapter.page.add("No device opened an app with content after warm-up, so there is no staleness.")
      return chapter
    }
    let name = "staleness-over-devices.csv"
    let drawn = figures.enumerated().map { number, figure in
      let curves = figure.places.compactMap { place in
        shares[place].flatMap { $0.isEmpty ? nil : $0 }.map {
          TimeCurve(name: self.name(place, in: figure.places), start: 0, steps: $0)
        }
      }
      let left = figure.places.reduce(0) { $0 + (withoutOpens[$1] ?? 0) }
      return ReportFigure(
        "staleness-\(number + 1)", "Staleness at opens over devices\(figure.title)",
        svg: PanelChart(curves, titles: ("mean staleness at opens of a device", "share of devices")).svg,
        caption:
          "Cumulative distribution of mean `staleness_at_open_s` per device. Curves further left are fresher. No values are "
          + "censored. Devices without opens are omitted" + (left > 0 ? " (\(left) in total)." : "."),
        table: name)
    }
    let rows = places.flatMap { place in
      (shares[place] ?? []).map { (place, (step: $0, devices: staleness[place]?.count ?? 0)) }
    }
    chapter.add(
      drawn,
      Self.data(
        name, rows,
        [
          "staleness_at_open_s": { "\($0.step.seconds)" }, "share_of_devices": { "\($0.step.share)" },
          "devices": \.devices,
        ]))
    return chapter
  }

  private static let mechanisms = [
    (name: "refresh", text: "refresh tasks"), (name: "processing", text: "processing tasks"),
    (name: "push", text: "silent pushes"),
  ]

  private var waitChapter: ReportChapter {
    var chapter = ReportChapter("waits", "Waits")
    guard !waits.isEmpty else { return chapter }
    var rows: [(Place, (mechanism: String, step: KaplanMeier.Step))] = []
    var drawn: [ReportFigure] = []
    for mechanism in Self.mechanisms {
      let steps = waits.compactMapValues { sketches in
        sketches[mechanism.name].flatMap { $0.count > 0 ? KaplanMeier($0).steps : nil }
      }
      rows += places.flatMap { place in
        (steps[place] ?? []).map { (place, (mechanism.name, $0)) }
      }
      for (number, figure) in figures.enumerated() {
        let curves = figure.places.compactMap { place in
          steps[place].map { steps in
            TimeCurve(
              name: name(place, in: figure.places), start: 1, steps: steps.map { ($0.length, $0.survival) },
              censored: steps.filter { $0.censored > 0 }.map { ($0.length, $0.survival) })
          }
        }
        guard !curves.isEmpty else { continue }
        drawn.append(
          ReportFigure(
            "waits-\(mechanism.name)-\(number + 1)", "Waits of \(mechanism.text)\(figure.title)",
            svg: PanelChart(curves, titles: ("wait since the first window opened", "share still waiting"))
              .svg,
            caption:
              "Kaplan–Meier estimate; vertical ticks are censored waits. The median is `\(mechanism.name)_delay_median_s` over "
              + "all replications. Lengths are exact to 0.5 %. Items submitted during warm-up are not recorded.",
            table: "waits.csv"))
      }
    }
    chapter.add(
      drawn,
      Self.data(
        "waits.csv", rows,
        [
          "mechanism": \.mechanism, "wait_s": { "\($0.step.length)" }, "at_risk": \.step.atRisk,
          "ended": \.step.ended, "censored": \.step.censored,
          "share_waiting": { "\($0.step.survival)" },
        ]))
    return chapter
  }

  private func perDay(_ amount: Double, _ place: Place) -> Double {
    amount / max(days[place] ?? 0, .leastNormalMagnitude)
  }

  private var energyChapter: ReportChapter {
    var chapter = ReportChapter("energy", "Energy")
    let whole = places.map { place in (components[place] ?? [:]).mapValues { perDay($0, place) } }
    let names = Self.largest(whole)
    let rows = zip(places, whole).flatMap { place, own in
      names.map { (place, (component: $0, joules: own[$0] ?? 0)) }
    }
    chapter.add(
      [
        bars(
          "components", "Energy of a device-day by component", whole, names,
          "All energy that a device consumes per day, from battery and charger: `energy_j_per_day`.",
          PlotColor.category, table: "energy-by-component.csv")
      ],
      Self.data(
        "energy-by-component.csv", rows,
        ["component": \.component, "energy_j_per_day": { "\($0.joules)" }]))
    guard !energy.isEmpty else { return chapter }
    let background = Set(BackgroundCauses.names)
    let billed = places.flatMap { place in
      (energy[place] ?? [:]).map { (place, (key: $0, joules: perDay($1, place))) }
        .sorted { ($0.1.key.cause, $0.1.key.component) < ($1.1.key.cause, $1.1.key.component) }
    }
    var causes: [Place: [String: Double]] = [:]
    for (place, entry) in billed where background.contains(entry.key.cause) {
      causes[place, default: [:]][entry.key.cause, default: 0] += entry.joules
    }
    let amounts = places.map { causes[$0] ?? [:] }
    chapter.add(
      [
        bars(
          "causes", "Background energy of a device-day by cause", amounts, Self.largest(amounts),
          "Energy of background work, from battery and charger: `background_energy_j_per_day`. The table also has the causes of "
            + "foreground use.", PlotColor.cause, table: "energy-by-cause.csv")
      ],
      Self.data(
        "energy-by-cause.csv", billed,
        [
          "cause": \.key.cause, "component": \.key.component, "energy_j_per_day": { "\($0.joules)" },
          "is_background": { background.contains($0.key.cause) },
        ]))
    return chapter
  }

  /// Names of positive amounts, the largest sum first.
  private static func largest(_ amounts: [[String: Double]]) -> [String] {
    var sums: [String: Double] = [:]
    for own in amounts {
      for (name, amount) in own.sorted(by: { $0.key < $1.key }) { sums[name, default: 0] += amount }
    }
    return sums.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  private func bars(
    _ id: String, _ title: String, _ amounts: [[String: Double]], _ parts: [String], _ caption: String,
    _ color: (Int) -> String, table: String
  ) -> ReportFigure {
    let bars = zip(places, amounts).map { place, own in
      (name: name(place, in: places), amounts: parts.map { own[$0] ?? 0 })
    }
    let chart = RowChart(parts: parts, bars: bars, axisTitle: "J per device and day", color: color)
    return ReportFigure("\(id)-1", title, svg: chart.svg, caption: caption, table: table)
  }

  /// The number of reasons with a separate color; further reasons share one color.
  private static let coloredReasons = 7

  private var heldChapter: ReportChapter {
    var chapter = ReportChapter("held", "Reasons for waiting, by hour")
    guard !held.isEmpty else {
      if !waits.isEmpty { chapter.page.add("No item waited after its first window opened.") }
      return chapter
    }
    let reasons = Self.largest(places.map { place in (held[place] ?? [:]).mapValues { $0.reduce(0, +) } })
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
    let figure = ReportFigure(
      "held-1", "Reasons for waiting at each hour of the day", svg: chart.svg,
      caption:
        "Mean number of items that wait after their window opened, by local hour after warm-up. The color shows the reason for the "
        + "wait, or several reasons together.", table: "held-by-hour.csv")
    let rows = places.flatMap { place in
      reasons.flatMap { reason in
        (0..<24).map { (place, (reason: reason, hour: $0, items: mean(place, reason, $0))) }
      }
    }
    chapter.add(
      [figure],
      Self.data(
        "held-by-hour.csv", rows,
        ["reason": \.reason, "hour": \.hour, "items_held_per_device": { "\($0.items)" }]))
    return chapter
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
