import BackgroundExecution
import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Power state")
struct PowerStateTests {
  @Test("LIFE-7: after a boot the device waits for its first unlock, and discretionary work for the hold")
  func restart() {
    var state = PowerState()
    holds(state.hasBeenUnlocked)
    #expect(state.restart(at: .seconds(100), hold: .minutes(5)) == .seconds(400))
    #expect(state.bootHoldEnd == .seconds(400))
    holds(!state.hasBeenUnlocked)
    state.unlock()
    holds(state.hasBeenUnlocked)
  }
}

@Suite("Use of the screen")
struct ScreenUseTests: ~Copyable {
  private var screen = ScreenUse()
  private var power = PhonePower(
    parameters: DeviceParameters(ParameterSet()), appCount: 1, stateOfCharge: 0.5, at: .zero)

  private mutating func claim() -> ClaimID {
    power.begin(.display, payer: .idle, microwatts: 1000, at: .zero)
  }

  @Test("LIFE-7: after a boot the time locked and the idle time begin again")
  mutating func restart() {
    screen.restart(at: .seconds(100))
    #expect(screen.idleSince.value == .seconds(100))
    #expect(screen.unlock(at: .seconds(130)) == .seconds(30))
  }
}

@Suite("The server of pushes")
final class PushServerTests {
  private var server = PushServer(appCount: 2)

  private func accept(
    _ kind: ServerPush.Kind, _ app: AppIndex = .first, item: Int32? = nil
  ) -> ServerPush {
    server.accept(
      kind, app, item: item.map { ItemNumber($0) }, expires: at(60), pagingDelay: 0, at: .zero)
  }

  @discardableResult
  private func store(
    _ push: ServerPush, slots: Int = 1, keepsNew: Bool = true
  ) -> (lost: ServerPush, newer: ServerPush)? {
    server.store(push.id, slots: slots, keepsNew: keepsNew)
  }

  @Test("PUSH-2: the server keeps the newest push of an app and kind, or loses the new one")
  func coalescing() {
    let (old, new) = (accept(.silent, item: 1), accept(.silent, item: 2))
    let (call, other) = (accept(.voip), accept(.silent, .second, item: 3))
    holds(store(old)?.lost.id == nil)
    holds(store(call)?.lost.id == nil)
    holds(store(other)?.lost.id == nil)
    holds(server.isFull(for: new, slots: 1) && !server.isFull(for: new, slots: 2))
    let lost = store(new)
    holds(lost?.lost.id == old.id && lost?.newer.id == new.id)
    holds(server[old.id] == nil && server.storedCount(of: .first) == 1)
    let third = accept(.silent, item: 4)
    let refused = store(third, keepsNew: false)
    holds(refused?.lost.id == third.id && refused?.newer.id == new.id)
    holds(server[third.id] == nil && server.stored(new.id) != nil)
  }

  @Test("MODE-6: an extension releases its resources once")
  func serviceExtension() {
    var calendar = PhoneCalendar()
    var power = PhonePower.full()
    let (first, second) = (accept(.visible), accept(.visible))
    for push in [second, first] {
      let timer = calendar.schedule(PhoneEvent(.extensionProcessorEnd, push.number), at: at(1), .completion)
      let end = calendar.schedule(PhoneEvent(.extensionEnd, push.number), at: at(2), .completion)
      server.beginExtension(
        ExtensionRun(
          push: push.id, isLate: false, holder: power.hold(), processor: (power.claim(), timer), end: end))
    }
    holds(server.firstInExtension == first.id)
    holds(server.arriving(first.id) == nil)
    let claim = server.endExtensionProcessor(first.id)
    holds(claim != nil)
    let run = server.endExtension(first.id)
    holds(run != nil && run?.processor == nil)
    holds(server.firstInExtension == second.id)
    let again = server.endExtension(first.id)
    holds(again == nil)
  }
}

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

  @Test("PROC-5: a stalled processing run has no end")
  mutating func stalledProcessing() {
    var calendar = PhoneCalendar()
    let slot = add(1, .processing)
    runs[slot].startHandler(at: .zero)
    runs[slot].work = Work(cpu: .seconds(9), wait: .zero, bytesUp: 1, bytesDown: 0, fails: false)
    runs[slot].beginWork(at: .zero, bytesComeFirst: true)
    runs[slot].scheduleWorkEnd(slot, at: .zero, &calendar)
    holds(calendar.nextTime == at(9))
    runs[slot].beginStall(at: at(1))
    runs[slot].scheduleWorkEnd(slot, at: at(1), &calendar)
    holds(calendar.count == 0)
  }
}

@Suite("The queue of transfers")
struct TransferQueueTests: ~Copyable {
  private var power = PhonePower.full()
  private var queue = TransferQueue(sessionCounts: [2, 1])

  private mutating func accept(
    _ number: Int32, session: Int = 0, isFromBackground: Bool = false, timeout: EventHandle? = nil
  ) {
    queue.accept(
      ItemNumber(number), .first, session: session, isRelaxed: false,
      TransferOrder(
        bytesUp: 100, bytesDown: 900, delay: .seconds(7), isFromBackground: isFromBackground,
        allowsCellular: true, timeout: timeout
      ))
  }

  private mutating func start(_ number: Int32, _ mechanism: Mechanism = .discretionaryTransfer) -> Bool {
    queue.start(.sample(number, mechanism), account: power.openAccount(), payer: .sample, at: at(5))
  }

  private mutating func raise(_ seconds: Double) -> TimeSpan {
    queue[resumeDelay: .first].raise(first: .seconds(30), cap: .seconds(100), at: at(seconds))
  }

  @Test("URL-7: a batch is finished with its last file, and the app is notified once")
  mutating func batch() {
    accept(1)
    accept(2)
    let early = queue[.first, 0].endFile(arrived: true, at: at(10))
    holds(!early && !queue[.first, 0].isUntold)
    let last = queue[.first, 0].endFile(arrived: false, at: at(20))
    holds(last && queue[.first, 0].isUntold && !queue[.first, 1].isUntold)
    holds(queue[.first, 0].takeNotice() == at(10))
    holds(!queue[.first, 0].isUntold)
    holds(queue[.first, 0].takeNotice() == nil)
  }

  @Test("URL-9: wakes double the resume delay up to its cap; URL-10: quiet and the user end it")
  mutating func resumeDelay() {
    holds(raise(0) == .zero)
    holds(raise(1) == .seconds(30))
    holds(raise(2) == .seconds(60))
    holds(queue[resumeDelay: .first].present(at: at(3)) == .seconds(100))
    holds(queue[resumeDelay: .second].present(at: at(3)) == .zero)
    accept(1, isFromBackground: true)
    holds(queue[resumeDelay: .first].present(at: at(500)) == .seconds(100))
    _ = queue.forget(ItemNumber(1), .first, at: at(500))
    holds(queue[resumeDelay: .first].present(at: at(599)) == .seconds(100))
    holds(queue[resumeDelay: .first].present(at: at(600)) == .zero)
    _ = raise(700)
    queue[resumeDelay: .first].clear()
    holds(queue[resumeDelay: .first].present(at: at(701)) == .zero)
  }
}
