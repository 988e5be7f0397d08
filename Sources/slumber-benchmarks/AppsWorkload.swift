import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import StudyExecution
import StudyFormat
import Workload

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// APPS: one phone with 100 and with 1,000 apps for a week, each with one refresh series, one stream of pushes and one
/// open a day.
///
/// The time inside the policy, which sees all candidates, is left out: what remains should grow with the number of
/// apps, not with its square.
enum AppsWorkload {
  static func workload(policy name: String) -> BenchmarkWorkload {
    BenchmarkWorkload(name: "APPS(\(name))", unit: PhoneWorkload.unit, rounds: 7) {
      [100, 1000].compactMap { variant(apps: $0, policy: name) }
    }
  }

  private static func variant(apps: Int, policy name: String) -> Variant? {
    guard let file = study(apps: apps, policy: name), let policy = file.study.policies.first else {
      return nil
    }
    let stream = RandomStream()
    let plan = file.plan(replication: 0, device: 0, stream: stream)
    let simulator = PhoneSimulator(
      apps: file.study.apps, parameters: policy.parameters, seed: file.study.seed)
    return Variant("\(apps) apps") {
      let clock = PolicyClock()
      let timed = TimedPolicy(policy.makePolicy(for: plan, seed: file.study.seed), clock: clock)
      let start = processorSeconds()
      let result = try? simulator.run(plan, policy: timed, enforces: policy.enforces, stream: stream)
      let seconds = processorSeconds() - start - clock.time / .seconds(1)
      return Outcome(
        work: Double(file.study.horizonDays), events: Int(result?.events ?? 0), seconds: seconds)
    }
  }

  /// The study is written to a file of its own, since studies are read from files.
  private static func study(apps: Int, policy: String) -> StudyFile? {
    var text = """
      formatVersion: 1
      name: apps
      horizonDays: 7
      replications: 1
      population:
        devices: 1
        archetypes: [{name: scripted, share: 100 %, user: scripted, charging: night, network: wifi}]
      policies: [\(policy)]
      apps:

      """
    for app in 0..<apps {
      let minutes = app * 24 * 60 / apps
      let time = "\(minutes / 60 / 10)\(minutes / 60 % 10):\(minutes % 60 / 10)\(minutes % 10)"
      text += """
          - id: org.example.app\(app)
            usage: {at: ["\(time)"], stay: 10 s}
            content: {process: poisson, perDay: 8}
            tasks: [{id: refresh, kind: refresh, floor: 15 min}]
            pushes: {on: poisson, perDay: 4}

        """
    }
    let path = "/tmp/slumber-benchmarks-\(getpid())-\(apps).yaml"
    guard let file = fopen(path, "w") else { return nil }
    fputs(text, file)
    fclose(file)
    defer { unlink(path) }
    return try? StudyFile(path: path)
  }
}

/// Time spent inside a policy. By the wall clock: to read the processor time is a call of the system, which takes longer
/// than many an answer.
private final class PolicyClock {
  var time = Duration.zero
}

/// A policy whose time is measured.
private struct TimedPolicy: SchedulingPolicy {
  var policy: any SchedulingPolicy
  let clock: PolicyClock

  init(_ policy: any SchedulingPolicy, clock: PolicyClock) {
    self.policy = policy
    self.clock = clock
  }

  var traits: PolicyTraits { policy.traits }

  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    let start = ContinuousClock.now
    defer { clock.time += ContinuousClock.now - start }
    policy.decide(observation, candidates, into: &answer)
  }

  mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    policy.begin(history, forecast: forecast)
  }

  mutating func observe(_ event: PolicyEvent) { policy.observe(event) }
  mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  var refusal: PolicyRefusal? { policy.refusal }
}
