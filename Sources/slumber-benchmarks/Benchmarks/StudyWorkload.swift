import CAllocationCounter
import EventSimulation
import PhoneSimulation
import RandomStreams
import Studies
import Workload

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// STUDY: the population of the quickstart under the full model, as a ratio to C's PHONE.
///
/// It is read from `scenarios/quickstart.yaml` below the working directory. The first Swift variant draws the
/// timelines only; the others simulate them, so that their difference is the time of the model.
enum StudyWorkload {
  private static let devices = 4

  static var workload: BenchmarkWorkload {
    BenchmarkWorkload(name: "STUDY", unit: PhoneWorkload.unit, rounds: 3) {
      guard let file = try? StudyFile(path: "scenarios/quickstart.yaml") else { return [] }
      let stream = RandomStream()
      let plans = (0..<devices).map { file.plan(replication: 0, device: $0, stream: stream) }
      let short = try? StudyFile(
        path: "scenarios/quickstart.yaml", overrides: [("horizonDays", "1"), ("warmUpDays", "0")])
      let firstDays = (0..<devices).compactMap { short?.plan(replication: 0, device: $0, stream: stream) }
      var variants = [
        PhoneWorkload.reference,
        Variant("timelines only") {
          let events = (0..<devices).reduce(0) {
            $0 + file.plan(replication: 0, device: $1, stream: stream).timeline.events.count
          }
          return Outcome(work: deviceDays(file), events: events)
        },
      ]
      variants += file.study.policies.map { variant($0, file, plans, firstDays, stream, records: []) }
      if let first = file.study.policies.first {
        variants.append(variant(first, file, plans, firstDays, stream, records: [.attempts, .energy]))
      }
      return variants
    }
  }

  private static func deviceDays(_ file: StudyFile) -> Double {
    Double(devices) * file.study.exactHorizonDays
  }

  /// One policy on timelines that exist, with what it did per device-day in its name. `firstDays` are the same phones for one day,
  /// whose allocations are those of the beginning.
  private static func variant(
    _ policy: StudyPolicy, _ file: StudyFile, _ plans: [DevicePlan], _ firstDays: [DevicePlan],
    _ stream: RandomStream, records: RecordOptions
  ) -> Variant {
    let simulator = PhoneSimulator(
      apps: file.study.apps, parameters: policy.parameters, seed: file.study.seed)
    func simulate(_ plans: [DevicePlan]) -> (counts: DecisionCounts, allocations: Int64) {
      let allocated = allocation_count()
      var counts = DecisionCounts()
      for plan in plans {
        let instance = policy.makePolicy(for: plan, seed: file.study.seed)
        let result = try? simulator.run(
          plan, policy: instance, enforces: policy.enforces, records: records, stream: stream)
        if let result { counts.add(result, of: plans.count) }
      }
      return (counts, allocation_count() - allocated)
    }
    let executed = instruction_count()
    let first = simulate(plans)
    let instructions = instruction_count() - executed
    let beginning = simulate(firstDays)
    let (counts, events) = (first.counts, first.counts.events)
    let allocations =
      Double(first.allocations - beginning.allocations) / Double(max(1, events - beginning.counts.events))
    let name =
      "\(policy.label)\(records.isEmpty ? "" : " with detail tables"): \(counts.text(days: deviceDays(file))), "
      + "\(BenchmarkLine.decimal(allocations, 3)) allocations per event after day 1"
      + (executed < 0 ? "" : ", \(instructions / Int64(max(1, events))) instructions per event")
    return Variant(name) { Outcome(work: deviceDays(file), events: simulate(plans).counts.events) }
  }
}

/// The work of deciding: verdicts computed and changed, likelihoods, and calls of the policy.
private struct DecisionCounts {
  private(set) var events = 0
  /// Means of the phones, per observed day.
  private var decisions = 0.0, candidates = 0.0
  private var evaluated = Int64(0), changed = Int64(0), likelihoods = Int64(0), calls = Int64(0)

  mutating func add(_ result: DeviceResult, of phones: Int) {
    events += Int(result.events)
    decisions += Double(result.counts[.decisions]) / result.observed.days / Double(phones)
    candidates += Double(result.counts[.candidates]) / result.observed.days / Double(phones)
    evaluated += result.itemsEvaluated
    changed += result.verdictsChanged
    likelihoods += result.likelihoods
    calls += result.policyCalls
  }

  func text(days: Double) -> String {
    func perDay(_ count: some BinaryInteger) -> Int { Int((Double(count) / days).rounded()) }
    let ratio = Double(evaluated) / Double(max(1, changed))
    return "\(perDay(events)) events, \(Int(decisions.rounded())) decisions, "
      + "\(Int(candidates.rounded())) candidates per device-day, \(perDay(evaluated)) items evaluated "
      + "(\(BenchmarkLine.decimal(ratio, 2)) per changed verdict), \(perDay(likelihoods)) likelihoods, "
      + "\(perDay(calls)) calls of the policy"
  }
}

/// APPS: one phone with 25 and with 100 apps for a week, each with one refresh series, one stream of pushes and one
/// open a day. Its time should grow with the number of apps, not with its square.
enum AppsWorkload {
  static func workload(policy name: String) -> BenchmarkWorkload {
    BenchmarkWorkload(name: "APPS(\(name))", unit: PhoneWorkload.unit, rounds: 7) {
      [25, 100].compactMap { variant(apps: $0, policy: name) }
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
      let result = try? simulator.run(
        plan, policy: policy.makePolicy(for: plan, seed: file.study.seed), enforces: policy.enforces,
        stream: stream)
      return Outcome(work: Double(file.study.horizonDays), events: Int(result?.events ?? 0))
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
            tasks: [{id: refresh, kind: refresh, earliestBegin: 15 min}]
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
