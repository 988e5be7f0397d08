import Basics
import DeviceModel
import EventSimulation
import PhoneSimulation
import StudyReports
import Workload

/// A figure of a local day of one device and one of its apps: the state of the device, its budgets, the
/// requests of the app with the reasons for waiting, the runs, and the freshness of each open.
package struct DayPicture: Sendable {
  /// An error for a day outside the horizon, with the number of days in the horizon.
  package struct NoSuchDay: Error { package let day, days: Int }

  package let day: Int
  private let replay: DeviceReplay
  private let result: DeviceResult
  private let history: History
  private let app: Int32
  private let items: [History.Item]

  /// - Parameter day: The number of the day, from 0; nil for the first whole day after warm-up with an open
  ///   of the app.
  package init(_ replay: DeviceReplay, app: Int32, day: Int? = nil) throws {
    (self.replay, self.app) = (replay, app)
    let plan = replay.plan
    let days = Int((plan.end - .zero).days.rounded(.up))
    if let day, !(0..<days).contains(day) { throw NoSuchDay(day: day, days: days) }
    result = try replay.run(records: [.log, .power, .blocking, .freshness])
    history = History(result, of: plan)
    items = history.items.filter { $0.app == app }
    let whole = (0..<days).filter { .day($0) >= plan.warmUpEnd && .day($0 + 1) <= plan.end }
    let opened = Set(history.apps[Int(app)].opens.map(\.time.day))
    self.day = day ?? whole.first(where: opened.contains) ?? whole.first ?? min(days - 1, plan.warmUpEnd.day)
  }

  /// `day 8 (Tue) of org.example.news on device 3 under seven-factor`.
  package var title: String {
    let plan = replay.plan
    let weekday = TimeWords.weekdays[plan.weekday(of: day)]
    return "day \(day) (\(weekday)) of \(bundleID) on device \(plan.device) under \(replay.policy.label)"
  }

  private var bundleID: String { replay.plan.apps[Int(app)].bundleID }

  /// Light or dark as its reader prefers.
  package var svg: String {
    DayChart(
      title: title, subtitle: subtitle,
      groups: [.init("Phone", rows: phoneRows, panels: panels), .init(bundleID, rows: appRows)],
      reasons: reasons.map {
        (Int($0.rawValue), "\($0.name) (\($0.clause.prefix { $0 != ":" && $0 != "," }))")
      },
      dashed: "the app's share of a budget"
    ).svg
  }

  package var html: String {
    let name = HTMLText.escaped(title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(name)</title>
      <style>
      \(ReportStyle.sheet)</style>
      </head>
      <body>
      <p class="kind">A day of a simulated device</p>
      <h1>\(HTMLText.escaped(bundleID)), day \(day)</h1>
      <figure>
      <div class="scroll" role="region" tabindex="0" aria-label="\(name)">\(svg)</div>
      <figcaption>\(HTMLText.escaped(subtitle)).</figcaption>
      </figure>
      </body>
      </html>

      """
  }

  private var start: Instant { .day(day) }
  private var end: Instant { min(.day(day + 1), replay.plan.end) }

  /// The part of a span that lies within the day, in hours since midnight; nil for none.
  private func hours(_ from: Instant, _ to: Instant) -> (from: Double, to: Double)? {
    let (first, last) = (max(from, start), min(to, end))
    return last >= first && to > start && from < end ? ((first - start).hours, (last - start).hours) : nil
  }

  private func hour(_ time: Instant) -> Double? { start <= time && time < end ? (time - start).hours : nil }

  private var phoneRows: [DayChart.Row] {
    func row(_ name: String, _ state: History.State, _ value: String) -> DayChart.Row {
      var row = DayChart.Row(name)
      row.bars = history[state].named(until: history.end).filter { $0.name == value }
        .compactMap { hours($0.from, $0.to) }.map { ($0.from, $0.to, .state) }
      return row
    }
    var screen = row("screen on, unlocks", .screen, "on")
    screen.marks = history[.lock].named(until: history.end).compactMap { hour($0.from) }.map { ($0, .unlock) }
    let rows = [
      screen, row("charger", .charger, "plugged"), row("Wi-Fi", .network, "wifi"),
      row("cellular", .network, "cellular"),
    ]
    // What most days do not have takes no room on them.
    let rare = [
      row("Low Power Mode", .lowPowerMode, "on"), row("hot", .thermal, "serious"),
      row("critically hot", .thermal, "critical"), row("switched off", .power, "off"),
    ]
    return rows + rare.filter { !$0.bars.isEmpty }
  }

  private var panels: [DayChart.Panel] {
    func line(_ values: [(time: Instant, value: Double)], isStepped: Bool = false) -> [PlotPoint] {
      let before = values.last { $0.time < start }?.value
      var corners: [PlotPoint] = before.map { [(0, $0)] } ?? []
      for (time, value) in values {
        guard let hour = hour(time) else { continue }
        if isStepped, let last = corners.last { corners.append((hour, last.y)) }
        corners.append((hour, value))
      }
      if let last = corners.last { corners.append(((end - start).hours, last.y)) }
      return corners
    }
    func budget(isEnergy: Bool, _ scale: Double) -> [[PlotPoint]] {
      [-1, app].map { payer in
        let balances = history.balances(isEnergy: isEnergy, app: payer)
        return line(balances.map { ($0.time, Double($0.value) * scale) }, isStepped: true)
      }
    }
    let readings = result.powers.compactMap { power in power.cell.map { (time: power.time, cell: $0) } }
    func cell(_ value: (PhonePower.CellReading) -> Double) -> [[PlotPoint]] {
      [line(readings.map { ($0.time, value($0.cell)) })]
    }
    let levels = line(result.powers.map { ($0.time, $0.stateOfCharge * 100) })
    var panels = [DayChart.Panel("battery, %", lines: [levels], most: 100)]
    // A cell without a voltage has none of these.
    if !readings.isEmpty {
      panels += [
        DayChart.Panel("cell, V", lines: cell(\.volts), least: 3),
        DayChart.Panel("phone, degC", lines: cell(\.celsius)),
        DayChart.Panel("charging, W", lines: cell(\.chargeWatts)),
      ]
    }
    return panels + [
      DayChart.Panel("energy budget, J", lines: budget(isEnergy: true, 1e-9)),
      DayChart.Panel("data budget, MB", lines: budget(isEnergy: false, 1e-6)),
    ]
  }

  /// The reasons for waiting on the day, the longest first; the first of several simultaneous reasons counts.
  private var reasons: [BlockingReason] {
    let waits = WaitTotals.elapsed(items, from: .zero).filter { $0.from < end && $0.to > start }
    return WaitTotals(waits.map { $0.within(start, end) }).byFirstReason.map(\.reason)
  }

  private var appRows: [DayChart.Row] {
    guard let specification = replay.plan.apps[Int(app)].specification else { return [] }
    let declared = DeclaredTask.all(replay.study.apps[specification], histories: items)
    var opens = DayChart.Row("opens by its user")
    opens.marks = self.opens
    return declared.filter { $0.mechanism != .assertion }.map(row) + [opens]
  }

  private func row(of task: DeclaredTask) -> DayChart.Row {
    let name = task.mechanism.name
    // Identifiers commonly begin with that of their app, which stands above.
    let prefix = bundleID + "."
    let own = task.name.hasPrefix(prefix) ? String(task.name.dropFirst(prefix.count)) : task.name
    var row = DayChart.Row(own.isEmpty || own == name ? name : "\(name) \(own)")
    let items = self.items.filter(task.holds)
    let isPush = task.mechanism == .push
    if !isPush { row.marks = items.compactMap { hour($0.submitted) }.map { ($0, .request) } }
    row.bars = items.filter { $0.open > $0.submitted }
      .compactMap { hours($0.submitted, min($0.open, $0.ended ?? $0.open)) }
      .map { ($0.from, $0.to, .early) }
    for wait in WaitTotals.elapsed(items, from: .zero) {
      guard let span = hours(wait.from, wait.to), let first = wait.reasons.first else { continue }
      let bar = DayChart.Bar.wait(Int(first.rawValue))
      // Spans that differ only in what blocks beside the first reason are one.
      if let last = row.bars.last, last.bar == bar, span.from - last.to < 0.001 {
        row.bars[row.bars.count - 1].to = span.to
      } else {
        row.bars.append((span.from, span.to, bar))
      }
    }
    row.bars += items.flatMap(activity)
    if isPush {
      for push in history.apps[Int(app)].pushes where push.mechanism == .push {
        guard let hour = hour(push.time) else { continue }
        switch push.step {
        case .sent: row.marks.append((hour, .push))
        case .dropped: row.marks.append((hour, .lostPush))
        case .coalesced, .delivered: break
        }
      }
    }
    return row
  }

  /// The run of an item, or the spans in which a transfer moves bytes and in which it waits for its path.
  private func activity(of item: History.Item) -> [(from: Double, to: Double, bar: DayChart.Bar)] {
    guard let launched = item.launched else { return [] }
    let run: DayChart.Bar = item.ended != nil && !item.isSuccess ? .failedRun : .run
    let waits = DayChart.Bar.wait(Int(BlockingReason.noPermittedPath.rawValue))
    let spans =
      [(from: launched, bar: run)]
      + item.pauses.enumerated().map { (from: $0.element, bar: $0.offset % 2 == 0 ? waits : run) }
    let ends = spans.dropFirst().map(\.from) + [item.ended ?? replay.plan.end]
    return zip(spans, ends).compactMap { span, end in
      hours(span.from, end).map { ($0.from, $0.to, span.bar) }
    }
  }

  /// Every open of the day; those that count for freshness by what the user found.
  private var opens: [(hour: Double, mark: DayChart.Mark)] {
    let specification = replay.plan.apps[Int(app)].specification
    let tolerance = replay.study.apps[specification ?? 0].content.freshWithin
    let opens = result.apps.first { $0.specification == specification }?.freshness?.opens ?? []
    let settled = Set(opens.filter(\.counts).map(\.time))
    return history.apps[Int(app)].opens.compactMap { open in
      guard let hour = hour(open.time) else { return nil }
      guard settled.contains(open.time) else { return (hour, .open) }
      return (hour, open.staleness <= tolerance ? .fresh : .stale)
    }
  }

  /// `5 opens, 3 with fresh content; 12 runs; waited most for energyBudget`.
  private var subtitle: String {
    let opens = opens.map(\.mark)
    let (fresh, stale) = (opens.count { $0 == .fresh }, opens.count { $0 == .stale })
    let runs = items.count { item in item.launched.map { hour($0) != nil } ?? false }
    var text = CountText.text(fresh + stale, "open")
    if fresh + stale > 0 { text += ", \(fresh) with fresh content" }
    text += "; " + CountText.text(runs, "run")
    if let first = reasons.first { text += "; waited longest for \(first.name)" }
    return text
  }
}
