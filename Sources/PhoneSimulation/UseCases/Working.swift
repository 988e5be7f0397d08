import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// The work of a run: slumber draws it at the start of the run, and starts, resumes, and stops it.
extension Phone {
  /// The n-th run of a task needs the same work under every policy; a resumed run needs the remaining work.
  @inline(always) mutating func drawWork(_ index: RunSlot) {
    let (app, mechanism) = (runs[index].item.app, runs[index].item.mechanism)
    guard specification(app)?.quality.doesNoWork == false else { return }
    if mechanism == .wake {
      runs[index].work = drawWakeWork(runs[index].item)
      return
    }
    if mechanism == .mode {
      runs[index].work = eventWork(runs[index].item)
      return
    }
    let task = runs[index].item.task
    let purpose: StreamPurpose
    let ordinal: Int
    if mechanism == .push {
      guard specification(app)?.pushTraits != nil else { return }
      purpose = .pushWork
      ordinal = history.takePushOrdinal(app)
    } else {
      guard let task else { return }
      purpose = mechanism == .refresh ? .refreshWork : .processingWork
      ordinal = task << 20 + history.takeOrdinal(app, ofTask: task)
      if var carried = history.takeCarriedWork(app, task: task) {
        carried.fails = fails(app, mechanism, task, index: ordinal)
        runs[index].work = carried
        return
      }
    }
    stream.seek(event: address(purpose, app: app, index: ordinal))
    // Handed over first, so that the specification is not held, which counts as a reference, while it draws.
    guard let laws = specification(app)?.work(ofTask: task) else { return }
    var work = laws.draw(stream)
    if !laws.growth.isEmpty { grow(&work, laws, of: index) }
    // The user has asked for a continued task, and sees it work.
    place(&work, on: mechanism == .continued ? .performance : .efficiency)
    work.length = length(of: work)
    work.fails = fails(app, mechanism, task, index: ordinal | 1 << 28)
    runs[index].work = work
  }

  /// The n-th relaunch for a session does the same work under every policy; it does not fail.
  private mutating func drawWakeWork(_ item: WorkItem) -> Work {
    guard let session = item.session, let transfer = specification(item.app)?.transfers[session] else {
      return Work()
    }
    let ordinal = transfers[item.app, session].takeWakeOrdinal()
    stream.seek(event: address(.wakeWork, app: item.app, index: session << 24 + ordinal))
    var work = Work(
      cpu: .seconds(max(0, transfer.work.cpu.sample(stream))),
      wait: .seconds(max(0, transfer.work.wait.sample(stream))),
      bytesUp: Int64(nearest: max(0, transfer.work.up.sample(stream))),
      bytesDown: Int64(nearest: max(0, transfer.work.down.sample(stream))))
    place(&work, on: .efficiency)
    return work
  }

  /// The work of the n-th run of a source is the same under every policy; a call brings none.
  private mutating func eventWork(_ item: WorkItem) -> Work {
    let source = item.eventSource
    guard item.wakeSource != .voip,
      let laws = source.map({ specification(item.app)?.wakeWork[$0] }) ?? specification(item.app)?.modeWork
    else { return Work() }
    let ordinal = wakes.takeOrdinal(item.app, source)
    stream.seek(
      event: address(.modeWork, app: item.app, index: ordinal + (source.map { ($0 + 1) << 24 } ?? 0)))
    var work = laws.draw(stream)
    place(&work, on: .efficiency)
    return work
  }

  @inline(__always)
  private func fails(_ app: AppIndex, _ mechanism: Mechanism, _ task: Int?, index: Int) -> Bool {
    // The specification is looked up for each property: held across calls it is counted as referenced.
    if mechanism == .push {
      if let failOn = specification(app)?.pushTraits?.failOn { return failOn.contains(history.pushRuns(app)) }
    } else if let task, let failOn = specification(app)?.taskTraits[task].failOn {
      return failOn.contains(history.runs(app, ofTask: task))
    }
    guard let probability = specification(app)?.quality.failureProbability else { return false }
    return RandomStream.firstUniform(ofEvent: address(.workFailure, app: app, index: index)) < probability
  }

  /// Processor and bytes go in parallel, then the app waits for its servers; or it sends, waits, and is sent to. Processor
  /// work goes on with the claim of the launch that is over.
  mutating func startWork(_ slot: RunSlot, _ launch: inout ClaimID?, at now: Instant, _ c: inout Calendar) {
    let work = runs[slot].work
    runs[slot].beginWork(at: now, bytesComeFirst: configuration.bytesComeFirst)
    if work.cpu > .zero {
      if let launched = launch {
        launch = nil
        power.renew(launched, microwatts: processorPower(work), at: now)
        runs[slot].beginProcessor(slot, launched, at: now, &c)
      } else {
        beginProcessor(slot, at: now, &c)
      }
      watchProcessor(runs[slot].item.app, at: now, &c)
    }
    startTransfer(slot, at: now, &c)
    runs[slot].scheduleWorkEnd(slot, at: now, &c)
  }

  private mutating func beginProcessor(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let claim = power.begin(
      .processor, payer: runs[slot].payer, microwatts: processorPower(runs[slot].work),
      account: runs[slot].account, at: now)
    runs[slot].beginProcessor(slot, claim, at: now, &c)
  }

  @inline(__always) mutating func startTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard runs[slot].pendingUp + runs[slot].pendingDown > 0 else { return }
    guard let path = radioPath else { return runs[slot].beginStall(at: now) }
    let start = power.startTransfer(
      payer: runs[slot].payer, path: path, bytesUp: runs[slot].pendingUp, bytesDown: runs[slot].pendingDown,
      account: runs[slot].account, tag: TransferOwner.run(slot).tag, at: now)
    let plan = power.isShared(path) ? power.bytePlan(of: start.id, at: now) : nil
    runs.beginTransfer(slot, start.id, isCellular: path != .wifi, duration: start.duration, plan, at: now, &c)
  }

  /// The processor work of a run ends or, in paced work, a part or a pause.
  @inline(__always) mutating func endProcessor(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    if runs[slot].processor == nil {
      beginProcessor(slot, at: now, &c)
    } else if let claim = runs[slot].endProcessor(slot, at: now, &c) {
      power.end(claim, at: now)
    }
    watchProcessor(runs[slot].item.app, at: now, &c)
  }

  @inline(__always) mutating func endTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let transfer = runs.finishTransfer(slot, at: now) else { return }
    power.finishTransfer(transfer, at: now)
    settleEndedTails(at: now)
  }

  @inline(__always) mutating func interruptTransfer(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let transfer = runs.breakOffTransfer(slot, at: now, &c) else { return }
    let left = power.interruptTransfer(transfer, at: now)
    runs[slot].keepPending(up: left.bytesUpLeft, down: left.bytesDownLeft)
  }

  mutating func stopWork(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    interruptTransfer(slot, at: now, &c)
    if let claim = runs[slot].stopWork(&c) { power.end(claim, at: now) }
    // Mostly the processor is done before the work is over: without a demand, now or before, there is nothing to follow.
    let app = runs[slot].item.app
    if watchdogs.hasDemand(app) || runs.hasProcessor(app) || backgroundTime.hasWork(app) {
      watchProcessor(app, at: now, &c)
    }
    settleEndedTails(at: now)
  }

  /// The amount of a change is drawn by its number among the changes, so that it is the same whichever run makes up for it.
  /// Each is added once and taken away once, in whole microseconds and bytes, however long the backlog is.
  mutating func grow(_ work: inout Work, _ laws: WorkDistributions, of slot: RunSlot) {
    let (item, now) = (runs[slot].item, runs[slot].handlerStarted ?? .zero)
    var backlog = history[backlogOf: item]
    var grown = work
    if let perDay = laws.growth[.perDay] {
      grown.add(perDay.draw(stream), times: (now - backlog.lastSuccess) / .day)
    }
    if let perChange = laws.growth[.perChange] {
      let missing = freshness.missing(item.app, before: now, counted: backlog.changes.upperBound)
      if missing.lowerBound >= backlog.changes.upperBound {
        (backlog.changes, backlog.work) = (missing.lowerBound..<missing.lowerBound, Work())
      }
      let fetched = backlog.changes.lowerBound..<missing.lowerBound
      for (changes, times) in [(fetched, -1.0), (backlog.changes.upperBound..<missing.upperBound, 1)] {
        for change in changes {
          stream.seek(event: address(.changeWork, app: item.app, index: change))
          backlog.work.add(perChange.draw(stream), times: times)
        }
      }
      backlog.changes = missing
      history[backlogOf: item] = backlog
      grown.add(backlog.work, times: 1)
    }
    work.cpu = max(work.cpu, min(grown.cpu, Work.most.cpu))
    work.wait = max(work.wait, min(grown.wait, Work.most.wait))
    work.bytesUp = max(work.bytesUp, min(grown.bytesUp, Work.most.bytesUp))
    work.bytesDown = max(work.bytesDown, min(grown.bytesDown, Work.most.bytesDown))
  }

  /// A run has succeeded: the days of its task begin anew.
  mutating func noteSuccess(of item: WorkItem, at now: Instant) {
    guard item.task != nil || item.mechanism == .push,
      specification(item.app)?.work(ofTask: item.task)?.growth[.perDay] != nil
    else { return }
    history[backlogOf: item].lastSuccess = now
  }
}

struct Backlog {
  /// When a run of the task succeeded last; the start before the first.
  var lastSuccess = Instant.zero
  /// The changes of content whose amounts are summed, by their numbers.
  var changes = 0..<0
  var work = Work()
}

extension Work {
  /// The upper limit of work that grows: a day of CPU time, and the upper ends of single draws.
  fileprivate static let most = Work(
    cpu: .day, wait: .days(7), bytesUp: 10_000_000_000, bytesDown: 10_000_000_000)

  fileprivate mutating func add(_ other: Work, times: Double) {
    cpu += .seconds(other.cpu.seconds * times)
    wait += .seconds(other.wait.seconds * times)
    bytesUp += Int64(nearest: Double(other.bytesUp) * times)
    bytesDown += Int64(nearest: Double(other.bytesDown) * times)
  }
}
