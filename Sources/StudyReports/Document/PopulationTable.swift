import Basics
import ResultsStore

/// The facts about its population that a report shows, with the bands by which they are judged.
package struct PopulationTable: Sendable {
  package struct Row: Sendable {
    package let name, value, band, verdict, source: String
    package let number: Double

    package init(
      name: String, value: String, number: Double, band: String, verdict: String, source: String
    ) {
      (self.name, self.value, self.band) = (name, value, band)
      (self.verdict, self.source, self.number) = (verdict, source, number)
    }
  }

  package let policy, designPoint: String
  package let devices: Int
  package let rows: [Row]

  /// - Parameter devices: Devices of all replications.
  package init(policy: String, designPoint: String, devices: Int, rows: [Row]) {
    (self.policy, self.designPoint, self.devices, self.rows) = (policy, designPoint, devices, rows)
  }

  /// The section of a report.
  ///
  /// - Parameters:
  ///   - population: Nil where no run is done.
  ///   - isRecorded: Whether the devices replay recordings, which are no population.
  static func section(_ population: PopulationTable?, study: String, isRecorded: Bool) -> ReportSection {
    var section = ReportSection("population", "Population check")
    guard !isRecorded else {
      section.add(
        paragraph: "The devices replay recordings and stand for no population, so that nothing is judged.")
      return section
    }
    if let population, !population.rows.isEmpty { population.add(to: &section) }
    section.add(
      absence:
        "This command measures all facts about the study's population, on 2,000 phones of its own, and judges each by a "
        + "published band (exit code 5 where one is missed):",
      command: "slumber describe \(study) --check-population")
    return section
  }

  private func add(to section: inout ReportSection) {
    section.add(
      paragraph:
        "Facts that the stored runs tell of \(CountText.text(devices, "phone")) after warm-up under \(policy) at "
        + "\(designPoint), beside published bands. Small fleets lie outside a band by chance.")
    var file = ReportTable(
      "population.csv", columns: ["fact", "value", "shown", "band", "verdict", "source"])
    for row in rows {
      file.add([
        .text(row.name), .real(row.number), .text(row.value), .text(row.band), .text(row.verdict),
        .text(row.source),
      ])
    }
    let table = TextTable(
      rows,
      [
        TextColumn("fact", \.name), TextColumn("here", .right, \.value), TextColumn("band", \.band),
        TextColumn("verdict", \.verdict), TextColumn("source of the band", \.source),
      ])
    section.body += table.html(named: "Facts about the population")
    section.tables.append(file)
  }
}
