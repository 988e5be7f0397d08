import Basics
import ResultsStore

package struct PopulationTable: Sendable {
  package struct Row: Sendable {
    let name, value, band, verdict, source: String
    let number: Double

    package init(
      name: String, value: String, number: Double, band: String, verdict: String, source: String
    ) {
      (self.name, self.value, self.band) = (name, value, band)
      (self.verdict, self.source, self.number) = (verdict, source, number)
    }
  }

  let policy, designPoint: String
  let devices: Int
  let rows: [Row]

  package init(policy: String, designPoint: String, devices: Int, rows: [Row]) {
    (self.policy, self.designPoint, self.devices, self.rows) = (policy, designPoint, devices, rows)
  }

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
    for row in rows { file.add([row.name, row.number, row.value, row.band, row.verdict, row.source]) }
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
