import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import Workload

/// Simulates phones under a policy: the one entrance to the model.
public struct PhoneSimulator: Sendable {
  let configuration: PhoneConfiguration

  /// Events after which the wish to stop is looked at again: a moment even for a policy that is another program.
  static let eventsBetweenStops = 1000

  /// - Parameter apps: The study's apps; a plan's apps point into them.
  public init(apps: [AppSpecification], parameters: ParameterSet, seed: UInt64) {
    configuration = PhoneConfiguration(apps: apps.map(AppHandle.init), parameters: parameters, seed: seed)
  }

  /// Runs one device over its whole horizon.
  ///
  /// - Parameters:
  ///   - policy: A fresh policy; it is used for this device only.
  ///   - enforces: The soft gates that the policy obeys.
  ///   - stream: A generator of this worker's; its position does not matter.
  ///   - shouldStop: Asked between groups of events; true ends the run without a result.
  /// - Throws: ``SimulationFailure`` when the energy ledger, the item counts or a budget do not close, the
  ///   policy fails or wants to be asked without end, or the run is to stop.
  public func run(
    _ plan: DevicePlan, policy: any SchedulingPolicy, enforces: BlockingSet, records: RecordOptions = [],
    stream: RandomStream, whatIf: WhatIf? = nil, shouldStop: () -> Bool = { false }
  ) throws(SimulationFailure) -> DeviceResult {
    var phone = Phone(
      configuration: configuration(of: plan), plan: plan, policy: policy, enforces: enforces,
      records: records, stream: stream, whatIf: whatIf)
    var calendar = Phone.Calendar(minimumCapacity: 256)
    phone.begin(&calendar)
    func failure(_ cause: SimulationFailure.Cause) -> SimulationFailure {
      SimulationFailure(cause: cause, replication: plan.replication, device: plan.device)
    }
    var loop = EventLoop()
    var reason: StopReason
    repeat {
      if shouldStop() { throw failure(.interrupted) }
      loop.eventLimit = loop.eventCount + Self.eventsBetweenStops
      reason = loop.run(&phone, calendar: &calendar, until: plan.end)
    } while reason == .eventLimitReached
    if shouldStop() { throw failure(.interrupted) }
    if let cause = phone.failure { throw failure(cause) }
    phone.finish(at: plan.end)
    if reason != .horizonReached, reason != .calendarEmpty { phone.fail(.stopped("\(reason)")) }
    if case .failed(let reason) = phone.policy.refusal { throw failure(.policy(reason)) }
    if let cause = phone.failure { throw failure(cause) }
    return phone.result(at: plan.end, events: loop.eventCount, hash: loop.hash.value)
  }

  private func configuration(of plan: DevicePlan) -> PhoneConfiguration {
    let device = DeviceCatalogue.device(plan.deviceProfile)
    let study = configuration.parameters
    guard device.map({ !$0.values.isEmpty }) == true || study.deviceFactorsDiffer else {
      return configuration
    }
    return PhoneConfiguration(
      apps: configuration.apps,
      parameters: plan.ownParameters(of: device?.parameters(of: study) ?? study, seed: configuration.seed),
      seed: configuration.seed)
  }
}

extension ParameterSet {
  /// DEV-1: whether devices draw factors of their own.
  fileprivate var deviceFactorsDiffer: Bool {
    number("device.thresholdSigma") > 0 || number("device.gapSigma") > 0
  }
}

extension DevicePlan {
  /// The key by which policies and apps know a device: 16 hexadecimal digits of the SHA-256 of seed, replication and device.
  package func key(seed: UInt64) -> String {
    String(SHA256.hexadecimal("\(seed) \(replication) \(device)").prefix(16))
  }

  /// The parameters of the device itself: thresholds and gaps of the study times the factors of the device (DEV-1).
  ///
  /// The phone and its policy read these values. Pages and messages show the values of the study, which are the medians.
  package func ownParameters(of study: ParameterSet, seed: UInt64) -> ParameterSet {
    guard study.deviceFactorsDiffer else { return study }
    var own = study
    let stream = RandomStream()
    func multiply(_ names: [String], sigma: String, index: Int, limit: Double) {
      let sigma = study.number(sigma)
      guard sigma > 0 else { return }
      stream.seek(
        event: StreamAddress(
          seed: seed, replication: replication, device: device, purpose: .deviceFactors, index: index))
      let factor = stream.lognormal(zeta: 0, sigma: sigma)
      for name in names { own.set(name, .number(min(limit, study.number(name) * factor))) }
    }
    multiply(
      ["score.thresholdStart", "score.thresholdEnd"], sigma: "device.thresholdSigma", index: 0, limit: 1)
    multiply(
      ["refresh.minGap", "processing.minGap", "push.minGap"], sigma: "device.gapSigma", index: 1,
      limit: .infinity)
    return own
  }
}

extension AppContext {
  init(bundleID: String, of plan: DevicePlan, seed: UInt64) {
    self.init(
      bundleID: bundleID, deviceKey: plan.key(seed: seed), firstWeekday: plan.firstWeekday,
      servers: StreamAddress(
        seed: seed, group: StreamAddress.group(of: bundleID), replication: plan.replication,
        device: plan.device, purpose: .serverAnswers))
  }
}

/// The details that a run keeps in addition to its counters. They do not change the outcome.
public struct RecordOptions: OptionSet, Sendable, Hashable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// One row per request and push.
  public static let attempts = RecordOptions(rawValue: 1)
  /// The energy ledger of the whole horizon, by app, component and cause.
  public static let energy = RecordOptions(rawValue: 2)
  /// Charge and power of the device at each whole hour.
  public static let timeseries = RecordOptions(rawValue: 4)
  public static let log = RecordOptions(rawValue: 8)
  /// Charge and power of every component after each event that changes them.
  public static let power = RecordOptions(rawValue: 16)
  /// The reasons that kept every item from starting, interval by interval.
  public static let blocking = RecordOptions(rawValue: 32)
  /// The input of a bound on fetch schedules, per app.
  public static let freshness = RecordOptions(rawValue: 64)
  /// A check for tests. Each decision point computes all verdicts and candidates again, and the run fails if
  /// they differ from the stored verdicts and candidates. The gates of ``freshness`` are read after every
  /// event.
  public static let gateCheck = RecordOptions(rawValue: 128)
  /// Screen, foreground apps, charger, level, and cell, as a logger on the phone would see them.
  public static let use = RecordOptions(rawValue: 256)
  /// When the phone is eligible for training, and when it is granted.
  public static let availability = RecordOptions(rawValue: 512)
  public static let findings = RecordOptions(rawValue: 1024)
  /// Candidates, verdicts and answers of each decision point: fields of its record in ``log``. Their texts take most of a run's time.
  public static let decisions = RecordOptions(rawValue: 2048)
}

/// Reasons that are lifted in a counterfactual run: for one item from its submission on, for the items of one app, or
/// throughout.
///
/// Everything else stays: the same timeline, streams and policy. Up to the submission of the item the run is
/// the factual one, so that the item keeps its number.
public struct WhatIf: Sendable, Hashable {
  /// The item that the reasons no longer block; nil for every item.
  public var item: Int32?
  /// The index on the device of the app whose items the reasons no longer block; nil for every app.
  public var app: Int32?
  /// The reasons that no longer block. A start of the waiting items lifts the reasons of the policy itself
  /// (`score`, `policyChoice`).
  public var lifted: BlockingSet
  /// Whether the scores of the app's items count it as an app that is used at every moment: the usage part is 1.
  public var countsAsUsed: Bool
  /// Whether the app can read health data on a locked phone.
  public var readsLocked = false

  public init(
    item: Int32? = nil, app: Int32? = nil, lifted: BlockingSet = [], countsAsUsed: Bool = false
  ) {
    (self.item, self.app, self.lifted, self.countsAsUsed) = (item, app, lifted, countsAsUsed)
  }

  func lift(_ decisions: inout [Decision], of candidates: [Candidate]) {
    var starts: [Decision] = []
    for decision in decisions {
      guard case .wait(let reason, _) = decision.verdict, lifted.contains(BlockingSet(reason)),
        let candidate = candidates.first(where: { $0.item == decision.item }),
        applies(to: decision.item, of: candidate.app)
      else { continue }
      starts.append(Decision(item: decision.item, verdict: .start))
    }
    let numbers = starts.map(\.item)
    decisions.removeAll { numbers.contains($0.item) }
    decisions += starts
  }

  func applies(to number: Int32, of app: Int32) -> Bool {
    (item == nil || item == number) && (self.app == nil || self.app == app)
  }

  /// The reasons that no longer block any item of an app.
  func lifted(of app: AppIndex) -> BlockingSet {
    item == nil && (self.app == nil || self.app == app.rawValue) ? lifted : []
  }
}

public struct BlockedInterval: Sendable, Hashable {
  public var item: Int32
  public var from, to: Instant
  /// The reasons that were present throughout; `policyChoice` if the policy alone delayed the item.
  public var reasons: BlockingSet
}

/// Why a simulation cannot be believed and was stopped.
public struct SimulationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    case energy(String)
    /// Submissions, pushes or launches do not balance: LOG-1, LOG-2, LOG-3.
    case conservation(rule: String, app: String, mechanism: String, detail: String)
    /// A budget ledger does not close: BUD-9.
    case budget(String)
    case overflow(String)
    /// The run loop stopped before the horizon.
    case stopped(String)
    case interrupted
    case policy(String)
    case app(String)
    /// The policy asked for more decision points than an hour may have: `gate.wakesPerHour`.
    case wakes(limit: Int, hour: Instant)
  }
  public var cause: Cause
  public var replication, device: Int
  /// Label of the policy in its study, where the caller knows it.
  public var policy = ""

  public func naming(_ policy: String) -> SimulationFailure {
    var failure = self
    failure.policy = policy
    return failure
  }

  public var description: String {
    let place = "replication \(replication), device \(device)"
    switch cause {
    case .energy(let detail): return "\(place): the energy ledger does not balance: \(detail)"
    case .conservation(let rule, let app, let mechanism, let detail):
      return "\(place): \(rule) is broken for \(mechanism) of \(app): \(detail)"
    case .budget(let detail): return "\(place): BUD-9 is broken: \(detail)"
    case .overflow(let sum): return "\(place): \(sum) overflows 64 bits"
    case .stopped(let reason): return "\(place): the simulation stopped: \(reason)"
    case .interrupted: return "\(place): interrupted"
    case .policy(let reason), .app(let reason): return "\(place): \(reason)"
    case .wakes(let limit, let hour):
      let name = policy.isEmpty ? "the policy" : "policy `\(policy)`"
      return "\(place): \(name) requested more than \(limit) decision points in the hour from \(hour) s "
        + "(`gate.wakesPerHour`)"
    }
  }
}
