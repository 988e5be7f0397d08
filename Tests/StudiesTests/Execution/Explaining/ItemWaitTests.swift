import Dispatch
import EventSimulation
import PhoneSimulation
import RandomStreams
import Synchronization
import TestSupport
import Testing
import Workload

@testable import Studies
@testable import StudyReports

@Suite("Explaining waits")
struct ItemWaitTests {
  private static func quickstart(days: Int, policy: String = "seven-factor") throws -> Study {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"),
      overrides: [("horizonDays", "\(days)"), ("warmUpDays", "0")], policies: [policy])
    return file.study
  }

  /// Items of the fleet, so many a device, drawn with a fixed stream.
  private static func sample(_ replay: Replay, _ count: Int, device: Int) -> [History.Item] {
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(
        seed: 2026, group: 0, replication: 0, device: device, purpose: .test, index: 0))
    let waiting = replay.history.items.filter { $0.delay > .zero }
    guard !waiting.isEmpty else { return [] }
    return (0..<count).map { _ in waiting[Int(stream.uniform() * Double(waiting.count))] }
  }

  private static func replay(_ study: Study, replication: Int, device: Int) throws -> (AppScene, Replay) {
    let scene = AppScene(DeviceReplay(study, policy: 0, replication: replication, device: device), app: 0)
    return (scene, try Replay(scene))
  }

  @Test("the shares of 1,000 random items sum to their delays to the last tick")
  func sharesSum() throws {
    let study = try Self.quickstart(days: 14)
    var seen = 0
    for device in 0..<20 where seen < 1000 {
      let replay = try Self.replay(study, replication: 0, device: device).1
      for history in Self.sample(replay, 100, device: device) {
        let sum = history.shares.reduce(Int64(0)) { $0 + $1.time.microseconds }
        #expect(sum == history.delay.microseconds, "item \(history.item) of device \(device)")
        #expect(history.waits.first?.from == history.chainOpen && history.waits.last?.to == history.waitEnd)
        for (a, b) in zip(history.waits, history.waits.dropFirst()) { #expect(a.to == b.from) }
        seen += 1
      }
    }
    #expect(seen == 1000)
  }

  @Test("lifting a blocker for one item never makes it later where slots are free, over random items")
  func itemCounterfactualInNumbers() throws {
    let count = Tier.isLong ? 100 : 10
    let study = try Self.quickstart(days: 4)
    let later = Mutex<[String]>([])
    let checked = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 10) { device in
      do {
        let (scene, replay) = try Self.replay(study, replication: 1, device: device)
        for history in Self.sample(replay, count, device: device) {
          let blockers = history.waits.reduce(into: BlockingSet()) { $0.formUnion($1.reasons) }
          let factors = LiftableFactor.all.filter { !$0.reasons.isDisjoint(with: blockers) }
          checked.add(1, ordering: .relaxed)
          guard let factor = factors.isEmpty ? nil : factors[Int(history.item) % factors.count],
            let other = try GateReplays.without(factor, for: history, scene)
          else { continue }
          let slots = other.waits.contains { $0.reasons.contains(BlockingSet(.concurrency)) }
          if !slots, other.delay > history.delay {
            later.withLock { $0.append("device \(device) item \(history.item) without \(factor.name)") }
          }
        }
      } catch { later.withLock { $0.append("\(error)") } }
    }
    #expect(later.withLock { $0 } == [])
    #expect(checked.load(ordering: .relaxed) == 10 * count)
  }

  @Test("observing what blocks changes nothing")
  func observers() throws {
    let replay = DeviceReplay(try Self.quickstart(days: 10), policy: 0, replication: 0, device: 2)
    let plain = try replay.run(records: [])
    let observed = try replay.run(records: [.log, .blocking, .power, .attempts])
    #expect(plain.eventHash == observed.eventHash && plain.energyWhole == observed.energyWhole)
  }

  @Test("lifting the score for every item starts at once what only the score kept waiting")
  func liftedScore() throws {
    let replay = DeviceReplay(try Self.quickstart(days: 4), policy: 0, replication: 0, device: 1)
    let result = try replay.run(
      records: [.log, .blocking], whatIf: WhatIf(lifted: BlockingSet(.score)))
    #expect(result.blocked.allSatisfy { !$0.reasons.contains(BlockingSet(.score)) })
    let factual = try replay.run(records: [.log, .blocking])
    #expect(factual.blocked.contains { $0.reasons == BlockingSet(.score) })
  }

  @Test(
    "no task of a canned study waits for longer than the study lasts",
    arguments: Tier.isLong ? ShippedStudy.canned : Array(ShippedStudy.canned.prefix(3)))
  func elapsedInNumbers(scenario: String) throws {
    let file = try StudyFile(path: ShippedStudy.path("canned/\(scenario)"))
    for point in file.points {
      let (scene, replay) = try Self.replay(point.study, replication: 0, device: 0)
      let attempts = try scene.replay.run(records: .attempts).attempts
      let span = (scene.plan.end - Instant.zero).microseconds
      for app in scene.plan.apps.indices {
        let items = replay.items(of: app)
        let task = Set(items.map(DeclaredTask.of))
        #expect(WaitTotals(items).total <= Int64(task.count) * span, "\(point.name)")
        for one in task {
          #expect(WaitTotals(items.filter { one.holds($0) }).total <= span, "\(point.name) \(one)")
        }
        // Files of a batch wait side by side; requests and pushes of one name do not.
        let rows = attempts.filter { $0.app == Int32(app) && !$0.mechanism.isTransfer }
        for (_, rows) in Dictionary(grouping: rows, by: { "\($0.mechanism) \($0.identifier)" }) {
          let sum = rows.reduce(Int64(0)) { sum, row in
            sum + row.blockedJointly.microseconds + row.blocked.reduce(0) { $0 + $1.time.microseconds }
          }
          #expect(sum <= span, "\(point.name)")
        }
      }
    }
  }

  @Test("a chain of replacements waits once, in the request that ends it")
  func replacedChain() throws {
    var study = ExplainedStudy()
    study.usage = "{at: [\"01:00\", \"02:00\", \"03:00\", \"04:00\", \"05:00\"], stay: 1 min}"
    study.work =
      "    tasks: [{id: t, kind: refresh, earliestBegin: 3 h}]\n    quality: {rearmsOnBackground: true}\n"
    study.policy = "never"
    study.content = "{process: none}"
    let items = try Replay(AppScene(study.replay(), app: 0)).history.items
    let replaced = items.filter { $0.outcome.words.hasPrefix("replaced") }
    #expect(
      replaced.count == items.count - 1 && replaced.allSatisfy { $0.delay == .zero && $0.waits.isEmpty })
    let totals = WaitTotals(items)
    #expect(totals.total == TimeSpan.hours(12 * 24 - 3).microseconds)
    #expect(totals.mostBlocking?.reason == .policyChoice)
  }

  @Test("a chain of replacements ages from the window of its first request on")
  func chain() throws {
    let replay = try Self.replay(try Self.quickstart(days: 14), replication: 0, device: 3).1
    for item in replay.history.items where !item.chain.isEmpty { #expect(item.chainOpen <= item.open) }
    for item in replay.history.items {
      if case .replaced(let newer) = item.outcome {
        #expect(replay.history.items.contains { $0.item == newer && $0.chain.last == item.item })
      }
    }
  }
}
