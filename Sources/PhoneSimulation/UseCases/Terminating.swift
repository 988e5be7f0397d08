import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// The end of a process and of all that it has: chapters LIFE and QUIT.
extension Phone {
  /// The process ends and its runs with it; held pushes are lost, requests and flags stay.
  mutating func terminate(
    _ app: AppIndex, _ reason: TerminationReason, cause: TerminationCause? = nil, at now: Instant,
    _ c: inout Calendar
  ) {
    guard processes[app] != .notRunning else { return }
    let word = LogWord(reason)
    let ended: [LogField] = journal.log.keepsRecords ? [.text(.runs, runNumbers(of: app))] : []
    note(.terminated, app: app, nil, word, at: now, Self.causeField(cause) + ended)
    if screen.frontApp == app { leaveFront(at: now, isEnding: true, &c) }
    cancelSuspension(app, at: now, &c)
    calmWatchdogs(app, at: now, &c)
    endModes(app, at: now)
    setProcess(app, .notRunning, at: now)
    loseLeftovers(app, word, at: now, &c)
    for slot in runs.openSlots(of: app) where runs[slot].isOpen {
      kill(slot, word, cause, at: now, &c)
    }
    if reason != .forceQuit {
      dropHeldPushes(app, .processKilled, at: now)
    } else if configuration.platform.appSwitcher != .off {
      dropHeldPushes(app, .forceQuit, at: now)
    }
    requestDecision(at: now, &c)
  }

  private mutating func kill(
    _ slot: RunSlot, _ reason: LogWord, _ cause: TerminationCause?, at now: Instant, _ c: inout Calendar
  ) {
    let index = slot
    let item = runs[index].item
    keepProgress(index, at: now)
    stopWork(slot, at: now, &c)
    if item.mechanism == .push, runs[index].phase == .launching {
      journal.items.endPushLaunch(item.app)
      drop(
        item.app, item.number, sent: item.sent, reason == .forceQuit ? .forceQuit : .processKilled, at: now)
    }
    if item.modeEvent == .voip, runs[index].phase == .launching {
      dropCall(item, reason == .forceQuit ? .forceQuit : .processKilled, at: now)
    }
    // CONT-9: removal from the switcher cancels a continued task.
    let isCancelled =
      reason == .forceQuit && item.mechanism == .continued && configuration.platform.appSwitcher != .off
    let word = isCancelled ? LogWord.appRemoved : reason
    journal.record(
      .killed(isCancelled ? .cancelled : .terminated, word), item, at: now, Self.causeField(cause))
    runs.conclude(slot, isCancelled ? .cancelled : .killed, word)
    runEnds(slot, success: false, at: now)
    if let holder = runs.takeHolder(slot) { power.releaseAwake(holder, at: now) }
    settleEndedTails(at: now)
  }

  private static func causeField(_ cause: TerminationCause?) -> [LogField] {
    cause.map { [.text(.cause, $0.rawValue)] } ?? []
  }

  /// The items of the runs that end with a process.
  private func runNumbers(of app: AppIndex) -> String {
    runs.openSlots(of: app).map { "\(runs[$0].item.number.rawValue)" }.joined(separator: " ")
  }

  mutating func endAllProcesses(_ reason: TerminationReason, at now: Instant, _ c: inout Calendar) {
    for app in apps.indices where processes[app] != .notRunning {
      terminate(app, reason, at: now, &c)
    }
    for slot in requests.slots where requests[slot].mechanism == .push {
      dropHeld(slot, .processKilled, at: now)
    }
    endExtensions(at: now, &c)
  }

  /// QUIT-1: removal from the app switcher, of one app or of all that are in it.
  mutating func forceQuit(_ app: AppIndex?, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    let victims = app.map { [$0] } ?? processes.inSwitcher
    for victim in victims {
      note(.forceQuit, app: victim, at: now)
      terminate(victim, .forceQuit, at: now, &c)
      setForceQuit(victim, true, by: "user", at: now)
      processes.leaveSwitcher(victim)
      // A factor that is off takes the process and what runs in it, and nothing else (GATE-1).
      guard configuration.platform.appSwitcher != .off else { continue }
      cancelContinued(victim, at: now)
      dropHeldPushes(victim, .forceQuit, at: now)
      cancelTransfers(victim, at: now, &c)
      for slot in requests.slots(of: victim) where requests[slot].open <= now {
        cutOffWait(of: slot, .forceQuit, at: now)
      }
    }
    requestDecision(at: now, &c)
  }
}
