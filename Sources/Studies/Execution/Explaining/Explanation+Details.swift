import Basics
import DeviceModel
import EventSimulation
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
      Column("item", .right) { Int64($0.item) }, Column("kind", key: "mechanism", \.mechanism.name),
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
    let series: [String]
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
    let series = DeclaredSeries.all(scene.specification, histories: own)
    let capacity = Double(base.result.capacityNanojoules) * 1e-9
    return joules.filter { $0.value > 0 }.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { cause, amount in
        let names = series.filter { $0.mechanism.energyCauses.contains(cause) }.map(\.name)
        return Energy(
          cause: cause, series: names, joulesPerDay: amount, batteryShare: amount / capacity)
      }
  }

  static let energyTable: Table<Energy> = [
    Column("cause", .left, key: "cause", \.cause.name) { $0.cause == .user ? "foreground" : $0.cause.name },
    Column("work", .left, key: "series", \.series) { $0.series.joined(separator: ", ") },
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
    case .refresh: [.refresh]
    case .processing: [.processing]
    case .push, .health: [.push]
    case .continued: [.continued]
    case .transferD, .transferN, .wake: [.transfer, .relaxedTransfer]
    case .assertion: [.assertion]
    case .mode: [.mode]
    }
  }
}
