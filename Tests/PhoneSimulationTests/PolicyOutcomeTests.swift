import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("The outcomes that a policy receives")
struct PolicyOutcomeTests {
  /// An app whose content changes at 0:30 and 2:30, and which is opened at 1:00 and 3:00.
  private func bench(fetchesOnOpen: Bool = true, earliestBegin: TimeSpan = .hours(5)) throws -> PhoneBench {
    var app = try AppSpecification.with(
      earliestBegin: earliestBegin, cpu: 1, down: 100_000, network: true, resubmits: .atStart)
    app.content = ContentSpecification(process: .poisson, changesPerDay: 1)
    app.content.fetchOnOpen = fetchesOnOpen
    var bench = try PhoneBench([app], hours: 6)
    bench.at(.minutes(30), .contentChange, app: 0)
    bench.at(.minutes(150), .contentChange, app: 0)
    bench.use(0, at: .hours(1))
    bench.use(0, at: .hours(3))
    return bench
  }

  @Test("an open is reported with its staleness once content has arrived, and at no earlier decision")
  func opens() throws {
    let pupil = Pupil()
    _ = try bench().run(pupil)
    #expect(pupil.opens.map(\.opened.seconds) == [3600, 10800])
    #expect(pupil.opens.map(\.staleness) == [.minutes(30), .minutes(30)])
    holds(!pupil.moments.isEmpty)
    for moment in pupil.moments {
      #expect(moment.told <= pupil.opens.count { $0.opened < moment.now }, "at \(moment.now) s")
    }
  }

  @Test("without content after the open its staleness is not known, and the end of the device says so")
  func unknown() throws {
    let pupil = Pupil(starts: false)
    _ = try bench(fetchesOnOpen: false).run(pupil)
    #expect(pupil.opens.map(\.opened.seconds) == [3600, 10800])
    #expect(pupil.opens.map(\.staleness) == [nil, nil])
    holds(!pupil.moments.isEmpty && pupil.moments.allSatisfy { $0.told == 0 })
  }

  @Test("a later fetch in the background reports how stale the app was at the open")
  func background() throws {
    let pupil = Pupil(from: .hours(4))
    _ = try bench(fetchesOnOpen: false, earliestBegin: .minutes(15)).run(pupil)
    // Nothing was fetched before the opens: the first change was missing at both.
    #expect(pupil.opens.map(\.staleness) == [.minutes(30), .minutes(150)])
    holds(pupil.moments.allSatisfy { $0.told == 0 || $0.now > .zero + .hours(4) })
    #expect(pupil.moments.last?.told == 2)
  }

  @Test("an open just after the last visit belongs to that visit")
  func settling() throws {
    var bench = try bench()
    bench.use(0, at: .minutes(63))
    let pupil = Pupil()
    _ = try bench.run(pupil)
    #expect(pupil.opens.count == 2)
  }

  @Test("each run that has ended is reported once with all its energy, including its tail")
  func runs() throws {
    var bench = try bench(earliestBegin: .minutes(15))
    bench.initial.network = .cellular
    let pupil = Pupil()
    let result = try bench.run(pupil)
    holds(pupil.costs.count == pupil.ended.count && pupil.costs.count > 2)
    #expect(Set(pupil.costs.map(\.item)).count == pupil.costs.count)
    let ended = Dictionary(uniqueKeysWithValues: pupil.ended.map { ($0.item, $0) })
    for cost in pupil.costs {
      let outcome = try #require(ended[cost.item])
      holds(cost.ended == outcome.ended && cost.taskChain == outcome.taskChain && cost.app == outcome.app)
      #expect(cost.energyNanojoules > outcome.energyNanojoules, "the tail of a cellular radio costs energy")
      #expect(cost.batteryNanojoules <= cost.energyNanojoules)
    }
    #expect(result.mechanism(.refresh).counts[.launched] == pupil.costs.count { $0.mechanism == .refresh })
  }

  @Test("a policy that does not listen receives no outcomes, and listening changes no event")
  func costsNothing() throws {
    let deaf = Pupil(wantsOutcomes: false)
    let result = try bench().run(deaf)
    holds(deaf.opens.isEmpty && deaf.costs.isEmpty && !deaf.ended.isEmpty)
    let pupil = Pupil()
    holds(try bench().run(pupil).eventHash == result.eventHash && !pupil.opens.isEmpty)
    #expect(try bench().run(Immediate()).eventHash == result.eventHash)
  }
}

/// Starts everything as `immediate` does, from a time on, and keeps what it is told.
private final class Pupil: SchedulingPolicy {
  let traits: PolicyTraits
  private let first: Instant
  private(set) var opens: [OpenOutcome] = []
  private(set) var costs: [RunCost] = []
  private(set) var ended: [RunOutcome] = []
  /// The decisions, each with the number of opens that had been told.
  private(set) var moments: [(now: Instant, told: Int)] = []
  private var immediate = Immediate()

  init(starts: Bool = true, from time: TimeSpan = .zero, wantsOutcomes: Bool = true) {
    traits = PolicyTraits(listens: wantsOutcomes ? .all : [.runEnded])
    first = starts ? .zero + time : .distantFuture
  }

  func observe(_ event: PolicyEvent) {
    switch event {
    case .outcome(.open(let open)): opens.append(open)
    case .outcome(.run(let cost)): costs.append(cost)
    case .runEnded(let outcome): ended.append(outcome)
    case .runStarted, .device: break
    }
  }

  func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    moments.append((observation.now, opens.count))
    answer.append(contentsOf: observation.now >= first ? immediate.decide(observation, candidates) : [])
  }
}
