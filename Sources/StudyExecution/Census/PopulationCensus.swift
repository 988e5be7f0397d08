import EventSimulation
import JSON
import ModelParameters
import PhoneSimulation
import PlainText
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyFormat

/// What a study's population looks like, beside what has been published about real ones.
public struct PopulationCensus: Sendable {
  /// Devices looked at.
  public let deviceCount: Int
  /// Label of the policy under which they were simulated.
  public let policy: String
  /// Simulated devices, for an estimate of the time that the study takes.
  public let deviceRuns: Int
  let dischargePerDay: Double
  let criticalDays: Double
  let deadHoursPerDay: Double
  let screenMinutesPerDay: Double
  let sessionsPerDay: Double
  /// Share of time that is idle, plugged and on Wi-Fi, by hour.
  let opportunity: [Double]

  /// Simulates the first devices of the first replication under the first policy that is no program.
  ///
  /// - Throws: ``SimulationFailure``.
  public init(_ file: StudyFile, devices: Int) throws(SimulationFailure) {
    let study = file.study
    let policy = study.policies.first { $0.process == nil } ?? StudyPolicy(SevenFactor.descriptor, in: study)
    self.policy = policy.label
    let planner = DevicePlanner(study)
    let simulator = PhoneSimulator(apps: study.apps, parameters: policy.parameters, seed: study.seed)
    let stream = RandomStream()
    var days = 0.0
    var drawn = 0.0
    var critical = 0.0
    var dead = 0.0
    var screen = 0.0
    var sessions = 0.0
    var hours = Array(repeating: 0.0, count: 24)
    for device in 0..<devices {
      let plan = planner.plan(replication: 0, device: device, stream: stream)
      let instance = policy.makePolicy(for: plan, seed: study.seed)
      let result = try simulator.run(plan, policy: instance, enforces: policy.enforces, stream: stream)
      days += result.observed.days
      drawn += Double(result.energyObserved.batteryOut) / 1e9
      critical += Double(result.daysAtCriticalLevel)
      dead += result.deadTime.hours
      screen += result.screenOnTime.seconds / 60
      sessions += Double(result.sessions)
      for hour in 0..<24 { hours[hour] += result.opportunityByHour[hour].hours }
    }
    let capacity = study.nominalJoules
    deviceCount = devices
    deviceRuns = devices
    dischargePerDay = drawn / capacity / days
    criticalDays = critical / days
    deadHoursPerDay = dead / days
    screenMinutesPerDay = screen / days
    sessionsPerDay = sessions / days
    opportunity = hours.map { $0 / days }
  }

  /// Time-averaged share of idle, plugged and on Wi-Fi.
  var meanOpportunity: Double { opportunity.reduce(0, +) / 24 }

  private var facts: [(name: String, value: String, published: String)] {
    func round(_ value: Double, _ digits: Double) -> String { "\((value * digits).rounded() / digits)" }
    return [
      ("discharge per day", "\(round(dischargePerDay * 100, 10)) %", "not published"),
      ("days that reach the critical level", "\(round(criticalDays * 100, 10)) %", "not published"),
      ("hours dead per day", round(deadHoursPerDay, 1000), "not published"),
      ("screen minutes per day", round(screenMinutesPerDay, 10), "85 (one phone), 117 (1,960 phones)"),
      (
        "sessions per day", round(sessionsPerDay, 10), "57–60 (1,960 and 29,279 phones), 10–200 between users"
      ),
      (
        "idle, plugged and on Wi-Fi", "\(round(meanOpportunity * 100, 10)) %",
        "8.1 % (723 phones over five days of a holiday)"
      ),
    ]
  }

  /// The facts as a table, and the opportunity by hour.
  public var text: String {
    var table = TextTable([("fact", .left), ("here", .right), ("published", .left)])
    for fact in facts { table.add([fact.name, fact.value, fact.published]) }
    var hours = TextTable([("hour", .right), ("idle ∧ plugged ∧ Wi-Fi", .right), ("723 phones", .right)])
    for hour in 0..<24 {
      hours.add([
        "\(hour)", "\((opportunity[hour] * 1000).rounded() / 10) %",
        "\((Self.publishedOpportunity[hour] * 1000).rounded() / 10) %",
      ])
    }
    return table.text + "\n\n" + hours.text
  }

  public var json: JSONValue {
    .members([
      "devices": .integer(Int64(deviceCount)), "dischargePerDay": .number(dischargePerDay),
      "criticalDays": .number(criticalDays), "deadHoursPerDay": .number(deadHoursPerDay),
      "screenMinutesPerDay": .number(screenMinutesPerDay), "sessionsPerDay": .number(sessionsPerDay),
      "opportunityByHour": .array(opportunity.map { .number($0) }),
      "publishedOpportunityByHour": .array(Self.publishedOpportunity.map { .number($0) }),
    ])
  }

  /// Share of phones that are idle, charging and on Wi-Fi, by local hour: FLASH, 723 phones over five days.
  static let publishedOpportunity: [Double] = [
    0.0896, 0.0982, 0.1077, 0.1158, 0.1197, 0.1187, 0.1139, 0.1012,
    0.0880, 0.0807, 0.0730, 0.0648, 0.0633, 0.0568, 0.0575, 0.0592,
    0.0651, 0.0696, 0.0774, 0.0655, 0.0586, 0.0612, 0.0706, 0.0841,
  ]
}
