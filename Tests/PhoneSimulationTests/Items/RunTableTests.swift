import Basics
import DeviceModel
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("The table of runs")
struct RunTableTests: ~Copyable {
  private var power = PhonePower.full()
  private var runs = RunTable(appCount: 2)

  private mutating func add(
    _ number: Int32, _ mechanism: Mechanism = .refresh, app: AppIndex = .first
  ) -> RunSlot {
    let slot = runs.nextSlot
    runs.add(
      Run(
        item: .sample(number, mechanism, app: app), launched: .zero,
        account: power.openAccount(), payer: .sample))
    return slot
  }

  @Test("open runs are counted by the slots that they take, and listed by app in order of their slots")
  mutating func counts() {
    let (first, other) = (add(1), add(2, .processing, app: .second))
    let (second, third) = (add(3, .push), add(4, .continued))
    expect((runs.refreshSlotsTaken, runs.processingSlotsTaken, runs.continuedSlotsTaken) == (2, 1, 1))
    expect(runs.active == 4)
    expect(runs.openSlots(of: .first) == [first, second, third])
    expect(runs.openSlots(of: .second) == [other])
    runs.end(first, at: at(1))
    expect(runs.openSlots(of: .first) == [second, third])
    expect(runs.refreshSlotsTaken == 1 && runs.active == 3)
    expect(runs[first].ended == at(1) && !runs[first].isOpen)
  }

  @Test("a slot is used again once its run is settled, and not before")
  mutating func slots() {
    let first = add(1)
    let second = add(2)
    runs.end(first, at: at(1))
    expect(runs.unsettled.elements == [first])
    expect(runs.nextSlot != first)
    runs.release(first)
    expect(runs.unsettled.isEmpty && runs.nextSlot == first)
    let third = add(3)
    expect(third == first && runs.openSlots(of: .first) == [third, second])
  }

  @Test("an identifier is running until the terminal event of its run")
  mutating func identifiers() {
    var calendar = PhoneCalendar()
    let slot = add(1)
    let identifier = runs[slot].item.identifier
    expect(runs.isRunning(.first, identifier) && !runs.isRunning(.second, identifier))
    runs[slot].expire(.timeLimit, &calendar)
    expect(runs.isRunning(.first, identifier))
    runs.end(slot, at: at(1))
    expect(!runs.isRunning(.first, identifier))
  }

  @Test("bytes that are broken off are booked on the path on which they moved, and the rest stays pending")
  mutating func bytes() {
    var calendar = PhoneCalendar()
    let slot = add(1)
    let id = power.startTransfer(
      payer: .sample, path: .wifi, bytesUp: 0, bytesDown: 100, account: runs[slot].account, at: .zero
    ).id
    runs[slot].startHandler(at: .zero)
    runs[slot].work = Work(cpu: .seconds(1), wait: .seconds(2), bytesUp: 40, bytesDown: 60, fails: false)
    runs[slot].beginWork(at: .zero)
    runs.beginTransfer(slot, id, isCellular: false, duration: .seconds(10), at: .zero, &calendar)
    runs[slot].scheduleWorkEnd(slot, at: .zero, &calendar)
    expect(calendar.count == 2)
    expect(runs.breakOffTransfer(slot, at: at(5), &calendar) == id)
    runs[slot].keepPending(up: 10, down: 50)
    expect(runs[slot].bytesWifi == 40 && runs[slot].bytesCellular == 0)
    expect(runs[slot].pendingUp == 10 && runs[slot].pendingDown == 50)
    expect(runs.breakOffTransfer(slot, at: at(6), &calendar) == nil)
    // A stalled run keeps the end that it had.
    runs[slot].beginStall(at: at(5))
    runs[slot].scheduleWorkEnd(slot, at: at(5), &calendar)
    expect(calendar.count == 1 && calendar.nextTime == at(12))
    runs.beginTransfer(slot, id, isCellular: true, duration: .seconds(5), at: at(20), &calendar)
    expect(runs.finishTransfer(slot, at: at(25)) == id)
    expect(runs[slot].bytesWifi == 40 && runs[slot].bytesCellular == 60 && !runs[slot].isStalled)
    expect(runs.finishTransfer(slot, at: at(25)) == nil)
  }

  @Test("PROC-5: a stalled processing run has no end")
  mutating func stalledProcessing() {
    var calendar = PhoneCalendar()
    let slot = add(1, .processing)
    runs[slot].startHandler(at: .zero)
    runs[slot].work = Work(cpu: .seconds(9), wait: .zero, bytesUp: 1, bytesDown: 0, fails: false)
    runs[slot].beginWork(at: .zero)
    runs[slot].scheduleWorkEnd(slot, at: .zero, &calendar)
    expect(calendar.nextTime == at(9))
    runs[slot].beginStall(at: at(1))
    runs[slot].scheduleWorkEnd(slot, at: at(1), &calendar)
    expect(calendar.count == 0)
  }

  @Test("a run that stops gives back its claim once and leaves no event behind")
  mutating func stopping() {
    var calendar = PhoneCalendar()
    let slot = add(1)
    let claim = power.claim()
    runs[slot].startHandler(at: .zero)
    runs[slot].beginWork(at: .zero)
    runs[slot].beginProcessor(slot, claim, at: .zero, &calendar)
    runs[slot].setLimit(slot, .limit, at: at(30), .expiry, &calendar)
    runs[slot].stallTimer.move(PhoneEvent(.stall, slot), to: at(60), .expiry, &calendar)
    expect(calendar.count == 3)
    expect(runs[slot].stopWork(&calendar) == claim)
    expect(calendar.count == 0)
    expect(runs[slot].stopWork(&calendar) == nil)
  }

  @Test("the reason of an expiry stays where the end names none")
  mutating func reasons() {
    var calendar = PhoneCalendar()
    let slot = add(1)
    runs[slot].startHandler(at: .zero)
    runs[slot].expire(.unplugged, &calendar)
    runs[slot].ignoreExpiry()
    expect(runs[slot].phase == .expired && runs[slot].isIgnoring)
    runs[slot].conclude(.failed)
    expect(runs[slot].outcome == .failed && runs[slot].reason == .unplugged)
    runs[slot].conclude(.killed, .processKilled)
    expect(runs[slot].outcome == .killed && runs[slot].reason == .processKilled)
  }
}
