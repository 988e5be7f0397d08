import EventSimulation
import SchedulingPolicies
import Workload

/// Reads the history of a device from its log: the one place that decides what each event means.
struct HistoryReader {
  private var history: History
  /// By number, the places of items.
  private var places: [Int32: Int] = [:]
  private var level: Double?

  static func history(of result: DeviceResult, _ plan: DevicePlan) -> History {
    var reader = HistoryReader(history: History(of: plan))
    for record in result.log { reader.read(record) }
    reader.attach(result.blocked)
    return reader.history
  }

  private init(history: History) { self.history = history }

  private mutating func read(_ record: LogRecord) {
    if record.item > 0, let mechanism = record.mechanism { readItem(record, mechanism) }
    let app = Int(record.app)
    if history.apps.indices.contains(app) {
      history.apps[app].read(record)
    } else {
      readDevice(record)
    }
    readBudget(record)
  }

  // MARK: Items

  private mutating func readItem(_ record: LogRecord, _ mechanism: Mechanism) {
    let place = places[record.item] ?? begin(record, mechanism)
    if record.isLaunch { history.launchOrder.append(place) }
    history.items[place].read(record)
  }

  private mutating func begin(_ record: LogRecord, _ mechanism: Mechanism) -> Int {
    let open = record.instant(.open) ?? record.time
    places[record.item] = history.items.count
    history.items.append(
      History.Item(
        item: record.item, app: record.app, mechanism: mechanism, identifier: record.identifier,
        submitted: record.time, open: open, chainOpen: open, waitEnd: history.end))
    return history.items.count - 1
  }

  /// Links the chains of replacements and gives the last item of each the spans of its chain.
  private mutating func attach(_ intervals: [BlockedInterval]) {
    let spans = Dictionary(grouping: intervals, by: \.item)
    for old in history.items {
      guard case .replaced(let newer) = old.outcome, let place = places[newer],
        history.items[place].mechanism == old.mechanism, let first = places[old.item]
      else { continue }
      // A chain ages from the window of its first request on.
      history.items[place].chain = history.items[first].chain + [old.item]
      history.items[place].chainOpen = min(history.items[place].open, history.items[first].chainOpen)
    }
    for place in history.items.indices {
      let item = history.items[place]
      // The wait of a chain is counted once, in the item that ends it.
      if case .replaced = item.outcome {
        history.items[place].waitEnd = item.chainOpen
        continue
      }
      history.items[place].waits = (item.chain + [item.item]).flatMap { spans[$0] ?? [] }
        .filter { $0.to > item.chainOpen && $0.from < item.waitEnd }
        .map { $0.within(item.chainOpen, item.waitEnd) }
    }
  }

  // MARK: The device

  private mutating func readDevice(_ record: LogRecord) {
    let isOn = record.value > 0
    switch record.event {
    case .screenChanged: enter(record.word == .on ? "on" : nil, .screen, record)
    case .lockChanged: enter(record.word == .unlocked ? "unlocked" : nil, .lock, record)
    case .networkChanged: enter(record.word.name, .network, record)
    case .powerChanged:
      if record.word != .level { enter(record.word == .plugged ? "plugged" : nil, .charger, record) }
      level = record.number(.level) ?? level
    case .thermalChanged:
      let thermal = ThermalState(rawValue: UInt8(record.value)) ?? .nominal
      enter(thermal == .nominal ? nil : "\(thermal)", .thermal, record)
    case .poweredOff, .rebooted: enter(record.event == .poweredOff ? "off" : nil, .power, record)
    case .settingChanged where record.word == .lowPowerMode:
      enter(isOn ? "on" : nil, .lowPowerMode, record)
      if !isOn, let level { history.lowPowerModeEnds.append(level) }
    case .settingChanged where record.word == .backgroundRefresh:
      enter((1...2).contains(record.value) ? nil : "off", .refreshOff, record)
    case .decision: history.decisions.append(record)
    default: break
    }
  }

  private mutating func enter(_ name: String?, _ state: History.State, _ record: LogRecord) {
    history.states[state, default: StateTrack()].enter(name, at: record.time)
  }

  private mutating func readBudget(_ record: LogRecord) {
    let kind: History.BudgetChange.Kind
    switch record.event {
    case .budgetRefilled: kind = .refill
    case .budgetDebited: kind = .debit
    case .penaltyApplied: kind = .penalty
    default: return
    }
    history.budget.append(
      History.BudgetChange(
        time: record.time, kind: kind, app: record.app, item: record.item, isEnergy: record.word == .energy,
        amount: record.value, balance: record.integer(.balance)))
  }
}

extension History.Item {
  fileprivate mutating func read(_ record: LogRecord) {
    let time = record.time
    switch record.event {
    case .submitted:
      isSubmitted = true
      (earliestBegin, deadline) = (record.instant(.earliestBegin), record.instant(.deadline))
      needsNetwork = record.text(.flags)?.contains("requiresNetworkConnectivity") ?? false
    case .held:
      // The wait for a launch begins when the push reaches the device.
      isHeld = true
      (open, chainOpen, submitted) = (time, time, time)
    case .eligible: eligible = eligible ?? time
    case .launched:
      (launched, waitEnd, outcome) = (time, time, .running)
      (age, resumeDelay) = (.seconds(record.value), record.span(.delay))
      if record[.synthetic] == .flag(true) { isSynthetic = true }
    case .handlerStarted: handlerStarted = time
    case .expired: (expired, expiredAt) = (record.word.name, time)
    case .paused, .resumed: pauses.append(time)
    default: break
    }
    guard let end = record.outcome else { return }
    if mechanism == .push, launched == nil, !isHeld {
      // A push that never waited for a launch has no wait to explain.
      (open, chainOpen) = (time, time)
    }
    take(end, record)
    if launched == nil { waitEnd = time }
  }

  fileprivate mutating func take(_ end: History.Outcome, _ record: LogRecord) {
    (outcome, ended) = (end, record.time)
    guard case .completed = end else { return }
    (duration, workDone) = (.seconds(record.value), record.number(.workDone))
    failure = record.text(.reason)
  }
}

extension History.App {
  fileprivate mutating func read(_ record: LogRecord) {
    let (time, word) = (record.time, record.word)
    func act(_ kind: History.Act.Kind) { acts.append(.init(time: time, kind: kind)) }
    func note(_ step: History.Push.Step) {
      pushes.append(
        .init(
          time: time, item: record.item, mechanism: record.mechanism, identifier: record.identifier,
          step: step
        ))
    }
    switch record.event {
    case .stateChanged: process.enter(word == .notRunning ? nil : word.name, at: time)
    case .settingChanged where word == .appRefresh:
      refreshOff.enter(record.value == 1 ? nil : "off", at: time)
    case .settingChanged where word == .forceQuitFlag:
      forceQuit.enter(record.value > 0 ? "on" : nil, at: time)
    case .userOpened:
      awakening = nil
      act(.opened(staleness: .seconds(record.value)))
    case .userLeft:
      awakening = .init(beginning: .backgroundEntry)
      act(.left)
    case .forceQuit: act(.swipedAway)
    case .expired: act(.expired(record.mechanism))
    case .terminated:
      awakening = nil
      act(.terminated(record.mechanism, reason: word.name))
    case .launched where word == .cold || word == .resume:
      awakening = .init(beginning: word == .cold ? .coldLaunch : .resume, mechanism: record.mechanism)
    case .callback: awakening?.callbacks.append(word)
    case .suspended:
      if let awakening { awakenings.append(awakening) }
      awakening = nil
    case .pendingList: pendingCount = Int(record.value)
    case .rejected: refuse(record)
    case .pushSent: note(.sent)
    case .coalesced: note(.coalesced)
    case .dropped: note(.dropped(word.name))
    case .delivered where word != .launch: note(.delivered(word.name))
    default: break
    }
    if record.mechanism == .assertion { readBackgroundTime(record) }
  }

  private mutating func refuse(_ record: LogRecord) {
    let refusal = History.Refusal(
      identifier: record.text(.name) ?? record.identifier, reason: record.word.name,
      mechanism: record.mechanism)
    func isSame(_ other: History.Refusal) -> Bool {
      (other.identifier, other.reason) == (refusal.identifier, refusal.reason)
        && other.mechanism == refusal.mechanism
    }
    let place = refusals.firstIndex(where: isSame) ?? refusals.count
    if place == refusals.count { refusals.append(refusal) }
    refusals[place].times.append(record.time)
  }

  /// Extra time begins at once and has no number.
  private mutating func readBackgroundTime(_ record: LogRecord) {
    guard let name = record.text(.name) else { return }
    let time = record.time
    var work = History.Item(
      item: 0, app: record.app, mechanism: .assertion, identifier: name, submitted: time, open: time,
      chainOpen: time, launched: time, outcome: .running, waitEnd: time)
    if record.event == .assertionBegan { backgroundTime.append(work) }
    let last = backgroundTime.lastIndex { $0.identifier == name }
    let isRunning = last.map { backgroundTime[$0].outcome == .running } ?? false
    if let last, record.event == .expired, isRunning {
      (backgroundTime[last].expired, backgroundTime[last].expiredAt) = (record.word.name, time)
    }
    guard let end = record.outcome else { return }
    if let last, isRunning || record.word == .assertionExpired {
      backgroundTime[last].take(end, record)
    } else if case .completed = end {
      work.take(end, record)
      backgroundEntryWork.append(work)
    }
  }
}

extension History {
  /// The scores that the policy reported at its decisions, in the order of time; empty without
  /// ``RecordOptions/decisions``.
  package var scores: [(time: Instant, item: Int32, score: Double)] {
    decisions.flatMap { record in
      (record.text(.score) ?? "").split(separator: " ").compactMap { pair in
        let parts = pair.split(separator: ":")
        guard parts.count == 2, let item = Int32(parts[0]), let score = Double(parts[1]) else { return nil }
        return (record.time, item, score)
      }
    }
  }
}

extension LogRecord {
  /// How an item ends with this record; nil for an item that continues.
  fileprivate var outcome: History.Outcome? {
    let reason = word.name
    return switch event {
    case .completed: .completed(success: word == .success)
    case .terminated: .killed(reason)
    case .replaced: .replaced(by: Int32(integer(.by) ?? 0))
    case .canceled: .canceled(reason)
    case .coalesced: .coalesced(reason)
    case .dropped: .dropped(reason)
    case .failed, .failedUnstarted: .failed(reason)
    case .delivered where word != .launch: .delivered(reason)
    default: nil
    }
  }

  fileprivate func instant(_ name: LogField.Name) -> Instant? {
    if case .instant(let value)? = self[name] { value } else { nil }
  }

  fileprivate func span(_ name: LogField.Name) -> TimeSpan? {
    if case .span(let value)? = self[name] { value } else { nil }
  }

  fileprivate func text(_ name: LogField.Name) -> String? {
    if case .text(let value)? = self[name] { value } else { nil }
  }

  fileprivate func number(_ name: LogField.Name) -> Double? {
    if case .number(let value)? = self[name] { value } else { nil }
  }

  fileprivate func integer(_ name: LogField.Name) -> Int64? {
    if case .integer(let value)? = self[name] { value } else { nil }
  }
}
