import PlainText
import ResultsStore

extension StudyDetails {
  /// Reasons that have a color of their own; the others are one.
  private static let coloredReasons = 7
  private static let others = "others"

  /// The reasons that hold items back, by the hour of the day.
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
    let name = "held-by-hour.csv"
    var table = ReportTable(
      name, columns: ["design_point", "policy", "reason", "hour", "items_held_per_device"])
    let reasons = self.reasons
    for place in places {
      for reason in reasons {
        for hour in 0..<24 {
          table.add([
            .text(place.point), .text(place.policy), .text(reason), .integer(Int64(hour)),
            .real(mean(place, reason, hour)),
          ])
        }
      }
    }
    let colored = Array(reasons.prefix(Self.coloredReasons))
    let rest = reasons.dropFirst(Self.coloredReasons)
    for (number, point) in points.prefix(Self.drawnPoints).enumerated() {
      let panels = places(in: point).map { place in
        var amounts = colored.map { reason in (0..<24).map { mean(place, reason, $0) } }
        if !rest.isEmpty {
          amounts.append((0..<24).map { hour in rest.reduce(0) { $0 + mean(place, $1, hour) } })
        }
        return HourPlot.Panel(name: place.policy, amounts: amounts)
      }
      let title = "Reasons for waiting at each hour of the day"
      section.add(
        ReportFigure(
          id: "held-\(number + 1)", title: points.count > 1 ? "\(title) at \(point)" : title,
          svg: HourPlot(
            parts: colored + (rest.isEmpty ? [] : [Self.others]), panels: panels,
            title: "items held back per device"
          ).svg,
          caption:
            "Mean number of \(HTMLText.link(to: ReportGlossary.Term.held.id, "items held back")) after their window "
            + "has opened, by local hour after warm-up and by the reason that alone held them back, or several together.",
          table: name))
    }
    addUndrawn(to: &section, table: name)
    section.tables.append(table)
    return section
  }

  /// The items that a reason holds back at an hour of the day, on average over devices and days.
  private func mean(_ place: Place, _ reason: String, _ hour: Int) -> Double {
    guard let hours = held[place]?[reason], let days = days[place], days > 0 else { return 0 }
    return hours[hour] / days
  }

  /// The reasons, the one with the most waiting first.
  private var reasons: [String] {
    var sums: [String: Double] = [:]
    for place in places {
      for (reason, hours) in (held[place] ?? [:]).sorted(by: { $0.key < $1.key }) {
        sums[reason, default: 0] += hours.reduce(0, +)
      }
    }
    return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
