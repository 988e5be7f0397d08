import OutputAnalysis
import PlainText
import ResultsStore

extension WarmUpCheck {
  static let tableName = "warm-up.csv"

  /// The check of the warm-up in a report.
  var section: ReportSection {
    var section = ReportSection("warm-up", "Warm-up")
    var table = ReportTable(
      Self.tableName, columns: ["design_point", "metric", "policy", "day", "value", "moving_average"])
    for point in points {
      for one in point.series {
        let averages = WelchAverage(one.values, halfWidth: WelchPlot.halfWidth).values
        for (place, day) in one.days.enumerated() {
          table.add([
            .text(point.name), .text(one.metric), .text(one.policy), .integer(Int64(day)),
            .real(one.values[place]), .optional(place < averages.count ? averages[place] : nil),
          ])
        }
      }
    }
    for (number, point) in points.prefix(StudyDetails.drawnPoints).enumerated() {
      if points.count > 1 { section.add(heading: "At \(point.name)") }
      for sentence in point.conclusion.split(separator: "\n") {
        section.add(paragraph: sentence.prefix(1).uppercased() + sentence.dropFirst() + ".")
      }
      guard point.days > WelchPlot.halfWidth, !point.series.isEmpty else { continue }
      let title = "Daily values from day 0 on"
      section.add(
        ReportFigure(
          id: "warm-up-\(number + 1)", title: points.count > 1 ? "\(title) at \(point.name)" : title,
          svg: WelchPlot(point).svg,
          caption:
            "Welch plot: moving averages over seven days of daily values, which are ratios of sums over all "
            + "\(HTMLText.link(to: ReportGlossary.Term.replication.id, "replications")). The rule MSER-1 leaves out the days "
            + "at the start without which the mean of the rest has the smallest standard error.",
          table: Self.tableName))
    }
    if points.count > StudyDetails.drawnPoints {
      section.add(
        paragraph:
          "\(points.count - StudyDetails.drawnPoints) more of \(points.count) design points stand in `\(Self.tableName)`."
      )
    }
    section.tables.append(table)
    return section
  }
}
