import EventSimulation
import ModelParameters
import PlainText
import ProcessPolicies
import StudyExecution
import StudyFormat
import UsageModels
import Workload

/// The effective study in short: its size, apps, policies and factors, and the parameters that it changes.
struct StudyOutline {
  private let file: StudyFile
  private let survey: PopulationSurvey
  private let census: PopulationCheck
  private let estimate: StudyEstimate
  /// Whether parameters at their defaults are shown, too.
  private let hasAllParameters: Bool

  private var study: Study { file.study }

  init(
    _ file: StudyFile, survey: PopulationSurvey, census: PopulationCheck, estimate: StudyEstimate,
    hasAllParameters: Bool
  ) {
    self.file = file
    self.survey = survey
    self.census = census
    self.estimate = estimate
    self.hasAllParameters = hasAllParameters
  }

  var page: TextPage {
    var page = TextPage(study.question.isEmpty ? study.name : "\(study.name): \(study.question)")
    page.add(
      "\(Self.size(estimate)) over \(study.horizonText) (\(study.warmUpDays) of warm-up)")
    page.add("expected: \(estimate.costText); \(CountText.text(estimate.blocks, "block")) of devices")
    for warning in file.warnings { page.add("warning: \(warning)") }
    func section(_ title: String, _ table: TextTable?) {
      guard let table else { return }
      page.addGap()
      page.add(TextPage(title, table))
    }
    section("Apps", apps)
    let work = AppWorkRow.rows(study)
    let prefix = AppWorkRow.commonPrefix(study)
    section(
      "Work of the apps, with the means of each run" + (prefix.isEmpty ? "" : "; ids without `\(prefix)`"),
      work.isEmpty ? nil : AppWorkRow.table(work))
    section("Policies", policies)
    section("Factors", factors)
    section("Users", users)
    page.add(
      "\nPopulation, measured on \(CountText.text(survey.deviceCount, "device")) under \(survey.policy); "
        + "--check-population judges it")
    page.add(census.page)
    let changed = study.parameters.overriddenNames.count
    let title =
      hasAllParameters
      ? "Parameters (* changed by the study)"
      : "Parameters that the study changes (--all-parameters shows the rest)"
    if changed > 0 || hasAllParameters {
      section(title, parameters)
    } else {
      page.add("\nParameters: all at their defaults (--all-parameters shows them)")
    }
    return page
  }

  /// Number of runs, and of devices in each.
  static func size(_ estimate: StudyEstimate) -> String {
    let factors = [
      CountText.text(estimate.designPoints, "design point"),
      CountText.text(estimate.policies, "policy", "policies"),
      CountText.text(estimate.replications, "replication"),
    ]
    return "\(factors.joined(separator: " × ")) = \(CountText.text(estimate.runs, "run")) of "
      + CountText.text(estimate.devices, "device")
  }

  // MARK: Tables

  private var apps: TextTable? {
    guard !study.apps.isEmpty else { return nil }
    var table = TextTable(
      [("app", .left), ("opened", .left), ("content", .left), ("code", .left)], indentation: 2)
    for app in study.apps {
      table.add([app.bundleID, app.usage.words, app.content.words, app.quality.name])
    }
    return table
  }

  private var policies: TextTable {
    let base = study.parameters
    var table = TextTable(
      [("policy", .left), ("soft gates that it obeys", .left), ("parameters of its own", .left)],
      indentation: 2)
    for policy in study.policies {
      let own =
        policy.parameters.definitions.filter {
          policy.parameters.value($0.name) != base.value($0.name)
        }.map { "\($0.name) = \($0.text(of: policy.parameters.value($0.name)))" }
        + [policy.process?.state].compactMap(\.self).map { "state with SHA-256 \($0.digest.prefix(12))…" }
      let gates = policy.enforces.names(separator: ", ")
      let name = policy.label == policy.name ? policy.label : "\(policy.label) (\(policy.name))"
      table.add([name, gates.isEmpty ? "none" : gates, own.joined(separator: "; ")])
    }
    return table
  }

  private var factors: TextTable? {
    let arms = file.points.map(\.arm).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let names = file.points.first?.levels.map(\.name) ?? []
    guard arms.count > 1 || !names.isEmpty else { return nil }
    var table = TextTable([("factor", .left), ("levels", .left)], indentation: 2)
    if arms.count > 1 { table.add(["arm", arms.joined(separator: ", ")]) }
    for (place, name) in names.enumerated() {
      var levels: [String] = []
      for point in file.points where !levels.contains(point.levels[place].text) {
        levels.append(point.levels[place].text)
      }
      table.add([name, levels.joined(separator: ", ")])
    }
    return table
  }

  /// The archetypes of users, where no recording takes their place.
  private var users: TextTable? {
    guard study.trace == nil else { return nil }
    let all = study.population.archetypes.reduce(0) { $0 + $1.share }
    var table = TextTable([("archetype", .left), ("share", .right), ("phone", .left)], indentation: 2)
    for archetype in study.population.archetypes {
      let share = all > 0 ? (archetype.share / all * 1000).rounded() / 10 : 0
      table.add([archetype.name, "\(ParameterDefinition.text(share)) %", archetype.deviceProfile])
    }
    return table
  }

  private var parameters: TextTable {
    var columns: [(title: String, alignment: TextTable.Alignment)] = [
      ("parameter", .left), ("value", .left), ("default", .left), ("grade", .left), ("meaning", .left),
    ]
    if hasAllParameters { columns.insert(("", .left), at: 1) }
    var table = TextTable(columns, indentation: 2)
    let changed = Set(study.parameters.overriddenNames)
    for parameter in study.parameters.definitions where hasAllParameters || changed.contains(parameter.name) {
      var cells = [
        parameter.name, parameter.text(of: study.parameters.value(parameter.name)), parameter.defaultText,
        parameter.grade.rawValue, parameter.meaning,
      ]
      if hasAllParameters { cells.insert(changed.contains(parameter.name) ? "*" : "", at: 1) }
      table.add(cells)
    }
    return table
  }
}

extension AppUsage {
  /// When the app is opened, in words.
  fileprivate var words: String {
    switch self {
    case .none: return "never"
    case .popularity(let share, let weight, _):
      return "installed on \(ParameterDefinition.text((share * 1000).rounded() / 10)) % of phones, "
        + "weight \(ParameterDefinition.text(weight))"
    case .scripted(let use):
      let rate = "\(ParameterDefinition.text(use.opensPerDay)) times a day"
      let days = use.everyDays > 1 ? ", every \(use.everyDays) days" : ""
      guard !use.times.isEmpty else { return rate + days }
      let times = use.times.map { time in
        let minutes = time.microseconds / 60_000_000
        let (hour, minute) = (minutes / 60, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
      }
      return "at \(times.joined(separator: ", "))\(days)"
    }
  }
}

extension ContentSpecification {
  /// How often it changes and how old it may be, in words.
  fileprivate var words: String {
    guard process != .none else { return "none" }
    return
      "\(ParameterDefinition.text(changesPerDay)) changes a day, fresh within \(TimeWords.span(freshWithin))"
  }
}
