import DeviceModel
import EventSimulation
import JSON
import PhoneSimulation
import PlainText
import ResultsStore
import StudyFormat
import Workload

/// The answer to "why did my task run when it did, or never": one series of an app on one device.
public struct ExplanationReport: Sendable {
  let explainer: Explainer
  let bundleID: String
  let histories: [ItemHistory]
  let rejections: [(identifier: String, reason: String, count: Int)]
  /// The item whose wait is taken apart: the one asked for, or the one that waited longest.
  let chosen: ItemHistory?
  let counterfactuals: [Counterfactual]
  let advice: [String]
  let tailBills: [TailBill]
  /// Items listed at most; the last ones.
  static let listed = 12

  /// - Parameters:
  ///   - series: Identifier or mechanism; nil for everything that the app asked for.
  ///   - item: Number of the item to take apart.
  /// - Throws: ``SimulationFailure`` of a replay.
  public init(_ explainer: Explainer, app: Int32, series: String?, item: Int32?) throws(SimulationFailure) {
    self.explainer = explainer
    bundleID = explainer.replay.plan.apps[Int(app)].bundleID
    let histories = explainer.histories(app: app, series: series)
    let longest = histories.max { a, b in a.delay == b.delay ? a.item > b.item : a.delay < b.delay }
    let chosen = item.flatMap { number in histories.first { $0.item == number } } ?? longest
    let rejections = explainer.rejections(app: app).filter { rejection in
      series == nil || rejection.identifier.isEmpty
        || rejection.identifier.lowercased() == series?.lowercased()
    }
    let specification = explainer.replay.plan.apps[Int(app)].specification.map {
      explainer.replay.study.apps[$0]
    }
    let task = specification?.tasks.first { $0.identifier == series || $0.identifier == chosen?.identifier }
    advice = Advice(histories: histories, rejections: rejections, task: task).sentences
    counterfactuals = if let chosen { try explainer.counterfactuals(of: chosen, app: app) } else { [] }
    tailBills = try explainer.tailBills(app: app)
    self.histories = histories
    self.rejections = rejections
    self.chosen = chosen
  }

  /// The text for a terminal.
  public var text: String {
    let plan = explainer.replay.plan
    var text = "\(bundleID) on device \(plan.device) (\(plan.archetype)) under "
    text += "\(explainer.replay.policy.label), replication \(plan.replication)\n"
    text += "\(counts)\n"
    if !histories.isEmpty { text += "\n" + items + "\n" + waits }
    if let chosen { text += "\n" + detail(of: chosen) }
    text += "\n" + bills
    if !advice.isEmpty {
      text += "\nWhat would help\n"
      for sentence in advice { text += "- \(sentence)\n" }
    }
    return text
  }

  private var counts: String {
    var kinds: [(String, Int)] = []
    for history in histories {
      let word = history.outcome.kind
      if let index = kinds.firstIndex(where: { $0.0 == word }) {
        kinds[index].1 += 1
      } else {
        kinds.append((word, 1))
      }
    }
    var text = "\(histories.count) items"
    if !kinds.isEmpty { text += ": " + kinds.map { "\($0.1) \($0.0)" }.joined(separator: ", ") }
    for rejection in rejections {
      text += "; \(rejection.count) refused (\(rejection.reason))"
    }
    return text
  }

  private var items: String {
    var table = TextTable([
      ("item", .right), ("kind", .left), ("submitted", .left), ("window", .left), ("launched", .left),
      ("waited", .right), ("ran", .right), ("end", .left), ("blocked most by", .left),
    ])
    for history in histories.suffix(Self.listed) {
      let ran = history.launched.flatMap { start in history.ended.map { TimeWords.span($0 - start) } } ?? ""
      let most = history.shares.first.map { "\(words(of: $0.reasons)) \(TimeWords.span($0.time))" } ?? ""
      table.add([
        "\(history.item)", history.mechanism.name, TimeWords.instant(history.submitted),
        TimeWords.instant(history.open), history.launched.map(TimeWords.instant) ?? "",
        TimeWords.span(history.delay), ran, history.outcome.words, most,
      ])
    }
    let more = histories.count > Self.listed ? "The last \(Self.listed) of \(histories.count) items\n" : ""
    return more + table.text
  }

  private var waits: String {
    let totals = WaitTotals(histories)
    guard totals.total > 0 else { return "Nothing had to wait.\n" }
    var table = TextTable([("", .left), ("", .right), ("", .right)], indentation: 2)
    for share in totals.shares {
      table.add([
        words(of: share.reasons), TimeWords.span(share.time),
        TimeWords.percent(share.time, of: .microseconds(totals.total)),
      ])
    }
    return "What blocked, over all waits (\(TimeWords.span(.microseconds(totals.total))))\n" + table.text
  }

  private func detail(of history: ItemHistory) -> String {
    var text = "Item \(history.item) waited \(TimeWords.span(history.delay))"
    text += history.launched == nil ? " and did not start" : " for its launch"
    if !history.chain.isEmpty {
      text += " (with the \(history.chain.count) it replaced)"
    }
    text += "\n"
    var table = TextTable([("", .left), ("", .right), ("", .right)], indentation: 2)
    for share in history.shares {
      table.add([
        words(of: share.reasons), TimeWords.span(share.time),
        TimeWords.percent(share.time, of: history.delay),
      ])
    }
    text += table.text
    guard !counterfactuals.isEmpty else { return text }
    let app = explainer.installed(bundleID) ?? -1
    let launches = explainer.launches(app: app, history.mechanism)
    text += "What if: off for this item alone, and off throughout "
    text += "(factual: \(launches) launches, \(Self.kilojoules(explainer.energyJoules)) kJ)\n"
    var whatIf = TextTable(
      [
        ("off", .left), ("item waits", .right), ("throughout", .right), ("launches", .right),
        ("energy kJ", .right),
      ], indentation: 2)
    for counterfactual in counterfactuals {
      whatIf.add([
        counterfactual.name,
        counterfactual.itemDelay.map(TimeWords.span) ?? "does not start",
        counterfactual.deviceDelay.map(TimeWords.span) ?? "-",
        "\(counterfactual.deviceLaunches)", Self.kilojoules(counterfactual.deviceEnergyJoules),
      ])
    }
    return text + whatIf.text
  }

  private var bills: String {
    var table = TextTable([("rule", .left), ("battery J a day", .right), ("", .left)], indentation: 2)
    for bill in tailBills {
      table.add([
        bill.rule.rawValue, "\((bill.batteryJoulesPerDay * 100).rounded() / 100)",
        bill.isStudys ? "this study" : "",
      ])
    }
    return "The app's bill under each rule for radio tails (`ledger.tail`), after warm-up\n" + table.text
  }

  private func words(of reasons: BlockingSet) -> String {
    let names = reasons.names(separator: " + ")
    return reasons.rawValue.nonzeroBitCount > 1 ? "\(names) together" : names
  }

  private static func kilojoules(_ joules: Double) -> String { "\((joules / 10).rounded() / 100)" }

  /// Everything, for programs; times are in seconds.
  public var json: JSONValue {
    func seconds(_ span: TimeSpan) -> JSONValue { .number(span.seconds) }
    func time(_ instant: Instant?) -> JSONValue { instant.map { .number($0.seconds) } ?? .null }
    func shares(_ history: ItemHistory) -> JSONValue {
      .array(
        history.shares.map {
          .members(["reasons": .strings($0.reasons.reasons.map(\.name)), "time_s": seconds($0.time)])
        })
    }
    let plan = explainer.replay.plan
    return .members([
      "app": .string(bundleID), "device": .integer(Int64(plan.device)), "archetype": .string(plan.archetype),
      "policy": .string(explainer.replay.policy.label), "replication": .integer(Int64(plan.replication)),
      "items": .array(
        histories.map { history in
          .members([
            "item": .integer(Int64(history.item)), "mechanism": .string(history.mechanism.name),
            "identifier": .string(history.identifier), "submitted_s": time(history.submitted),
            "open_s": time(history.open), "chain_open_s": time(history.chainOpen),
            "launched_s": time(history.launched), "ended_s": time(history.ended),
            "outcome": .string(history.outcome.words), "expired": .optional(history.expired),
            "delay_s": seconds(history.delay), "censored": .boolean(history.launched == nil),
            "shares": shares(history),
          ])
        }),
      "refused": .array(
        rejections.map {
          .members([
            "identifier": .string($0.identifier), "reason": .string($0.reason),
            "count": .integer(Int64($0.count)),
          ])
        }),
      "explained": .optional(chosen.map { Int($0.item) }),
      "energy_j": .number(explainer.energyJoules),
      "what_if": .array(
        counterfactuals.map { other in
          .members([
            "off": .string(other.name), "reasons": .strings(other.reasons.reasons.map(\.name)),
            "item_delay_s": .optional(other.itemDelay?.seconds), "item_starts": .boolean(other.itemStarts),
            "device_delay_s": .optional(other.deviceDelay?.seconds),
            "device_launches": .integer(Int64(other.deviceLaunches)),
            "device_energy_j": .number(other.deviceEnergyJoules),
          ])
        }),
      "tail_bills": .array(
        tailBills.map { bill in
          .members([
            "rule": .string(bill.rule.rawValue), "is_studys": .boolean(bill.isStudys),
            "battery_j_per_day": .number(bill.batteryJoulesPerDay),
          ])
        }),
      "advice": .strings(advice),
    ])
  }
}

extension ItemHistory.Outcome {
  /// The outcome without its reason, for counting.
  var kind: String {
    switch self {
    case .pending: "pending"
    case .running: "running"
    case .completed(let success): success ? "completed" : "failed"
    case .killed: "killed"
    case .replaced: "replaced"
    case .cancelled: "cancelled"
    case .coalesced: "coalesced"
    case .dropped: "dropped"
    case .delivered: "delivered without a launch"
    case .failed: "failed"
    }
  }
}
