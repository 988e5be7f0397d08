import DeviceModel
import EventSimulation
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Work without a run, and its extra time")
struct ExtraTimeTableTests {
  private func work(cpu: Double = 0, wait: Double = 0, bytes: Int64 = 0) -> UnfinishedWork {
    UnfinishedWork(
      kind: .exit(0), begun: .zero,
      work: Work(cpu: .seconds(cpu), wait: .seconds(wait), bytesUp: 0, bytesDown: bytes, fails: false),
      payer: EnergyPayer(app: 0, cause: .assertion))
  }

  @Test("work ends after its processor time, its bytes and its wait")
  func ends() {
    var power = PhonePower.full()
    var extraTime = ExtraTimeTable(count: 1)
    extraTime.add(work(cpu: 3, wait: 2, bytes: 1000), .first)
    expect(extraTime.hasWork(.first) && !extraTime.isWorking(.first))
    let transfer = power.startTransfer(
      payer: EnergyPayer(app: 0, cause: .assertion), path: .wifi, bytesUp: 0, bytesDown: 1000, at: .zero)
    let claim = power.claim()
    extraTime[.first, 0].start(processor: claim, transfer: transfer, at: .zero)
    expect(extraTime.isWorking(.first) && !extraTime[.first, 0].canStart)
    let moved = Instant.zero + transfer.duration
    expect(extraTime[.first, 0].takeEndedTransfer(at: at(100)) == nil)
    expect(extraTime[.first, 0].takeEndedTransfer(at: moved) == transfer.id)
    expect(extraTime[.first, 0].work.bytesDown == 0)
    expect(extraTime[.first, 0].takeEndedProcessor(at: at(3)) == claim)
    expect(extraTime[.first, 0].isDone(at: max(moved, at(3)) + .seconds(2)))
  }

  @Test("work that pauses keeps what is left of it")
  func pauses() {
    var power = PhonePower.full()
    var extraTime = ExtraTimeTable(count: 1)
    extraTime.add(work(cpu: 3, wait: 2), .first)
    expect(extraTime[.first, 0].pause(at: at(1)) == nil)
    let claim = power.claim()
    extraTime[.first, 0].start(processor: claim, transfer: nil, at: .zero)
    expect(extraTime[.first, 0].pause(at: at(1))?.processor == claim)
    expect(extraTime[.first, 0].work.cpu == .seconds(2))
    expect(extraTime[.first, 0].work.wait == .seconds(2))
    extraTime[.first, 0].start(processor: nil, transfer: nil, at: at(10))
    _ = extraTime[.first, 0].pause(at: at(13))
    expect(extraTime[.first, 0].work.cpu == .zero)
    expect(extraTime[.first, 0].work.wait == .seconds(1))
  }

  @Test("EXT-3: the allowance counts from its begin, and anew after a stop")
  func allowance() {
    var calendar = PhoneCalendar()
    var extraTime = ExtraTimeTable(count: 1)
    func count(_ counts: Bool, _ allowance: Double = 30, at seconds: Double) {
      extraTime.count(
        .first, counts, allowance: .seconds(allowance), lead: .seconds(5), at: at(seconds), &calendar)
    }
    expect(extraTime.remaining(.first, of: .seconds(30), at: .zero) == .seconds(30))
    count(true, at: 10)
    expect(extraTime.remaining(.first, of: .seconds(30), at: at(15)) == .seconds(25))
    expect(calendar.count == 2 && calendar.nextTime == at(35))
    count(false, at: 15)
    expect(calendar.count == 0)
    count(true, at: 20)
    expect(calendar.nextTime == at(45))
    // Memory becomes short: the allowance is shorter from its begin on.
    count(true, 10, at: 22)
    expect(calendar.nextTime == at(25))
  }

  @Test("EXT-4: once the handlers have been called, the end stands")
  func warned() {
    var calendar = PhoneCalendar()
    var extraTime = ExtraTimeTable(count: 1)
    func count(_ allowance: Double, at seconds: Double) {
      extraTime.count(
        .first, true, allowance: .seconds(allowance), lead: .seconds(5), at: at(seconds), &calendar)
    }
    count(30, at: 0)
    _ = calendar.popNext()
    extraTime.warn(.first)
    count(60, at: 26)
    expect(calendar.count == 1 && calendar.nextTime == at(30))
  }

  @Test("an assertion is counted while it is open, warned once and ended once")
  func assertion() {
    var power = PhonePower.full()
    var extraTime = ExtraTimeTable(count: 1)
    var asserted = work(wait: 10)
    let hold = power.hold()
    asserted.assertion = hold
    extraTime.add(asserted, .first)
    extraTime.add(work(wait: 10), .first)
    expect(extraTime.openAssertions(.first) == 1)
    expect(extraTime[.first, 0].takeWarning())
    expect(!extraTime[.first, 0].takeWarning() && !extraTime[.first, 1].takeWarning())
    expect(!extraTime.assertionIsWorking(.first))
    extraTime[.first, 0].start(processor: nil, transfer: nil, at: .zero)
    expect(extraTime.assertionIsWorking(.first))
    expect(extraTime.takeAssertion(0, of: .first) == hold)
    expect(extraTime.takeAssertion(0, of: .first) == nil && extraTime.openAssertions(.first) == 0)
  }

  @Test("work is gone when it is over and its assertion has ended")
  func gone() {
    var power = PhonePower.full()
    var extraTime = ExtraTimeTable(count: 1)
    var asserted = work(wait: 1)
    asserted.assertion = power.hold()
    let account = power.openAccount()
    asserted.account = account
    extraTime.add(asserted, .first)
    expect(extraTime[.first, 0].finish() && !extraTime[.first, 0].finish())
    expect(extraTime.takeGone(.first) == [] && extraTime.hasWork(.first))
    _ = extraTime.takeAssertion(0, of: .first)
    expect(extraTime.takeGone(.first) == [account] && !extraTime.hasWork(.first))
  }

  @Test("work that is lost with its process gives its assertion back")
  func lost() {
    var power = PhonePower.full()
    var extraTime = ExtraTimeTable(count: 1)
    var asserted = work(wait: 1)
    let hold = power.hold()
    asserted.assertion = hold
    extraTime.add(asserted, .first)
    expect(extraTime[.first, 0].mayHaveExtraTime && extraTime[.first, 0].finish())
    expect(extraTime.takeAssertion(0, of: .first) == hold && extraTime.openAssertions(.first) == 0)
    expect(!extraTime[.first, 0].finish())
  }

  @Test("the timer of steps follows the first thing that happens")
  func steps() {
    var calendar = PhoneCalendar()
    var extraTime = ExtraTimeTable(count: 1)
    extraTime.add(work(wait: 10), .first)
    extraTime.add(work(wait: 4), .first)
    extraTime.moveStepTimer(.first, &calendar)
    expect(calendar.count == 0)
    extraTime[.first, 0].start(processor: nil, transfer: nil, at: .zero)
    extraTime[.first, 1].start(processor: nil, transfer: nil, at: .zero)
    extraTime.moveStepTimer(.first, &calendar)
    expect(calendar.nextTime == at(4))
    extraTime[.first, 0].reactionEnd = at(2)
    extraTime.moveStepTimer(.first, &calendar)
    expect(calendar.nextTime == at(2))
    expect(extraTime[.first, 0].takeEndedReaction(at: at(1)) == false)
    expect(extraTime[.first, 0].takeEndedReaction(at: at(2)) == true)
    expect(extraTime[.first, 0].takeEndedReaction(at: at(2)) == false)
  }
}
