import EventSimulation
import ModelParameters
import RandomStreams
import UsageModels
import Workload

/// How many events the timeline of one device is expected to have, by the key that brings them.
///
/// A timeline is drawn as a whole before its device is simulated, so a study that asks for more than memory holds is refused
/// before it starts. Counts are means; a few events more or less do not matter here.
struct PlanSize {
  static let limit = 2e7

  private let study: Study
  private let days: Double
  /// Key paths and names of parameters, with the events that they bring.
  private var contributors: [(path: String, events: Double)] = []

  init(_ study: Study) {
    (self.study, days) = (study, Double(study.horizonDays))
    for (index, app) in study.apps.enumerated() { add(app, index) }
    if study.apps.contains(where: \.modes.significantChanges) { addMovement() }
    let archetypes = study.population.archetypes
    let hasUser = archetypes.contains { $0.userModel == .synthetic }
    if hasUser {
      addUser()
      add("signal.spellMedian", days * 24 * 60 / number("signal.spellMedian"))
    }
    if hasUser || study.parameters.boolean("systemWork.scriptedPhones") { addSystemWork() }
    // An open brings two more events.
    add("script", 3 * study.script.reduce(0) { $0 + ($1.days.map { Double($0.count) / 7 * days } ?? 1) })
    let chances = ["charge.day.chances", "charge.day.chanceCeiling"].map(study.parameters.numbers)
    for row in archetypes.compactMap(\.charging.row) {
      add("charge.day.chances", days * chances[0][row] * chances[1][row])
    }
    if archetypes.contains(where: { $0.network == .commuting }) {
      add("network.spellMedian", days * 24 / number("network.spellMedian"))
    }
  }

  func check(_ root: MapReader) {
    let total = contributors.reduce(0) { $0 + $1.events }
    guard total > Self.limit, let largest = contributors.max(by: { $0.events < $1.events }) else { return }
    func count(_ events: Double) -> String { ParameterDefinition.text(events.rounded()) }
    let steps = StudyKeyPath(largest.path, in: root.node, parameters: study.parameters)?.steps ?? []
    root.log.add(
      Place(root.node.node(at: steps), largest.path),
      found: "\(count(total)) expected events per device, \(count(largest.events)) of them from this key",
      expected: "at most \(count(Self.limit)) events per device")
  }

  // MARK: What brings events

  private func number(_ name: String) -> Double { study.parameters.number(name) }

  private mutating func add(_ path: String, _ events: Double) { contributors.append((path, events)) }

  private mutating func add(_ app: AppSpecification, _ index: Int) {
    func add(_ key: String, _ events: Double) { self.add("apps[\(index)].\(key)", events) }
    let changes = app.content.process == .none ? 0 : app.content.changesPerDay * days
    add("content.perDay", changes)
    for (key, trigger) in [
      ("pushes", app.pushes?.trigger), ("visiblePushes", app.visiblePushes?.trigger),
      ("voipPushes", app.voipPushes?.trigger),
    ] {
      switch trigger {
      case .poisson(let perDay): add("\(key).perDay", perDay * days)
      case .contentChange: add(key, changes)
      case .schedule(let instants): add("\(key).at", Double(instants.count))
      case nil: break
      }
    }
    if case .scripted(let use) = app.usage {
      // An open turns the screen on, unlocks, opens and leaves the app, locks and turns the screen off.
      let perDay = use.times.isEmpty ? use.opensPerDay : min(use.opensPerDay, Double(use.times.count))
      let opens = perDay * (days / Double(max(1, use.everyDays))).rounded(.up)
      add("usage.\(use.times.isEmpty ? "opensPerDay" : "at")", 6 * opens)
      for (number, transfer) in app.transfers.enumerated()
      where transfer.trigger == .open || transfer.trigger == .background {
        let share = if case .share(let share) = transfer.demand { share } else { 1.0 }
        add("transfers[\(number)].files", opens * share * Double(transfer.files))
      }
    }
    for (number, transfer) in app.transfers.enumerated() {
      guard case .perDay(let rate) = transfer.demand else { continue }
      add("transfers[\(number)].on", rate * days * Double(transfer.files))
    }
    for (key, use) in [("audio", app.modes.audio), ("location", app.modes.location)] {
      guard let use else { continue }
      // Begin and end, within an open of six events.
      add("modes.\(key)", 8 * days * (use.times.isEmpty ? use.perDay : Double(use.times.count)))
    }
    for wake in app.wakes {
      switch wake.arrival {
      case .every(let step, _): add("bluetooth.every", days * 86_400 / step.seconds)
      case .random(let perDay): add("health", days * perDay)
      }
    }
    if let regions = app.modes.regions { add("modes.regions.perDay", 2 * days * regions.visitsPerDay) }
  }

  private mutating func addMovement() {
    let trips = number("movement.tripsPerDay")
    let interval = study.parameters.base("movement.reportInterval")
    let reports = study.parameters.base("movement.tripMedian") / interval
    // No more than the day has steps.
    let steps = min(trips * (1 + reports * spread("movement.tripSigma")), trips + 86_400 / interval)
    add("movement.tripsPerDay", days * steps)
  }

  private mutating func addUser() {
    let sessions = min(
      number("user.sessionsPerDayMedian") * spread("user.sessionsPerDaySigma"),
      max(number("user.sessionsPerDayMin"), number("user.sessionsPerDayMax")))
    add("user.sessionsPerDayMedian", days * sessions * (4 + 2 * number("user.appsPerSessionMean")))
    let notifications = min(
      UserTraits.greatestNotificationsPerDay,
      number("user.notificationsPerDayMedian") * spread("user.notificationsPerDaySigma"))
    add("user.notificationsPerDayMedian", days * notifications)
    add("user.forceQuitRate", days * number("user.forceQuitRate"))
  }

  private mutating func addSystemWork() {
    let period = study.parameters.base("systemWork.period")
    guard period > 0 else { return }
    add("systemWork.period", days * 86_400 / max(period, study.parameters.base("systemWork.awakeTime")))
  }

  /// Mean over median of a lognormal quantity whose sigma is a parameter.
  private func spread(_ sigma: String) -> Double {
    (try? Lognormal(median: 1, sigma: number(sigma)))?.mean ?? 1
  }
}
