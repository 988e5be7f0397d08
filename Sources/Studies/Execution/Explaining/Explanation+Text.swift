import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import Workload

extension Explanation {
  private var plan: DevicePlan { scene.plan }
  package var bundleID: String { plan.apps[scene.app].bundleID }

  /// The outcome with its causes, and the other outcomes.
  package func causePage(_ details: Set<Detail> = []) -> TextPage {
    var page = TextPage(headline)
    guard let chosen else { return page }
    let names = Column<Line>("name") { $0.names.joined(separator: ",") }
    let table = causeTable + (details.contains(.alternatives) ? [names] : [])
    if !(lines + rest).isEmpty {
      page.add(TextTable(lines + rest, table))
      if chosen.outcome.kind != .energy { page.add(Self.slotLegend) }
    }
    deliveryWaits.map { page.add($0) }
    if details.contains(.alternatives) { for line in lines { alternatives(line).map { page.add($0) } } }
    let others = counts.filter { $0.outcome.name != chosen.outcome.name && $0.lost > 0 }
      .sorted { $0.share > $1.share }
    let shown = details.isEmpty ? Self.fewOthers : others.count
    for other in others.prefix(shown) { page.add("Also: \(sentence(other)).") }
    if others.count > shown {
      page.add("\(others.count - shown) more outcomes lost slots; --all lists them.")
    }
    return page
  }

  private static let slotLegend: Legend = [
    "slots": "lost events of the first line; causes that block the same slot share it"
  ]

  /// Other outcomes on the first screen.
  private static let fewOthers = 2

  /// Remedies, defects and assumptions, and the tables that are asked for.
  package func remedyPage(_ details: Set<Detail> = []) -> TextPage {
    var page = TextPage()
    if let trial { page.add(remedyPage(trial, details)) }
    if let certainty { page.add(certainty.page) }
    if let chosen {
      let notable = defects.filter(\.isNotable)
      for defect in notable.prefix(details.contains(.remedies) ? notable.count : 2) {
        page.add("Defect: \(defect.sentence(chosen.outcome))")
      }
    }
    if !codeFindings.isEmpty { page.add(findingPage) }
    if !dependsOn.isEmpty {
      page.add("The rules of these causes have assumed parameters: \(dependsOn.joined(separator: "; ")).")
    }
    if details.isEmpty, chosen != nil {
      page.add(
        "More: --items, --waits, --budgets, --hours, --gates; --all has the names for --without, --change."
      )
    }
    for section in sections(details) {
      page.addGap()
      page.add(section)
    }
    return page
  }

  /// The whole answer, with at least one table.
  package func page(_ details: Set<Detail> = []) -> TextPage {
    var page = causePage(details)
    page.add(remedyPage(details))
    if page.tables.isEmpty {
      page.add(TextTable([Line(.init(changes: [], slots: 0), "no slot is lost")], causeTable))
    }
    return page
  }

  private var headline: String {
    let place =
      "\(bundleID) on device \(plan.device), \(TimeWords.span(max(.zero, plan.end - plan.warmUpEnd))) after warm-up, "
      + "under \(scene.replay.policy.label), replication \(plan.replication), point \(point)"
    guard let chosen else { return "No outcome of \(place) can be counted: the app has no background work." }
    let bringer = bringer.map { bringer in
      " `\(bringer.name)` brings content and counts most: \(bringer.lostWithout) opens are stale without it."
    }
    return "\(sentence(chosen)) (\(place)).\(bringer ?? "")\(nights)"
  }

  /// The nights until a processing task with checkpoints has finished a job.
  private var nights: String {
    guard let chosen, chosen.outcome.kind == .workNotDone,
      let task = scene.specification.tasks.first(where: { $0.identifier == chosen.outcome.task }),
      task.mechanism == .processing, scene.specification.quality.checkpointInterval != nil,
      let median = medianNights(own.filter { $0.identifier == task.identifier })
    else { return "" }
    return " Each job is done after \(CountText.text(median, "night")) (median)."
  }

  /// Nights from noon to noon with runs of a job until one completes it; nil for a median of one night.
  private func medianNights(_ items: [History.Item]) -> Int? {
    var nights: Set<Int> = []
    var counts: [Int] = []
    for item in items where item.launched != nil {
      guard let ended = item.ended else { continue }
      nights.insert((ended + .hours(12)).day)
      guard item.isSuccess else { continue }
      counts.append(nights.count)
      nights = []
    }
    let median = counts.isEmpty ? 0 : counts.sorted()[counts.count / 2]
    return median > 1 ? median : nil
  }

  private func sentence(_ count: Count) -> String {
    if count.outcome.kind == .energy { return "\(count.lost) \(count.outcome.words)" }
    return "\(count.lost) of \(count.slots) \(count.outcome.words)"
  }

  /// The rows below the causes.
  private var rest: [Line] {
    let rows = [
      Line(
        .init(changes: [], slots: ordinary), "ordinary waiting for the score of the policy",
        Change.score.rules), Line(.init(changes: [], slots: unexplained), unexplainedWords),
    ]
    return rows.filter { $0.cause.slots > 0 }
  }

  private var causeTable: Table<Line> {
    [
      // The remedies refer to the cause by its number.
      .page("no.", .right) { line in
        lines.firstIndex { $0.names == line.names }.map { "\($0 + 1)" } ?? ""
      }, Column("slots", .right, \.cause.slots),
      .page("cause") { line in
        let only = search?.isCut ?? false ? " (together)" : " (only together)"
        let input = input(of: line.cause).map { "; you can state your own value: `\($0)`" } ?? ""
        return line.text + (line.names.count > 1 ? only : "")
          + effectAlone(of: line) + input
      }, .page("rules") { $0.rules.joined(separator: ", ") },
    ]
  }

  /// The slots that the removal of one cause saves, if the row shows a different number.
  private func effectAlone(of line: Line) -> String {
    guard let search, !line.names.isEmpty else { return "" }
    let saved = max(0, search.lost - line.lostWithout)
    guard saved > 0 else { return "; removing it alone saves no slot" }
    guard saved != line.cause.slots, chosen?.outcome.kind != .energy else { return "" }
    return "; removing \(line.names.count > 1 ? "them" : "it") alone saves \(CountText.text(saved, "slot"))"
  }

  private func alternatives(_ line: Line) -> String? {
    guard !line.cause.alternatives.isEmpty else { return nil }
    let words = line.cause.alternatives.map { "\($0.clause) (\($0.name))" }.joined(separator: "; or ")
    return "  or, in place of \"\(line.text)\": \(words)"
  }

  private var unexplainedWords: String {
    let start = "no change of the device, the user, or the system removes these: "
    if plan.deviceProfile == DevicePlan.simulatorProfile {
      return start + "a simulator runs no background work"
    }
    if chosen?.outcome.kind == .energy { return start + "the work of the app uses this energy" }
    let app = scene.specification
    if chosen?.outcome.kind == .staleOpens, app.contentBringers.isEmpty, app.code == nil {
      return start + "no work of the app brings content"
    }
    if let work = scene.specification.backgroundEntryWork.first(where: { $0.name == chosen?.outcome.task }) {
      let runs = base.history.apps[scene.app]
      let cut = (runs.backgroundTime + runs.backgroundEntryWork).count { run in
        run.identifier == work.name && !run.isSuccess && run.ended.map { $0 >= plan.warmUpEnd } ?? false
      }
      return start + "the app was suspended or ended before the work was done (\(DigitsText.times(cut)))"
    }
    if source != nil {
      return start + "the phone was off, or the run ended before its work was done"
    }
    return start + (own.isEmpty ? "the app submitted no work" : "the app requests no earlier run")
  }

  /// The mistakes of an app that is code, as they show in its calls, warm-up included.
  private var findingPage: TextPage {
    var page = TextPage(
      "Findings in the calls of the app, warm-up included; energy: energy of the runs with the finding",
      TextTable(codeFindings, findingTable, indentation: 2))
    for kind in AppFindingKind.allCases where codeFindings.contains(where: { $0.kind == kind }) {
      page.add("- \(kind.rawValue): \(kind.sentence)")
    }
    return page
  }

  var findingTable: Table<AppFinding> {
    [
      Column("finding", \.name),
      Column("rule", .left, key: "rule", \.rule) { $0.rule.isEmpty ? "-" : $0.rule },
      .data("sentence", \.sentence),
      Column("of", .left, key: "identifier", \.identifier) { $0.identifier.isEmpty ? "-" : $0.identifier },
      Column("first", .left, key: "first_s", \.first.seconds) { plan.moment($0.first) },
      Column("times", .right, key: "count", \.count),
      Column("energy", .right, key: "energy_j", \.joules) {
        $0.joules > 0 ? "\(DigitsText.significant($0.joules)) J" : "-"
      },
    ]
  }

  // MARK: Remedies

  /// Rows of the first screen, and next to other tables.
  private static let fewRemedies = 3, someRemedies = 8

  private func remedyPage(_ trial: RemedyTrial, _ details: Set<Detail>) -> TextPage {
    let isWhole = details.contains(.remedies) || trial.isOfOne
    let isEnergy = trial.outcome.kind == .energy
    let shown = trial.rows.filter { isWhole || $0.isBetter }
    let level = isEnergy ? nil : RemedyMeasure.lostShare.interval(trial.base)?.mean
    let on = trial.devices == 1 ? "the same device" : "the same \(trial.devices) devices"
    guard !trial.isOfOne || !shown.isEmpty else {
      return TextPage("The remedy does not apply to \(on).")
    }
    guard !shown.isEmpty else {
      let needed = chosen?.lost == 0 ? nil : trial.rows.compactMap(\.neededDevices).min()
      let more = needed.map { $0 <= 500 ? "; --phones \($0) may show one" : "" } ?? ""
      return TextPage("Remedies: no change of the app is shown to help on \(on)\(more).")
    }
    let most = isWhole ? shown.count : details.isEmpty ? Self.fewRemedies : Self.someRemedies
    let table = TextTable(
      shown.prefix(most),
      [
        .init("change") { $0.remedy.sentence(of: scene.specification) },
        .init("of cause") { causes(of: $0) },
        .init(isEnergy ? "background J/day" : "lost slots", .right) {
          isEnergy ? DigitsText.gain($0.lost) : DigitsText.gain($0.lost, times: 100) + " %"
        },
        .init("completions/day", .right) { DigitsText.gain($0.completions) },
        .init("J/day", .right) { DigitsText.gain($0.joules) },
        .init("MB/day", .right) { DigitsText.gain($0.bytes, times: 1e-6) },
      ] + (isWhole ? [.init("effect", \.effectText), .init("name", \.remedy.name)] : []), indentation: 2)
    let now =
      level.map {
        trial.devices == 1
          ? ", which loses \(DigitsText.percent($0)) of its slots now"
          : ", which together lose \(DigitsText.percent($0)) of their slots now"
      } ?? ""
    let unit = isEnergy ? "" : " (lost slots: percentage points)"
    let head = "Remedies for the numbered causes, each replayed alone on \(on)\(now). Differences\(unit):"
    var page = TextPage(head, table)
    if trial.isOfOne { return page }
    let equal = shown.prefix(most).prefix { $0.lost?.mean == shown[0].lost?.mean }.count
    if equal > 1 {
      page.add(
        "The first \(equal) changes save the same slots; the one that uses the least energy comes first.")
    }
    let open = lines.indices.filter { lines[$0].remedies.isEmpty }
    for place in open where !lines[place].pair.isEmpty {
      let titles = lines[place].pair.map(\.remedy.title).joined(separator: ", and ")
      page.add("On device \(plan.device), two changes together help against cause \(place + 1): \(titles).")
    }
    let rest = open.filter { lines[$0].pair.isEmpty }.map { "\($0 + 1)" }
    if !rest.isEmpty {
      let causes = (rest.count == 1 ? "cause " : "causes ") + rest.joined(separator: ", ")
      page.add("On device \(plan.device), no change of the app alone makes up for \(causes).")
    }
    return page
  }

  private func causes(of row: RemedyTrial.Row) -> String {
    lines.enumerated().filter { $0.element.isHelped(by: row) }.map { "\($0.offset + 1)" }.joined(
      separator: ", ")
  }
}
