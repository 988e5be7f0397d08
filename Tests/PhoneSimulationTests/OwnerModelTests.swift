import Basics
import EventSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Instant queue")
struct InstantQueueTests {
  @Test("ten thousand random operations agree with a dictionary", arguments: [1, 2, 3] as [UInt64])
  func randomOperations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = InstantQueue()
    var oracle: [Int32: Instant] = [:]
    var now = Instant.zero
    var mismatches = 0
    for _ in 0..<10_000 {
      let slot = Int32(random.integer(below: 60))
      if random.integer(below: 4) > 0 {
        let time =
          random.integer(below: 5) == 0 ? .distantFuture : now + .seconds(Double(random.integer(below: 50)))
        queue.set(slot, to: time)
        oracle[slot] = time == .distantFuture ? nil : time
      } else {
        now += .seconds(Double(random.integer(below: 10)))
        var taken: Set<Int32> = []
        while let slot = queue.takeDue(at: now) { taken.insert(slot) }
        let due = Set(oracle.filter { $0.value <= now }.keys)
        if taken != due { mismatches += 1 }
        for slot in due { oracle[slot] = nil }
      }
      if queue.nextTime != oracle.values.min() ?? .distantFuture { mismatches += 1 }
    }
    holds(mismatches == 0)
  }
}

@Suite("Candidate list")
struct CandidateListTests {
  private func candidate(_ order: Int64, denials: BlockingSet = []) -> Candidate {
    Candidate(
      item: Int32(order) + 1, app: 0, mechanism: .refresh, submitted: .zero, open: .zero, deadline: .zero,
      denials: denials)
  }

  private func key(_ order: Int64) -> ItemKey { ItemKey(order: order, slot: ItemSlot(Int32(order % 7))) }

  @Test("random changes agree with a sorted dictionary", arguments: [1, 2, 3] as [UInt64])
  func randomChanges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = CandidateList()
    var oracle: [Int64: Candidate] = [:]
    var mismatches = 0
    for _ in 0..<2_000 {
      var order: Int64 = 0
      while order < 40 {
        order += Int64(random.integer(below: 12)) + 1
        if random.uniform() < 0.4 {
          if list.leave(key(order)) != (oracle[order] != nil) { mismatches += 1 }
          oracle[order] = nil
        } else {
          let denials: BlockingSet = random.uniform() < 0.5 ? [] : .of(.rateLimit)
          let new = candidate(order, denials: denials)
          if let old = oracle[order] {
            let isChange = list.renew(key(order), denials: denials, lastLaunch: nil)
            if isChange != (old != new) { mismatches += 1 }
          } else {
            list.enter(key(order), new)
          }
          oracle[order] = new
        }
      }
      list.settle()
      let expected = oracle.sorted { $0.key < $1.key }
      if list.candidates != expected.map(\.value) { mismatches += 1 }
      for (index, entry) in expected.enumerated() where list.key(at: index) != key(entry.key) {
        mismatches += 1
      }
    }
    holds(mismatches == 0)
  }

  @Test(
    "changes that come in any order, and some twice, agree with a sorted dictionary",
    arguments: [4, 5] as [UInt64])
  func changesInAnyOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = CandidateList()
    var oracle: [Int64: Candidate] = [:]
    var mismatches = 0
    for round in 0..<600 {
      let orders = (0..<random.integer(below: round % 20 == 0 ? 200 : 6)).map { _ in
        Int64(random.integer(below: 200))
      }
      // What is in the list leaves it, also where it is told twice; what is not enters.
      let leaving = orders.filter { oracle[$0] != nil }
      let entering = Set(orders).subtracting(leaving)
      for order in leaving where !list.leave(key(order)) { mismatches += 1 }
      for order in entering {
        var new = candidate(order)
        if order % 3 == 0 { new.mechanism = .processing }
        list.enter(key(order), new)
        oracle[order] = new
      }
      for order in leaving { oracle[order] = nil }
      list.settle()
      let expected = oracle.sorted { $0.key < $1.key }
      if list.candidates != expected.map(\.value) { mismatches += 1 }
      if list.count != expected.count { mismatches += 1 }
    }
    holds(mismatches == 0)
  }
}

@Suite("Touched items") struct TouchedItemsTests {
  @Test("a few and many entries are in order, each once", arguments: [1, 2, 3, 60, 65, 700, 5_000])
  func order(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var touched = TouchedItems()
    // Orders that one digit tells apart, and such that need several.
    for spread in [count, 300, 1_000_000, 1 << 40] {
      let base = Int64(random.integer(below: 1_000_000_000))
      let orders = (0..<count).map { _ in base + Int64(random.integer(below: spread)) }
      for order in orders { touched.add(ItemKey(order: order, slot: ItemSlot(Int32(order % 50)))) }
      touched.collect(isSorted: true)
      let found = touched.keys.indices.map { touched.keys[$0] }
      holds(found.map(\.order) == Set(orders).sorted())
      holds(found.allSatisfy { $0.slot == ItemSlot(Int32($0.order % 50)) })
    }
    touched.collect(isSorted: true)
    holds(touched.keys.isEmpty)
  }
}

/// An item with the parts that a queue looks at.
func pendingItem(
  _ number: Int32, app: Int = 0, _ mechanism: Mechanism = .refresh, identifier: Int = 0,
  open: Instant = .zero, isEligible: Bool = true
) -> WorkItem {
  let origin: WorkItem.Origin =
    switch mechanism {
    case .push: .push(PushNumber(number), sent: .zero)
    case .discretionaryTransfer, .transfer: .transfer(session: 0)
    case .wake: .wake(session: 0, isRelaxed: false)
    case .mode: .event(.region, number: -1)
    case .refresh, .processing, .health, .continued, .assertion: .request(task: nil)
    }
  var item = WorkItem(
    number: ItemNumber(number), app: AppIndex(app), mechanism: mechanism, origin: origin,
    identifier: IdentifierIndex(identifier), submitted: .zero, earliestBegin: OptionalInstant(), open: open,
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
    holds(mismatch == nil)
  }

  @Test("a change in place remains with the item")
  func changes() throws {
    var queue = RequestQueue(appCount: 1)
    let slot = queue.insert(pendingItem(1))
    queue[slot].cutOff = OptionalInstant(.zero)
    queue.insert(pendingItem(2, identifier: 1))
    holds(queue[slot].delayIsCensored)
    queue.remove(slot)
    let slots = queue.slots
    let last = try #require(slots.first)
    holds(!queue[last].delayIsCensored && queue[last].number == ItemNumber(2) && queue.count == 1)
  }
}
