import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import Workload

/// A change that a developer or a user can make, tried by replaying phones with it.
package struct Lever: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case namesRight, submitWhenNone, oneIdentifier, fetchAtOpen, checkpoints, moreProgress
    case lessWork, shorterFloor, longerFloor, withoutExternalPower, withoutNetwork
    case pushInsteadOfRefresh, pushPerChange, morePushes, fewerPushes, noPushes
    case noTransfers, halfTransfers, wifiTransfers, discretionaryTransfers, frontTransfers
    case refreshOn, opensDaily

    var isUsers: Bool { self == .refreshOn || self == .opensDaily }

    var title: String { Self.titles[rawValue]?[1] ?? rawValue }

    private static let titles = CatalogueText.byName(
      """
      namesRight | identifiers and modes declared right
      submitWhenNone | submit only when none is pending
      oneIdentifier | one identifier instead of two
      fetchAtOpen | a fetch at every open
      checkpoints | a checkpoint every 5 s
      lessWork | half the work
      shorterFloor | half the floor
      longerFloor | twice the floor
      withoutExternalPower | without external power
      withoutNetwork | without network
      pushInsteadOfRefresh | a push instead of refresh
      pushPerChange | one for each change
      morePushes | twice as many
      fewerPushes | half as many
      noPushes | none
      noTransfers | none
      halfTransfers | half the bytes
      wifiTransfers | on Wi-Fi only
      discretionaryTransfers | discretionary
      frontTransfers | start transfers in the foreground
      moreProgress | progress every second
      refreshOn | Background App Refresh switched on
      opensDaily | the user opens the app daily
      """, columns: 2)
  }

  var kind: Kind
  /// Identifier of the task or session that it changes, or `push`; empty for the whole app.
  var subject = ""

  /// `news.refresh: half the floor`, without what the ids of the app begin with.
  func title(in bundleID: String) -> String {
    guard !subject.isEmpty else { return kind.title }
    return (subject.hasPrefix(bundleID + ".") ? String(subject.dropFirst(bundleID.count + 1)) : subject)
      + ": " + kind.title
  }

  /// Everything that can be tried on an app, or on one identifier or mechanism, whether or not it changes anything.
  static func all(_ app: AppSpecification, series: String?) -> [Lever] {
    var found: [Lever] = []
    func add(_ kinds: [Kind], _ subject: String = "") {
      found += kinds.map { Lever(kind: $0, subject: subject) }
    }
    func isChosen(_ name: String, _ mechanism: Mechanism) -> Bool {
      series == nil || series == name || series == mechanism.name
    }
    add([.namesRight, .submitWhenNone, .fetchAtOpen, .checkpoints])
    let ofTask: [Kind] = [.shorterFloor, .longerFloor, .lessWork, .withoutExternalPower, .withoutNetwork]
    for task in app.tasks where isChosen(task.identifier, task.mechanism) {
      add(task.mechanism == .continued ? [.moreProgress] : ofTask, task.identifier)
      if task.mechanism == .refresh { add([.oneIdentifier, .pushInsteadOfRefresh], task.identifier) }
    }
    if isChosen("push", .push) {
      add([.pushPerChange, .morePushes, .fewerPushes, .noPushes, .lessWork], "push")
    }
    let ofTransfer: [Kind] = [
      .noTransfers, .halfTransfers, .wifiTransfers, .discretionaryTransfers, .frontTransfers,
    ]
    for transfer in app.transfers
    where isChosen(transfer.session, .transferN) || series == Mechanism.transferD.name {
      add(ofTransfer, transfer.session)
    }
    add([.refreshOn, .opensDaily])
    return found
  }
}

/// The outcome of an app's work on one phone after warm-up, as it is or with a lever.
struct AppOutcome: Sendable, Hashable {
  let days: Double
  /// Runs of tasks, pushes, modes and extra time; not transfers, nor wakes at their end.
  let runs: Int
  let successes: Int
  /// Seconds between one of these runs and the next.
  let gaps: [Double]
  let files: Int
  /// Those that count for freshness; nil without content.
  let opens: [OpenObservation]?
  /// Energy from the battery for the app in joules: all, and that for background work.
  private(set) var joules = 0.0
  private(set) var backgroundJoules = 0.0
  /// The part of it for silent pushes as they arrive, whether or not one lets the app run.
  private var arrivalJoules = 0.0
  let batteryJoules: Double

  /// - Parameter counts: Which of the app's items count.
  init(_ explainer: Explainer, app: Int32, counts: (History.Item) -> Bool = { _ in true }) {
    let (plan, result) = (explainer.replay.plan, explainer.result)
    days = max(0, (plan.end - plan.warmUpEnd).days)
    batteryJoules = Double(result.capacityNanojoules) * 1e-9
    for entry in result.ledgerObserved where entry.payer.app == app {
      let spent = Double(entry.batteryNanojoules) * 1e-9
      joules += spent
      if entry.payer.cause.isBackground { backgroundJoules += spent }
      if entry.payer.cause == .arrival { arrivalJoules += spent }
    }
    let own = explainer.histories(app: app, series: nil)
    files = own.count { item in
      item.mechanism.isTransfer && item.isSuccess && item.ended.map { $0 >= plan.warmUpEnd } ?? false
    }
    let runs = own.filter { item in
      !item.isSynthetic && !item.mechanism.isTransfer && item.mechanism != .wake
        && item.launched.map { $0 >= plan.warmUpEnd } ?? false && counts(item)
    }
    let launches = runs.compactMap(\.launched).sorted()
    self.runs = launches.count
    successes = runs.count(where: \.isSuccess)
    gaps = zip(launches, launches.dropFirst()).map { ($1 - $0).seconds }
    let specification = plan.apps[Int(app)].specification
    opens = result.apps.first { $0.specification == specification && $0.hasContent }?.opens
  }

  func perDay(_ amount: Double) -> Double { days > 0 ? amount / days : 0 }

  var runsPerDay: Double { perDay(Double(runs)) }
  var filesPerDay: Double { perDay(Double(files)) }
  var batteryJoulesPerDay: Double { perDay(joules) }
  var backgroundJoulesPerDay: Double { perDay(backgroundJoules) }
  var arrivalJoulesPerDay: Double { perDay(arrivalJoules) }
  var frontJoulesPerDay: Double { batteryJoulesPerDay - backgroundJoulesPerDay }

  /// A share of the battery.
  func share(_ joules: Double) -> Double? { batteryJoules > 0 ? joules / batteryJoules : nil }

  private static func mean(_ value: @escaping (AppOutcome) -> Double) -> ([AppOutcome]) -> any JSONConvertible
  {
    { $0.isEmpty ? 0 : $0.reduce(0) { $0 + value($1) } / Double($0.count) }
  }

  private static func gap(_ share: Double) -> ([AppOutcome]) -> any JSONConvertible {
    { try? SampleQuantile.linear(share, of: $0.flatMap(\.gaps)) }
  }

  /// The means over phones.
  static let table: Table<[AppOutcome]> = [
    "files_per_day": mean(\.filesPerDay), "runs_per_day": mean(\.runsPerDay),
    "successes_per_day": mean { $0.perDay(Double($0.successes)) }, "gap_median_s": gap(0.5),
    "gap_p90_s": gap(0.9), "fresh_open_share": { LeverMeasure.freshOpens.interval($0)?.mean },
    "battery_j_per_day": mean(\.batteryJoulesPerDay), "background_j_per_day": mean(\.backgroundJoulesPerDay),
    "background_battery_share_per_day": { LeverMeasure.batteryShare.interval($0)?.mean },
  ]
}

extension [OpenObservation] {
  var fresh: Int { count(where: \.isFresh) }
  var reachable: [OpenObservation] { filter { $0.reach == .reachable } }
  /// Nil without opens.
  var freshShare: Double? { isEmpty ? nil : Double(fresh) / Double(count) }
}

/// A measure of an app on several phones, as the terms of a ratio of sums, one for each phone.
enum LeverMeasure {
  /// Share of opens with fresh content; successful runs a day; joules a day for background work; that as a share of the
  /// battery.
  case freshOpens, successesPerDay, backgroundJoulesPerDay, batteryShare

  /// Nil where there is nothing to divide by.
  private func values(_ outcomes: [AppOutcome]) -> PseudoValues? {
    let fractions = outcomes.map { outcome -> ReplicationSample.Fraction in
      switch self {
      case .freshOpens: .init(Double(outcome.opens?.fresh ?? 0), over: Double(outcome.opens?.count ?? 0))
      case .successesPerDay: .init(Double(outcome.successes), over: outcome.days)
      case .backgroundJoulesPerDay: .init(outcome.backgroundJoules, over: outcome.days)
      case .batteryShare: .init(outcome.backgroundJoules, over: outcome.days * outcome.batteryJoules)
      }
    }
    return try? PseudoValues(fractions: fractions)
  }

  /// Without a half-width from a single phone.
  func interval(_ outcomes: [AppOutcome]) -> MeanInterval? {
    values(outcomes).flatMap { try? MeanInterval($0) }
  }

  /// The paired differences of two outcomes on the same phones.
  func differences(_ moved: [AppOutcome], _ base: [AppOutcome]) -> PseudoValues? {
    guard let moved = values(moved), let base = values(base) else { return nil }
    return try? moved.minus(base)
  }
}
