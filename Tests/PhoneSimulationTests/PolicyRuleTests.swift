import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// The policies of section 8.3 on a phone, by hand-computed times.
@Suite("Policies on a phone")
struct PolicyRuleTests {
  private func run(_ bench: PhoneBench, _ descriptor: PolicyDescriptor) throws -> DeviceResult {
    let result = try bench.run(policy(bench, descriptor), enforces: descriptor.enforces)
    holds(result.violations.isEmpty)
    return result
  }

  private func policy(_ bench: PhoneBench, _ descriptor: PolicyDescriptor) -> any SchedulingPolicy {
    descriptor.make(
      PolicyContext(
        parameters: bench.parameters, enforces: descriptor.enforces,
        draws: StreamAddress(
          seed: bench.seed, group: StreamAddress.group(of: descriptor.name), replication: 0, device: 0,
          purpose: .policy)))
  }

  @Test("random starts on the periodic grid only, also for work that becomes eligible between its points")
  func random() throws {
    let bench = try PhoneBench(
      [.with(earliestBegin: .minutes(47), resubmits: .atStart)], hours: 24, ["random.probability": "1"])
    let launches = try run(bench, RandomStart.descriptor).log(.launched).map(\.time)
    #expect(launches.count > 20)
    let phases = Set(launches.map { $0.microseconds % TimeSpan.minutes(15).microseconds })
    #expect(phases.count == 1)
    holds(zip(launches, launches.dropFirst()).allSatisfy { $1 - $0 == .hour })
  }

  @Test("gates-only launches as immediate with all gates does, and later than without them")
  func gatesOnly() throws {
    let bench = try busyBench()
    let alone = try run(bench, Immediate.gatesOnly)
    let immediate = try bench.run(
      Immediate(enforces: .everyFactorAndCondition), enforces: .everyFactorAndCondition)
    holds(alone.eventHash == immediate.eventHash && !alone.log(.launched).isEmpty)
    #expect(try run(bench, Immediate.descriptor).eventHash != alone.eventHash)
  }

  @Test("exponential-delay launches each request its own time after its window opened, and obeys hard gates")
  func exponentialDelay() throws {
    let bench = try PhoneBench([.with(earliestBegin: .minutes(30), resubmits: .atStart)], hours: 240)
    let launches = try run(bench, ExponentialDelay.descriptor).log(.launched).map(\.time)
    let waits = zip(launches, launches.dropFirst()).map { ($1 - $0).hours - 0.5 }
    holds(waits.allSatisfy { $0 >= 0 } && Set(waits).count == waits.count)
    // About 160 waits with mean 1 h: six standard errors are 0.47 h.
    #expect(abs(waits.reduce(0, +) / Double(waits.count) - 1) < 0.5)
  }

  @Test("a policy hears of every launch and of every end, by item and in order")
  func hears() throws {
    var started: [Int32] = []
    var ended: [RunOutcome] = []
    let listener = ClosurePolicy(
      traits: PolicyTraits(listens: [.runStarted, .runEnded]),
      decides: { _, candidates in candidates.map { .start($0) } },
      hears: { event in
        if case .runStarted(let item) = event { started.append(item) }
        if case .runEnded(let outcome) = event { ended.append(outcome) }
      })
    var bench = try PhoneBench([.with(earliestBegin: .hours(2), resubmits: .atStart)], hours: 12)
    bench.at(.hours(7), plug: .usb)
    let result = try bench.run(listener)
    #expect(started == result.log(.launched).map(\.item))
    #expect(ended.map(\.item) == result.log(.completed).map(\.item))
    #expect(ended.map(\.ended) == result.log(.completed).map(\.time))
    for outcome in ended {
      #expect(outcome.energyNanojoules > 0)
      #expect(outcome.batteryNanojoules == (outcome.wasPlugged ? 0 : outcome.energyNanojoules))
    }
    holds(ended.contains(where: \.wasPlugged) && !ended.allSatisfy(\.wasPlugged))
  }

  @Test("a policy that does not listen receives no events, and starts the same work")
  func hearsNothing() throws {
    let bench = try busyBench()
    func run(_ listens: PolicyEvent.Kinds) throws -> (told: Int, result: DeviceResult) {
      var told = 0
      let policy = ClosurePolicy(
        traits: PolicyTraits(listens: listens), decides: { _, candidates in candidates.map { .start($0) } },
        hears: { _ in told += 1 })
      let result = try bench.run(policy)
      return (told, result)
    }
    let (quiet, loud) = (try run([]), try run(.all))
    holds(quiet.told == 0 && loud.told > 4)
    holds(quiet.result.eventHash == loud.result.eventHash && quiet.result.log == loud.result.log)
  }

  // MARK: Recorded and played back

  private func busyBench() throws -> PhoneBench {
    var bench = try PhoneBench(
      [
        .with(earliestBegin: .minutes(30), cpu: 2, down: 120_000, resubmits: .atStart, takesPushes: true),
        .with(.processing, cpu: 60, bundleID: "org.other"),
      ], hours: 36)
    for hour in [1, 7, 13, 31] { bench.push(at: .hours(hour)) }
    bench.use(0, at: .hours(8))
    bench.at(.hours(23), plug: .qi)
    bench.at(.hours(31), .unplug)
    return bench
  }

  @Test("a replay of any policy gives the same events", arguments: PolicyCatalogue.builtIn.all.map(\.name))
  func replay(name: String) throws {
    let descriptor = try #require(PolicyCatalogue.builtIn.descriptor(name))
    let bench = try busyBench()
    let recording = DecisionRecording()
    let original = try bench.run(
      RecordedPolicy(policy: policy(bench, descriptor), recording: recording), enforces: descriptor.enforces)
    let replay = ReplayedPolicy(recording)
    let again = try bench.run(replay, enforces: descriptor.enforces)
    holds(again.eventHash == original.eventHash && again.log == original.log)
    holds(replay.isComplete && again.violations.isEmpty)
    holds(!recording.steps.isEmpty)
  }

  @Test("a replay on a different course of events is a reported violation and starts no more work")
  func divergence() throws {
    var bench = try busyBench()
    let recording = DecisionRecording()
    _ = try bench.run(RecordedPolicy(policy: Immediate(), recording: recording))
    bench.at(.hours(10), network: .cellular)
    let replay = ReplayedPolicy(recording)
    let result = try bench.run(replay)
    #expect((result.violations[.replayDiverged] ?? 0) > 0)
    #expect(result.violations.count == 1)
    let place = try #require(replay.divergence)
    #expect(place >= .zero + .hours(10))
    holds(result.log(.launched).allSatisfy { $0.time < place })
    holds(!result.log(.launched).isEmpty)
  }

  // MARK: Restrictions

  @Test("only while charging: launches lie between plug and unplug")
  func charging() throws {
    let result = try busyBench().run(OnlyWhileCharging(Immediate()))
    let launches = result.seconds(.launched)
    holds(!launches.isEmpty)
    holds(launches.allSatisfy { (23 * 3600...31 * 3600).contains($0) })
    holds(result.violations.isEmpty)
  }

  @Test("an allowance bounds the battery energy of a day's runs up to the last one's surplus")
  func allowance() throws {
    let bench = try PhoneBench(
      [.with(earliestBegin: .minutes(10), cpu: 5, down: 1_000_000, resubmits: .atStart)], hours: 72)
    func launches(_ joules: Double?) throws -> [Int] {
      let policy: any SchedulingPolicy =
        if let joules {
          DailyEnergyAllowance(Immediate(), joulesPerDay: joules, costs: RunCosts(bench.parameters))
        } else { Immediate() }
      let result = try bench.run(policy)
      holds(result.violations.isEmpty)
      return (0..<3).map { day in result.log(.launched).count { $0.time.day == day } }
    }
    let free = try launches(nil)
    let thrifty = try launches(30)
    holds(free.allSatisfy { $0 > 100 })
    holds(thrifty.allSatisfy { (1...30).contains($0) })
    #expect(try launches(60)[1] > thrifty[1])
    #expect(try launches(2) == [0, 0, 0])
  }
}
