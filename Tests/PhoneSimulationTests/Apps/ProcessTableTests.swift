import BackgroundExecution
import DeviceModel
import EventSimulation
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("The table of processes")
struct ProcessTableTests {
  @Test("a process moves along legal transitions and tells where it was")
  func moves() {
    var processes = ProcessTable(count: 2, residentLimit: 30)
    expect(processes[.first] == .notRunning)
    expect(processes.move(.first, to: .background) == .notRunning)
    expect(processes.move(.first, to: .suspended) == .background)
    expect(processes[.first] == .suspended && processes[.second] == .notRunning)
  }

  @Test("an illegal transition stops the program")
  func illegalTransition() async {
    await #expect(processExitsWith: .failure) {
      var processes = ProcessTable(count: 1, residentLimit: 30)
      _ = processes.move(AppIndex(0), to: .suspended)
    }
  }

  @Test("a process that ends forgets its launch and what it took for submitted")
  func end() {
    var processes = ProcessTable(count: 2, residentLimit: 30)
    _ = processes.move(.first, to: .background)
    processes.beginLaunch(.first, until: at(2))
    processes.assumePending(.first, task: 3)
    processes.assumePending(.second, task: 4)
    expect(processes.launchEnd(.first) == at(2) && processes.assumesPending(.first, task: 3))
    _ = processes.move(.first, to: .notRunning)
    expect(processes.launchEnd(.first) == nil && !processes.assumesPending(.first, task: 3))
    expect(processes.assumesPending(.second, task: 4))
  }

  @Test("runs and holds keep a process running until the last of them has gone")
  func keptRunning() {
    var processes = ProcessTable(count: 1, residentLimit: 30)
    expect(!processes.isKeptRunning(.first))
    processes.beginRun(.first)
    processes.addBackgroundHold(.first)
    processes.endRun(.first)
    expect(processes.isKeptRunning(.first) && processes.activeRuns(.first) == 0)
    processes.removeBackgroundHold(.first)
    expect(!processes.isKeptRunning(.first) && processes.backgroundHolds(.first) == 0)
  }

  @Test("the hold until suspension is taken once, with what is known of its run")
  func suspensionHold() {
    var power = PhonePower.full()
    var processes = ProcessTable(count: 1, residentLimit: 30)
    let hold = power.hold()
    processes.keepAwake(.first, hold, ofRun: RunSlot(4))
    expect(processes.hasSuspensionHold(.first))
    expect(processes.isKeptAwake(.first, byRun: RunSlot(4)))
    expect(!processes.isKeptAwake(.first, byRun: RunSlot(5)))
    expect(processes.takeSuspensionHold(.first) == hold)
    expect(processes.takeSuspensionHold(.first) == nil && processes.lastRun(.first) == nil)
  }

  @Test("LIFE-3: suspension has one timer, which moves and goes")
  func suspensionTimer() {
    var calendar = PhoneCalendar()
    var processes = ProcessTable(count: 1, residentLimit: 30)
    processes.scheduleSuspension(.first, at: at(5), &calendar)
    processes.scheduleSuspension(.first, at: at(8), &calendar)
    expect(calendar.count == 1 && calendar.nextTime == at(8))
    processes.cancelSuspension(.first, &calendar)
    expect(calendar.count == 0)
  }

  @Test("beyond the limit the process that was suspended longest ago is surplus")
  func surplus() {
    var processes = ProcessTable(count: 3, residentLimit: 2)
    for app in [2, 0, 1] { _ = processes.move(AppIndex(app), to: .background) }
    expect(processes.surplus == nil)
    _ = processes.move(.first, to: .suspended)
    expect(processes.surplus == .first)
    _ = processes.move(AppIndex(2), to: .suspended)
    expect(processes.surplus == AppIndex(2))
    _ = processes.move(AppIndex(2), to: .notRunning)
    expect(processes.surplus == nil)
  }

  @Test("apps stay in the switcher until they are removed")
  func switcher() {
    var processes = ProcessTable(count: 3, residentLimit: 30)
    processes.enterSwitcher(AppIndex(2))
    processes.enterSwitcher(.first)
    expect(processes.inSwitcher == [.first, AppIndex(2)])
    processes.leaveSwitcher(.first)
    expect(processes.inSwitcher == [AppIndex(2)])
  }

  @Test("each chance of memory pressure has an ordinal of its own")
  func chances() {
    var processes = ProcessTable(count: 2, residentLimit: 30)
    expect((0..<3).map { _ in processes.takeMemoryPressureChance(.first) } == [0, 1, 2])
    expect(processes.takeMemoryPressureChance(.second) == 0)
  }

  @Test("a process takes at most 64 bytes beside what it takes for submitted")
  func size() { expect(MemoryLayout<ProcessTable.Row>.stride <= 64) }
}
