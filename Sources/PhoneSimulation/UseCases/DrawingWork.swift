import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// The work of a run, drawn at its start: the n-th run of a task needs the same under every policy.
extension Phone {
  /// The n-th run of a task needs the same work under every policy; a resumed one what is left.
  @inline(always)
  mutating func drawWork(_ index: RunSlot) {
    let (app, mechanism) = (runs[index].item.app, runs[index].item.mechanism)
    guard specification(app)?.quality.doesNoWork == false else { return }
    if mechanism == .wake {
      runs.assign(drawWakeWork(runs[index].item), to: index)
      return
    }
    if mechanism == .mode {
      runs.assign(modeWork(runs[index].item), to: index)
      return
    }
    let task = runs[index].item.task
    let purpose: StreamPurpose
    let ordinal: Int
    if mechanism == .push {
      guard specification(app)?.pushRules != nil else { return }
      purpose = .pushWork
      ordinal = history.takePushOrdinal(app)
    } else {
      guard let task else { return }
      purpose = mechanism == .refresh ? .refreshWork : .processingWork
      ordinal = task << 20 + history.takeOrdinal(app, ofTask: task)
      if var carried = history.takeCarriedWork(app, task: task) {
        carried.fails = fails(app, mechanism, task, index: ordinal)
        runs.assign(carried, to: index)
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
    runs.assign(work, to: index)
  }

  /// The n-th relaunch for a session does the same work under every policy; it does not fail.
  private mutating func drawWakeWork(_ item: WorkItem) -> Work {
    guard let session = item.session, let transfer = specification(item.app)?.transfers[session] else {
      return Work(cpu: .zero, wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
    }
    let ordinal = transfers.takeWakeOrdinal(item.app, session: session)
    stream.seek(event: address(.wakeWork, app: item.app, index: session << 24 + ordinal))
    var work = Work(
      cpu: .seconds(max(0, transfer.work.cpu.sample(stream))),
      wait: .seconds(max(0, transfer.work.wait.sample(stream))),
      bytesUp: Int64(nearest: max(0, transfer.work.up.sample(stream))),
      bytesDown: Int64(nearest: max(0, transfer.work.down.sample(stream))), fails: false)
    place(&work, on: .efficiency)
    return work
  }

  /// Draws the work of the run of an event: location events have work of their own, a call is only reported.
  private mutating func modeWork(_ item: WorkItem) -> Work {
    var work = Work(cpu: .zero, wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
    guard item.modeEvent != .voip, let laws = specification(item.app)?.modeWork else { return work }
    stream.seek(event: address(.modeWork, app: item.app, index: modes.takeEventOrdinal(item.app)))
    work = laws.draw(stream)
    place(&work, on: .efficiency)
    return work
  }

  /// Whether the run that has just been counted fails: as its series lists, or by the chance drawn here.
  ///
  /// - Parameter index: The ordinal of that draw.
  @inline(__always)
  private func fails(_ app: AppIndex, _ mechanism: Mechanism, _ task: Int?, index: Int) -> Bool {
    // The specification is looked up for each property: held across calls it is counted as referenced.
    if mechanism == .push {
      if specification(app)?.pushTraits?.hasFailures == true, let failOn = specification(app)?.pushes?.failOn
      {
        return failOn.contains(history.pushRuns(app))
      }
    } else if let task, specification(app)?.taskTraits[task].hasFailures == true,
      let failOn = specification(app)?.tasks[task].failOn
    {
      return failOn.contains(history.runs(app, ofTask: task))
    }
    guard let probability = specification(app)?.quality.failureProbability else { return false }
    return RandomStream.firstUniform(ofEvent: address(.workFailure, app: app, index: index)) < probability
  }
}
