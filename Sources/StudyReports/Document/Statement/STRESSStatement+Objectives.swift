import OutputAnalysis
import PlainText
import ResultsStore
import StudyMetrics

/// The study that a statement is filled from.
struct STRESSSource {
  let report: ComparisonReport
  let design: StudyDesign
  let provenance: StudyProvenance
}

extension STRESSStatement {
  init(_ source: STRESSSource) {
    study = source.design.description.name
    sections = [
      Self.objectives(source), Self.logic(source), Self.data(source), Self.experimentation(source),
      Self.implementation(source), Self.access(source),
    ]
  }

  private static func objectives(_ source: STRESSSource) -> Section {
    let design = source.design
    var purpose = TextPage(
      design.description.question.isEmpty
        ? author("the question of the study (`question:` is empty)")
        : "Question: \(design.description.question)")
    purpose.add(
      "The model simulates when phones let apps work in the background, what that costs in energy and how fresh content is."
    )
    purpose.add(author("background and rationale"))

    var outputs = TextPage("Judged metrics, after warm-up:")
    outputs.addGap()
    var table = TextTable([("metric", .left), ("unit", .left), ("definition", .left)])
    for name in source.report.comparison.verdictMetrics {
      guard let metric = MetricCatalogue.metric(name) else { continue }
      table.add([name, metric.unit, "\(metric.definition) \(metric.censoring)"])
    }
    outputs.add(table)
    outputs.addGap()
    let percent = NumberText.percent(source.report.comparison.plan.confidence)
    outputs.add(
      "Errors are half-widths of \(percent) % intervals over replications; differences are paired over common random numbers, "
        + "and simultaneous by Bonferroni within their family. `slumber metrics` defines all other metrics.")

    var aims = TextPage(
      "The study compares \(CountText.text(design.policies.count, "policy", "policies")) over "
        + "\(CountText.text(design.designPoints.count, "design point")).")
    if let baseline = source.report.comparison.rows.first?.baseline { aims.add("Baseline: \(baseline).") }
    aims.addGap()
    aims.add(design.policyTable)
    aims.addGap()
    if design.factors.isEmpty {
      aims.add("No factor is varied, and nothing is optimized.")
    } else {
      for factor in design.factors {
        aims.add("Factor \(factor.name): \(factor.levels.joined(separator: ", ")).")
      }
      aims.add("Effects are differences from the first level of a factor. Nothing is optimized.")
    }
    aims.add(author("the reasons for these policies and levels"))
    return Section(
      title: "Objectives",
      items: [
        Item("1.1", "Purpose of the model", purpose), Item("1.2", "Model outputs", outputs),
        Item("1.3", "Experimentation aims", aims),
      ])
  }

  private static func logic(_ source: STRESSSource) -> Section {
    let design = source.design
    let overview: TextPage = """
      A study becomes cells of design point, replication and device. Each device has a timeline of what happens to it whatever \
      the policy does; every policy runs on the same timeline; runs are stored, and compared afterwards.
      The page "Architecture" of the documentation draws this flow, the page "Models" describes each model with scope and limits.
      """
    let base: TextPage = """
      A phone with battery, charger, radios and processor, its user, and apps that submit requests, receive pushes and move \
      files. Hard gates of the platform veto a start; a policy chooses among what they allow; budgets, rate limits and expiry \
      bound what runs. `slumber rules` states each rule with its grade and source.
      """
    var scenario = TextPage(
      "Policies differ in their decisions and in the soft gates that they obey (item 1.3); everything else is equal for all."
    )
    if !design.factors.isEmpty {
      scenario.add("Levels of factors change the keys that item 1.3 names, and nothing else.")
    }
    if design.hasScript {
      scenario.add("A script intervenes at stated times; it stands in the effective study.")
    }
    scenario.add(
      "`slumber policies NAME` describes idea, rule, parameters and known weakness of each policy.")
    let algorithms: TextPage = """
      Events are handled in the order of time, priority and sequence. Energy and charge are integrated in closed form between \
      events; the energy ledger is exact in whole nanojoules. Policies' decision rules are described by `slumber policies NAME`.
      """
    let components: [(String, String, String)] = [
      ("2.5.1", "Entities", entities(design)),
      (
        "2.5.2", "Activities",
        "Launches and runs of background work, transfers, use of apps in front, charging, radio tails, sleep and wake-up."
      ),
      (
        "2.5.3", "Resources",
        "The energy of the cell and of the charger, the rate of the network, processor time, and the budgets of launches, "
          + "energy and data that the rules grant."
      ),
      (
        "2.5.4", "Queues",
        "Items that wait on a device: requests until the policy starts them, pushes until they are delivered or dropped. The "
          + "order is the policy's; a newer request or push may replace an older one by the rules."
      ),
      (
        "2.5.5", "Entry and exit points",
        "Items enter when an app submits them, a server sends them or a user acts; they leave when they complete, fail, expire, "
          + "or are cancelled, replaced or dropped, and are censored at the end of the horizon."
      ),
    ]
    return Section(
      title: "Logic",
      items: [
        Item("2.1", "Base model overview diagram", overview), Item("2.2", "Base model logic", base),
        Item("2.3", "Scenario logic", scenario), Item("2.4", "Algorithms", algorithms),
      ] + components.map { Item($0.0, $0.1, TextPage($0.2)) })
  }

  private static func entities(_ design: StudyDesign) -> String {
    let count = design.apps.count
    let apps = count == 0 ? "the apps of the study" : "\(count) \(count == 1 ? "app" : "apps")"
    return
      "\(design.devices) \(design.devices == 1 ? "device" : "devices") of a run, each with a user and with those of \(apps) "
      + "that it has; work items (requests, pushes, transfers) of these apps. Devices do not influence one another."
  }
}
