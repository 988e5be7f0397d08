import Basics
import DeviceModel
import EventSimulation
import PhoneSimulation
import StudyReports
import Workload

extension ExplanationReport {
  private var plan: DevicePlan { explainer.replay.plan }

  package var page: TextPage {
    var page = TextPage(verdict)
    func add(_ section: TextPage) {
      page.addGap()
      page.add(section)
    }
    if let findings { add(list(of: findings)) }
    if !health.series.isEmpty { add(TextPage(series)) }
    add(TextPage(counts))
    if !histories.isEmpty {
      add(items)
      add(waits)
    }
    if let chosen { add(detail(of: chosen)) }
    if showsGates { add(bills) }
    if let budget = health.budget { add(budget.page) }
    add(trial.page)
    if let certainty { add(certainty.page) }
    add("What would help")
    for sentence in health.advice { page.add("- \(sentence)") }
    if !histories.isEmpty { add(byHour) }
    add(TextPage(legend))
    return page
  }

  private var verdict: String {
    func name(_ series: SeriesHealth) -> String { "`\(series.series)` (\(series.mechanism.name))" }
    var text =
      "\(bundleID) on device \(plan.device) (\(plan.archetype)) under \(explainer.replay.policy.label), "
      + "replication \(plan.replication), point \(point)\nVerdict: \(health.verdict.rawValue)"
    if health.isOfFreshness {
      text += ", for what its users find at opens"
    } else if let worst = health.worst, health.series.count > 1, let word = worst.verdict, word > .healthy {
      text += ", for the worst of its \(health.series.count) series, \(name(worst))"
    }
    text += "\nCause: \(health.cause)\n"
    if !health.restsOn.isEmpty {
      text += "Depends on assumed parameters: \(health.restsOn.joined(separator: "; "))\n"
    }
    let others = health.series.filter { $0 != health.worst && ($0.verdict ?? .healthy) > .healthy }
      .map { "\(name($0)) \($0.verdict?.rawValue ?? "")" }
    if !others.isEmpty { text += "Also: \(others.joined(separator: ", "))\n" }
    let days = max(health.conditions.observed.days, .leastNonzeroMagnitude)
    let kinds = health.runsByKind.map {
      "\($0.mechanism.name) \(DigitsText.significant(Double($0.count) / days))"
    }.joined(separator: ", ")
    text += "Runs: \(kinds.isEmpty ? "none" : kinds) a day after warm-up "
    text += "(\(TimeWords.span(health.conditions.observed)))"
    if let worst = health.worst {
      text += "; longest gap \(TimeWords.span(worst.longestGap)) from \(plan.moment(worst.longestGapStart))"
      if health.series.count > 1 { text += " (`\(worst.series)`)" }
    }
    let arrival = health.outcome.arrivalJoulesPerDay
    text += "\nEnergy: background work \(energy(health.outcome.backgroundJoulesPerDay)), "
    if arrival > 0 { text += "of it \(DigitsText.significant(arrival)) J for silent pushes as they arrive, " }
    text += "use in front \(energy(health.outcome.frontJoulesPerDay))\n"
    if let opens = health.outcome.opens {
      text += self.opens(opens) + (health.freshnessWord.map { ": \($0)" } ?? "") + "\n"
    }
    return text + phones
  }

  private func opens(_ opens: [OpenObservation]) -> String {
    guard let share = opens.freshShare else { return "Opens: none" }
    let reached = opens.reachable
    let words = reached.freshShare.map {
      "\(reached.count), \(reached.fresh) of which (\(Finding.percent($0))) were fresh"
    }
    return "Opens: \(opens.fresh) of \(opens.count) (\(Finding.percent(share))) found fresh content; "
      + "a background run could have reached \(words ?? "none of them")"
  }

  private func energy(_ joules: Double) -> String {
    "\(health.outcome.share(joules).map(DigitsText.percent) ?? "-") of the battery a day "
      + "(\(DigitsText.significant(joules)) J)"
  }

  private func list(of findings: [AppFinding]) -> TextPage {
    guard !findings.isEmpty else {
      return TextPage("Findings: none in what the app was told and has asked, warm-up included")
    }
    var page = TextPage(
      "Findings in what the app was told and has asked, warm-up included; energy: of the runs concerned",
      TextTable(
        findings,
        [
          .init("finding") { $0.name }, .init("rule") { $0.rule.isEmpty ? "-" : $0.rule },
          .init("of") { $0.identifier.isEmpty ? "-" : $0.identifier },
          .init("first") { plan.moment($0.first) }, .init("times", .right) { "\($0.count)" },
          .init("energy", .right) { $0.joules > 0 ? "\(DigitsText.significant($0.joules)) J" : "-" },
        ], indentation: 2))
    for kind in AppFindingKind.allCases where findings.contains(where: { $0.kind == kind }) {
      page.add("- \(kind.rawValue): \(kind.sentence)")
    }
    return page
  }

  private var phones: String {
    let base = trial.base
    guard base.count > 1 else { return "" }
    let fresh =
      LeverMeasure.freshOpens.interval(base).map { "\(DigitsText.percent($0)) of opens fresh, " } ?? ""
    let battery = LeverMeasure.batteryShare.interval(base).map(DigitsText.percent) ?? "-"
    return "Over \(base.count) phones: \(fresh)background work \(battery) of the battery a day\n"
  }

  private var series: TextTable {
    TextTable(
      health.series,
      [
        .init("series", \.series), .init("kind", \.mechanism.name),
        .init("verdict") { $0.verdict?.rawValue ?? "-" },
        .init("asked", .right) { "\($0.asked)" + ($0.refused > 0 ? " + \($0.refused) refused" : "") },
        .init("runs", .right) { "\($0.runs)" },
        .init("succeed", .right) {
          $0.ended > 0 ? Finding.percent(Double($0.successes) / Double($0.ended)) : "-"
        }, .init("runs/day", .right) { DigitsText.significant($0.runsPerDay) },
        .init("longest gap", .right) { TimeWords.span($0.longestGap) },
        .init("from") { plan.moment($0.longestGapStart) },
      ])
  }

  private var counts: String {
    let words = histories.map { String($0.outcome.words.prefix { $0.isLetter }) }
    let counts = words.unique.map { kind in "\(words.count { $0 == kind }) \(kind)" }
    var text = CountText.text(words.count, "item")
    if !counts.isEmpty { text += ": " + counts.joined(separator: ", ") }
    for refusal in refusals {
      let name = refusal.identifier.isEmpty ? refusal.mechanism?.name ?? "" : "`\(refusal.identifier)`"
      text += "; \(name) refused \(Finding.times(refusal.count)) (\(refusal.reason))"
    }
    return text
  }

  private var items: TextPage {
    let table = TextTable(
      histories.suffix(Self.listed),
      [
        .init("item", .right) { "\($0.item)" }, .init("kind", \.mechanism.name),
        .init("submitted") { plan.moment($0.submitted) },
        .init("launched") { $0.launched.map { plan.moment($0) } ?? "" },
        .init("waited", .right) { $0.outcome.words.hasPrefix("replaced") ? "" : TimeWords.span($0.delay) },
        .init("ran", .right) { history in
          history.launched.flatMap { start in history.ended.map { TimeWords.span($0 - start) } } ?? ""
        }, .init("end", \.endWords),
        .init("blocked most by") {
          $0.shares.first.map { "\(words(of: $0.reasons)) \(TimeWords.span($0.time))" } ?? ""
        },
      ])
    let isCut = histories.count > Self.listed
    return TextPage(isCut ? "The last \(Self.listed) of \(histories.count) items" : "", table)
  }

  private var waits: TextPage {
    let totals = WaitTotals(histories)
    guard totals.total > 0 else { return "What blocked, over all waits: nothing had to wait" }
    let total = TimeSpan.microseconds(totals.total)
    let title = "What blocked, over all waits, warm-up included (\(TimeWords.span(total)))"
    return TextPage(title, table(totals.shares, of: total))
  }

  private func table(_ shares: [WaitTotals.Share], of total: TimeSpan) -> TextTable {
    TextTable(
      shares,
      [
        .init("") { words(of: $0.reasons) }, .init("", .right) { TimeWords.span($0.time) },
        .init("", .right) { TimeWords.percent($0.time, of: total) },
      ], indentation: 2)
  }

  private func detail(of history: History.Item) -> TextPage {
    let text = "Item \(history.item) of \(plan.moment(history.submitted)) "
    if case .replaced(let newer) = history.outcome {
      return TextPage(text + "was replaced by \(newer), which goes on with its wait")
    }
    let end = history.launched == nil ? "and did not start" : "for its launch"
    let chain = history.chain.isEmpty ? "" : " (with the \(history.chain.count) it replaced)"
    let title = text + "waited \(TimeWords.span(history.delay)) \(end)\(chain)"
    var page = TextPage(title, table(history.shares, of: history.delay))
    if showsGates { page.add(gates(of: history)) }
    return page
  }

  private func gates(of history: History.Item) -> TextPage {
    guard !counterfactuals.isEmpty else { return TextPage() }
    let launches = explainer.result.launches(of: history.app, history.mechanism)
    let factual = "\(launches) launches, \(Self.kilojoules(explainer.result.joules)) kJ"
    let table = TextTable(
      counterfactuals,
      [
        .init("off", \.factor.name),
        .init("item waits", .right) { $0.itemDelay.map(TimeWords.span) ?? "does not start" },
        .init("throughout", .right) { $0.deviceDelay.map(TimeWords.span) ?? "-" },
        .init("launches", .right) { "\($0.deviceLaunches)" },
        .init("energy kJ", .right) { Self.kilojoules($0.deviceEnergyJoules) },
      ], indentation: 2)
    return TextPage("What if: off for this item alone, and off throughout (factual: \(factual))", table)
  }

  private var bills: TextPage {
    let table = TextTable(
      tailBills,
      [
        .init("rule", \.rule.rawValue),
        .init("battery J a day", .right) { DigitsText.hundredths($0.batteryJoulesPerDay) },
        .init("") { $0.isStudys ? "this study" : "" },
      ], indentation: 2)
    return TextPage("The app's bill under each rule for radio tails (`ledger.tail`), after warm-up", table)
  }

  private var byHour: TextPage {
    let longest = max(hours.waiting.max() ?? .zero, .tick)
    let most = Double(max(hours.runs.max() ?? 0, 1))
    func bar(_ share: Double) -> String {
      String(repeating: "#", count: share > 0 ? max(1, Int((share * 24).rounded())) : 0)
    }
    let table = TextTable(
      0..<24,
      [
        .init("hour", .right) { $0 < 10 ? "0\($0)" : "\($0)" }, .init("runs", .right) { "\(hours.runs[$0])" },
        .init("") { bar(Double(hours.runs[$0]) / most) },
        .init("waiting", .right) { TimeWords.span(hours.waiting[$0]) },
        .init("") { bar(hours.waiting[$0] / longest) },
      ], indentation: 2)
    return TextPage("By hour of day, after warm-up", table)
  }

  private var legend: String {
    let lines =
      HealthVerdict.legend + [
        "times: weekday, days since the start, hour and minute of the device",
        "runs: counted by kind; wake: a launch at the end of transfers, which move without the app; opens: those that come "
          + "`content.openSettle` or more after the last visit; use in front counts no background work",
        "asked, runs: items asked for and items run after warm-up; refused: over the whole horizon; gap: time from one run "
          + "to the next; succeed: share of the ended runs, or runs a day, that end with success",
        "waiting: summed over series; a replaced request waits on in its successor, and of several items of a series that "
          + "wait at once, as the files of a batch, the time counts once",
        "What would help counts after warm-up; a reason counts where it took part, alone or with others",
        "waited: from the later of submission and floor to the launch; ran: from launch to end",
        "end: how the run ended, with the reason; blocked most by: the reason that held it longest "
          + "(`slumber rules` explains reasons)",
        "within reach: opens before which no gate kept the app from fetching all the time",
        "fresh: share of opens that found content at most as old as the app tolerates; gained: in points of it, or in successes "
          + "a day; battery: background work a day; files: transfers that arrived a day; ±: paired over phones, all of a column hold at 95 %",
        "no effect shown: the interval of the gain has 0 in it; --phones N narrows it",
      ] + (showsGates ? [] : ["--gates adds replays without each gate of the system"])
    return "Legend\n" + lines.map { "  \($0)\n" }.joined()
  }

  private func words(of reasons: BlockingSet) -> String {
    let names = reasons.names(separator: " + ")
    return reasons.rawValue.nonzeroBitCount > 1 ? "\(names) together" : names
  }

  private static func kilojoules(_ joules: Double) -> String { DigitsText.hundredths(joules / 1000) }
}
