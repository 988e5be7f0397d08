import Basics
import EventSimulation
import PhoneSimulation
import Workload

/// The spenders of a device's budgets: what each task of an app was debited, against what the app and the phone are
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
    var task: String
    /// Nil for the penalties of the app, and for other apps.
    var mechanism: Mechanism?
    var amounts: Amounts
    /// Whether it empties the budget of the phone, and not that of the app.
    var isOtherApps = false

    fileprivate func share(_ budget: KeyPath<Amounts, Double>, of whole: Amounts) -> Double? {
      whole[keyPath: budget] > 0 ? amounts[keyPath: budget] / whole[keyPath: budget] : nil
    }
  }

  /// By what they took, the most first; other apps last.
  private(set) var rows: [Row] = []
  /// The refill of the app's budgets and of the phone's, whether or not there was room for it.
  private(set) var allowance = Amounts()
  private(set) var deviceAllowance = Amounts()

  /// Nil where no item of the app waited for a budget after warm-up.
  init?(_ replay: Replay, of scene: AppScene) {
    let (plan, app) = (scene.plan, Int32(scene.app))
    let isShort = !replay.reasons.isDisjoint(with: .of(.energyBudget, .dataBudget))
    let days = (plan.end - Instant.zero).days
    guard isShort, days > 0 else { return nil }
    let tasks = Dictionary(
      uniqueKeysWithValues: replay.history.items.map { ($0.item, DeclaredTask.of($0)) })
    var own: [DeclaredTask?: Amounts] = [:]
    var others = Amounts()
    for change in replay.history.budget {
      switch change.kind {
      case .refill where change.app == app: allowance.add(change, days: days)
      case .refill where change.app < 0: deviceAllowance.add(change, days: days)
      case .debit where change.app == app:
        own[tasks[change.item], default: Amounts()].add(change, days: days)
      case .penalty where change.app == app: own[nil, default: Amounts()].add(change, days: days)
      case .debit where change.app >= 0: others.add(change, days: days)
      default: break
      }
    }
    func order(_ row: Row) -> (Double, String) {
      let (joules, bytes) = (row.share(\.joules, of: allowance), row.share(\.bytes, of: allowance))
      return (-(joules ?? 0) - (bytes ?? 0), row.task)
    }
    rows = own.map { task, amounts in
      Row(task: task?.name ?? "penalties", mechanism: task?.mechanism, amounts: amounts)
    }.sorted { order($0) < order($1) }
    if others != Amounts() { rows.append(Row(task: "other apps", amounts: others, isOtherApps: true)) }
  }

  /// The work of the app that was debited most.
  func spender(ofEnergy isEnergy: Bool) -> String? {
    func amount(_ row: Row) -> Double { isEnergy ? row.amounts.joules : row.amounts.bytes }
    let own = rows.filter { !$0.isOtherApps }
    let all = own.reduce(0) { $0 + amount($1) }
    guard all > 0, let most = own.max(by: { amount($0) < amount($1) }) else { return nil }
    return "`\(most.task)` used \(DigitsText.percent(amount(most) / all)) of it"
  }

  private var table: Table<Row> {
    func part(_ budget: KeyPath<Amounts, Double>, ofPhone isOfPhone: Bool) -> Column<Row> {
      let whole = isOfPhone ? deviceAllowance : allowance
      return .page(isOfPhone ? "phone's day" : "app's day", .right) { row in
        row.isOtherApps && !isOfPhone ? "" : row.share(budget, of: whole).map(DigitsText.percent) ?? "-"
      }
    }
    return [
      Column("task", \.task), Column("mechanism", \.mechanism?.name),
      .data("other_apps", \.isOtherApps),
      Column("J/day", .right, key: "j_per_day", \.amounts.joules) {
        DigitsText.significant($0.amounts.joules)
      }, part(\.joules, ofPhone: false), part(\.joules, ofPhone: true),
      Column("MB/day", .right, key: "cellular_bytes_per_day", \.amounts.bytes) {
        DigitsText.significant($0.amounts.bytes / 1e6)
      }, part(\.bytes, ofPhone: false), part(\.bytes, ofPhone: true),
    ]
  }

  var page: TextPage {
    let allowed = [
      Row(task: "allowed the app", amounts: allowance),
      Row(task: "allowed the phone", amounts: deviceAllowance, isOtherApps: true),
    ]
    return TextPage(
      "Who emptied the budgets: debited a day for the battery and over cellular, warm-up included, and as a share of what "
        + "the app and the phone are allowed", TextTable(rows + allowed, table, indentation: 2))
  }

  package static let record: Table<Self> = [
    "allowance": { amounts.json($0.allowance) }, "device_allowance": { amounts.json($0.deviceAllowance) },
    "rows": { $0.rows.json($0.table) },
  ]

  private static let amounts: Table<Amounts> = ["j_per_day": \.joules, "cellular_bytes_per_day": \.bytes]
}
