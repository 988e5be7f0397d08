import Basics
import ResultsStore

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
