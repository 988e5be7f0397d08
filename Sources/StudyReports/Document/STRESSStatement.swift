import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore

/// A statement on a simulation study by the checklist STRESS-DES, filled from the study.
///
/// An item without data in the study states what the author has to add.
///
/// Source: Monks, Currie, Onggo, Robinson, Kunc and Taylor, "Strengthening the reporting of empirical simulation studies:
/// introducing the STRESS guidelines", Journal of Simulation 13 (2019) 55–67.
package struct STRESSStatement: Sendable {
  let study: String
  let page: TextPage

  package var markdown: String {
    var page = TextPage()
    page.add(heading: "STRESS-DES statement of the study \(study)", level: 1)
    page.add(self.page)
    return page.markdown
  }

  init(_ report: ComparisonReport, _ design: StudyDesign, _ provenance: StudyProvenance) {
    study = design.description.name
    let metrics = report.comparison.verdictMetrics.compactMap { MetricCatalogue.metric($0) }
    let tables = [
      "{metrics}": TextTable(
        metrics,
        [
          .page("metric", \.name), .page("unit", \.unit),
          .page("definition") { "\($0.description.definition) \($0.censoring)" },
        ], subject: "judged metrics"), "{policies}": design.policyTable, "{arms}": design.armTable,
      "{parameters}": TextTable(
        design.parameters.map { ($0.name, $0.value) }, titles: ("parameter", "value"), subject: "parameters"),
    ]
    var page = TextPage()
    for line in Self.text(report, design, provenance).split(separator: "\n").map(String.init) {
      if let table = tables[line] {
        page.addGap()
        page.add(table)
      } else if line == "{command}" {
        page.add(command: provenance.command)
      } else if line.hasPrefix("#") {
        page.add(heading: String(line.drop { $0 == "#" }.dropFirst()), level: line.prefix { $0 == "#" }.count)
      } else {
        page.add(line)
      }
    }
    self.page = page
  }

  /// The items, with tables in braces. A line of the checklist that does not apply to the study is empty.
  private static func text(
    _ report: ComparisonReport, _ design: StudyDesign, _ provenance: StudyProvenance
  ) -> String {
    let (counts, all) = (design.counts, ParameterCatalogue.all)
    let question = design.description.question.split(separator: "\n").joined(separator: " ")
    let (hasArms, hasFactors, isRecorded) = (
      !design.arms.isEmpty, !design.factors.isEmpty, design.trace != nil
    )
    let varied = ((hasArms ? ["Arms"] : []) + (hasFactors ? ["Levels of factors"] : [])).joined(
      separator: " and ")
    let apps = design.apps.isEmpty ? "the apps of the study" : CountText.text(design.apps.count, "app")
    let recorded = report.provenance.joined(separator: "\n")
    let factors = design.factors.map { "Factor \($0.name): \($0.levels.joined(separator: ", "))." }
    let baseline = report.comparison.rows.first.map { "Baseline: \($0.baseline)." } ?? ""
    let licence = provenance.description.licence
    let commit = provenance.description.commit
    func list(_ words: [String]) -> String { words.joined(separator: ", ") }
    let start =
      switch design.text("warmUpDays") {
      case nil: "The study does not state a warm-up, so the program's default applies."
      case "0": "There is no warm-up."
      case let days?:
        "The first \(days == "1" ? "day is" : "\(days) days are") warm-up, in which the device learns its user's habits; "
          + "metrics cover the days after it."
      }
    return """
      By the checklist for discrete-event simulation of Monks et al., Strengthening the reporting of empirical simulation studies, Journal of Simulation 13 (2019) 55–67. slumber fills the items from the study. The author completes the other items.
      ## 1. Objectives
      ### 1.1 Purpose of the model
      \(question.isEmpty ? "The author has to add the question of the study (`question:` is empty)." : "Question: \(question)")
      The model simulates when devices let apps work in the background, how much energy the work uses, and how fresh content is.
      The author has to add background and rationale.
      ### 1.2 Model outputs
      Judged metrics, after warm-up:
      {metrics}
      Errors are half-widths of \(NumberText.percent(report.comparison.plan.confidence)) % intervals over replications; differences are paired over common random numbers, and simultaneous by Bonferroni within their family. `slumber metrics` defines all other metrics.
      ### 1.3 Experimentation aims
      The study compares \(CountText.text(design.policies.count, "policy", "policies")) over \(CountText.text(design.designPoints.count, "design point")).
      \(baseline)
      {policies}
      \(factors.joined(separator: "\n"))
      \(hasFactors ? "Effects are differences from the first level of a factor. The study does not optimize." : "The study does not vary a factor and does not optimize.")
      \(hasArms ? "Effects of arms are differences from the first arm.\n{arms}" : "")
      The author has to add the reasons for these policies\(hasArms ? ", arms" : "") and levels.
      ## 2. Logic
      ### 2.1 Base model overview diagram
      A study becomes cells of design point, replication and device. Each device has a timeline of events that do not depend on the policy. All policies run on the same timeline. slumber stores the runs and compares them afterwards.
      `slumber rules --svg FILE` draws the system with the rules of each step, as the page "Concepts" shows it; the page "Models" describes each model with scope and limits.
      ### 2.2 Base model logic
      The model has a device with battery, charger, radios and CPU, its user, and apps that submit requests, receive pushes and transfer files. Hard gates of the platform veto a start. A policy chooses among the allowed starts. Budgets, rate limits and expiry limit the runs. `slumber rules` states each rule with its grade and source.
      ### 2.3 Scenario logic
      Policies differ in their decisions and in the soft gates that they obey (item 1.3); within a design point everything else is equal.
      \(varied.isEmpty ? "" : "\(varied) change only the keys that item 1.3 names.")
      \(design.hasScript ? "A script intervenes at fixed times; the effective study lists it." : "")
      `slumber policies NAME` describes idea, rule, parameters and known weakness of each policy.
      ### 2.4 Algorithms
      Events are handled in the order of time, priority and sequence. Energy and charge are integrated in closed form between events; the energy ledger is exact in whole nanojoules. Policies' decision rules are described by `slumber policies NAME`.
      ### 2.5.1 Entities
      \(CountText.text(design.devices, "device")) per run, each with a user and a selection of \(apps); work items (requests, pushes, transfers) of these apps. Devices do not influence one another.
      ### 2.5.2 Activities
      Launches and runs of background work, transfers, foreground use of apps, charging, radio tails, sleep and wake-up.
      ### 2.5.3 Resources
      The energy of the battery and the charger, the network rate, CPU time, and the budgets of launches, energy and data in the rules.
      ### 2.5.4 Queues
      Items that wait on a device: requests until the policy starts them, pushes until they are delivered or dropped. The policy chooses the order. A newer request or push may replace an older one.
      ### 2.5.5 Entry and exit points
      Items enter when an app submits them, a server sends them or a user acts. They leave when they complete, fail or expire, or when they are canceled, replaced or dropped. The end of the horizon censors them.
      ## 3. Data
      ### 3.1 Data sources
      Population: \(design.populationText).
      \(recorded.isEmpty ? "slumber generates all events." : recorded)
      Every parameter of the model has a source and a grade (A documented to D assumed): `slumber parameters`.
      \(isRecorded ? "The author has to add how the recordings were made, by whom, and with whose consent." : "")
      ### 3.2 Pre-processing
      \(isRecorded ? "Recordings are read as they are in the study's CSV file; slumber generates missing events. The author has to add any earlier processing." : "Not applicable: the study has no recorded data.")
      ### 3.3 Input parameters
      \(design.parameters.isEmpty ? "The study changes parameters of the model only through its policies and factors." : "Parameters that the study changes:\n{parameters}")
      The effective study, stored with the results and in every export, has all inputs; `slumber describe` prints them with unit, default and source.
      ### 3.4 Assumptions
      \(all.count { $0.grade == .d }) of \(all.count) parameters of this program are assumptions (grade D); `slumber parameters` names each with range and reason.
      The page "Modeling decisions" of the documentation lists interpretations of ambiguous platform behavior.
      The author has to add further assumptions of the study, for example about its apps.
      ## 4. Experimentation
      ### 4.1 Initialization
      Devices start at local midnight of day 0 in the state that the model of the population draws. \(start)
      ### 4.2 Run length
      \(design.horizon.prefix(1).uppercased() + design.horizon.dropFirst()). Runs are terminating; the unit of time is the microsecond.
      ### 4.3 Estimation approach
      \(design.replications) independent replications of \(design.devices) devices for each policy and design point, with common random numbers across policies.
      Ratios are ratios of sums over replications with jackknife intervals; waits are estimated by Kaplan and Meier, with waits that were cut off as censored.
      \(counts.missing + counts.failed > 0 ? "INCOMPLETE: \(counts.done) of \(counts.expected) runs are done, \(counts.failed) failed." : "")
      ## 5. Implementation
      ### 5.1 Software or programming language
      \(provenance.versions); commit \(commit.isEmpty ? "unknown" : commit).
      ### 5.2 Random sampling
      Counter-based random streams (Philox), one for each purpose, replication, device and app, from the seed \(provenance.description.seed); distributions of the GNU Scientific Library.
      ### 5.3 Model execution
      A single-threaded event loop for each device, with a total order of simultaneous events; devices run in parallel, and results do not depend on how.
      \(provenance.command.isEmpty ? "" : "{command}")
      ### 5.4 System specification
      Time spent on all runs together: \(TimeSpanText.text(provenance.wallSeconds)).
      \(provenance.processors.isEmpty ? "The author has to add the processor." : "Processors: \(list(provenance.processors)).")
      \(provenance.libraries.isEmpty ? "" : "C library: \(list(provenance.libraries)).")
      The author has to add operating system and memory.
      ## 6. Code access
      ### 6.1 Computer model sharing statement
      \(licence == .open ? "The author has to choose a license of the results." : "The results are licensed under \(licence.title) (\(licence.name), \(licence.path)).") An export holds all tables, their data package and the effective study.
      The author has to add where program, study and results can be had, with a persistent identifier.
      """
  }
}
