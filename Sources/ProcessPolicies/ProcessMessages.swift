import EventSimulation
import JSON
import ModelParameters
import SchedulingPolicies
import Workload

/// The messages of the protocol, one line each.
extension JSONLine {
  /// Version of the protocol.
  static let protocolVersion: Int64 = 2

  mutating func hello(_ command: PolicyCommand, _ parameters: ParameterSet, enforces: BlockingSet) {
    open("{")
    name("hello")
    value(Self.protocolVersion)
    name("policy")
    value(command.label)
    name("settings")
    literal(command.settings)
    name("enforces")
    value(enforces)
    name("parameters")
    open("{")
    for definition in parameters.definitions {
      name(quoting: definition.name)
      value(parameters.value(definition.name))
    }
    close("}")
    // Programs without a state are sent the same bytes as before there were any.
    if command.isTraining || command.state != nil {
      name("training")
      value(command.isTraining)
      name("state")
      literal(command.state?.text ?? "null")
    }
    close("}")
    end()
  }

  private mutating func value(_ parameter: ParameterValue) {
    switch parameter {
    case .number(let number): value(number)
    case .boolean(let flag): value(flag)
    case .choice(let word): value(word)
    case .numbers(let numbers):
      open("[")
      for number in numbers { value(number) }
      close("]")
    case .choices(let words):
      open("[")
      for word in words { value(word) }
      close("]")
    }
  }

  mutating func device(_ context: PolicyContext) {
    open("{")
    name("device")
    open("{")
    name("device_key")
    value(context.deviceKey)
    name("first_weekday")
    value(Int64(context.firstWeekday))
    close("}")
    close("}")
    end()
  }

  /// - Parameter details: The past of the apps, for a program that wants details; nil for any other, to which every byte
  ///   is as it was before there were details.
  mutating func decisionPoint(
    _ observation: Observation, _ candidates: [Candidate], details: AppHistory? = nil
  ) {
    open("{")
    name("observation")
    open("{")
    add(observation)
    if details != nil { addDetails(of: observation) }
    close("}")
    name("candidates")
    open("[")
    for candidate in candidates {
      open("{")
      add(candidate)
      if let details { addDetails(of: candidate, details) }
      close("}")
    }
    close("]")
    close("}")
    end()
  }

  private mutating func add(_ observation: Observation) {
    name("now_us")
    value(observation.now)
    name("is_plugged")
    value(observation.isPlugged)
    name("state_of_charge")
    value(observation.stateOfCharge)
    name("network")
    value(observation.network.name)
    name("is_idle")
    value(observation.isIdle)
    name("is_low_power_mode")
    value(observation.isLowPowerMode)
    name("thermal")
    switch observation.thermal {
    case .nominal: value(word: "nominal")
    case .fair: value(word: "fair")
    case .serious: value(word: "serious")
    case .critical: value(word: "critical")
    }
    name("is_awake")
    value(observation.isAwake)
    name("radio_is_hot")
    value(observation.radioIsHot)
    name("is_periodic")
    value(observation.isPeriodic)
    name("energy_balance_nj")
    value(observation.energyBalance)
  }

  private mutating func add(_ candidate: Candidate) {
    name("item")
    value(Int64(candidate.item))
    name("app")
    value(Int64(candidate.app))
    name("mechanism")
    value(candidate.mechanism.name)
    name("submitted_us")
    value(candidate.submitted)
    name("open_us")
    value(candidate.open)
    name("deadline_us")
    value(candidate.deadline)
    name("denials")
    value(candidate.denials)
    name("likelihood")
    value(candidate.likelihood)
    name("last_launch_us")
    value(candidate.lastLaunch)
    name("uses_network")
    value(candidate.usesNetwork)
  }

  mutating func runStarted(_ item: Int32) {
    open("{")
    name("run_started")
    open("{")
    name("item")
    value(Int64(item))
    close("}")
    close("}")
    end()
  }

  mutating func runEnded(_ outcome: RunOutcome, withDetails: Bool = false) {
    open("{")
    name("run_ended")
    open("{")
    name("item")
    value(Int64(outcome.item))
    name("app")
    value(Int64(outcome.app))
    name("mechanism")
    value(outcome.mechanism.name)
    name("ended_us")
    value(outcome.ended)
    name("succeeded")
    value(outcome.succeeded)
    name("energy_nj")
    value(outcome.energyNanojoules)
    name("battery_nj")
    value(outcome.batteryNanojoules)
    name("was_plugged")
    value(outcome.wasPlugged)
    if withDetails {
      name("duration_us")
      value(outcome.duration.microseconds)
      name("bytes")
      value(outcome.bytes)
    }
    close("}")
    close("}")
    end()
  }

  mutating func event(_ event: DeviceEvent, at now: Instant) {
    open("{")
    name("event")
    open("{")
    name("now_us")
    value(now)
    name("kind")
    switch event {
    case .screenOn: value(word: "screenOn")
    case .screenOff: value(word: "screenOff")
    case .unlocked: value(word: "unlocked")
    case .plugged: value(word: "plugged")
    case .unplugged: value(word: "unplugged")
    case .pathChanged: value(word: "pathChanged")
    case .opened(let app): about("opened", app)
    case .left(let app): about("left", app)
    }
    close("}")
    close("}")
    end()
  }

  private mutating func about(_ kind: StaticString, _ app: Int32) {
    value(word: kind)
    name("app")
    value(Int64(app))
  }
}
