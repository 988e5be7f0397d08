import Basics
import OutputAnalysis
import ResultsStore

extension WarmUpCheck: Record {
  package var page: TextPage {
    var page = TextPage("Warm-up of \(study): days that MSER-1 omits from the daily values")
    for point in points {
      page.addGap()
      page.add(point.page(isNamed: points.count > 1))
    }
    guard points.contains(where: { $0.days >= Self.leastDays }) else { return page }
    page.addGap()
    page.add(Self.legend)
    page.add(
      "MSER-1 also reacts to chance: if it omits few days and the means hardly differ, the warm-up is long enough. The share of "
        + "completed processing is low on the last days, because requests still wait at the end of the horizon."
    )
    return page
  }

  private static let legend: Legend = [
    "left out":
      "days that MSER-1 omits from the daily values, which are ratios of sums over all replications",
    "not settled": "the rule would omit half of the days, which is its limit",
    "before, after": "means of the daily values before the end of the omitted days and after it",
  ]

  package static let record: Table<Self> = [
    "study": \.study, "design_points": { $0.points.json(Point.record) },
  ]
}

extension WarmUpCheck.Point {
  fileprivate static let record: Table<Self> = [
    "design_point": \.name, "warm_up_days": \.warmUpDays, "whole_days": \.days,
    "replications": \.replications, "verdict": \.verdict.rawValue, "proposed_days": \.proposed,
    "series": { $0.series.json(taskTable) },
  ]

  package func page(isNamed: Bool) -> TextPage {
    let size =
      "\(CountText.text(days, "whole day")), \(CountText.text(replications, "replication")); the study's warm-up: "
      + Self.text(days: warmUpDays)
    var page = TextPage(isNamed ? "at \(name): \(size)" : size)
    if days >= WarmUpCheck.leastDays { page.add(table(isNamed: isNamed)) }
    page.add(conclusion)
    return page
  }

  private func table(isNamed: Bool) -> TextTable {
    TextTable(series, Self.taskTable, indentation: 2, subject: isNamed ? name : nil)
  }

  private static let taskTable: Table<DailySeries> = [
    Column("metric", \.metric), .json("unit", \.unit), Column("policy", \.policy),
    .json("finding", \.finding), Column("left out", .right, key: "days_left_out", \.leftOut, text: \.words),
    .page("before", .right) { text(mean: $0.means(around: $0.leftOut ?? 0).before) },
    .page("after", .right) { one in text(mean: one.leftOut.flatMap { one.means(around: $0).after }) },
    .page("unit") { $0.unit == "1" ? "" : $0.unit }, .json("days", \.days), .json("values", \.values),
  ]

  private static func text(mean: Double?) -> String { mean.map(PolicyFrontier.mean) ?? "" }

  package var conclusion: String {
    if days < WarmUpCheck.leastDays {
      return
        "too short to judge: found \(CountText.text(days, "whole day")), expected at least \(WarmUpCheck.leastDays)"
    }
    var sentences: [String] = []
    if !unsettled.isEmpty {
      let names = unsettled.prefix(3).map { "\($0.metric) under \($0.policy)" }.joined(separator: ", ")
      let more = unsettled.count > 3 ? " and \(unsettled.count - 3) more" : ""
      sentences.append("too short for \(names)\(more): not settled in the first half of the days")
    }
    if let longest, let proposed {
      sentences.append(
        proposed == 0
          ? "proposed for all policies: no warm-up, because MSER-1 omits no day"
          : "proposed for all policies: \(Self.text(days: Double(proposed))), the largest number of omitted days "
            + "(\(longest.metric) under \(longest.policy))")
      sentences.append(
        Double(proposed) <= warmUpDays
          ? "the study's warm-up of \(Self.text(days: warmUpDays)) is long enough"
          : "the study's warm-up of \(Self.text(days: warmUpDays)) is shorter; set `warmUpDays: \(proposed)`")
    } else if unsettled.isEmpty {
      sentences.append("too short to judge: fewer than \(WarmUpCheck.leastDays) days have a value")
    }
    return sentences.joined(separator: "\n")
  }

  static func text(days: Double) -> String {
    let number = ShortestNumber.text((days * 100).rounded() / 100)
    return number == "1" ? "1 day" : "\(number) days"
  }

  /// The window of seven days averages over the week. A gray line is the end of the study's warm-up, a black line the proposed end.
  package func picture(title: String = "") -> String {
    let policies = series.map(\.policy).unique
    let panels = series.map(\.metric).unique.map { metric in
      let own = series.filter { $0.metric == metric }
      let lines = policies.map { policy in own.first { $0.policy == policy }?.averages ?? [] }
      let unit = own.first?.unit ?? ""
      return PanelChart.Panel(
        title: MetricCatalogue.metric(metric)?.title(in: unit) ?? metric,
        axis: PlotAxis(covering: lines.flatMap { $0.map(\.y) }), lines: lines)
    }
    let weeks = stride(from: 0, through: days, by: max(1, (days + 139) / 140) * 7)
    var uprights: [(value: Double, color: String, width: Double)] = []
    if warmUpDays > 0 { uprights.append((min(warmUpDays, Double(days)), "#9a9a9a", 3)) }
    if let proposed { uprights.append((Double(proposed), PlotColor.strong, 1.2)) }
    return PanelChart(
      title: title, panels: panels, panelHeight: 150,
      axis: PlotAxis(weeks.map { (Double($0), String($0)) }, from: 0, to: Double(max(1, days))),
      axisTitles: (
        "day; moving averages of \(2 * DailySeries.halfWidth + 1) days; gray line: end of the study's warm-up"
          + (proposed == nil ? "" : "; black line: proposed end"), ""
      ), categories: policies, uprights: uprights
    ).svg
  }
}

extension DailySeries {
  var words: String {
    leftOut.map { WarmUpCheck.Point.text(days: Double($0)) } ?? (isUnsettled ? "not settled" : "too short")
  }

  fileprivate var finding: String { isUnsettled ? "unsettled" : leftOut == nil ? "tooShort" : "settled" }

  static let halfWidth = 3

  package var averages: [PlotPoint] {
    zip(days, WelchAverage.values(of: values, halfWidth: Self.halfWidth)).map { (Double($0) + 0.5, $1) }
  }
}

extension WarmUpCheck {
  /// The page of `slumber warm-up` in the units of the report, with Welch plots.
  func chapter(units: ShownUnits) -> ReportChapter {
    let shown = WarmUpCheck(
      study: study,
      points.map { point in
        var point = point
        point.series = point.series.map { $0.shown(in: units) }
        return point
      })
    var chapter = ReportChapter("warm-up", "Warm-up", shown.page)
    let figures = shown.drawn(PointWords(points.map(\.name))).enumerated().map { number, point in
      ReportFigure(
        "warm-up-\(number + 1)",
        "Daily values from day 0 on" + (point.name.isEmpty ? "" : " under \(point.name)"),
        svg: point.picture(),
        caption:
          "Welch plot: moving averages over seven days of daily values, which are ratios of sums over all replications. "
          + "The rule MSER-1 omits initial days such that the mean of the remaining days has the smallest standard error.",
        table: "warm-up.csv")
    }
    let rows = points.flatMap { point in
      point.series.flatMap { series in
        let averages = series.averages
        return series.days.indices.map { place in
          (point: point.name, series: series, place: place, average: averages.dropFirst(place).first?.y)
        }
      }
    }
    chapter.add(
      figures,
      ReportData(
        [
          "design_point": \.point, "metric": \.series.metric, "policy": \.series.policy,
          "day": { $0.series.days[$0.place] }, "value": { "\($0.series.values[$0.place])" },
          "moving_average": { $0.average.map { "\($0)" } },
        ], rows, as: "warm-up.csv"))
    return chapter
  }

  private func drawn(_ words: PointWords) -> [Point] {
    let whole = points.filter { $0.days > DailySeries.halfWidth && !$0.series.isEmpty }
    let policies = whole.flatMap { $0.series.map(\.policy) }.unique
    func named(_ point: Point, _ name: String, _ series: [DailySeries]) -> Point {
      var point = point
      (point.name, point.series) = (name, series)
      return point
    }
    guard points.count > 1, let first = whole.first else { return whole.map { named($0, "", $0.series) } }
    return policies.map { policy in
      let series = whole.flatMap { point in
        point.series.filter { $0.policy == policy }.map { one in
          var one = one
          one.policy = words(point.name)
          return one
        }
      }
      return named(first, policies.count > 1 ? policy : "", series)
    }
  }
}
