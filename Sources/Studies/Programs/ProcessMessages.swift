import Basics
import EventSimulation
import ModelParameters
import SchedulingPolicies
import Workload

extension JSONLine {
  static let protocolVersion: Int64 = 2

  mutating func hello(_ command: ProgramCommand, _ parameters: ParameterSet, enforces: BlockingSet) {
    line { line in
      line.member("hello", Self.protocolVersion)
      line.member("policy", command.label)
      line.member("settings", literal: command.settings)
      line.member("enforces", enforces)
      line.object("parameters") { line in
        for definition in parameters.definitions {
          line.name(quoting: definition.name)
          line.value(parameters.value(definition.name))
        }
      }
      // Programs without a state are sent the same bytes as before there were any.
      guard command.isTraining || command.state != nil else { return }
      line.member("training", command.isTraining)
      line.member("state", literal: command.state?.text ?? "null")
    }
  }

  private mutating func value(_ parameter: ParameterValue) {
    switch parameter {
    case .number(let number): value(number)
    case .boolean(let flag): value(flag)
    case .choice(let word): value(word)
    case .numbers(let numbers): list(numbers) { $0.value($1) }
    }
  }

  mutating func device(key: String, firstWeekday: Int) {
    message("device") { line in
      line.member("device_key", key)
      line.member("first_weekday", firstWeekday)
    }
  }

  // MARK: Decision points

  /// - Parameter details: The past of the apps; nil for a program without details, which is sent the bytes of before.
  mutating func decisionPoint(
    _ observation: Observation, _ candidates: [Candidate], details: AppHistory? = nil
  ) {
    line { line in
      line.object("observation") { line in
        line.add(observation)
        guard details != nil else { return }
        line.member("cellular_balance_bytes", observation.cellularBalance)
        line.member("signal", observation.signal.name)
      }
      line.name("candidates")
      line.list(candidates) { line, candidate in
        line.object { line in
          line.add(candidate)
          if let details { line.addDetails(of: candidate, details) }
        }
      }
    }
  }

  private mutating func add(_ observation: Observation) {
    member("now_us", observation.now)
    member("is_plugged", observation.isPlugged)
    member("state_of_charge", observation.stateOfCharge)
    member("network", observation.network.name)
    member("is_idle", observation.isIdle)
    member("is_low_power_mode", observation.isLowPowerMode)
    member("thermal", "\(observation.thermal)")
    member("is_awake", observation.isAwake)
    member("radio_is_hot", observation.radioIsHot)
    member("is_periodic", observation.isPeriodic)
    member("energy_balance_nj", observation.energyBalance)
  }

  private mutating func add(_ candidate: Candidate) {
    addItem(candidate.item, candidate.app, candidate.mechanism)
    member("submitted_us", candidate.submitted)
    member("open_us", candidate.open)
    member("deadline_us", candidate.deadline)
    member("denials", candidate.denials)
    member("likelihood", candidate.likelihood)
    member("intensity", Double(candidate.intensity))
    member("last_launch_us", candidate.lastLaunch)
    member("uses_network", candidate.usesNetwork)
  }

  private mutating func addItem(_ item: Int32, _ app: Int32, _ mechanism: Mechanism) {
    member("item", item)
    member("app", app)
    member("mechanism", mechanism.name)
  }

  private mutating func addDetails(of candidate: Candidate, _ history: AppHistory) {
    member("bundle_id", history.bundleID(of: candidate))
    member("identifier", history.identifier(of: candidate))
    member("requires_external_power", candidate.requiresExternalPower)
    member("last_open_us", history.lastOpen(of: candidate))
    object("declared", history.declaredWork(of: candidate)) { line, work in
      line.member("duration_us", work.duration.microseconds)
      line.member("cpu_us", work.processor.microseconds)
      line.member("bytes_up", work.bytesUp)
      line.member("bytes_down", work.bytesDown)
    }
    object("past", history.pastRuns(of: candidate)) { line, runs in
      line.member("runs", runs.count)
      line.member("duration_us", runs.meanDuration.microseconds)
      line.member("bytes", runs.meanBytes)
      line.addEnergy(runs.meanEnergyNanojoules, runs.meanBatteryNanojoules)
    }
  }

  private mutating func addEnergy(_ nanojoules: Int64, _ batteryNanojoules: Int64) {
    member("energy_nj", nanojoules)
    member("battery_nj", batteryNanojoules)
  }

  // MARK: Events

  mutating func event(_ event: PolicyEvent, details: AppHistory? = nil) {
    switch event {
    case .runStarted(let item): message("run_started") { $0.member("item", item) }
    case .runEnded(let outcome):
      message("run_ended") { line in
        line.addItem(outcome.item, outcome.app, outcome.mechanism)
        line.member("ended_us", outcome.ended)
        line.member("succeeded", outcome.succeeded)
        line.addEnergy(outcome.energyNanojoules, outcome.batteryNanojoules)
        line.member("was_plugged", outcome.wasPlugged)
        guard details != nil else { return }
        line.member("duration_us", outcome.duration.microseconds)
        line.member("bytes", outcome.bytes)
      }
    case .device(let event, let now):
      message("event") { line in
        line.member("now_us", now)
        let (kind, app): (String, Int32?) =
          switch event {
          case .opened(let app): ("opened", app)
          case .left(let app): ("left", app)
          default: ("\(event)", nil)
          }
        line.member("kind", kind)
        if let app { line.member("app", app) }
      }
    case .outcome(.open(let open)):
      message("outcome") { line in
        line.member("kind", "open")
        line.member("app", open.app)
        line.member("opened_us", open.opened)
        line.member("staleness_us", open.staleness.map { .zero + $0 })
        if let details { line.member("bundle_id", details.bundleID(ofApp: open.app)) }
      }
    case .outcome(.run(let run)):
      message("outcome") { line in
        line.member("kind", "run")
        line.addItem(run.item, run.app, run.mechanism)
        line.member("ended_us", run.ended)
        line.addEnergy(run.energyNanojoules, run.batteryNanojoules)
        guard let details else { return }
        line.member("bundle_id", details.bundleID(ofApp: run.app))
        line.member("identifier", details.identifier(of: run.taskChain, ofApp: run.app))
      }
    }
  }

  mutating func message(_ name: StaticString, _ members: (inout JSONLine) -> Void) {
    line { $0.object(name, members) }
  }

  mutating func line(_ members: (inout JSONLine) -> Void) {
    object(members)
    end()
  }

  mutating func object(_ members: (inout JSONLine) -> Void) {
    open("{")
    members(&self)
    close("}")
  }

  private mutating func object(_ name: StaticString, _ members: (inout JSONLine) -> Void) {
    self.name(name)
    object(members)
  }

  /// Null where there is no value.
  private mutating func object<Value>(
    _ name: StaticString, _ value: Value?, _ members: (inout JSONLine, Value) -> Void
  ) {
    self.name(name)
    if let value { object { members(&$0, value) } } else { null() }
  }

  mutating func list<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONLine, Element) -> Void
  ) {
    open("[")
    for element in elements { write(&self, element) }
    close("]")
  }

  mutating func member(_ name: StaticString, _ number: (some BinaryInteger)?) {
    self.name(name)
    if let number { value(Int64(number)) } else { null() }
  }

  mutating func member(_ name: StaticString, _ number: Double) {
    self.name(name)
    value(number)
  }

  mutating func member(_ name: StaticString, _ flag: Bool) {
    self.name(name)
    value(flag)
  }

  mutating func member(_ name: StaticString, _ text: String?) {
    self.name(name)
    if let text { value(text) } else { null() }
  }

  /// In microseconds; null for no instant and for the distant future.
  mutating func member(_ name: StaticString, _ instant: Instant?) {
    self.name(name)
    if let instant, instant != .distantFuture { value(instant.microseconds) } else { null() }
  }

  mutating func member(_ name: StaticString, literal text: String) {
    self.name(name)
    literal(text)
  }

  private mutating func member(_ name: StaticString, _ reasons: BlockingSet) {
    self.name(name)
    list(reasons.reasons) { $0.value($1.name) }
  }
}
