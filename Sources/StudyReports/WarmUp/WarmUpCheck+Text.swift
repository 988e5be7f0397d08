import JSON
import PlainText
import ResultsStore
import StudyMetrics

extension WarmUpCheck {
  /// For people: a table and a conclusion for each design point.
  package var page: TextPage {
    var page = TextPage("Warm-up of \(study): the days that MSER-1 leaves out of daily values from day 0 on")
    for point in points {
      page.addGap()
      page.add(point.page(isNamed: points.count > 1))
    }
    guard points.contains(where: { $0.days >= Self.leastDays }) else { return page }
    page.addGap()
    page.add(Self.explanation)
    return page
  }

  private static let explanation =
    "left out: days that MSER-1 leaves out of the daily values, ratios of the sums over all replications; \"not settled\": the "
    + "rule would leave out half of the days, the most that it may. before, after: means of the daily values before that day "
    + "and from it on. The rule also finds chance: few days left out with hardly any change need no longer warm-up. A share of "
    + "processing requests is low on the last days, since requests still wait at the end of the horizon."

  /// For programs.
  package var json: JSONValue {
    .members(["study": .string(study), "design_points": .array(points.map(\.json))])
  }
}

extension WarmUpCheck.Point {
  /// The table and the conclusion.
  func page(isNamed: Bool) -> TextPage {
    let size =
      "\(CountText.text(days, "whole day")), \(CountText.text(replications, "replication")); the study's warm-up: "
      + Self.text(days: warmUpDays)
    var page = TextPage(isNamed ? "at \(name): \(size)" : size)
    if days >= WarmUpCheck.leastDays { page.add(table(isNamed: isNamed)) }
    page.add(conclusion)
    return page
  }

  /// One row for each metric and policy.
  ///
  /// - Parameter isNamed: Whether tables of other design points stand beside it.
  private func table(isNamed: Bool) -> TextTable {
    var table = TextTable(
      [
        ("metric", .left), ("policy", .left), ("left out", .right), ("before", .right), ("after", .right),
        ("unit", .left),
      ], indentation: 2, subject: isNamed ? name : nil)
    for one in series {
      let means = one.means(around: one.leftOut ?? 0)
      table.add([
        one.metric, one.policy, one.words, Self.text(mean: means.before),
        Self.text(mean: one.leftOut == nil ? nil : means.after), one.unit == "1" ? "" : one.unit,
      ])
    }
    return table
  }

  private static func text(mean: Double?) -> String { mean.map(PolicyFrontier.mean) ?? "" }

  /// The judgment in a sentence or two.
  var conclusion: String {
    if days < WarmUpCheck.leastDays {
      return
        "too short to judge: found \(CountText.text(days, "whole day")), expected at least \(WarmUpCheck.leastDays)"
    }
    var sentences: [String] = []
    if !unsettled.isEmpty {
      let names = unsettled.prefix(3).map { "\($0.metric) under \($0.policy)" }.joined(separator: ", ")
      let more = unsettled.count > 3 ? " and \(unsettled.count - 3) more" : ""
      sentences.append("too short to judge for \(names)\(more): not settled in the first half of the days")
    }
    if let longest, let proposed {
      sentences.append(
        proposed == 0
          ? "proposed for all policies: no warm-up, no series leaves out a day"
          : "proposed for all policies: \(Self.text(days: Double(proposed))), the greatest number of days left out "
            + "(\(longest.metric) under \(longest.policy))")
      sentences.append(
        Double(proposed) <= warmUpDays
          ? "the study's warm-up of \(Self.text(days: warmUpDays)) is long enough for it"
          : "the study's warm-up of \(Self.text(days: warmUpDays)) is shorter: `warmUpDays: \(proposed)`")
    } else if unsettled.isEmpty {
      sentences.append("too short to judge: fewer than \(WarmUpCheck.leastDays) days have a value")
    }
    return sentences.joined(separator: "\n")
  }

  static func text(days: Double) -> String {
    let number = ShortestNumber.text((days * 100).rounded() / 100)
    return number == "1" ? "1 day" : "\(number) days"
  }

  var json: JSONValue {
    .members([
      "design_point": .string(name), "warm_up_days": .number(warmUpDays), "whole_days": .integer(Int64(days)),
      "replications": .integer(Int64(replications)), "verdict": .string(verdict.rawValue),
      "proposed_days": .optional(proposed), "series": .array(series.map(\.json)),
    ])
  }
}

extension DailySeries {
  /// The days that are left out, or why there are none.
  var words: String {
    switch finding {
    case .leavesOut(let days): WarmUpCheck.Point.text(days: Double(days))
    case .unsettled: "not settled"
    case .tooShort: "too short"
    }
  }

  var json: JSONValue {
    let word =
      switch finding {
      case .leavesOut: "settled"
      case .unsettled: "unsettled"
      case .tooShort: "tooShort"
      }
    return .members([
      "metric": .string(metric), "unit": .string(unit), "policy": .string(policy), "finding": .string(word),
      "days_left_out": .optional(leftOut), "days": .array(days.map { .integer(Int64($0)) }),
      "values": .array(values.map { .number($0) }),
    ])
  }
}
