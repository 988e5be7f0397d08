import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("The past of the apps that a policy sees")
struct PolicyHistoryTests {
  /// An app that is opened at 1 h and 3 h, and whose refreshes all take other work.
  private func bench() throws -> PhoneBench {
    var app = try AppSpecification.with(earliestBegin: .minutes(15), cpu: 1, resubmits: .atStart)
    app.bundleID = "org.example.news"
    app.tasks[0].work = WorkSpecification(
      cpu: try Lognormal(median: 2, sigma: 1), wait: try Lognormal(median: 3, sigma: 1),
      up: try Constant(1000), down: try Lognormal(median: 150_000, sigma: 1))
    var bench = try PhoneBench([app], hours: 12)
    bench.initial.charger = .usb
    bench.use(0, at: .hours(1))
    bench.use(0, at: .hours(3))
    return bench
  }

  @Test("means over past runs use the reported runs, and a run does not count before its end")
  func pastRuns() throws {
    let student = Student()
    let result = try bench().run(student)
    #expect(result.mechanism(.refresh).counts[.launched] > 10)
    #expect(student.seen.first?.past == nil)
    for moment in student.seen {
      let ended = moment.ended
      #expect(moment.past?.count ?? 0 == Int64(ended.count))
      guard let past = moment.past else { continue }
      let count = Int64(ended.count)
      #expect(past.meanEnergyNanojoules == ended.reduce(0) { $0 + $1.energyNanojoules } / count)
      #expect(past.meanBatteryNanojoules == ended.reduce(0) { $0 + $1.batteryNanojoules } / count)
      #expect(past.meanBytes == ended.reduce(0) { $0 + $1.bytes } / count)
      #expect(past.meanDuration.microseconds == ended.reduce(0) { $0 + $1.duration.microseconds } / count)
    }
    holds(student.ended.allSatisfy { $0.duration > .zero && $0.taskChain == .task(0) })
    // A run that goes on with what an earlier one has left may move few bytes.
    #expect(student.ended.count { $0.bytes > 1000 } > 10)
    #expect(Set(student.ended.map(\.bytes)).count > 10)
  }

  @Test("declared work is the median of the study at every decision, for any draw")
  func declaredWork() throws {
    let student = Student()
    _ = try bench().run(student)
    let declared = Set(student.seen.map(\.declared))
    #expect(declared.count == 1)
    let work = try #require(declared.first ?? nil)
    holds(abs(work.processor.seconds - 2) < 1e-5 && abs(work.wait.seconds - 3) < 1e-5)
    #expect(abs(work.duration.seconds - 5) < 1e-5)
    holds(work.bytesUp == 1000 && work.bytesDown == 150_000)
    #expect(Set(student.seen.map(\.bundleID)) == ["org.example.news"])
    #expect(Set(student.seen.map(\.identifier)).count == 1)
  }

  @Test("the last open is the open before the decision, or empty before the first")
  func lastOpen() throws {
    let student = Student()
    _ = try bench().run(student)
    holds(student.seen.contains { $0.now > .zero + .hours(4) })
    for moment in student.seen {
      let expected: Instant? =
        moment.now < .zero + .hours(1)
        ? nil : moment.now < .zero + .hours(3) ? .zero + .hours(1) : .zero + .hours(3)
      #expect(moment.lastOpen == expected, "at \(moment.now) s")
    }
  }

  @Test("reading it changes no event, and it is not recorded for a policy that does not keep it")
  func costsNothing() throws {
    #expect(try bench().run(Student()).eventHash == bench().run(Immediate()).eventHash)
    final class Glance: SchedulingPolicy {
      let traits = PolicyTraits()
      weak var history: AppHistory?
      var isGone = false
      func begin(_ history: AppHistory, forecast: (any OpenForecast)?) { self.history = history }
      func decide(
        _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
      ) {
        isGone = history == nil
      }
    }
    let glance = Glance()
    _ = try bench().run(glance)
    holds(glance.isGone)
  }

  @Test("signal, data budget and the requirement of external power are present values")
  func present() throws {
    var app = try AppSpecification.with(.processing, earliestBegin: .minutes(15), cpu: 1, resubmits: .atStart)
    app.tasks[0].requiresExternalPower = true
    var bench = try PhoneBench([app], hours: 6)
    bench.initial.charger = .usb
    bench.initial.signal = .poor
    let student = Student()
    _ = try bench.run(student)
    holds(!student.seen.isEmpty)
    holds(student.seen.allSatisfy { $0.observation.signal == .poor && $0.requiresExternalPower })
    let capacity = Int64(bench.parameters.base("budget.cellularCapacity"))
    holds(student.seen.allSatisfy { (1...capacity).contains($0.observation.cellularBalance) })
  }
}

/// Starts everything as `immediate` does, and keeps what it has seen of its first candidate each time.
private final class Student: SchedulingPolicy {
  let traits = PolicyTraits(listens: .runEnded)
  struct Moment {
    var now: Instant
    var observation: Observation
    var ended: [RunOutcome]
    var past: PastRuns?
    var declared: DeclaredWork?
    var lastOpen: Instant?
    var bundleID: String
    var identifier: String?
    var requiresExternalPower: Bool
  }
  private(set) var seen: [Moment] = []
  private(set) var ended: [RunOutcome] = []
  private var history: AppHistory?
  private var immediate = Immediate()

  func begin(_ history: AppHistory, forecast: (any OpenForecast)?) { self.history = history }
  func observe(_ event: PolicyEvent) {
    if case .runEnded(let outcome) = event { ended.append(outcome) }
  }

  func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    if let history, let first = candidates.first {
      seen.append(
        Moment(
          now: observation.now, observation: observation, ended: ended, past: history.pastRuns(of: first),
          declared: history.declaredWork(of: first), lastOpen: history.lastOpen(of: first),
          bundleID: history.bundleID(of: first), identifier: history.identifier(of: first),
          requiresExternalPower: first.requiresExternalPower))
    }
    answer.append(contentsOf: immediate.decide(observation, candidates))
  }
}
