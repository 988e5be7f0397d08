import DeviceModel
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

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
        bytesUp: 100, bytesDown: 900, delay: .seconds(7), isFromBackground: isFromBackground, timeout: timeout
      ))
  }

  private mutating func start(_ number: Int32, _ mechanism: Mechanism = .transferD) -> Bool {
    queue.start(.sample(number, mechanism), account: power.openAccount(), payer: .sample, at: at(5))
  }

  private mutating func raise(_ seconds: Double) -> TimeSpan {
    queue.raiseResumeDelay(.first, first: .seconds(30), cap: .seconds(100), at: at(seconds))
  }

  @Test("a transfer starts with the bytes of its order, and only if there is one")
  mutating func start() {
    accept(1)
    let isKnown = start(1)
    let isUnknown = start(2)
    expect(isKnown && !isUnknown)
    expect(queue[ItemNumber(1)]?.bytesLeft == 1000 && queue[ItemNumber(1)]?.launched == at(5))
    expect(queue[ItemNumber(2)] == nil)
    expect(queue.count(of: .first, .transferD) == 1 && queue.count(of: .second, .transferD) == 0)
  }

  @Test("transfers without discretion move first, then the others in order of their start")
  mutating func order() {
    for number in Int32(1)...3 { accept(number) }
    _ = start(2)
    _ = start(1)
    expect(queue.nextToMove == ItemNumber(2))
    _ = start(3, .transferN)
    expect(queue.nextToMove == ItemNumber(3))
    expect(queue.startedNumbers == [ItemNumber(2), ItemNumber(1), ItemNumber(3)])
  }

  @Test("an interrupted burst books what has moved on its path and keeps the rest")
  mutating func burst() {
    accept(1)
    _ = start(1)
    let account = power.openAccount()
    let radio = power.startTransfer(
      payer: .sample, path: .wifi, bytesUp: 100, bytesDown: 900, account: account, at: .zero)
    queue.beginBurst(
      ItemNumber(1), Transfer.Burst(id: radio.id, path: .wifi, holder: power.hold(), timer: nil))
    expect(queue.moving == ItemNumber(1))
    queue.endBurst(ItemNumber(1), bytesUpLeft: 10, bytesDownLeft: 500, at: .zero)
    expect(queue.moving == nil)
    expect(queue[ItemNumber(1)]?.bytesWifi == 490 && queue[ItemNumber(1)]?.bytesCellular == 0)
    expect(queue[ItemNumber(1)]?.bytesLeft == 510)
  }

  @Test("a forgotten order gives back its timeout once")
  mutating func forget() {
    var calendar = PhoneCalendar()
    let timeout = calendar.schedule(PhoneEvent(.transferTimeout, ItemNumber(1)), at: at(9), .expiry)
    accept(1, timeout: timeout)
    expect(queue.delay(of: ItemNumber(1)) == .seconds(7))
    let handle = queue.forget(ItemNumber(1), .first, at: .zero)
    expect(handle != nil && queue.delay(of: ItemNumber(1)) == nil)
    let again = queue.forget(ItemNumber(1), .first, at: .zero)
    expect(again == nil)
  }

  @Test("URL-7: a batch is finished with its last file, and the app is told once")
  mutating func batch() {
    accept(1)
    accept(2)
    let early = queue[.first, 0].endFile(arrived: true, at: at(10))
    expect(!early && !queue[.first, 0].isUntold)
    let last = queue[.first, 0].endFile(arrived: false, at: at(20))
    expect(last && queue[.first, 0].isUntold && !queue[.first, 1].isUntold)
    expect(queue[.first, 0].takeNotice() == at(10))
    expect(!queue[.first, 0].isUntold)
    expect(queue[.first, 0].takeNotice() == nil)
  }

  @Test("the first file of a chain is due only where nothing of the session is under way")
  mutating func chain() {
    expect(queue[.first, 1].extendChain(by: 1) == true)
    expect(queue[.first, 1].extendChain(by: 1) == false)
    expect(queue[.first, 1].takeNextOfChain() == true)
    expect(queue[.first, 1].takeNextOfChain() == true)
    expect(queue[.first, 1].takeNextOfChain() == false)
    expect(queue[.first, 1].takeFileOrdinal() == 0)
    expect(queue[.first, 1].takeFileOrdinal() == 1)
    expect(queue[.first, 0].takeFileOrdinal() == 0)
  }

  @Test("URL-9: wakes double the resume delay up to its cap; URL-10: quiet and the user end it")
  mutating func resumeDelay() {
    expect(raise(0) == .zero)
    expect(raise(1) == .seconds(30))
    expect(raise(2) == .seconds(60))
    expect(queue.resumeDelay(.first, at: at(3)) == .seconds(100))
    expect(queue.resumeDelay(.second, at: at(3)) == .zero)
    accept(1, isFromBackground: true)
    expect(queue.resumeDelay(.first, at: at(500)) == .seconds(100))
    _ = queue.forget(ItemNumber(1), .first, at: at(500))
    expect(queue.resumeDelay(.first, at: at(599)) == .seconds(100))
    expect(queue.resumeDelay(.first, at: at(600)) == .zero)
    _ = raise(700)
    queue.clearResumeDelay(.first)
    expect(queue.resumeDelay(.first, at: at(701)) == .zero)
  }
}
