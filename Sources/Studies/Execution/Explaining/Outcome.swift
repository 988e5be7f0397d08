import DeviceModel
import EventSimulation
import PhoneSimulation
import Workload

/// An outcome of an app that its users notice, counted over slots that are the same in every replay.
struct Outcome: Sendable {
  enum Kind: String, Sendable { case staleOpens, workNotDone, cadence, messagesNotShown, energy }

  let kind: Kind
  /// The task, session or kind of push; empty for the whole app.
  let task: String
  /// The numbers of the slots that are lost, of so many.
  typealias Count = @Sendable (Replay) -> (lost: [Int], slots: Int)
  private let count: Count

  func lost(_ replay: Replay) -> Int { count(replay).lost.count }

  /// The numbers of the lost slots. Those of events that the user or the script begins stand for as many.
  func lostSlots(_ replay: Replay) -> Set<Int> { Set(count(replay).lost) }

  func slots(_ replay: Replay) -> Int { count(replay).slots }

  /// The loss of slots, after their number: "opens showed stale content".
  let words: String

  fileprivate init(_ kind: Kind, _ task: String, _ words: String, _ count: @escaping Count) {
    (self.kind, self.task, self.words, self.count) = (kind, task, words, count)
  }

  /// The name for `--outcome` and in JSON: `staleOpens`, `workNotDone: sync`.
  var name: String { task.isEmpty ? kind.rawValue : "\(kind.rawValue): \(task)" }

  /// The outcomes of an app as the user sees it, stale opens first.
  ///
  /// - Parameter base: The replay as it is, from which the number of slots of scripted work comes.
  static func all(_ scene: AppScene, base: Replay) -> [Outcome] {
    let app = scene.specification
    let counter = SlotCounter(scene, base: base)
    let hasContent = app.content.process != .none
    var found: [Outcome] = []
    func add(_ task: String, _ words: String, as kind: Kind = .workNotDone, _ count: @escaping Count) {
      found.append(Outcome(kind, task, words, count))
    }
    if app.bringsContent {
      add("", "opens showed stale content", as: .staleOpens) { replay in
        let opens = replay.opens(of: scene)
        return (opens.indices.filter { !opens[$0].isFresh }, opens.count)
      }
    }
    for task in app.tasks where !(hasContent && task.fetches) {
      let name = task.identifier
      if task.mechanism == .continued {
        add(name, "continued tasks `\(name)` were not completed", counter.continuedTasks(name))
      } else {
        found.append(counter.outcome(.workNotDone, of: task, least: task.deadline ?? .day))
      }
    }
    let code = app.code == nil || hasContent ? [] : DeclaredTask.all(of: scene, base)
    for name in code.filter({ [.refresh, .processing].contains($0.mechanism) }).map(\.name) {
      add(
        name, "days passed without a completed run of `\(name)`",
        counter.periods(of: name, each: .day))
    }
    if !(hasContent && app.pushes?.fetches ?? false) {
      add("push", "silent pushes brought no completed run", counter.pushes())
    }
    for transfer in app.transfers where !(hasContent && transfer.fetches) {
      let name = transfer.session
      if case .success = transfer.trigger {
        add(name, "days passed without a file of `\(name)`", counter.periods(of: name, each: .day))
      } else {
        add(name, "files of `\(name)` did not arrive", counter.files(of: name))
      }
    }
    for work in app.backgroundEntryWork {
      add(
        work.name, "times in the background ended without the work `\(work.name)`", counter.exits(work.name))
    }
    for (number, wake) in app.wakes.enumerated() {
      let limit = TimeWords.exact(wake.wait)
      add(
        wake.identifier, "events of `\(wake.identifier)` were not handled by the app within \(limit)",
        counter.events(number, of: wake))
    }
    if let pushes = app.visiblePushes {
      let count = counter.messages(within: pushes.expiration ?? .day)
      add("", "visible pushes were not shown in time", as: .messagesNotShown, count)
    }
    return found.filter { $0.slots(base) > 0 }
  }

  /// The same outcome of the app on another device.
  func rebased(_ scene: AppScene, base: Replay) -> Outcome {
    if kind == .energy { return .energy(scene) }
    let all = kind == .cadence ? Self.cadences(scene, base: base) : Self.all(scene, base: base)
    return all.first { $0.name == name } ?? Outcome(kind, task, words) { _ in ([], 0) }
  }

  /// The hours, or periods of its earliest begin date, without a completed run of each task.
  static func cadences(_ scene: AppScene, base: Replay) -> [Outcome] {
    let counter = SlotCounter(scene, base: base)
    return scene.specification.tasks.filter { $0.mechanism != .continued }.map {
      counter.outcome(.cadence, of: $0, least: .hour)
    }
  }

  /// The joules of the app in the background after warm-up.
  static func energy(_ scene: AppScene) -> Outcome {
    let app = Int32(scene.app)
    return Outcome(.energy, "", "J were used for background work") { replay in
      let spent = replay.result.ledgerObserved.reduce(0.0) { sum, entry in
        entry.payer.app == app && entry.payer.cause.isBackground
          ? sum + Double(entry.energyNanojoules) * 1e-9 : sum
      }
      return (Array(0..<Int(spent.rounded())), Int(spent.rounded()))
    }
  }
}

extension AppSpecification {
  /// Whether background work of the app brings content. The content of code is assumed to be brought by it.
  var bringsContent: Bool {
    content.process != .none && (code != nil || !contentBringers.isEmpty)
  }

  /// The tasks, sessions and pushes that bring content.
  var contentBringers: [String] {
    guard code == nil else { return [] }
    return tasks.filter(\.fetches).map(\.identifier) + (pushes?.fetches == true ? ["push"] : [])
      + transfers.filter(\.fetches).map(\.session)
  }
}

extension WakeSpecification {
  /// The longest wait of an event that is in time: the interval that the app asks for, and at least a minute.
  fileprivate var wait: TimeSpan { max(.minutes(1), frequency.interval) }
}

/// Counts the slots of work on one app of a device, after warm-up.
struct SlotCounter: Sendable {
  private let app: Int
  private let start, end: Instant
  private let base: Replay
  private let timeline: ExogenousTimeline

  init(_ scene: AppScene, base: Replay) {
    (app, self.base, timeline) = (scene.app, base, scene.plan.timeline)
    (start, end) = (scene.plan.warmUpEnd, scene.plan.end)
  }

  /// Periods of a task without a completed run: of at least a length, or of its earliest begin date if that is longer.
  func outcome(_ kind: Outcome.Kind, of task: TaskSpecification, least: TimeSpan) -> Outcome {
    let begin: TimeSpan =
      switch task.earliestBegin {
      case .after(let delay)?: delay
      case .at?: .day
      case .window?, nil: .zero
      }
    let length = max(least, begin)
    let periods =
      length == .day ? "days" : length == .hour ? "hours" : "periods of \(TimeWords.exact(length))"
    return Outcome(
      kind, task.identifier, "\(periods) passed without a completed run of `\(task.identifier)`",
      self.periods(of: task.identifier, each: length))
  }

  func periods(of task: String, each length: TimeSpan) -> Outcome.Count {
    let all = end > start ? Int((end - start) / length) : 0
    return { replay in
      var done: Set<Int> = []
      for item in replay.items(of: app)
      where item.identifier == task && item.isSuccess && !item.isSynthetic {
        guard let ended = item.ended, ended >= start else { continue }
        let period = Int((ended - start) / length)
        if period < all { done.insert(period) }
      }
      return ((0..<all).filter { !done.contains($0) }, all)
    }
  }

  /// Attempts of a continued task. Their number is the one of the replay as it is. The repair of a wildcard puts the
  /// bundle identifier before the name.
  func continuedTasks(_ name: String) -> Outcome.Count {
    @Sendable func isOwn(_ identifier: String) -> Bool {
      identifier.lowercased() == name.lowercased() || identifier.hasSuffix(".\(name)")
    }
    let refused = base.history.apps[app].refusals.filter {
      $0.mechanism == .continued && isOwn($0.identifier)
    }
    return successes(refused: refused.reduce(0) { $0 + $1.times.count { $0 >= start } }) {
      $0.mechanism == .continued && isOwn($0.identifier) && $0.submitted >= start
    }
  }

  /// Files that an open, an exit or the script begins.
  func files(of session: String) -> Outcome.Count {
    successes { $0.mechanism.isTransfer && $0.identifier == session && $0.submitted >= start }
  }

  /// Items of the replay as it is, and refused ones, minus the items that succeed.
  private func successes(
    refused: Int = 0, of isOwn: @escaping @Sendable (History.Item) -> Bool
  ) -> Outcome.Count {
    count(base.items(of: app).count(where: isOwn) + refused) { replay in
      replay.items(of: app).count { isOwn($0) && $0.isSuccess }
    }
  }

  /// A number of slots, minus the slots that a replay completes.
  private func count(_ slots: Int, done: @escaping @Sendable (Replay) -> Int) -> Outcome.Count {
    { (Array(0..<max(0, slots - done($0))), slots) }
  }

  /// The number of items that succeeded after warm-up.
  private func done(_ items: [History.Item], _ isOwn: (History.Item) -> Bool) -> Int {
    items.count { isOwn($0) && $0.isSuccess && ($0.ended ?? start) >= start }
  }

  /// Silent pushes that were sent.
  func pushes() -> Outcome.Count {
    let sent = base.history.apps[app].pushes.count { push in
      push.time >= start && push.step == .sent && push.mechanism != .mode
    }
    return count(sent) { done($0.items(of: app)) { $0.mechanism == .push } }
  }

  /// Events of a source that neither a completed run nor the app in the foreground handled within their wait, which ends
  /// before the horizon does.
  func events(_ number: Int, of wake: WakeSpecification) -> Outcome.Count {
    let times = timeline.events.filter {
      $0.kind == .appEvent(app: app, source: number) && $0.time >= start && $0.time + wake.wait <= end
    }.map(\.time)
    return { replay in
      let runs = replay.items(of: app).filter { $0.identifier == wake.identifier && $0.isSuccess }
        .compactMap(\.launched)
      let visits = replay.history.apps[app].visits
      var next = 0
      let lost = times.indices.filter { place in
        let time = times[place]
        while next < runs.count, runs[next] < time { next += 1 }
        if next < runs.count, runs[next] <= time + wake.wait { return false }
        return !visits.contains { $0.opened <= time + wake.wait && $0.left > time }
      }
      return (lost, times.count)
    }
  }

  /// Work that is left at the exits of the user. A remedy moves it to a continued task or a transfer of its name.
  func exits(_ name: String) -> Outcome.Count {
    @Sendable func moved(_ replay: Replay) -> Int {
      done(replay.items(of: app)) { $0.identifier == name || $0.identifier.hasSuffix(".\(name)") }
    }
    let before = moved(base)
    return count(base.history.apps[app].visits.count { $0.left >= start }) { replay in
      let own = replay.history.apps[app]
      return done(own.backgroundTime + own.backgroundEntryWork) { $0.identifier == name }
        + max(0, moved(replay) - before)
    }
  }

  /// Visible pushes that are not shown within a time. The oldest push is delivered, replaced or dropped first.
  func messages(within limit: TimeSpan) -> Outcome.Count {
    return { replay in
      var pending: [Instant] = []
      var (sent, shown) = (0, 0)
      for push in replay.history.apps[app].pushes where push.identifier == "visible" {
        if push.step == .sent {
          pending.append(push.time)
          if push.time >= start { sent += 1 }
        } else if !pending.isEmpty {
          let time = pending.removeFirst()
          if case .delivered = push.step, time >= start, push.time - time <= limit { shown += 1 }
        }
      }
      return (Array(0..<(sent - shown)), sent)
    }
  }
}
