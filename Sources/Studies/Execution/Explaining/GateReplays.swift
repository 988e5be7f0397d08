import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import StudyReports
import Workload

/// The wait of one item, and the replays of the device without each gate that blocked it.
struct GateReplays: Sendable, Record {
  let item: History.Item
  let counterfactuals: [Counterfactual]
  /// The bill of the app under each rule for radio tails.
  let tailBills: [TailBill]

  /// - Parameter number: The number of the item; nil for the one that waited longest.
  init?(_ scene: AppScene, _ base: Replay, number: Int32?) throws(SimulationFailure) {
    let own = base.items(of: scene.app)
    let longest = own.max { ($0.delay, $1.item) < ($1.delay, $0.item) }
    guard let item = number.flatMap({ number in own.first { $0.item == number } }) ?? longest else {
      return nil
    }
    guard number != nil || item.delay > .zero else { return nil }
    self.item = item
    let blockers = item.waits.reduce(into: BlockingSet()) { $0.formUnion($1.reasons) }
    let factors = LiftableFactor.all.filter { !$0.reasons.isDisjoint(with: blockers) }
    counterfactuals = try factors.map { factor throws(SimulationFailure) in
      try Self.counterfactual(factor, of: item, scene)
    }
    tailBills = try Self.tailBills(scene, base)
  }

  /// The item in a replay in which a factor does not block it; nil if it does not exist.
  static func without(
    _ factor: LiftableFactor, for item: History.Item, _ scene: AppScene
  ) throws(SimulationFailure) -> History.Item? {
    let result = try scene.replay.run(
      records: [.log, .blocking], whatIf: WhatIf(item: item.item, lifted: factor.reasons))
    return History(result, of: scene.plan).items.first { $0.item == item.item }
  }

  /// Replays with a factor off: for the item, and throughout.
  private static func counterfactual(
    _ factor: LiftableFactor, of item: History.Item, _ scene: AppScene
  ) throws(SimulationFailure) -> Counterfactual {
    var parameters = scene.replay.policy.parameters
    if let parameter = factor.parameter { parameters.set(parameter, .choice("off")) }
    let other = try scene.replay.run(
      records: [.log, .blocking], parameters: parameters,
      whatIf: factor.parameter == nil ? WhatIf(lifted: factor.reasons) : nil)
    let same = History(other, of: scene.plan).items.first {
      $0.app == item.app && $0.identifier == item.identifier && $0.mechanism == item.mechanism
        && $0.submitted == item.submitted
    }
    return Counterfactual(
      factor: factor, itemDelay: try without(factor, for: item, scene)?.delayToLaunch,
      deviceDelay: same?.delayToLaunch, deviceLaunches: other.launches(of: item.app, item.mechanism),
      deviceEnergyJoules: other.joules)
  }

  /// The energy of the app under each rule for radio tails. Bills debit budgets, so a rule may also change the runs.
  private static func tailBills(_ scene: AppScene, _ base: Replay) throws(SimulationFailure) -> [TailBill] {
    let days = max(0, (scene.plan.end - scene.plan.warmUpEnd).days)
    return try TailRule.allCases.map { rule throws(SimulationFailure) in
      var parameters = scene.replay.policy.parameters
      let isOwn = rule.rawValue == parameters.choice("ledger.tail")
      parameters.set("ledger.tail", .choice(rule.rawValue))
      let result = isOwn ? base.result : try scene.replay.run(records: [], parameters: parameters)
      let nanojoules = result.ledgerObserved.filter { $0.payer.app == Int32(scene.app) }
        .reduce(0.0) { $0 + Double($1.batteryNanojoules) }
      return (rule, isOwn, days > 0 ? nanojoules * 1e-9 / days : 0)
    }
  }
}

extension GateReplays {
  func page(_ explanation: Explanation) -> TextPage {
    let plan = explanation.scene.plan
    let end = item.launched == nil ? "and did not start" : "for its launch"
    let chain = item.chain.isEmpty ? "" : " (with the \(item.chain.count) requests that it replaced)"
    var page = TextPage(
      "Item \(item.item) of \(plan.moment(item.submitted)) waited \(TimeWords.span(item.delay)) \(end)\(chain)",
      Explanation.table(item.shares, of: item.delay))
    if !counterfactuals.isEmpty {
      let result = explanation.base.result
      let launches = result.launches(of: item.app, item.mechanism)
      page.add(
        TextPage(
          "Replays with one gate off, for this item alone and throughout (unchanged: \(launches) launches, "
            + "\(DigitsText.hundredths(result.joules / 1000)) kJ)",
          TextTable(counterfactuals, Self.counterfactualTable, indentation: 2)))
    }
    page.add(
      TextPage(
        "Battery energy of the app under each rule for radio tails (`ledger.tail`), after warm-up",
        TextTable(tailBills, Self.billTable, indentation: 2)))
    return page
  }
  private static let counterfactualTable: Table<Counterfactual> = [
    Column("off", \.factor.name), .data("reasons") { $0.factor.reasons.reasons.map(\.name) },
    Column("item waits", .right, key: "item_delay_s", \.itemDelay?.seconds) {
      $0.itemDelay.map(TimeWords.span) ?? "does not start"
    },
    Column("throughout", .right, key: "device_delay_s", \.deviceDelay?.seconds) {
      $0.deviceDelay.map(TimeWords.span) ?? "-"
    },
    Column("launches", .right, key: "device_launches", \.deviceLaunches),
    Column("energy kJ", .right, key: "device_energy_j", \.deviceEnergyJoules) {
      DigitsText.hundredths($0.deviceEnergyJoules / 1000)
    },
  ]

  private static let billTable: Table<TailBill> = [
    Column("rule", \.rule.rawValue), .data("is_own", \.isOwn),
    Column("battery J/day", .right, key: "battery_j_per_day", \.batteryJoulesPerDay) {
      DigitsText.hundredths($0.batteryJoulesPerDay)
    }, .page("") { $0.isOwn ? "this study" : "" },
  ]

  static let record: Table<Self> = [
    "item": { Int64($0.item.item) }, "delay_s": \.item.delay.seconds,
    "shares": { $0.item.shares.json(Explanation.shareTable) },
    "without": { $0.counterfactuals.json(counterfactualTable) },
    "tail_bills": { $0.tailBills.json(billTable) },
  ]
}

/// The outcome of the same run with one factor off.
struct Counterfactual: Sendable, Hashable {
  /// A factor, a condition, or a constraint of the mechanism.
  let factor: LiftableFactor
  /// With the blocker off for this item alone; nil where it does not start, or where that cannot be.
  let itemDelay: TimeSpan?
  /// With the blocker off throughout, as all that follows: of the same task and instant of submission.
  let deviceDelay: TimeSpan?
  /// The launches of the app by its mechanism over the horizon.
  let deviceLaunches: Int
  let deviceEnergyJoules: Double
}

/// The energy from the battery that is billed to an app after warm-up under one rule for radio tails.
typealias TailBill = (rule: TailRule, isOwn: Bool, batteryJoulesPerDay: Double)

extension DevicePlan {
  package func installed(_ bundleID: String) -> Int32? {
    apps.firstIndex { $0.specification != nil && $0.bundleID == bundleID }.map { Int32($0) }
  }

  /// `Sun 27 d 08:37`.
  func moment(_ instant: Instant) -> String {
    "\(TimeWords.weekdays[weekday(of: instant.day)]) \(TimeWords.instant(instant).dropLast(3))"
  }
}

extension DeviceResult {
  var joules: Double { Double(energyWhole.device) * 1e-9 }

  func launches(of app: Int32, _ mechanism: Mechanism) -> Int {
    let own = eventCounts.filter {
      $0.event == LogEvent.launched.name && $0.app == app && $0.mechanism == mechanism.name
    }
    return Int(own.reduce(0) { $0 + $1.count })
  }
}
