import Basics
import EventSimulation
import PhoneSimulation
import Workload

/// The use of a device's budgets: the debits of each task of an app, against the daily allowances of the app and of the
/// device. The warm-up counts, because debts outlive it.
struct BudgetUse: Sendable, Hashable, Record {
  /// Amounts of both budgets per day: joules, and bytes over cellular.
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
    /// Whether it uses the budget of the device only, and not the budget of the app.
    var isOtherApps = false

    fileprivate func share(_ budget: KeyPath<Amounts, Double>, of whole: Amounts) -> Double? {
      whole[keyPath: budget] > 0 ? amounts[keyPath: budget] / whole[keyPath: budget] : nil
    }
  }

  /// The largest use first; other apps last.
  private(set) var rows: [Row] = []
  /// The refills of the app's budgets and of the device's, including refills above the capacity.
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

  /// The work of the app with the largest debits, and its share of all debits of the app.
  func spender(ofEnergy isEnergy: Bool) -> String? {
    func amount(_ row: Row) -> Double { isEnergy ? row.amounts.joules : row.amounts.bytes }
    let own = rows.filter { !$0.isOtherApps }
    let all = own.reduce(0) { $0 + amount($1) }
    guard all > 0, let most = own.max(by: { amount($0) < amount($1) }) else { return nil }
    return "`\(most.task)` accounts for \(DigitsText.percent(amount(most) / all)) of the app's use"
  }

  private var table: Table<Row> {
    func part(_ budget: KeyPath<Amounts, Double>, ofPhone isOfPhone: Bool) -> Column<Row> {
      let whole = isOfPhone ? deviceAllowance : allowance
      return .page(isOfPhone ? "of device" : "of app", .right) { row in
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
      Row(task: "allowance of the app", amounts: allowance),
      Row(task: "allowance of the device", amounts: deviceAllowance, isOtherApps: true),
    ]
    var page = TextPage(
      "Budget use per day (warm-up included), and as a percentage of the daily allowance of the app and of the device",
      TextTable(rows + allowed, table, indentation: 2))
    page.add(
      "A budget can be empty although the use is below 100 %: it refills during the day, one run can leave a debt (BUD-6), "
        + "and refills above the capacity are lost (BUD-2).")
    return page
  }

  package static let record: Table<Self> = [
    "allowance": { amounts.json($0.allowance) }, "device_allowance": { amounts.json($0.deviceAllowance) },
    "rows": { $0.rows.json($0.table) },
  ]

  private static let amounts: Table<Amounts> = ["j_per_day": \.joules, "cellular_bytes_per_day": \.bytes]
}
