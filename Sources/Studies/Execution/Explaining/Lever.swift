import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import Workload

/// A change that a developer or a user can make, tried by replaying phones with it.
package struct Lever: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case namesRight, submitWhenNone, oneIdentifier, fetchAtOpen, checkpoints, lessWork, shorterFloor,
      longerFloor
    case withoutExternalPower, withoutNetwork, pushInsteadOfRefresh, pushPerChange, morePushes, fewerPushes
    case noPushes, noTransfers, halfTransfers, wifiTransfers, discretionaryTransfers, frontTransfers,
      moreProgress
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
      frontTransfers | begun in front
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
    for task in app.tasks where isChosen(task.identifier, task.mechanism) {
      if task.mechanism == .continued {
        add([.moreProgress], task.identifier)
      } else {
        add(
          [.shorterFloor, .longerFloor, .lessWork, .withoutExternalPower, .withoutNetwork], task.identifier)
      }
      if task.mechanism == .refresh { add([.oneIdentifier, .pushInsteadOfRefresh], task.identifier) }
    }
    if isChosen("push", .push) {
      add([.pushPerChange, .morePushes, .fewerPushes, .noPushes, .lessWork], "push")
    }
    for transfer in app.transfers
    where isChosen(transfer.session, .transferN) || series == Mechanism.transferD.name {
      add(
        [.noTransfers, .halfTransfers, .wifiTransfers, .discretionaryTransfers, .frontTransfers],
        transfer.session)
    }
    add([.refreshOn, .opensDaily])
    return found
  }
}

/// The outcome of an app's work on one phone after warm-up, as it is or with a lever.
struct LeverOutcome: Sendable, Hashable {
  var days = 0.0
  /// Runs of tasks, pushes, modes and extra time; not transfers, nor wakes at their end.
  var runs = 0
  var successes = 0
  /// Seconds between one of these runs and the next.
  var gaps: [Double] = []
  var files = 0
  /// Opens that count for freshness, and those that found fresh content; none without content.
  var opens = 0
  var fresh = 0
  /// Energy from the battery for the app in joules: all, and that for background work.
  var joules = 0.0
  var backgroundJoules = 0.0
  var batteryJoules = 0.0

  /// - Parameter counts: Which of the app's items count.
  init(_ result: DeviceResult, _ plan: DevicePlan, app: Int32, counts: (ItemHistory) -> Bool) {
    days = max(0, (plan.end - plan.warmUpEnd).days)
    batteryJoules = Double(result.capacityNanojoules) * 1e-9
    for entry in result.ledgerObserved where entry.payer.app == app {
      joules += Double(entry.batteryNanojoules) * 1e-9
      if entry.payer.cause.isBackground { backgroundJoules += Double(entry.batteryNanojoules) * 1e-9 }
    }
    let own = ItemHistoryReader.histories(of: result, end: plan.end).filter { $0.app == app }.map(\.history)
    files = own.count { item in
      item.mechanism.isTransfer && item.isSuccess && item.ended.map { $0 >= plan.warmUpEnd } ?? false
    }
    let runs = own.filter { item in
      !item.isSynthetic && item.mechanism.isRun && item.launched.map { $0 >= plan.warmUpEnd } ?? false
        && counts(item)
    }
    let launches = runs.compactMap(\.launched).sorted()
    self.runs = launches.count
    successes = runs.count(where: \.isSuccess)
    gaps = zip(launches, launches.dropFirst()).map { ($1 - $0).seconds }
    let specification = plan.apps[Int(app)].specification
    let found = result.apps.first { $0.specification == specification && $0.hasContent }?.opens ?? []
    opens = found.count
    fresh = found.count(where: \.isFresh)
  }

  var runsPerDay: Double { days > 0 ? Double(runs) / days : 0 }
  var filesPerDay: Double { days > 0 ? Double(files) / days : 0 }
  var successesPerDay: Double { days > 0 ? Double(successes) / days : 0 }
  /// Share of opens with fresh content; nil without content or opens.
  var freshOpens: Double? { opens > 0 ? Double(fresh) / Double(opens) : nil }
  var batteryJoulesPerDay: Double { days > 0 ? joules / days : 0 }
  var backgroundJoulesPerDay: Double { days > 0 ? backgroundJoules / days : 0 }
}

extension Mechanism {
  /// No transfer, which the system carries out, and no wake at its end.
  var isRun: Bool { !isTransfer && self != .wake }
}

/// A measure of an app on several phones, as the terms of a ratio of sums, one for each phone.
enum LeverMeasure {
  /// Share of opens with fresh content; successful runs a day; joules a day for background work; that as a share of the
  /// battery.
  case freshOpens, successesPerDay, backgroundJoulesPerDay, batteryShare

  func fractions(_ outcomes: [LeverOutcome]) -> [ReplicationSample.Fraction] {
    outcomes.map { outcome in
      switch self {
      case .freshOpens: .init(Double(outcome.fresh), over: Double(outcome.opens))
      case .successesPerDay: .init(Double(outcome.successes), over: outcome.days)
      case .backgroundJoulesPerDay: .init(outcome.backgroundJoules, over: outcome.days)
      case .batteryShare: .init(outcome.backgroundJoules, over: outcome.days * outcome.batteryJoules)
      }
    }
  }

  /// Nil where there is nothing to divide by; without a half-width from a single phone.
  func interval(_ outcomes: [LeverOutcome]) -> MeanInterval? {
    (try? PseudoValues(fractions: fractions(outcomes))).flatMap { try? MeanInterval($0) }
  }

  /// The paired difference of two outcomes on the same phones.
  func difference(_ moved: [LeverOutcome], _ base: [LeverOutcome], confidence: Double) -> MeanInterval? {
    pseudoValues(moved, base).flatMap { try? MeanInterval($0, confidence: confidence) }
  }

  func pseudoValues(_ moved: [LeverOutcome], _ base: [LeverOutcome]) -> PseudoValues? {
    guard let moved = try? PseudoValues(fractions: fractions(moved)),
      let base = try? PseudoValues(fractions: fractions(base))
    else { return nil }
    return try? moved.minus(base)
  }
}

extension LeverOutcome {
  static func members(_ outcomes: [LeverOutcome]) -> [JSONValue.Member] {
    func mean(_ value: (LeverOutcome) -> Double) -> Double {
      outcomes.isEmpty ? 0 : outcomes.reduce(0) { $0 + value($1) } / Double(outcomes.count)
    }
    let gaps = outcomes.flatMap(\.gaps)
    return [JSONValue.Member]([
      "files_per_day": mean(\.filesPerDay), "runs_per_day": mean(\.runsPerDay),
      "successes_per_day": mean(\.successesPerDay), "gap_median_s": try? SampleQuantile.linear(0.5, of: gaps),
      "gap_p90_s": try? SampleQuantile.linear(0.9, of: gaps),
      "fresh_open_share": LeverMeasure.freshOpens.interval(outcomes)?.mean,
      "battery_j_per_day": mean(\.batteryJoulesPerDay),
      "background_j_per_day": mean(\.backgroundJoulesPerDay),
      "background_battery_share_per_day": LeverMeasure.batteryShare.interval(outcomes)?.mean,
    ])
  }
}
