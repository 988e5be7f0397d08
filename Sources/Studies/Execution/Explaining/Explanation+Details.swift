import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import Workload

extension Explanation {
  /// The tables behind the first screen, each under an option of its name.
  package enum Detail: String, Sendable, CaseIterable {
    case items, waits, budgets, hours, gates, remedies, alternatives

    /// Whether the table has an option of its own. The others are printed with `--all`.
    package var isOption: Bool { self != .remedies && self != .alternatives }
  }

  var own: [History.Item] { base.items(of: scene.app) }

  func sections(_ details: Set<Detail>) -> [TextPage] {
    var found: [TextPage] = []
    if details.contains(.items), !own.isEmpty { found.append(itemPage) }
    if details.contains(.waits) { found.append(waitPage) }
    if details.contains(.budgets) {
      found.append(
        TextPage("Energy of the app, after warm-up", TextTable(energy, Self.energyTable, indentation: 2)))
      if let budget = BudgetUse(base, of: scene) { found.append(budget.page) }
    }
    if details.contains(.gates), let gates { found.append(gates.page(self)) }
    if details.contains(.hours) {
      found.append(
        TextPage("By hour of day, after warm-up", TextTable(hours, HourOfDay.table, indentation: 2)))
    }
    return found
  }

  // MARK: Items and waits

  private static let listed = 12

  private var itemPage: TextPage {
    let title = own.count > Self.listed ? "The last \(Self.listed) of \(own.count) items" : "Items"
    return TextPage(title, TextTable(own.suffix(Self.listed), itemTable))
  }

  var itemTable: Table<History.Item> {
    let plan = scene.plan
    return [
      Column("item", .right) { Int64($0.item) }, Column("mechanism", \.mechanism.name),
      .data("identifier", \.identifier), .data("submitted_s", \.submitted.seconds),
      .data("launched_s", \.launched?.seconds), .data("ended_s", \.ended?.seconds),
      .page("submitted") { plan.moment($0.submitted) },
      .page("launched") { $0.launched.map { plan.moment($0) } ?? "" },
      Column("waited", .right, key: "delay_s", \.delay.seconds) {
        $0.outcome.words.hasPrefix("replaced") ? "" : TimeWords.span($0.delay)
      },
      .page("ran", .right) { history in
        history.launched.flatMap { start in history.ended.map { TimeWords.span($0 - start) } } ?? ""
      }, Column("end", \.endWords),
      Column("blocked most by", .left, key: "shares", { $0.shares.json(Self.shareTable) }) {
        $0.shares.first.map { "\(Self.words(of: $0.reasons)) \(TimeWords.span($0.time))" } ?? ""
      },
    ]
  }

  /// The times of sets of reasons.
  static let shareTable: Table<WaitTotals.Share> = [
    "reasons": { $0.reasons.reasons.map(\.name) }, "time_s": \.time.seconds,
  ]

  private var waitPage: TextPage {
    let totals = WaitTotals(own)
    guard totals.total > 0 else { return "Reasons for waiting: no item waited" }
    let total = TimeSpan.microseconds(totals.total)
    return TextPage(
      "Reasons for waiting, warm-up included (\(TimeWords.span(total)))", Self.table(totals.shares, of: total)
    )
  }

  static func table(_ shares: [WaitTotals.Share], of total: TimeSpan) -> TextTable {
    TextTable(
      shares,
      [
        .init("reason") { words(of: $0.reasons) }, .init("time", .right) { TimeWords.span($0.time) },
        .init("share", .right) { TimeWords.percent($0.time, of: total) },
      ], indentation: 2)
  }

  private static func words(of reasons: BlockingSet) -> String {
    let names = reasons.names(separator: " + ")
    return reasons.rawValue.nonzeroBitCount > 1 ? "\(names) together" : names
  }

  // MARK: Hours and energy

  var hours: [HourOfDay] { HourOfDay.all(own, base.opens(of: scene), from: scene.plan.warmUpEnd) }

  /// The energy of the app for one cause a day.
  struct Energy {
    let cause: EnergyCause
    /// The tasks and sessions whose work it is.
    let tasks: [String]
    let joulesPerDay: Double
    /// The part of the capacity of the battery.
    let batteryShare: Double
  }

  /// Energy from the battery after warm-up, the largest part first.
  var energy: [Energy] {
    let days = max(1e-9, (scene.plan.end - scene.plan.warmUpEnd).days)
    var joules: [EnergyCause: Double] = [:]
    for entry in base.result.ledgerObserved where entry.payer.app == Int32(scene.app) {
      joules[entry.payer.cause, default: 0] += Double(entry.batteryNanojoules) * 1e-9 / days
    }
    let tasks = DeclaredTask.all(of: scene, base)
    let capacity = Double(base.result.capacityNanojoules) * 1e-9
    return joules.filter { $0.value > 0 }.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { cause, amount in
        let names = tasks.filter { $0.mechanism.energyCauses.contains(cause) }.map(\.name)
        return Energy(
          cause: cause, tasks: names, joulesPerDay: amount, batteryShare: amount / capacity)
      }
  }

  static let energyTable: Table<Energy> = [
    Column("cause", .left, key: "cause", \.cause.name) { $0.cause == .user ? "foreground" : $0.cause.name },
    Column("work", .left, key: "tasks", \.tasks) { $0.tasks.joined(separator: ", ") },
    Column("J/day", .right, key: "j_per_day", \.joulesPerDay) { DigitsText.significant($0.joulesPerDay) },
    Column("of the battery", .right, key: "battery_share_per_day", \.batteryShare) {
      DigitsText.percent($0.batteryShare)
    },
  ]
}

extension Mechanism {
  /// The causes in the ledger under which work of the mechanism is billed.
  fileprivate var energyCauses: [EnergyCause] {
    switch self {
    case .health: [.push]
    case .discretionaryTransfer, .transfer, .wake: [.discretionaryTransfer, .transfer]
    case .refresh, .processing, .push, .continued, .assertion, .mode:
      EnergyCause.allCases.filter { $0.name == name }
    }
  }
}

/// Runs, waiting and opens of an app in a local hour of the day, after warm-up.
struct HourOfDay: Sendable, Hashable {
  let hour: Int
  var runs = 0
  /// Summed over tasks.
  var waiting = TimeSpan.zero
  var opens = 0
  var freshOpens = 0

  /// Nil without opens.
  var freshShare: Double? { opens > 0 ? Double(freshOpens) / Double(opens) : nil }

  /// The hours of a day.
  ///
  /// - Parameter start: Runs and waits before this instant are left out.
  static func all(_ items: [History.Item], _ opens: [OpenObservation], from start: Instant)
    -> [HourOfDay]
  {
    var hours = (0..<24).map { HourOfDay(hour: $0) }
    for launched in items.compactMap(\.launched) where launched >= start {
      hours[Int(launched.timeOfDay.hours)].runs += 1
    }
    for wait in WaitTotals.elapsed(items, from: start) {
      var time = wait.from
      while time < wait.to {
        let hour = Int(time.timeOfDay.hours)
        let next = min(wait.to, .day(time.day, .hours(hour + 1)))
        hours[hour].waiting += next - time
        time = next
      }
    }
    for open in opens {
      let hour = Int(open.time.timeOfDay.hours)
      hours[hour].opens += 1
      if open.isFresh { hours[hour].freshOpens += 1 }
    }
    return hours
  }

  static let table: Table<HourOfDay> = [
    Column("hour", .right, \.hour) { $0.hour < 10 ? "0\($0.hour)" : "\($0.hour)" },
    Column("runs", .right, \.runs),
    Column("waiting", .right, key: "waiting_s", \.waiting.seconds) { TimeWords.span($0.waiting) },
    Column("opens", .right, \.opens),
    Column("fresh", .right, key: "fresh_open_share", \.freshShare) {
      $0.freshShare.map(DigitsText.percent) ?? "-"
    },
  ]
}

extension [OpenObservation] {
  /// The hour with the least share of fresh opens, of the hours with a twentieth of the opens; nil without opens.
  var stalestHour: (hour: Int, share: Double)? {
    HourOfDay.all([], self, from: .zero).filter { $0.opens > 0 && $0.opens * 20 >= count }
      .compactMap { row in row.freshShare.map { (row.hour, $0) } }.min { $0.1 < $1.1 }
  }
}

extension Explanation: Record {
  /// The keys of the JSON with their kinds and meanings.
  package static let keys = CatalogueText.rows(
    String(decoding: PackageResources.explanation_txt, as: UTF8.self), columns: 3)

  package static let record: Table<Self> = [
    "app": \.bundleID, "device": \.scene.plan.device, "archetype": \.scene.plan.archetype,
    "policy": \.scene.replay.policy.label, "replication": \.scene.plan.replication, "point": \.point,
    "outcome": { $0.chosen.map { outcome.json($0) } ?? .null },
    "other_outcomes": { explanation in
      explanation.counts.filter { $0.outcome.name != explanation.chosen?.outcome.name }.json(outcome)
    },
    "causes": { explanation in explanation.lines.json(explanation.cause) },
    "ordinary_waiting": \.ordinary, "not_explained": \.unexplained, "replays": \.replayCount,
    "main_bringer": \.bringer?.name, "main_bringer_lost_without": \.bringer?.lostWithout,
    "remedies": { $0.trial?.json($0) ?? .array([]) },
    "defects": { explanation in
      explanation.defects.json([
        "name": \.change.name, "word": \.word, "count": \.count, "lost": \.slots, "j_per_day": \.joulesPerDay,
        "rules": \.rules,
        "sentence": { defect in explanation.chosen.map { defect.sentence($0.outcome) } ?? "" },
      ])
    },
    "findings": { $0.codeFindings.json($0.findingTable) },
    "depends_on": \.dependsOn, "gates": \.gates, "sure": \.certainty,
    "items": { $0.own.json($0.itemTable) }, "waits": { WaitTotals($0.own).shares.json(shareTable) },
    "budgets": { BudgetUse($0.base, of: $0.scene) }, "energy": { $0.energy.json(energyTable) },
    "hours": { $0.hours.json(HourOfDay.table) },
  ]

  private static let outcome: Table<Count> = [
    "name": \.outcome.name, "kind": \.outcome.kind.rawValue, "lost": \.lost, "slots": \.slots,
    "sentence": { "\($0.lost) of \($0.slots) \($0.outcome.words)" },
  ]

  private var cause: Table<Line> {
    [
      "names": \.names, "lost": \.cause.slots, "sentence": \.text, "rules": \.rules,
      "lost_without": \.lostWithout, "key": { Change.studyKeys($0.cause.changes, of: scene) },
      "input": { input(of: $0.cause) },
      "or": { $0.cause.alternatives.json(["name": \.name, "sentence": \.clause, "rules": \.rules]) },
      "remedies": { $0.remedies.map(\.remedy.name) }, "together": { $0.pair.map(\.remedy.name) },
    ]
  }
}

extension RemedyTrial {
  fileprivate func json(_ explanation: Explanation) -> JSONValue {
    let isEnergy = outcome.kind == .energy
    let table: Table<Row> = [
      "name": \.remedy.name,
      "sentence": { row in
        let reason = row.remedy.reason
        return row.remedy.sentence(of: explanation.scene.specification) + "."
          + (reason.isEmpty ? "" : " \(reason)")
      },
      "lost_share_gain": { isEnergy ? nil : $0.lost?.mean },
      "lost_share_gain_half_width": { isEnergy ? nil : $0.lost?.halfWidth },
      "background_j_per_day_gain": { isEnergy ? $0.lost?.mean : nil },
      "completions_per_day": { RemedyMeasure.completionsPerDay.interval($0.results)?.mean },
      "completions_per_day_gain": \.completions?.mean, "j_per_day_gain": \.joules?.mean,
      "bytes_per_day_gain": \.bytes?.mean, "effect": \.effect, "devices_to_decide": \.neededDevices,
      "causes": { row in
        explanation.lines.filter { $0.isHelped(by: row) }.flatMap(\.names)
      },
    ]
    let now: Table<Self> = [
      "name": { _ in JSONValue.null }, "sentence": { _ in "no change" }, "devices": \.devices,
      "lost_share": { RemedyMeasure.lostShare.interval($0.base)?.mean },
      "completions_per_day": { RemedyMeasure.completionsPerDay.interval($0.base)?.mean },
      "j_per_day": { RemedyMeasure.joulesPerDay.interval($0.base)?.mean },
      "battery_share_per_day": { RemedyMeasure.batteryShare.interval($0.base)?.mean },
    ]
    let none: Table<Explanation.Line> = [
      "name": { _ in JSONValue.null },
      "sentence": { "No change of the app that was tried makes up for this cause: \($0.text)." },
      "causes": \.names,
    ]
    let rest = explanation.lines.filter { $0.remedies.isEmpty && $0.pair.isEmpty }
    return .array([now.json(self)] + rows.map(table.json) + rest.map(none.json))
  }
}
