import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

/// A statement on a simulation study by the checklist STRESS-DES, filled from the study.
///
/// An item that a study cannot know says what its author has to add; nothing is made up.
///
/// Source: Monks, Currie, Onggo, Robinson, Kunc and Taylor, "Strengthening the reporting of empirical simulation studies:
/// introducing the STRESS guidelines", Journal of Simulation 13 (2019) 55–67.
package struct STRESSStatement: Sendable {
  typealias Item = (number: String, title: String, page: TextPage)

  let study: String
  let sections: [(title: String, items: [Item])]

  init(_ report: ComparisonReport, _ design: StudyDesign, _ provenance: StudyProvenance) {
    study = design.description.name
    sections = [
      ("Objectives", Self.objectives(report, design)), ("Logic", Self.logic(design)),
      ("Data", Self.data(report, design)), ("Experimentation", Self.experimentation(design)),
      ("Implementation", Self.implementation(provenance)),
      ("Code access", [("6.1", "Computer model sharing statement", Self.sharing(provenance))]),
    ]
  }

  package var markdown: String {
    var text = "# \(TextPage("STRESS-DES statement of the study \(study)").markdown)\n"
    text += TextPage(Self.introduction).markdown
    for (number, section) in sections.enumerated() {
      text += "\n## \(number + 1). \(section.title)\n"
      for item in section.items { text += "\n### \(item.number) \(item.title)\n\n\(item.page.markdown)" }
    }
    return text
  }

  var section: ReportSection {
    var section = ReportSection("stress", "STRESS-DES statement")
    section.add(paragraph: Self.introduction)
    for (number, part) in sections.enumerated() {
      section.add(heading: "\(number + 1). \(part.title)")
      for item in part.items {
        section.body += "<h4>\(HTMLText.escaped("\(item.number) \(item.title)"))</h4>\n\(item.page.html())"
      }
    }
    return section
  }

  private static let introduction =
    "By the checklist for discrete-event simulation of Monks et al., Strengthening the reporting of empirical simulation "
    + "studies, Journal of Simulation 13 (2019) 55–67. Items are filled from the study; what a study cannot know is left to "
    + "its author and says so."

  private static func author(_ text: String) -> String { "The author has to add \(text)." }

  private static func page(_ lines: String?...) -> TextPage {
    lines.compactMap(\.self).reduce(into: TextPage()) { $0.add($1) }
  }

  private static func page(_ before: TextPage, _ table: TextTable, _ after: TextPage) -> TextPage {
    var page = before
    page.addGap()
    page.add(table)
    page.addGap()
    page.add(after)
    return page
  }

  private static func objectives(_ report: ComparisonReport, _ design: StudyDesign) -> [Item] {
    let question = design.description.question
    let purpose = page(
      question.isEmpty ? author("the question of the study (`question:` is empty)") : "Question: \(question)",
      "The model simulates when phones let apps work in the background, what that costs in energy and how fresh content is.",
      author("background and rationale"))
    let metrics = report.comparison.verdictMetrics.compactMap { MetricCatalogue.metric($0) }
    let outputs = page(
      "Judged metrics, after warm-up:",
      TextTable(
        metrics,
        [
          .page("metric", \.name), .page("unit", \.unit),
          .page("definition") { "\($0.definition) \($0.censoring)" },
        ]),
      page(
        "Errors are half-widths of \(NumberText.percent(report.comparison.plan.confidence)) % intervals over replications; "
          + "differences are paired over common random numbers, and simultaneous by Bonferroni within their family. "
          + "`slumber metrics` defines all other metrics."))
    var aims = TextPage()
    for factor in design.factors {
      aims.add("Factor \(factor.name): \(factor.levels.joined(separator: ", ")).")
    }
    aims.add(
      design.factors.isEmpty
        ? "No factor is varied, and nothing is optimized."
        : "Effects are differences from the first level of a factor. Nothing is optimized.")
    if !design.arms.isEmpty {
      aims.add("Effects of arms are differences from the first arm.")
      aims.addGap()
      aims.add(design.armTable)
      aims.addGap()
    }
    aims.add(author("the reasons for these policies\(design.arms.isEmpty ? "" : ", arms") and levels"))
    let compared = page(
      "The study compares \(CountText.text(design.policies.count, "policy", "policies")) over "
        + "\(CountText.text(design.designPoints.count, "design point")).",
      report.comparison.rows.first.map { "Baseline: \($0.baseline)." })
    return [
      ("1.1", "Purpose of the model", purpose), ("1.2", "Model outputs", outputs),
      ("1.3", "Experimentation aims", page(compared, design.policyTable, aims)),
    ]
  }

  private static func logic(_ design: StudyDesign) -> [Item] {
    let varied = (design.arms.isEmpty ? [] : ["Arms"]) + (design.factors.isEmpty ? [] : ["Levels of factors"])
    let scenario = page(
      "Policies differ in their decisions and in the soft gates that they obey (item 1.3); within a design point everything else is equal.",
      varied.isEmpty ? nil : "\(varied.joined(separator: " and ")) change only the keys that item 1.3 names.",
      design.hasScript ? "A script intervenes at stated times; it stands in the effective study." : nil,
      "`slumber policies NAME` describes idea, rule, parameters and known weakness of each policy.")
    let apps = design.apps.isEmpty ? "the apps of the study" : CountText.text(design.apps.count, "app")
    let entities = page(
      "\(CountText.text(design.devices, "device")) of a run, each with a user and with those of \(apps) "
        + "that it has; work items (requests, pushes, transfers) of these apps. Devices do not influence one another."
    )
    let own: [Item] = [("2.3", "Scenario logic", scenario), ("2.5.1", "Entities", entities)]
    return (own + modelItems).sorted { $0.number < $1.number }
  }

  private static let modelItems = """
    2.1 | Base model overview diagram | A study becomes cells of design point, replication and device. Each device has a timeline of what happens to it whatever the policy does; every policy runs on the same timeline; runs are stored, and compared afterwards. | `slumber rules --svg FILE` draws the system with the rules of each step, as the page "Architecture" shows it; the page "Models" describes each model with scope and limits.
    2.2 | Base model logic | A phone with battery, charger, radios and processor, its user, and apps that submit requests, receive pushes and move files. Hard gates of the platform veto a start; a policy chooses among what they allow; budgets, rate limits and expiry bound what runs. `slumber rules` states each rule with its grade and source.
    2.4 | Algorithms | Events are handled in the order of time, priority and sequence. Energy and charge are integrated in closed form between events; the energy ledger is exact in whole nanojoules. Policies' decision rules are described by `slumber policies NAME`.
    2.5.2 | Activities | Launches and runs of background work, transfers, use of apps in front, charging, radio tails, sleep and wake-up.
    2.5.3 | Resources | The energy of the cell and of the charger, the rate of the network, processor time, and the budgets of launches, energy and data that the rules grant.
    2.5.4 | Queues | Items that wait on a device: requests until the policy starts them, pushes until they are delivered or dropped. The order is the policy's; a newer request or push may replace an older one by the rules.
    2.5.5 | Entry and exit points | Items enter when an app submits them, a server sends them or a user acts; they leave when they complete, fail, expire, or are cancelled, replaced or dropped, and are censored at the end of the horizon.
    """.split(separator: "\n").map { line -> Item in
      let cells = line.split(separator: " | ").map(String.init)
      return (cells[0], cells[1], TextPage(cells[2...].joined(separator: "\n")))
    }

  private static func data(_ report: ComparisonReport, _ design: StudyDesign) -> [Item] {
    let sources = page(
      "Population: \(design.populationText).",
      report.provenance.isEmpty
        ? "All events are generated; none is recorded." : report.provenance.joined(separator: "\n"),
      "Every parameter of the model has a source and a grade (A documented to D assumed): `slumber parameters`.",
      design.trace.map { _ in author("how the recordings were made, by whom, and with whose consent") })
    let processing =
      design.trace == nil
      ? "None: no recorded data enters."
      : "Recordings are read as they are in the study's CSV file; what they lack is generated. \(author("any processing before"))"
    let effective =
      "The effective study, stored with the results and in every export, has all inputs; `slumber describe` prints them with "
      + "unit, default and source."
    let table = TextTable(design.parameters.map { ($0.name, $0.value) }, titles: ("parameter", "value"))
    let inputs =
      design.parameters.isEmpty
      ? page(
        "The study changes no parameter of the model, but for what its policies and factors state.", effective
      )
      : page("Parameters that the study changes:", table, page(effective))
    let all = ParameterCatalogue.all
    let assumptions = page(
      "\(all.count { $0.grade == .d }) of \(all.count) parameters of this program are assumptions (grade D); `slumber parameters` "
        + "names each with range and reason.",
      "Readings of an ambiguous platform stand on the page \"Deviations\" of the documentation.",
      author("assumptions of the study's own, on its apps for example"))
    return [
      ("3.1", "Data sources", sources), ("3.2", "Pre-processing", page(processing)),
      ("3.3", "Input parameters", inputs), ("3.4", "Assumptions", assumptions),
    ]
  }

  private static func experimentation(_ design: StudyDesign) -> [Item] {
    let start =
      "Devices start at local midnight of day 0 in the state that the model of the population draws."
    let learning = "warm-up, in which the phone learns its user's habits; metrics cover the days after it."
    let initial =
      switch design.text("warmUpDays") {
      case nil: "\(start) The study states no warm-up of its own; the program's default applies."
      case "0": "\(start) There is no warm-up."
      case "1": "\(start) The first day is \(learning)"
      case let days?: "\(start) The first \(days) days are \(learning)"
      }
    let horizon = design.horizon.prefix(1).uppercased() + design.horizon.dropFirst()
    let counts = design.counts
    let estimation = page(
      "\(design.replications) independent replications of \(design.devices) devices for each policy and design point, with common "
        + "random numbers across policies.",
      "Ratios are ratios of sums over replications with jackknife intervals; waits are estimated by Kaplan and Meier, with "
        + "waits that were cut off as censored.",
      counts.missing + counts.failed > 0
        ? "INCOMPLETE: \(counts.done) of \(counts.expected) runs are done, \(counts.failed) failed." : nil)
    return [
      ("4.1", "Initialization", page(initial)),
      ("4.2", "Run length", page("\(horizon). Runs are terminating; the unit of time is the microsecond.")),
      ("4.3", "Estimation approach", estimation),
    ]
  }

  private static func implementation(_ provenance: StudyProvenance) -> [Item] {
    let description = provenance.description
    var execution: TextPage = """
      A single-threaded event loop for each device, with a total order of simultaneous events; devices run in parallel, and \
      results do not depend on how.
      """
    if !provenance.command.isEmpty {
      execution.addGap()
      execution.add(command: provenance.command)
    }
    let system = page(
      "Time spent on all runs together: \(TimeSpanText.text(provenance.wallSeconds)).",
      provenance.processors.isEmpty
        ? author("the processor") : "Processors: \(provenance.processors.joined(separator: ", ")).",
      provenance.libraries.isEmpty ? nil : "C library: \(provenance.libraries.joined(separator: ", ")).",
      author("operating system and memory"))
    return [
      (
        "5.1", "Software or programming language",
        page("\(provenance.versions); commit \(description.commit.isEmpty ? "unknown" : description.commit).")
      ),
      (
        "5.2", "Random sampling",
        page(
          "Counter-based random streams (Philox), one for each purpose, replication, device and app, from the seed "
            + "\(description.seed); distributions of the GNU Scientific Library.")
      ), ("5.3", "Model execution", execution), ("5.4", "System specification", system),
    ]
  }

  private static func sharing(_ provenance: StudyProvenance) -> TextPage {
    let licence = provenance.description.licence
    return page(
      "The results are licensed under \(licence.title) (\(licence.name), \(licence.path)). An "
        + "export holds all tables, their data package and the effective study.",
      author("where program, study and results can be had, with a persistent identifier"))
  }
}
