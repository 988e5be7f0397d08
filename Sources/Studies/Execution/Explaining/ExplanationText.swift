import Basics
import DeviceModel
import EventSimulation
import StudyReports
import Workload

struct ExplanationText {
  let report: ExplanationReport

  private var plan: DevicePlan { report.explainer.replay.plan }
  private var moment: MomentText { MomentText(plan: plan) }

  var page: TextPage {
    var page = TextPage(verdict)
    func add(_ section: TextPage) {
      page.addGap()
      page.add(section)
    }
    if let findings = report.findings { add(findings.page) }
    if !report.health.series.isEmpty { add(series) }
    add(TextPage(counts))
    if !report.histories.isEmpty {
      add(items)
      add(waits)
    }
    if let chosen = report.chosen { add(detail(of: chosen)) }
    if report.showsGates { add(bills) }
    if let budget = report.health.budget { add(budget.page) }
    add(report.trial.page)
    if let certainty = report.certainty { add(certainty.page) }
    add("What would help")
    for sentence in report.health.advice { page.add("- \(sentence)") }
    if !report.histories.isEmpty { add(hours) }
    add(TextPage(legend))
    return page
  }

  private var verdict: String {
    let health = report.health
    var text =
      "\(report.bundleID) on device \(plan.device) (\(plan.archetype)) under \(report.explainer.replay.policy.label), "
      + "replication \(plan.replication), point \(report.point)\n"
    text += "Verdict: \(health.verdict.rawValue)"
    if health.isOfFreshness {
      text += ", for what its users find at opens"
    } else if let worst = health.worst, health.series.count > 1, let word = worst.verdict, word > .healthy {
      text +=
        ", for the worst of its \(health.series.count) series, `\(worst.series)` (\(worst.mechanism.name))"
    }
    text += "\nCause: \(health.cause)\n"
    if !health.restsOn.isEmpty { text += "Rests on: \(health.restsOn.joined(separator: "; "))\n" }
    let others = health.series.filter { $0 != health.worst && ($0.verdict ?? .healthy) > .healthy }
    if !others.isEmpty {
      text +=
        "Also: "
        + others.map { "`\($0.series)` (\($0.mechanism.name)) \($0.verdict?.rawValue ?? "")" }
        .joined(separator: ", ") + "\n"
    }
    let days = max(health.conditions.observed.days, .leastNonzeroMagnitude)
    let kinds = health.runsByKind.map {
      "\($0.mechanism.name) \(DigitsText.significant(Double($0.count) / days))"
    }
    var line =
      "Runs: " + (kinds.isEmpty ? "none" : kinds.joined(separator: ", "))
      + " a day after warm-up (\(TimeWords.span(health.conditions.observed)))"
    if let worst = health.worst {
      line += "; longest gap \(TimeWords.span(worst.longestGap)) from \(moment(worst.longestGapStart))"
      if health.series.count > 1 { line += " (`\(worst.series)`)" }
    }
    text += line + "\n"
    text += energy(health) + "\n"
    if let opens = health.opens {
      text += self.opens(opens) + (health.freshness.map { ": \($0.rawValue)" } ?? "") + "\n"
    }
    return text + phones
  }

  private func opens(_ opens: AppHealth.OpenCounts) -> String {
    guard opens.all > 0 else { return "Opens: none" }
    let reached =
      opens.reachable == 0
      ? "none of them"
      : "\(opens.reachable), \(opens.freshReachable) of which "
        + "(\(Finding.percent(Double(opens.freshReachable) / Double(opens.reachable)))) were fresh"
    return "Opens: \(Self.part(opens.fresh, of: opens.all)) found fresh content; "
      + "a background run could have reached \(reached)"
  }

  private func energy(_ health: AppHealth) -> String {
    func part(_ joules: Double) -> String {
      "\(health.share(joules).map(DigitsText.percent) ?? "-") of the battery a day "
        + "(\(DigitsText.significant(joules)) J)"
    }
    let background = health.energy.backgroundJoulesPerDay
    return "Energy: background work \(part(background)), use in front "
      + part(health.energy.batteryJoulesPerDay - background)
  }

  private var phones: String {
    let base = report.trial.base
    guard base.count > 1 else { return "" }
    let fresh =
      LeverMeasure.freshOpens.interval(base).map { "\(DigitsText.percent($0)) of opens fresh, " } ?? ""
    let battery = LeverMeasure.batteryShare.interval(base).map(DigitsText.percent) ?? "-"
    return "Over \(base.count) phones: \(fresh)background work \(battery) of the battery a day\n"
  }

  private var series: TextPage {
    let table = TextTable(
      report.health.series,
      [
        .init("series", \.series), .init("kind", \.mechanism.name),
        .init("verdict") { $0.verdict?.rawValue ?? "-" },
        .init("asked", .right) { "\($0.asked)" + ($0.refused > 0 ? " + \($0.refused) refused" : "") },
        .init("runs", .right) { "\($0.runs)" },
        .init("succeed", .right) {
          $0.ended > 0 ? Finding.percent(Double($0.successes) / Double($0.ended)) : "-"
        }, .init("runs/day", .right) { DigitsText.significant($0.runsPerDay) },
        .init("longest gap", .right) { TimeWords.span($0.longestGap) },
        .init("from") { moment($0.longestGapStart) },
      ])
    return TextPage(table)
  }

  private var counts: String {
    let words = report.histories.map { String($0.outcome.words.prefix { $0.isLetter }) }
    let counts = words.unique.map { kind in "\(words.count { $0 == kind }) \(kind)" }
    var text = CountText.text(words.count, "item")
    if !counts.isEmpty { text += ": " + counts.joined(separator: ", ") }
    for refusal in report.refusals {
      let name = refusal.identifier.isEmpty ? refusal.mechanism?.name ?? "" : "`\(refusal.identifier)`"
      text += "; \(name) refused \(Finding.times(refusal.count)) (\(refusal.reason))"
    }
    return text
  }

  private var items: TextPage {
    let table = TextTable(
      report.histories.suffix(ExplanationReport.listed),
      [
        .init("item", .right) { "\($0.item)" }, .init("kind", \.mechanism.name),
        .init("submitted") { moment($0.submitted) },
        .init("launched") { $0.launched.map { moment($0) } ?? "" },
        .init("waited", .right) { $0.outcome.words.hasPrefix("replaced") ? "" : TimeWords.span($0.delay) },
        .init("ran", .right) { history in
          history.launched.flatMap { start in history.ended.map { TimeWords.span($0 - start) } } ?? ""
        }, .init("end", \.endWords),
        .init("blocked most by") {
          $0.shares.first.map { "\(words(of: $0.reasons)) \(TimeWords.span($0.time))" } ?? ""
        },
      ])
    let isCut = report.histories.count > ExplanationReport.listed
    return TextPage(
      isCut ? "The last \(ExplanationReport.listed) of \(report.histories.count) items" : "", table)
  }

  private var waits: TextPage {
    let totals = WaitTotals(report.histories)
    guard totals.total > 0 else { return "What blocked, over all waits: nothing had to wait" }
    let total = TimeSpan.microseconds(totals.total)
    return TextPage(
      "What blocked, over all waits, warm-up included (\(TimeWords.span(total)))",
      table(totals.shares, of: total))
  }

  private func table(_ shares: [WaitTotals.Share], of total: TimeSpan) -> TextTable {
    TextTable(
      shares,
      [
        .init("") { words(of: $0.reasons) }, .init("", .right) { TimeWords.span($0.time) },
        .init("", .right) { TimeWords.percent($0.time, of: total) },
      ], indentation: 2)
  }

  private func detail(of history: ItemHistory) -> TextPage {
    let text = "Item \(history.item) of \(moment(history.submitted)) "
    if case .replaced(let newer) = history.outcome {
      return TextPage(text + "was replaced by \(newer), which goes on with its wait")
    }
    let end = history.launched == nil ? "and did not start" : "for its launch"
    let chain = history.chain.isEmpty ? "" : " (with the \(history.chain.count) it replaced)"
    var page = TextPage(
      text + "waited \(TimeWords.span(history.delay)) \(end)\(chain)",
      table(history.shares, of: history.delay))
    if report.showsGates { page.add(gates(of: history)) }
    return page
  }

  private func gates(of history: ItemHistory) -> TextPage {
    guard !report.counterfactuals.isEmpty else { return TextPage() }
    let explainer = report.explainer
    let launches = explainer.result.launches(
      of: explainer.installed(report.bundleID) ?? -1, history.mechanism)
    var text = "What if: off for this item alone, and off throughout "
    text += "(factual: \(launches) launches, \(Self.kilojoules(explainer.result.joules)) kJ)"
    let table = TextTable(
      report.counterfactuals,
      [
        .init("off", \.name),
        .init("item waits", .right) { $0.itemDelay.map(TimeWords.span) ?? "does not start" },
        .init("throughout", .right) { $0.deviceDelay.map(TimeWords.span) ?? "-" },
        .init("launches", .right) { "\($0.deviceLaunches)" },
        .init("energy kJ", .right) { Self.kilojoules($0.deviceEnergyJoules) },
      ], indentation: 2)
    return TextPage(text, table)
  }

  private var bills: TextPage {
    var table = TextTable([("rule", .left), ("battery J a day", .right), ("", .left)], indentation: 2)
    for bill in report.tailBills {
      table.add([
        bill.rule.rawValue, Self.number(bill.batteryJoulesPerDay), bill.isStudys ? "this study" : "",
      ])
    }
    return TextPage("The app's bill under each rule for radio tails (`ledger.tail`), after warm-up", table)
  }

  private var hours: TextPage {
    let longest = report.hours.waiting.max() ?? .zero
    let most = report.hours.runs.max() ?? 0
    func bar(_ share: Double) -> String {
      String(repeating: "#", count: share > 0 ? max(1, Int((share * 24).rounded())) : 0)
    }
    var table = TextTable(
      [("hour", .right), ("runs", .right), ("", .left), ("waiting", .right), ("", .left)], indentation: 2)
    for hour in 0..<24 {
      let (runs, waiting) = (report.hours.runs[hour], report.hours.waiting[hour])
      table.add([
        hour < 10 ? "0\(hour)" : "\(hour)", "\(runs)", bar(most > 0 ? Double(runs) / Double(most) : 0),
        TimeWords.span(waiting), bar(longest > .zero ? waiting / longest : 0),
      ])
    }
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
      ] + (report.showsGates ? [] : ["--gates adds replays without each gate of the system"])
    return "Legend\n" + lines.map { "  \($0)\n" }.joined()
  }

  private func words(of reasons: BlockingSet) -> String {
    let names = reasons.names(separator: " + ")
    return reasons.rawValue.nonzeroBitCount > 1 ? "\(names) together" : names
  }

  /// `12 of 40 (30 %)`.
  private static func part(_ count: Int, of all: Int) -> String {
    "\(count) of \(all) (\(Finding.percent(Double(count) / Double(max(1, all)))))"
  }

  static func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  private static func kilojoules(_ joules: Double) -> String { number(joules / 1000) }
}

struct MomentText {
  let plan: DevicePlan

  /// `Sun 27 d 08:37`.
  func callAsFunction(_ instant: Instant) -> String {
    let weekday = TimeWords.weekdays[plan.weekday(of: instant.day)]
    return "\(weekday) \(TimeWords.instant(instant).dropLast(3))"
  }
}
