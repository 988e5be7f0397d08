import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// A policy on one device, run again and again in different company.
struct DeviceTrial {
  let descriptor: PolicyDescriptor
  let parameters: ParameterSet
  let device: ConformanceDevice
  /// The phone of the instance that comes between.
  let neighbour: ConformanceDevice
  let stream: RandomStream

  /// Adds what speaks against the policy.
  ///
  /// - Returns: False when the policy does not let a device come to its end; further runs would not either.
  func judge(_ findings: inout FindingList) -> Bool {
    do {
      return try judgeRuns(&findings)
    } catch {
      switch error.cause {
      case .energy, .conservation, .budget, .overflow:
        findings.add(.books, on: device.name, "\(error)", "balanced ledgers")
        return true
      case .stopped, .policy, .app, .interrupted:
        findings.add(.finishing, on: device.name, "\(error)", "a run to its horizon")
        return false
      case .wakes(let limit, let hour):
        findings.add(
          .finishing, on: device.name,
          "too many requested decision points in the hour from \(hour) s",
          "at most \(limit) per hour (`gate.wakesPerHour`)")
        return false
      }
    }
  }

  private func judgeRuns(_ findings: inout FindingList) throws(SimulationFailure) -> Bool {
    let plain = try run(fresh)
    let witness = PolicyWitness(fresh, on: device, enforces: descriptor.enforces)
    let watched = try run(witness, .all)
    findings.add(witness.findings)
    noteViolations(plain, &findings)
    // The witness has no traits that save anything. Some savings are made only where nobody records what is passed over, so
    // each is looked at with and without records.
    let recorded = try run(fresh, .all)
    let asked = try run(PolicyWitness(fresh, on: device, enforces: descriptor.enforces))
    if !asked.hasSameOutcome(as: watched) {
      findings.add(
        .observers, on: device.name, "different events when all data are recorded", "the same events")
    }
    if !recorded.hasSameOutcome(as: watched) || !plain.hasSameOutcome(as: asked) {
      findings.add(
        .shortcuts, on: device.name,
        "different events when it is called at every decision point with full data",
        "the same events")
    }
    findings.noteBooks(of: watched, on: device.name)
    findings.noteLaunches(of: watched, asked: witness.asked, on: device.name)

    let course: RecordOptions = [.log, .decisions]
    let (first, second) = (try run(fresh, course), try run(fresh, course))
    note(.determinism, &findings, first, second, "a second run")
    let patient = fresh
    _ = try neighbour.run(
      neighbour.make(descriptor, parameters), enforces: descriptor.enforces, parameters, stream: stream)
    for _ in 0..<1000 { _ = stream.uniform() }
    note(.ownStreams, &findings, first, try run(patient, course), "a run after another instance")
    return true
  }

  private var fresh: any SchedulingPolicy { device.make(descriptor, parameters) }

  private func run(
    _ policy: any SchedulingPolicy, _ records: RecordOptions = []
  ) throws(SimulationFailure) -> DeviceResult {
    try device.run(policy, enforces: descriptor.enforces, parameters, records: records, stream: stream)
  }

  private func noteViolations(_ result: DeviceResult, _ findings: inout FindingList) {
    guard !result.violations.isEmpty else { return }
    let names = result.violations.sorted { $0.key.name < $1.key.name }.map { "\($0.value) of \($0.key.name)" }
    findings.add(.noViolations, on: device.name, "violations: \(names.joined(separator: ", "))", "none")
  }

  /// Compares two runs that should be one, and names the first event that differs.
  private func note(
    _ clause: ConformanceClause, _ findings: inout FindingList, _ a: DeviceResult, _ b: DeviceResult,
    _ what: String
  ) {
    guard !a.hasSameOutcome(as: b) else { return }
    let place = zip(a.log, b.log).first { $0 != $1 }?.0
    let item = place.flatMap { $0.item > 0 ? $0.item : nil }
    findings.add(
      clause, on: device.name, at: place?.time, item: item, "different events in \(what)",
      "the same events")
  }
}

extension FindingList {
  /// Checks that the billed energy equals the energy that the phone drew.
  package mutating func noteBooks(of result: DeviceResult, on device: String) {
    let billed = result.ledgerWhole.reduce(0) { $0 + $1.energyNanojoules }
    if billed != result.energyWhole.device {
      add(.books, on: device, "\(billed) nJ billed", "the \(result.energyWhole.device) nJ drawn")
    }
  }

  /// Checks that each launch by choice was requested at that instant, and no item twice.
  package mutating func noteLaunches(
    of result: DeviceResult, asked: [Int32: Instant], on device: String
  ) {
    var launched: Set<Int32> = []
    for record in result.log where record.isLaunch && record.mechanism?.isOpportunistic == true {
      let (time, item) = (record.time, record.item)
      if !launched.insert(item).inserted {
        add(.books, on: device, at: time, item: item, "a second launch", "one launch per item")
      }
      if asked[item] != time {
        add(
          .hardGates, on: device, at: time, item: item, "a launch that the policy did not start",
          "launches of candidates that the policy starts")
      }
    }
  }
}

extension DeviceResult {
  /// Whether two runs cannot be told apart by what happened.
  fileprivate func hasSameOutcome(as other: DeviceResult) -> Bool {
    eventHash == other.eventHash && energyWhole == other.energyWhole && eventCounts == other.eventCounts
      && violations == other.violations
  }
}

extension RecordOptions {
  fileprivate static let all: RecordOptions = [
    .attempts, .energy, .timeseries, .log, .decisions, .power, .blocking, .freshness, .availability,
  ]
}

/// Stands between driver and policy, passes everything on, and holds each answer against what was asked.
///
/// It is a class because the simulation keeps the policy to itself; it belongs to one run.
final class PolicyWitness: SchedulingPolicy {
  private var policy: any SchedulingPolicy
  private let device: ConformanceDevice
  private let enforces: BlockingSet
  private(set) var findings = FindingList()
  /// When each item was last asked for.
  private(set) var asked: [Int32: Instant] = [:]

  init(_ policy: any SchedulingPolicy, on device: ConformanceDevice, enforces: BlockingSet) {
    self.policy = policy
    self.device = device
    self.enforces = enforces
  }

  /// All events and data, and a call at every decision point, so that the traits of the policy skip no call.
  var traits: PolicyTraits { PolicyTraits(listens: .all, decidesAtLaunches: policy.traits.decidesAtLaunches) }
  var refusal: PolicyRefusal? { policy.refusal }
  func begin(_ history: AppHistory, forecast: (any OpenForecast)?) { policy.begin(history, forecast: nil) }
  func observe(_ event: PolicyEvent) { policy.observe(event) }
  func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }

  func decide(_ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer) {
    policy.decide(observation, candidates, into: &answer)
    let now = observation.now
    let byItem = Dictionary(candidates.map { ($0.item, $0) }) { first, _ in first }
    var started: Set<Int32> = []
    for decision in answer.decisions {
      if case .wait(_, let until) = decision.verdict {
        guard let until, until <= now, byItem[decision.item] != nil else { continue }
        note(.noViolations, now, decision.item, "a wait until \(until) s", "a later time, or no time")
        continue
      }
      let isFirst = started.insert(decision.item).inserted
      guard let candidate = byItem[decision.item], isFirst else {
        note(
          .hardGates, now, decision.item,
          isFirst ? "a start of an item that is not a candidate" : "a second start in one answer",
          "starts of candidates, each once")
        continue
      }
      asked[decision.item] = now
      let denials = candidate.denials.intersection(enforces)
      if !denials.isEmpty {
        note(.obedience, now, decision.item, "a start against \(denials.names(separator: ", "))", "a wait")
      }
      // Where nothing ever happens, the policy must have asked to be woken in time.
      if device.isCalm, candidate.mechanism == .refresh, candidate.denials.isEmpty, now > candidate.deadline {
        note(
          .noStarvation, now, candidate.item, "a start after the deadline of a refresh without denials",
          "its start by \(candidate.deadline) s")
      }
    }
    for candidate in candidates where !started.contains(candidate.item) {
      judgePatience(candidate, observation)
    }
  }

  /// A refresh that nothing denies must not wait at its deadline or beyond.
  private func judgePatience(_ candidate: Candidate, _ observation: Observation) {
    guard candidate.mechanism == .refresh, candidate.denials.isEmpty, observation.isIdle,
      observation.network != .none, observation.thermal == .nominal, observation.now >= candidate.deadline
    else { return }
    note(
      .noStarvation, observation.now, candidate.item, "a refresh that waits without a denial",
      "its start by \(candidate.deadline) s")
  }

  private func note(
    _ clause: ConformanceClause, _ time: Instant, _ item: Int32, _ found: String, _ expected: String
  ) { findings.add(clause, on: device.name, at: time, item: item, found, expected) }
}
