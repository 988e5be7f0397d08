import Basics
import EventSimulation
import PhoneSimulation
import Workload

/// The spenders of a device's budgets: what each series of an app was debited, against what the app and the phone are
/// allowed. The warm-up counts, because debts outlive it.
struct BudgetUse: Sendable, Hashable, Record {
  /// Amounts of both budgets: joules and bytes over cellular, each a day.
  struct Amounts: Sendable, Hashable {
    var joules = 0.0
    var bytes = 0.0

    fileprivate mutating func add(_ change: History.BudgetChange, days: Double) {
      if change.isEnergy { joules += change.amount * 1e-9 / days } else { bytes += change.amount / days }
    }
  }

  struct Row: Sendable, Hashable {
    var series: String
    /// Nil for the penalties of the app, and for other apps.
    var mechanism: Mechanism?
    var amounts: Amounts
    /// Whether it empties the budget of the phone, and not that of the app.
    var isOfOthers = false

    fileprivate func share(_ budget: KeyPath<Amounts, Double>, of whole: Amounts) -> Double? {
      whole[keyPath: budget] > 0 ? amounts[keyPath: budget] / whole[keyPath: budget] : nil
    }
  }

  /// By what they took, the most first; other apps last.
  private(set) var rows: [Row] = []
  /// The refill of the app's budgets and of the phone's, whether or not there was room for it.
  private(set) var allowance = Amounts()
  private(set) var phoneAllowance = Amounts()

  /// Nil where no item of the app waited for a budget after warm-up.
  init?(_ replay: Replay, of scene: AppScene) {
    let (plan, app) = (scene.plan, Int32(scene.app))
    let isShort = !replay.reasons.isDisjoint(with: .of(.energyBudget, .dataBudget))
    let days = (plan.end - Instant.zero).days
    guard isShort, days > 0 else { return nil }
    let series = Dictionary(
      uniqueKeysWithValues: replay.history.items.map { ($0.item, DeclaredSeries.of($0)) })
    var own: [DeclaredSeries?: Amounts] = [:]
    var others = Amounts()
    for change in replay.history.budget {
      switch change.kind {
      case .refill where change.app == app: allowance.add(change, days: days)
      case .refill where change.app < 0: phoneAllowance.add(change, days: days)
      case .debit where change.app == app:
        own[series[change.item], default: Amounts()].add(change, days: days)
      case .penalty where change.app == app: own[nil, default: Amounts()].add(change, days: days)
      case .debit where change.app >= 0: others.add(change, days: days)
      default: break
      }
    }
    func order(_ row: Row) -> (Double, String) {
      let (joules, bytes) = (row.share(\.joules, of: allowance), row.share(\.bytes, of: allowance))
      return (-(joules ?? 0) - (bytes ?? 0), row.series)
    }
    rows = own.map { series, amounts in
      Row(series: series?.name ?? "penalties", mechanism: series?.mechanism, amounts: amounts)
    }.sorted { order($0) < order($1) }
    if others != Amounts() { rows.append(Row(series: "other apps", amounts: others, isOfOthers: true)) }
  }

  /// The work of the app that was debited most.
  func spender(ofEnergy isEnergy: Bool) -> String? {
    func amount(_ row: Row) -> Double { isEnergy ? row.amounts.joules : row.amounts.bytes }
    let own = rows.filter { !$0.isOfOthers }
    let all = own.reduce(0) { $0 + amount($1) }
    guard all > 0, let most = own.max(by: { amount($0) < amount($1) }) else { return nil }
    return "`\(most.series)` used \(DigitsText.percent(amount(most) / all)) of it"
  }

  var page: TextPage {
    func part(_ row: Row, _ budget: KeyPath<Amounts, Double>, _ whole: Amounts) -> String {
      row.share(budget, of: whole).map(DigitsText.percent) ?? "-"
    }
    let allowed = [
      Row(series: "allowed the app", amounts: allowance),
      Row(series: "allowed the phone", amounts: phoneAllowance, isOfOthers: true),
    ]
    let table = TextTable(
      rows + allowed,
      [
        .init("series", \.series), .init("kind") { $0.mechanism?.name ?? "" },
        .init("J/day", .right) { DigitsText.significant($0.amounts.joules) },
        .init("app's day", .right) { $0.isOfOthers ? "" : part($0, \.joules, allowance) },
        .init("phone's day", .right) { part($0, \.joules, phoneAllowance) },
        .init("MB/day", .right) { DigitsText.significant($0.amounts.bytes / 1e6) },
        .init("app's day", .right) { $0.isOfOthers ? "" : part($0, \.bytes, allowance) },
        .init("phone's day", .right) { part($0, \.bytes, phoneAllowance) },
      ], indentation: 2)
    return TextPage(
      "Who emptied the budgets: debited a day for the battery and over cellular, warm-up included, and as a share of what "
        + "the app and the phone are allowed", table)
  }

  package static let record: Table<Self> = [
    "allowance": { amounts.json($0.allowance) }, "phone_allowance": { amounts.json($0.phoneAllowance) },
    "rows": {
      $0.rows.json(
        ["series": \.series, "mechanism": \.mechanism?.name, "other_apps": \.isOfOthers]
          + amounts.of(\.amounts))
    },
  ]

  private static let amounts: Table<Amounts> = ["j_per_day": \.joules, "cellular_bytes_per_day": \.bytes]
}
