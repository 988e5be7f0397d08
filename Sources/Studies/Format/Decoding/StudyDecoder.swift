import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyReports
import UsageModels
import Workload

/// Decodes the tree of one design point into a ``Study``, collecting every error.
struct StudyDecoder {
  let log: ErrorLog
  let root: MapReader
  /// Reads trace files once for all design points of a study.
  let traces: TraceCache
  let catalogue: PolicyCatalogue
  /// Where the programs of the study's policies run, and what is read of them.
  let programs: StudyPrograms
  /// Warnings about values that are allowed but probably not meant.
  private let remarks = RemarkList()

  init(
    _ tree: YAMLNode, catalogue: PolicyCatalogue, log: ErrorLog, traces: TraceCache, programs: StudyPrograms
  ) {
    self.log = log
    self.catalogue = catalogue
    self.traces = traces
    self.programs = programs
    root = MapReader(tree, "", .of("study"), log)
  }

  /// The study, or nil where errors were found.
  func study() -> Study? {
    // What is no mapping has been reported; nothing in it can be read.
    guard root.node.entries != nil else { return nil }
    _ = root.integer("formatVersion")
    let name = root.text("name") ?? "study"
    // The name is that of the results file, too.
    if !name.utf8.allSatisfy({ isNameByte($0) }) || name.hasPrefix(".") || name.hasPrefix("-") {
      if let node = root.node["name"] {
        log.add(
          node, "name", expected: "letters, digits, `-`, `_` and `.`, with a letter, a digit or `_` in front")
      }
    }
    let question = root.text("question") ?? ""
    let (horizon, warmUp) = horizonAndWarmUp()
    let parameters = parameterSet(
      root.node["parameters"], "parameters", over: ParameterSet(adding: catalogue.ownParameters))
    let seed = self.seed()
    let (apps, bundleIDs) = self.apps(parameters)
    let population = self.population(parameters, apps: bundleIDs)
    let policies = self.policies(parameters)
    let trace = self.trace(
      apps: apps, parameters: parameters, population: population, seed: seed, horizon: horizon, warmUp: warmUp
    )
    let script = ScriptDecoder(log: log, apps: apps, bundleIDs: bundleIDs).actions(root)
    let comparison = self.comparison(policies)
    let expectations = ExpectationDecoder(
      log: log, policies: policies.map(\.label), apps: bundleIDs, arms: armNames,
      factors: root.node["factors"]?.entries ?? []
    ).expectations(root)
    let replications = root.integer("replications") ?? 1
    let records = self.records()
    StudyRemarks(
      root: root.node, apps: apps, parameters: parameters, population: population, horizon: horizon,
      remarks: remarks
    ).check()
    PlanSize(apps, parameters, population, script, days: Int(horizon.days.rounded(.up))).check(
      root, parameters)
    guard log.errors.isEmpty else { return nil }
    return Study(
      name: name, question: question, seed: seed, horizon: horizon, warmUpDays: warmUp,
      replications: replications, population: population, trace: trace, apps: apps, policies: policies,
      parameters: parameters, script: script, records: records, comparison: comparison,
      expectations: expectations, warnings: warnings(parameters) + remarks.texts)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The simulated time, given in days or as a quantity, and the days that metrics leave out.
  private func horizonAndWarmUp() -> (TimeSpan, Int) {
    let days = root.integer("horizonDays").map { TimeSpan.days($0) }
    let span = root.quantity("horizon", .hours).map { TimeSpan.hours($0) }
    if let node = root.node["horizon"], root.has("horizonDays") {
      log.add(node, "horizon", found: "`horizon` beside `horizonDays`", expected: "one of the two")
    } else if !root.has("horizon"), !root.has("horizonDays") {
      log.add(
        root.node, "horizonDays", found: "nothing",
        expected: "days that are simulated, warm-up included; or `horizon`")
    }
    let warmUp = root.integer("warmUpDays") ?? 0
    if let horizon = days ?? span, let node = root.node["warmUpDays"], .days(warmUp) >= horizon {
      let limit = days.map { "horizonDays (\(Int($0 / .day)))" } ?? "horizon (\(TimeWords.exact(horizon)))"
      log.add(node, "warmUpDays", expected: "fewer days than \(limit)")
    }
    return (days ?? span ?? .day, warmUp)
  }

  private var armNames: [String] {
    let names = (root.node["arms"]?.elements ?? []).compactMap { $0["name"]?.text }
    return names.isEmpty ? ["base"] : names
  }

  private func seed() -> UInt64 {
    guard let node = root.node["seed"] else { return 1 }
    guard let text = node.text, let seed = UInt64(text) else {
      log.add(node, "seed", expected: Field.seedDomain)
      return 1
    }
    return seed
  }

  // MARK: Parameters and policies

  /// The parameters of a mapping laid over others.
  func parameterSet(_ node: YAMLNode?, _ path: String, over base: ParameterSet) -> ParameterSet {
    var set = base
    guard let node else { return set }
    guard let entries = node.entries else {
      log.add(node, path, expected: "a mapping of parameter names")
      return set
    }
    for entry in entries {
      let words = entry.value.elements?.compactMap(\.text) ?? entry.value.text.map { [$0] } ?? []
      do {
        try set.set(entry.key, parsing: words)
        remark(on: entry, path, set)
      } catch {
        var place = entry.value
        (place.line, place.column) = (entry.line, entry.column)
        switch error {
        case .unknownName(let name):
          func names() -> [String] { set.definitions.map(\.name) }
          log.add(
            place, log.quotes(place) ? "\(path).\(name)" : path, found: "unknown parameter `\(name)`",
            expected: "a parameter of the catalogue",
            suggestion: NameSuggestion.nearest(to: name, in: names()),
            otherwise: NameSuggestion.relatives(
              of: name, in: names(), or: "; `slumber parameters` lists them"))
        case .removedName(let name, let instead):
          log.add(
            place, "\(path).\(name)", found: "`\(name)`, which this version does not have", expected: instead)
        case .wrongValue(let name, let found, let expected):
          log.add(entry.value, "\(path).\(name)", found: "`\(found)`", expected: expected)
        }
      }
    }
    checkLearningDays(set, node, path)
    return set
  }

  /// A value that the model takes and no sweep is meant to take.
  private func remark(on entry: YAMLEntry, _ path: String, _ set: ParameterSet) {
    guard let definition = set.definition(entry.key), let range = definition.range,
      case .number(let value) = set.value(entry.key), !range.contains(value), set.isOverridden(entry.key),
      // A rate or amount of 0 switches a part of the model off, which is meant.
      value != 0
    else { return }
    remarks.add(
      Place(node: entry.value, path: "\(path).\(entry.key)"),
      "found \(entry.value.found), outside the range \(definition.rangeWords)")
  }

  /// USE-4: no app can be opened on more days than are looked at.
  private func checkLearningDays(_ set: ParameterSet, _ node: YAMLNode, _ path: String) {
    let names = ["usage.learningDays", "usage.refreshEligibilityDays"]
    let days = names.map { set.number($0) }
    guard days[0] > days[1], let entry = node.entries?.first(where: { names.contains($0.key) }) else {
      return
    }
    log.add(
      entry.value, "\(path).\(entry.key)",
      found: "\(Int(days[0])) learning days of \(Int(days[1])) days that are looked at",
      expected: "`usage.learningDays` of at most `usage.refreshEligibilityDays`")
  }

  // MARK: The rest

  private func apps(_ parameters: ParameterSet) -> ([AppSpecification], [String]) {
    let mix = AppMix(parameters)
    var apps: [AppSpecification] = []
    var ids: Set<String> = []
    var groups: Set<UInt64> = []
    var shared: [String] = []
    for var map in root.maps("apps") {
      map.app = MapReader.App(node: map.node)
      guard let app = AppKeys.app.value(of: map) else { continue }
      let isNewGroup = groups.insert(StreamAddress.group(of: app.bundleID)).inserted
      if !ids.insert(app.bundleID).inserted {
        log.add(
          map.node["id"] ?? map.node, map.join("id"), found: "a second app `\(app.bundleID)`",
          expected: "bundle ids that differ")
      } else if !isNewGroup {
        shared.append(app.bundleID)
      }
      apps.append(mix(app))
    }
    for id in shared {
      log.add(
        root.node["apps"] ?? root.node, "apps", found: "`\(id)`",
        expected: "a bundle id whose random streams no other app has; change a letter")
    }
    return (apps, apps.map(\.bundleID))
  }

  private func population(_ parameters: ParameterSet, apps: [String]) -> PopulationSpecification {
    guard let map = root.map("population") else {
      if root.node["trace"] == nil {
        log.add(root.node, "population", found: "nothing", expected: "a population or a trace")
      }
      return .everyday(devices: 1, parameters: parameters)
    }
    return PopulationDecoder(map: map, parameters: parameters, apps: apps, remarks: remarks).population()
  }

  private func records() -> Set<RecordedTable> {
    var result: Set<RecordedTable> = []
    for (text, node, path) in root.texts("record") ?? [] {
      if let table = RecordedTable(rawValue: text) {
        result.insert(table)
      } else if text == "decisions" {
        log.add(node, path, expected: "a table of this version: `decisions` is not in this version")
      } else {
        let names = RecordedTable.allCases.map(\.rawValue)
        log.add(node, path, expected: "one of \(names.joined(separator: ", "))", among: names)
      }
    }
    return result
  }

  private func comparison(_ policies: [StudyPolicy]) -> ComparisonSection {
    var section = ComparisonSection(baseline: nil, metrics: [], confidence: 0.95)
    guard let map = root.map("compare") else { return section }
    if let baseline = map.text("baseline"), let node = map.node["baseline"] {
      let labels = policies.map(\.label)
      if !labels.contains(baseline) {
        log.add(
          node, "compare.baseline", expected: "a policy of the study: \(labels.joined(separator: ", "))",
          among: labels)
      }
      section.baseline = baseline
    }
    section.confidence =
      map.number("confidence") ?? section.confidence
    section.isOneFamily = map.choice("family") == "study"
    let names = MetricCatalogue.all.map(\.name)
    section.front = front(map, names)
    for metric in map.maps("metrics") {
      guard let name = metric.text("name") else { continue }
      if !names.contains(name) {
        log.add(
          metric.node["name"] ?? metric.node, metric.join("name"), expected: "a metric of the catalogue",
          among: names)
      }
      section.metrics.append(ComparedMetric(name: name, margin: metric.margin("margin")))
    }
    return section
  }

  /// Two metrics that have a better way and one value per run.
  private func front(_ map: MapReader, _ names: [String]) -> [String]? {
    guard let node = map.node["front"] else { return nil }
    let elements = node.elements ?? []
    let chosen = elements.compactMap(\.text)
    guard chosen.count == 2, elements.count == 2, chosen[0] != chosen[1] else {
      return log.refuse(node, map.join("front"), expected: "two metrics of the catalogue")
    }
    for (place, name) in chosen.enumerated() {
      let metric = MetricCatalogue.metric(name)
      let isFit =
        metric.map { $0.polarity != nil && $0.scopes.contains(.population) && $0.deviceQuantile == nil }
      if isFit != true {
        log.add(
          elements[place], map.join("front[\(place)]"),
          expected: metric == nil
            ? "a metric of the catalogue" : "a metric of the population with a better way",
          among: metric == nil ? names : [])
      }
    }
    return chosen
  }

  /// An idle phone on cellular just above the critical level must pass in the end, or old requests never run.
  private func warnings(_ parameters: ParameterSet) -> [String] {
    let readiness = ReadinessScore(parameters)
    let critical = parameters.base("battery.criticalLevel")
    let observation = Observation(
      now: .zero, isPlugged: false, stateOfCharge: critical + 0.01, network: .cellular, isIdle: true)
    let candidate = Candidate(
      item: 1, app: 0, mechanism: .refresh, submitted: .zero, open: .zero, deadline: .zero + .day)
    let lowest = readiness.score(candidate, observation)
    let end = parameters.number("score.thresholdEnd")
    guard lowest < end else { return [] }
    return [
      "score.thresholdEnd is \(end), above the score \((lowest * 1000).rounded() / 1000) of an idle phone on "
        + "cellular just above the critical level: old requests may never run under seven-factor"
    ]
  }
}
