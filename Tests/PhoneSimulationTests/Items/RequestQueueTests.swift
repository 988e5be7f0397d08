import Basics
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

/// An item with the parts that a queue looks at.
func pendingItem(
  _ number: Int32, app: Int = 0, _ mechanism: Mechanism = .refresh, identifier: Int = 0,
  open: Instant = .zero, isEligible: Bool = true
) -> WorkItem {
  let origin: WorkItem.Origin =
    switch mechanism {
    case .push: .push(PushNumber(number), sent: .zero)
    case .transferD, .transferN: .transfer(session: 0)
    case .wake: .wake(session: 0, isRelaxed: false)
    case .mode: .mode(.region, call: nil)
    case .refresh, .processing, .health, .continued, .assertion: .request(task: nil)
    }
  var item = WorkItem(
    number: ItemNumber(number), app: AppIndex(app), mechanism: mechanism, origin: origin,
    identifier: IdentifierIndex(identifier), submitted: .zero, floor: OptionalInstant(), open: open,
    deadline: open, chainOpen: open, isObserved: true, blockedSince: .zero)
  item.isEligible = isEligible
  return item
}

@Suite("Request queue")
struct RequestQueueTests {
  @Test("five thousand random operations agree with an array", arguments: [1, 2, 3, 4] as [UInt64])
  func randomOperations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let appCount = 4
    var queue = RequestQueue(appCount: appCount)
    var oracle: [WorkItem] = []
    var mismatch: String?
    func check(_ agrees: Bool, _ what: String) { if !agrees, mismatch == nil { mismatch = what } }
    for step in 0..<5_000 {
      let now = Instant.zero + .seconds(Double(step))
      if random.uniform() < 0.55 || oracle.isEmpty {
        let mechanism = Mechanism.allCases[random.integer(below: Mechanism.allCases.count)]
        let app = random.integer(below: appCount)
        let identifier = random.integer(below: 12)
        if mechanism.isRequest, let old = queue.request(of: AppIndex(app), IdentifierIndex(identifier)) {
          let number = queue[old].number
          queue.remove(old)
          oracle.removeAll { $0.number == number }
        }
        let item = pendingItem(
          Int32(step + 1), app: app, mechanism, identifier: identifier,
          open: now + .seconds(random.uniform(0...30)), isEligible: random.uniform() < 0.5)
        queue.insert(item)
        oracle.append(item)
      } else {
        let item = oracle.remove(at: random.integer(below: oracle.count))
        if let slot = queue.slots.first(where: { queue[$0].number == item.number }) { queue.remove(slot) }
      }
      queue.collectEligible(at: now)
      let eligible = queue.eligible.indices.map { queue[queue.eligible[$0].slot].number }
      let due = oracle.filter { !$0.isEligible && $0.mechanism != .push && $0.open <= now }.map(\.number)
      check(eligible == due, "step \(step): eligible")
      for index in oracle.indices where due.contains(oracle[index].number) { oracle[index].isEligible = true }

      check(queue.count == oracle.count && queue.isEmpty == oracle.isEmpty, "step \(step): count")
      check(queue.slots.map { queue[$0].number } == oracle.map(\.number), "step \(step): order")
      check(
        queue.platformCount == oracle.count { !$0.mechanism.isOpportunistic }
          && queue.continuedCount == oracle.count { $0.mechanism == .continued },
        "step \(step): counts of the device")
      let app = AppIndex(step % appCount)
      let own = oracle.filter { $0.app == app }
      check(
        queue.slots(of: app).map { queue[$0].number } == own.map(\.number), "step \(step): order of an app")
      check(
        queue.count(of: app) == own.count
          && queue.refreshCount(of: app) == own.count { $0.mechanism == .refresh }
          && queue.processingCount(of: app) == own.count { $0.mechanism.isProcessing }
          && queue.pushCount(of: app) == own.count { $0.mechanism == .push },
        "step \(step): counts of an app")
      check(
        queue.firstPush(of: app).map { queue[$0].number } == own.first { $0.mechanism == .push }?.number,
        "step \(step): oldest push")
      let identifier = IdentifierIndex(step % 12)
      check(
        queue.request(of: app, identifier).map { queue[$0].number }
          == own.first { $0.mechanism.isRequest && $0.identifier == identifier }?.number,
        "step \(step): request of an identifier")
      check(
        queue.hasItem(of: app, identifier) == own.contains { $0.identifier == identifier },
        "step \(step): item of an identifier")
    }
    for number in 1...5_000 as ClosedRange<Int32> {
      let number = ItemNumber(number)
      check(
        (queue.slot(ofTransfer: number) != nil)
          == oracle.contains { $0.number == number && $0.mechanism.isTransfer },
        "transfer \(number.rawValue)")
      let push = PushNumber(number.rawValue)
      check(
        (queue.heldPush(push) != nil) == oracle.contains { $0.push == push }, "push \(push.rawValue)")
    }
    expect(mismatch == nil)
  }

  @Test("what is changed in place stays with the item")
  func changes() throws {
    var queue = RequestQueue(appCount: 1)
    let slot = queue.insert(pendingItem(1))
    queue[slot].cutOff = OptionalInstant(.zero)
    queue.insert(pendingItem(2, identifier: 1))
    expect(queue[slot].delayIsCensored)
    queue.remove(slot)
    let slots = queue.slots
    let last = try #require(slots.first)
    expect(!queue[last].delayIsCensored && queue[last].number == ItemNumber(2) && queue.count == 1)
  }
}
