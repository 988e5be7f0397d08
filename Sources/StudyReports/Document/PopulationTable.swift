import Basics

package struct PopulationTable: Sendable {
  package struct Row: Sendable {
    package let name, value, band, verdict, source: String

    package init(name: String, value: String, band: String, verdict: String, source: String) {
      (self.name, self.value, self.band, self.verdict, self.source) = (name, value, band, verdict, source)
    }
  }

  package let policy, designPoint: String
  package let devices: Int
  package let rows: [Row]

  package init(policy: String, designPoint: String, devices: Int, rows: [Row]) {
    (self.policy, self.designPoint, self.devices, self.rows) = (policy, designPoint, devices, rows)
  }

  /// A sentence with the facts outside their bands; nil if all facts are inside.
  var outside: String? {
    let facts = rows.filter { $0.verdict == "outside" }.map { "\($0.name) \($0.value) (band \($0.band))" }
    guard !facts.isEmpty else { return nil }
    return
      "The simulated devices are outside published bands, by chance or by the model: \(facts.joined(separator: "; "))."
  }

  static func chapter(_ population: PopulationTable?, study: String, isRecorded: Bool) -> ReportChapter {
    var chapter = ReportChapter("population", "Population check")
    guard !isRecorded else {
      chapter.page.add(
        "The devices replay recordings, which do not represent a population, so their facts have no verdict.")
      return chapter
    }
    if let population, !population.rows.isEmpty {
      chapter.page.add(population.page)
      chapter.data.append(ReportData("population.csv", population.page))
    }
    chapter.page.add(
      "\nThe following command measures all facts about the study's population with 2,000 separate devices. It compares each "
        + "fact with a published band, and ends with exit code 5 if a fact is outside:")
    chapter.page.add(command: "slumber describe \(study) --check-population")
    return chapter
  }

  private var page: TextPage {
    var page = TextPage(
      "The stored runs show these facts about \(CountText.text(devices, "device")) after warm-up under \(policy)"
        + (designPoint == "base" ? "" : " at \(designPoint)")
        + ", with published bands. A small number of devices can be outside a band by chance.")
    page.add(
      TextTable(
        rows,
        [
          .page("fact", \.name), .page("here", .right, \.value), .page("band", \.band),
          .page("verdict", \.verdict), .page("source of the band", \.source),
        ]))
    return page
  }
}
