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

  /// Key paths and names of parameters, with the events that they bring.
  private(set) var contributors: [(path: String, events: Double)] = []

  init(
    _ apps: [AppSpecification], _ parameters: ParameterSet, _ population: PopulationSpecification,
    _ script: [ScriptedAction], days: Int
  ) {
    let days = Double(days)
    for (index, app) in apps.enumerated() { add(app, index, days) }
    if apps.contains(where: \.modes.significantChanges) { addMovement(parameters, days) }
    let hasUser = population.archetypes.contains { $0.userModel == .synthetic }
    if hasUser { addUser(parameters, days) }
    if hasUser { add("signal.spellMedian", days * 24 * 60 / parameters.number("signal.spellMedian")) }
    if hasUser || parameters.boolean("systemWork.scriptedPhones") { addSystemWork(parameters, days) }
    // An open brings two more events.
    let steps = script.reduce(0) { $0 + ($1.days.map { Double($0.count) / 7 * days } ?? 1) }
    add("script", 3 * steps)
    for archetype in population.archetypes {
      guard let row = archetype.charging.row else { continue }
      add(
        "charge.day.chances",
        days * parameters.numbers("charge.day.chances")[row]
          * parameters.numbers("charge.day.chanceCeiling")[row])
    }
    if population.archetypes.contains(where: { $0.network == .commuting }) {
      add("network.spellMedian", days * 24 / parameters.number("network.spellMedian"))
    }
  }

  var total: Double { contributors.reduce(0) { $0 + $1.events } }

  func check(_ root: MapReader, _ parameters: ParameterSet) {
    guard total > Self.limit, let largest = contributors.max(by: { $0.events < $1.events }) else { return }
    func count(_ events: Double) -> String { ParameterDefinition.text(events.rounded()) }
    let steps = StudyKeyPath(largest.path, in: root.node, parameters: parameters)?.steps ?? []
    root.log.add(
      Place(root.node.node(at: steps), largest.path),
      found: "\(count(total)) expected events of a device, \(count(largest.events)) of them from this key",
      expected: "at most \(count(Self.limit)) events of a device")
  }

  // MARK: What brings events

  private mutating func add(_ path: String, _ events: Double) { contributors.append((path, events)) }

  private mutating func add(_ app: AppSpecification, _ index: Int, _ days: Double) {
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
      where transfer.trigger == .open || transfer.trigger == .exit {
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
    if let regions = app.modes.regions {
      add("modes.regions.perDay", 2 * days * regions.visitsPerDay)
    }
  }

  private mutating func addMovement(_ parameters: ParameterSet, _ days: Double) {
    let trip = parameters.base("movement.tripMedian") / parameters.base("movement.reportInterval")
    // No more than the day has steps.
    let steps = min(
      parameters.number("movement.tripsPerDay")
        * (1 + trip * spread(parameters.number("movement.tripSigma"))),
      parameters.number("movement.tripsPerDay") + 86_400 / parameters.base("movement.reportInterval"))
    add("movement.tripsPerDay", days * steps)
  }

  private mutating func addUser(_ parameters: ParameterSet, _ days: Double) {
    let sessions = min(
      parameters.number("user.sessionsPerDayMedian") * spread(parameters.number("user.sessionsPerDaySigma")),
      max(parameters.number("user.sessionsPerDayMin"), parameters.number("user.sessionsPerDayMax")))
    add("user.sessionsPerDayMedian", days * sessions * (4 + 2 * parameters.number("user.appsPerSessionMean")))
    let notifications = min(
      UserTraits.greatestNotificationsPerDay,
      parameters.number("user.notificationsPerDayMedian")
        * spread(parameters.number("user.notificationsPerDaySigma")))
    add("user.notificationsPerDayMedian", days * notifications)
    add("user.forceQuitRate", days * parameters.number("user.forceQuitRate"))
  }

  private mutating func addSystemWork(_ parameters: ParameterSet, _ days: Double) {
    let period = parameters.base("systemWork.period")
    guard period > 0 else { return }
    add("systemWork.period", days * 86_400 / max(period, parameters.base("systemWork.awakeTime")))
  }

  /// Mean over median of a lognormal quantity.
  private func spread(_ sigma: Double) -> Double {
    (try? Lognormal(median: 1, sigma: sigma))?.mean ?? 1
  }
}
