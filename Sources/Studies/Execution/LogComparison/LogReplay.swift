import BackgroundExecution
import Basics
import EventSimulation
import PhoneSimulation
import RandomStreams
import Recordings
import StudyReports
import UsageModels
import Workload

package struct LogReplay {
  private let study: Study
  private let power: [Recording.PowerSample]
  private let opens: [LoggedOpen]
  package private(set) var comparison: LogComparison
  /// By device of the trace: its part of the study, its requests, and the spans that its charge counter tells of.
  private var devices: [(place: Int, study: Study, requests: LoggedRequests, readings: [Reading])] = []

  /// - Parameters:
  ///   - study: One with a trace, whose devices the rows name.
  ///   - power: Readings of the battery, in order of time.
  ///   - opens: Opens of apps that the trace lacks.
  package init(
    _ study: Study, _ rows: [ActivityRow], power: [Recording.PowerSample], opens: [LoggedOpen] = []
  ) throws(DistributionError) {
    (self.study, self.power, self.opens) = (study, power, opens)
    comparison = LogComparison(title: study.name)
    let byDevice = Dictionary(grouping: rows, by: \.device)
    for (place, device) in (study.trace?.devices ?? []).enumerated() {
      try add(device, place, (byDevice[device.id] ?? []).map(\.activity))
    }
    addNotes(strangers: rows.count { row in study.trace?.devices.contains { $0.id == row.device } != true })
  }

  private mutating func add(
    _ device: TraceReplayer, _ place: Int, _ activities: [Recording.Activity]
  ) throws(DistributionError) {
    let plan = DeviceReplay(study, policy: 0, replication: 0, device: place).plan
    let requests = LoggedRequests(
      activities, replay: device.replay, end: plan.end, platform: PlatformParameters(study.parameters))
    var own = study
    (own.apps, own.script) = try requests.study(over: study.apps.filter { device.replay.names($0.bundleID) })
    for open in opens {
      guard let app = own.apps.firstIndex(where: { $0.bundleID == open.app }) else { continue }
      let time = Instant.zero + device.replay.instant(ofUnix: open.time)
      own.script.append(ScriptedAction(time: time, step: .event(.appForeground(app: app))))
      own.script.append(ScriptedAction(time: time + LoggedOpen.stay, step: .event(.appBackground(app: app))))
    }
    own.trace?.devices[place].replay = device.replay.replacingApps(own.apps)
    let readings = readings(device.replay, QuietTime(plan))
    devices.append((place, own, requests, readings))
    for reading in readings {
      comparison.counter.seconds += (reading.to - reading.from).seconds
      comparison.counter.milliampereHours += reading.milliampereHours
      let joules = reading.volts.map { reading.milliampereHours * 3.6 * $0 }
      comparison.counter.joules = comparison.counter.joules.flatMap { sum in joules.map { sum + $0 } }
    }
    comparison.pushes.received += requests.pushes.count
    comparison.pushes.delivered += requests.pushesDelivered
    for request in requests.requests {
      let start = request.started.map { (wait: request.position($0), hour: $0.hour) }
      comparison.observed[request.kind, default: ClassOutcome()].add(start)
    }
  }

  private mutating func addNotes(strangers: Int) {
    func note(_ count: Int, _ noun: String, _ words: String) {
      if count > 0 { comparison.notes.append("\(CountText.text(count, noun)) \(words)") }
    }
    note(strangers, "row", "ignored: the trace does not have their devices")
    note(devices.reduce(0) { $0 + $1.requests.outside }, "request", "ignored: outside the replayed time")
    note(devices.reduce(0) { $0 + $1.requests.withoutTime }, "request", "ignored: no time in the log")
    note(
      devices.reduce(0) { $0 + $1.requests.transfers }, "transfer",
      "not replayed: not discretionary, or created at an unknown time")
    let bare = comparison.observed.filter { $0.key.band == .unknown && !$0.key.isTransfer }.reduce(0) {
      $0 + $1.value.requests
    }
    note(bare, "request", "without a window: replayed at the first logged time")
  }

  /// Runs each device under a policy and adds what became of the requests.
  package mutating func run(policy: Int) throws {
    var run = LogComparison.Run(policy: study.policies[policy].label)
    for (place, study, requests, readings) in devices {
      let replay = DeviceReplay(study, policy: policy, replication: 0, device: place)
      let result = try replay.run(records: power.isEmpty ? .attempts : [.attempts, .power])
      var attempts: [Key: AttemptRecord] = [:]
      for attempt in result.attempts {
        let app = replay.plan.apps[Int(attempt.app)].bundleID
        if attempt.mechanism == .push, attempt.launched != nil || attempt.outcome == .delivered {
          run.pushesDelivered += 1
        }
        attempts[Key(app: app, identifier: attempt.identifier, submitted: attempt.submitted)] = attempt
      }
      for request in requests.requests {
        var outcome = run.classes[request.kind] ?? ClassOutcome()
        let key = Key(app: request.app, identifier: request.identifier, submitted: request.submitted)
        let attempt = attempts.removeValue(forKey: key)
        outcome.add(attempt?.launched.map { (wait: request.position($0), hour: $0.hour) })
        for share in attempt?.blocked ?? [] { outcome.held[share.reason, default: 0] += share.time.seconds }
        if let joint = attempt?.blockedJointly, joint > .zero {
          outcome.held["several at once", default: 0] += joint.seconds
        }
        run.classes[request.kind] = outcome
      }
      let energy = EnergyCurve(result.powers)
      for span in readings { run.screenOffJoules += energy.joules(from: span.from, to: span.to) }
    }
    comparison.runs.append(run)
  }

  private struct Key: Hashable {
    let app, identifier: String
    let submitted: Instant
  }

  // MARK: The charge counter

  private struct Reading {
    let from, to: Instant
    let milliampereHours: Double
    let volts: Double?
  }

  /// The spans between readings of the charge counter, at most 1 h long, that lie in one stretch with the screen off and no charger.
  private func readings(_ replay: TraceReplay, _ quiet: QuietTime) -> [Reading] {
    let readings = power.filter { $0.charge != nil }
    return zip(readings, readings.dropFirst()).compactMap { first, second in
      let from = Instant.zero + replay.instant(ofUnix: first.time)
      let to = Instant.zero + replay.instant(ofUnix: second.time)
      guard let before = first.charge, let after = second.charge, to > from, to - from <= .hour,
        quiet.contains(from, to)
      else { return nil }
      let volts = [first.voltage, second.voltage].compactMap { $0.map { $0 / 1000 } }
      return Reading(
        from: from, to: to, milliampereHours: before - after,
        volts: volts.isEmpty ? nil : volts.reduce(0, +) / Double(volts.count))
    }
  }
}

/// The stretches of a plan with the screen off and no charger.
private struct QuietTime {
  private var spans: [(from: Instant, to: Instant)] = []

  init(_ plan: DevicePlan) {
    var (isOff, isUnplugged) = (plan.initial.isLocked, plan.initial.charger == nil)
    var begin: Instant? = isOff && isUnplugged ? .zero : nil
    for event in plan.timeline.events {
      switch event.kind {
      case .screenOn: isOff = false
      case .screenOff: isOff = true
      case .plug: isUnplugged = false
      case .unplug: isUnplugged = true
      default: continue
      }
      if let start = begin, !(isOff && isUnplugged) {
        spans.append((start, event.time))
        begin = nil
      } else if begin == nil, isOff, isUnplugged {
        begin = event.time
      }
    }
    if let begin { spans.append((begin, plan.end)) }
  }

  func contains(_ from: Instant, _ to: Instant) -> Bool {
    let place = spans.partitionPoint { $0.to >= to }
    return place < spans.count && spans[place].from <= from
  }
}

private struct EnergyCurve {
  private var points: [(time: Instant, joules: Double, watts: Double)] = []

  init(_ powers: [PowerSample]) {
    for power in powers {
      let watts = Double(power.microwatts.reduce(0, +)) / 1e6
      let spent = points.last.map { $0.joules + $0.watts * (power.time - $0.time).seconds } ?? 0
      points.append((power.time, spent, watts))
    }
  }

  func joules(from: Instant, to: Instant) -> Double { joules(to) - joules(from) }

  /// The energy from the first sample up to an instant.
  private func joules(_ time: Instant) -> Double {
    let next = points.partitionPoint { $0.time > time }
    guard next > 0 else { return 0 }
    let last = points[next - 1]
    return last.joules + last.watts * (time - last.time).seconds
  }
}

extension Instant {
  fileprivate var hour: Int { Int(timeOfDay.microseconds / TimeSpan.hour.microseconds) }
}
