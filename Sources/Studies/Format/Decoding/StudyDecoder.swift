import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyReports
import UsageModels
import Workload

struct StudyDecoder {
  let log: ErrorLog
  let root: MapReader
  let catalogue: PolicyCatalogue
  let resources: StudyResources
  private let remarks = RemarkList()

  init(_ tree: YAMLNode, _ catalogue: PolicyCatalogue, _ resources: StudyResources, _ log: ErrorLog) {
    (self.catalogue, self.resources, self.log) = (catalogue, resources, log)
    root = MapReader(Place(tree, ""), .of("study"), log)
  }

  func study() -> Study? {
    // What is no mapping has been reported; nothing in it can be read.
    guard root.node.entries != nil else { return nil }
    _ = root.integer("formatVersion")
    let name = root.text("name") ?? "study"
    // The name is that of the results file, too.
    let isNamed = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_.".contains($0) }
    if root.has("name"), !isNamed || name.hasPrefix(".") || name.hasPrefix("-") {
      root.add(
        "name", expected: "letters, digits, `-`, `_` and `.`, beginning with a letter, a digit, or `_`")
    }
    let question = root.text("question") ?? ""
    let (horizon, warmUp) = horizonAndWarmUp()
    let parameters = parameterSet(
      root.place["parameters"], over: ParameterSet(adding: catalogue.ownParameters))
    let seed = root.place["seed"].flatMap { root.read($0, Field.seedDomain) { UInt64($0) } } ?? 1
    let apps = self.apps(parameters)
    let population = self.population(parameters, apps: apps.map(\.bundleID))
    var study = Study(
      name: name, question: question, seed: seed, horizon: horizon, warmUpDays: warmUp,
      population: population, apps: apps, policies: policies(parameters), parameters: parameters)
    study.trace = trace(of: study)
    study.script = ScriptDecoder(apps: apps, bundleIDs: apps.map(\.bundleID)).actions(root)
    if let map = root.map("compare") {
      study.comparison = ComparisonSection(map, policies: study.policies.map(\.label))
    }
    study.expectations = ExpectationDecoder(
      study: study, arms: armNames, factors: root.node["factors"]?.entries ?? []
    ).expectations(root)
    study.replications = root.integer("replications") ?? 1
    study.records = records()
    PlanSize(study).check(root)
    guard log.errors.isEmpty else { return nil }
    StudyRemarks(root.place, study, remarks).check()
    study.warnings = warnings(parameters) + remarks.texts
    return study
  }

  /// The simulated time, given in days or as a quantity, and the days that metrics leave out.
  private func horizonAndWarmUp() -> (TimeSpan, Int) {
    let days = root.integer("horizonDays").map { TimeSpan.days($0) }
    let span = root.quantity("horizon", .hours).map { TimeSpan.hours($0) }
    if root.has("horizon"), root.has("horizonDays") {
      root.add("horizon", found: "`horizon` and `horizonDays`", expected: "one of them")
    } else if !root.has("horizon"), !root.has("horizonDays") {
      root.addMissing("horizonDays", "the number of simulated days, warm-up included; or `horizon`")
    }
    let warmUp = root.integer("warmUpDays") ?? 0
    if let horizon = days ?? span, root.has("warmUpDays"), .days(warmUp) >= horizon {
      let limit = days.map { "horizonDays (\(Int($0 / .day)))" } ?? "horizon (\(TimeWords.exact(horizon)))"
      root.add("warmUpDays", expected: "fewer days than \(limit)")
    }
    return (days ?? span ?? .day, warmUp)
  }

  private var armNames: [String] {
    let names = (root.node["arms"]?.elements ?? []).compactMap { $0["name"]?.text }
    return names.isEmpty ? ["base"] : names
  }

  // MARK: Parameters and policies

  func parameterSet(_ place: Place?, over base: ParameterSet) -> ParameterSet {
    var set = base
    guard let place else { return set }
    guard let entries = place.node.entries else {
      log.add(place, expected: "a mapping of parameter names")
      return set
    }
    for entry in entries {
      let at = place.at(entry.key)
      let words = entry.value.elements?.compactMap(\.text) ?? entry.value.text.map { [$0] } ?? []
      do {
        try set.set(entry.key, parsing: words)
        remark(on: at, entry.key, set)
      } catch {
        let key = Place(entry.atKey, at.path)
        switch error {
        case .unknownName(let name):
          func names() -> [String] { set.definitions.map(\.name) }
          log.add(
            log.quotes(key.node) ? key : Place(key.node, place.path), found: "unknown parameter `\(name)`",
            expected: "a parameter",
            suggestion: NameSuggestion.nearest(to: name, in: names()),
            otherwise: NameSuggestion.relatives(
              of: name, in: names(), or: "; `slumber parameters` lists them"))
        case .removedName(let name, let instead):
          log.add(key, found: "`\(name)`, which this version does not have", expected: instead)
        case .wrongValue(_, let found, let expected): log.add(at, found: "`\(found)`", expected: expected)
        }
      }
    }
    checkTogether(set, place)
    return set
  }

  /// A value that the model takes and no sweep is meant to take.
  private func remark(on place: Place, _ name: String, _ set: ParameterSet) {
    guard let definition = set.definition(name), let range = definition.range,
      case .number(let value) = set.value(name), !range.contains(value), set.isOverridden(name),
      // A rate or amount of 0 switches a part of the model off, which is meant.
      value != 0
    else { return }
    remarks.add(place, "found \(place.node.found), outside the range \(definition.rangeWords)")
  }

  /// Values that contradict one another; the error stands at the first of them that the study states.
  private func checkTogether(_ set: ParameterSet, _ place: Place) {
    func refuse(_ names: [String], found: String, expected: String) {
      guard let name = place.node.entries?.map(\.key).first(where: names.contains) else { return }
      log.add(place.at(name), found: found, expected: expected)
    }
    // USE-4: no app can be opened on more days than are looked at.
    let (learning, eligible) = ("usage.learningDays", "usage.refreshEligibilityDays")
    if set.number(learning) > set.number(eligible) {
      refuse(
        [learning, eligible],
        found: "\(set.count(learning)) learning days of \(set.count(eligible)) days considered",
        expected: "`\(learning)` of at most `\(eligible)`")
    }
    // DEV-2: no day is followed by a quiet day with a probability above 1.
    let (share, length) = ("device.quietDayShare", "device.quietDayLength")
    if !ParameterConstraint.chain(share: share, length: length).holds([set.number(share), set.number(length)])
    {
      let most = ShortestNumber.text(set.number(length) / (1 + set.number(length)))
      refuse(
        [share, length],
        found: "a share of \(ShortestNumber.text(set.number(share))) quiet days in runs of "
          + "\(ShortestNumber.text(set.number(length))) d",
        expected: "`\(share)` of at most \(most), or a greater `\(length)`")
    }
    // REF-1, REF-2 and PROC-7: the call to expire comes within the limit, and no grant is shorter than the shortest.
    let grace = set.number("task.expiryGrace")
    for (limit, shortest) in [
      ("refresh.runtimeLimit", set.number("refresh.shortGrantMin")), ("processing.runtimeLimit", 0),
    ] where set.boolean("task.expiryWarns") && set.span(limit).seconds < grace + shortest {
      refuse(
        [limit, "task.expiryGrace", "task.expiryWarns", "refresh.shortGrantMin"],
        found: "a limit of \(ShortestNumber.text(set.span(limit).seconds)) s",
        expected: "`\(limit)` of at least `task.expiryGrace`"
          + (shortest > 0 ? " and `refresh.shortGrantMin`" : "")
          + ", \(ShortestNumber.text(grace + shortest)) s")
    }
    // Only the phone of a cell with a voltage has a temperature.
    let cell = set.choice("battery.model")
    if set.choice("thermal.model") == "modeled", cell != "thevenin" {
      refuse(
        ["thermal.model", "battery.model"], found: "a modeled temperature of `battery.model: \(cell)`",
        expected: "`battery.model: thevenin` with `thermal.model: modeled`")
    }
  }

  // MARK: The rest

  private func apps(_ parameters: ParameterSet) -> [AppSpecification] {
    let mix = AppMix(parameters)
    var apps: [AppSpecification] = []
    var ids: Set<String> = []
    var groups: Set<UInt64> = []
    var shared: [String] = []
    for var map in root.maps("apps") {
      map.app = MapReader.App(node: map.node)
      guard var app = AppKeys.app.value(of: map) else { continue }
      readCode(of: &app, map)
      let isNewGroup = groups.insert(StreamAddress.group(of: app.bundleID)).inserted
      if !ids.insert(app.bundleID).inserted {
        map.add("id", found: "a second app `\(app.bundleID)`", expected: "different bundle ids")
      } else if !isNewGroup {
        shared.append(app.bundleID)
      }
      apps.append(mix(app))
    }
    for id in shared {
      root.add(
        "apps", found: "`\(id)`",
        expected: "a bundle id with its own random streams; change a letter")
    }
    return apps
  }

  private func population(_ parameters: ParameterSet, apps: [String]) -> PopulationSpecification {
    guard let map = root.map("population") else {
      if !root.has("trace") { root.add("population", found: "", expected: "a population or a trace") }
      return .named(.everyday, devices: 1, parameters: parameters)
    }
    return PopulationDecoder(map: map, parameters: parameters, apps: apps, remarks: remarks).population()
  }

  private func records() -> Set<RecordedTable> {
    let tables = (root.texts("record") ?? []).compactMap { place -> RecordedTable? in
      if place.text == "decisions" {
        return log.refuse(
          place, expected: "a table of this version; `decisions` is planned for a later version")
      }
      return root.word(place, of: RecordedTable.allCases.map(\.rawValue)).flatMap(RecordedTable.init)
    }
    return Set(tables)
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
      "old requests may never run under seven-factor: score.thresholdEnd is \(end), above the score "
        + "\((lowest * 1000).rounded() / 1000) of an idle device on cellular just above the critical level. Lower it"
    ]
  }
}
