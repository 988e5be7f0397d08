import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import Recordings
import Studies
import StudyReports
import StudyTestSupport
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("The requests of a log under policies")
struct LogReplayTests {
  private static let apps = """
    apps:
      - id: org.example.mail
        popularity: {installShare: 100 %, weight: 3, spread: 0.1}
        tasks:
          - {id: mail.refresh, kind: refresh, earliestBegin: 2 h}
          - {id: mail.cleanup, kind: processing, earliestBegin: 12 h, requiresExternalPower: true}
      - id: org.example.photos
        popularity: {installShare: 100 %, weight: 3, spread: 0.1}
        tasks:
          - {id: photos.index, kind: processing, earliestBegin: 6 h, requiresExternalPower: true}
          - {id: photos.upload, kind: processing, earliestBegin: 12 h, requiresExternalPower: true}

    """

  /// The trace and the activities of a simulated phone of 30 days under a policy.
  private static func recording(of policy: String, _ folder: StudyFolder) throws -> [ActivityRow] {
    let study = try folder.study(
      """
      formatVersion: 1
      name: phone
      horizonDays: 30
      replications: 1
      population: {devices: 1, archetypes: everyday, settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %}}
      policies: [\(policy)]
      \(apps)
      """
    ).study
    let replay = DeviceReplay(study, policy: 0, replication: 0, device: 0)
    _ = try folder.write(TimelineCSV.text(of: replay.plan, deviceID: "phone"), as: "recording.csv")
    let delay = study.parameters.span("submit.windowDelay")
    // Timelines begin on Monday, 5 January 1970.
    func unix(_ time: Instant) -> Double { 4 * 86_400 + (time - Instant.zero).seconds }
    return try replay.run(records: .attempts).attempts.map { attempt in
      var activity = Recording.Activity(.activity)
      let isProcessing = attempt.mechanism == .processing
      let open = max(attempt.submitted + delay, attempt.earliestBegin ?? Instant.zero)
      (activity.app, activity.name) = (replay.plan.apps[Int(attempt.app)].bundleID, attempt.identifier)
      activity.submitted = unix(attempt.submitted)
      activity.windowStart = unix(open)
      activity.windowEnd = unix(
        open + study.parameters.span(isProcessing ? "processing.window" : "refresh.window"))
      activity.started = attempt.launched.map(unix)
      activity.requiresPower = isProcessing
      return ActivityRow(device: "phone", activity)
    }
  }

  private static func compared(
    _ rows: [ActivityRow], under policies: [String], _ folder: StudyFolder
  ) throws -> LogComparison {
    let text = activityTable.text(rows)
    let study = try folder.study(
      """
      formatVersion: 1
      name: replayed
      horizonDays: 31
      replications: 1
      trace: {file: recording.csv}
      population: {devices: 1, archetypes: everyday}
      policies: [\(policies.joined(separator: ", "))]

      """
    ).study
    var replay = try LogReplay(study, activityTable.read(name: "a.csv", Array(text.utf8)), power: [])
    for policy in study.policies.indices { try replay.run(policy: policy) }
    return replay.comparison
  }

  private static func verdicts(_ comparison: LogComparison) -> [[String]] {
    (comparison.json["policies"]?.elements ?? []).map { policy in
      (policy["classes"]?.elements ?? []).map { $0["verdict"]?.characters ?? "" }
    }
  }

  @Test(
    "30 days of a device are inside for its own policy, outside for another, and too few without runs"
  )
  func ownPolicy() throws {
    let folder = try StudyFolder()
    let rows = try Self.recording(of: "seven-factor", folder)
    let comparison = try Self.compared(rows, under: ["seven-factor", "immediate", "never"], folder)
    #expect(
      Self.verdicts(comparison) == [
        ["inside", "inside"], ["outside", "inside"], ["too few to tell", "too few to tell"],
      ])
    let never = comparison.runs[2].classes.values
    holds(never.allSatisfy { $0.positions.isEmpty && $0.requests > 20 })
    #expect(
      try Self.compared(rows, under: ["seven-factor"], folder).json
        == Self.compared(rows, under: ["seven-factor"], folder).json)
  }

  // MARK: Small logs

  private static let trace = """
    device_id,timestamp,utc_offset_s,event_type,app,value
    p,86400,0,battery_level,,90
    p,90000,0,network,,wifi
    p,259200,0,battery_level,,80

    """

  private static func small(_ activities: [Recording.Activity], under policy: String) throws -> LogComparison
  {
    let folder = try StudyFolder()
    _ = try folder.write(trace, as: "recording.csv")
    return try compared(activities.map { ActivityRow(device: "p", $0) }, under: [policy], folder)
  }

  private static func activity(
    _ name: String, from: Double?, to: Double? = nil, started: Double? = nil, power: Bool? = nil
  ) -> Recording.Activity {
    var activity = Recording.Activity(.activity)
    (activity.name, activity.windowStart, activity.windowEnd) = (name, from, to)
    (activity.started, activity.requiresPower) = (started, power)
    return activity
  }

  @Test(
    "a request is replayed in its window; positions are fractions of the window, or hours without a window")
  func positions() throws {
    let comparison = try Self.small(
      [
        Self.activity("a", from: 100_000, to: 110_000, started: 102_500),
        Self.activity("b", from: nil, started: 120_000),
        Self.activity("outside", from: 300_000), Self.activity("timeless", from: nil),
      ], under: "immediate")
    let known = RequestClass(power: false, network: false, idle: false, band: .upTo6Hours)
    let unknown = RequestClass(power: false, network: false, idle: false, band: .unknown)
    #expect(Set(comparison.observed.keys) == [known, unknown])
    holds(comparison.observed[known]?.positions == [0.25] && comparison.observed[unknown]?.positions == [0])
    #expect(comparison.observed[known]?.hours[4] == 1)
    #expect(comparison.runs[0].classes[known]?.positions == [0])
    #expect(comparison.runs[0].classes[unknown]?.positions == [0])
    #expect(
      comparison.notes == [
        "1 request ignored: outside the replayed time", "1 request ignored: no time in the log",
        "1 request without a window: replayed at the first logged time",
      ])
  }

  @Test("only discretionary transfers are replayed, with their bytes")
  func transfers() throws {
    func transfer(made: Double?, discretionary: Bool) -> Recording.Activity {
      var activity = Recording.Activity(.transfer)
      (activity.app, activity.submitted, activity.discretionary) = ("photos", made, discretionary)
      (activity.started, activity.bytesSent, activity.bytesReceived) = (101_800, 1e6, 2e6)
      return activity
    }
    let comparison = try Self.small(
      [
        transfer(made: 100_000, discretionary: true), transfer(made: nil, discretionary: true),
        transfer(made: 100_000, discretionary: false),
      ], under: "immediate")
    #expect(comparison.observed.keys.map(\.name) == ["discretionary transfer"])
    #expect(comparison.observed[.transfer]?.positions == [0.5])
    let wait = try #require(comparison.runs[0].classes[.transfer]?.positions.first)
    holds((0...24).contains(wait))
    #expect(
      comparison.notes == [
        "2 transfers not replayed: not discretionary, or created at an unknown time"
      ])
  }

  @Test(
    "an activity that requires power is a processing request that waits for a charger, with its blocking reasons"
  )
  func processing() throws {
    let comparison = try Self.small(
      [Self.activity("clean", from: 100_000, to: 200_000, started: 150_000, power: true)],
      under: "seven-factor")
    let outcome = try #require(comparison.runs[0].classes.values.first)
    holds(outcome.requests == 1 && outcome.positions.isEmpty && !outcome.held.isEmpty)
  }

  @Test(
    "a developer log: events become requests with the flags of the study's tasks, on the logged device"
  )
  func ownLog() throws {
    let folder = try StudyFolder()
    let study = try folder.study(
      """
      formatVersion: 1
      name: own
      horizonDays: 3
      replications: 1
      population: {devices: 1, archetypes: everyday}
      policies: [immediate]
      \(Self.apps)
      """
    ).study
    let text = """
      timestamp,event,identifier,level,charging,network,build
      86400,submitted,mail.refresh,90,false,wifi,7
      95000,started,mail.refresh,88,false,wifi,7
      95020,completed,mail.refresh,,,,7
      100000,started,mail.cleanup,80,true,wifi,7
      100300,expired,mail.cleanup,80,true,cellular,7
      259200,submitted,mail.refresh,70,false,wifi,7
      """
    let log = try DeveloperLog(name: "log.csv", Array(text.utf8), tasks: study.apps)
    #expect(log.rows.map(\.activity.name) == ["mail.refresh", "mail.cleanup", "mail.refresh"])
    #expect(log.rows.map(\.activity.submitted) == [86_400, nil, 259_200])
    #expect(log.rows.map(\.activity.windowStart) == [93_600, nil, 266_400])
    #expect(log.rows.map(\.activity.started) == [95_000, 100_000, nil])
    #expect(log.rows.map(\.activity.duration) == [20, 300, nil])
    #expect(log.rows.map(\.activity.outcome) == [.completed, .stopped, nil])
    #expect(log.rows.map(\.activity.requiresPower) == [false, true, false])
    let phone = try log.phone(of: study, name: "log.csv")
    #expect(phone.trace?.devices.map(\.id) == ["log"])
    var replay = try LogReplay(phone, log.rows, power: [])
    try replay.run(policy: 0)
    #expect(replay.comparison.observed.values.map(\.requests).reduce(0, +) == 2)
  }

  @Test("an invalid developer log is rejected with line, column, value, and expected values")
  func wrongLog() {
    func errors(_ text: String) -> [String] {
      do throws(RowErrors) {
        _ = try DeveloperLog(name: "l", Array(text.utf8), tasks: [])
        return []
      } catch {
        return error.errors.map(\.description)
      }
    }
    #expect(
      errors("timestamp,event\n1,started\n") == [
        "line 1, header: found no column `identifier`, expected columns `timestamp,event,identifier`, each once"
      ])
    #expect(
      errors("timestamp,event,identifier,level\n1,began,a,101\n,started,,\n") == [
        "line 2, event: found `began`, expected one of submitted, started, expired, completed, opened",
        "line 2, level: found `101`, expected percent from 0 to 100, or an empty cell",
        "line 3, timestamp: found an empty cell, expected Unix seconds, or a time with its zone, such as `2026-02-02T10:00:00Z`",
        "line 3, identifier: found an empty cell, expected a text",
      ])
  }

  @Test(
    "the charge counter is compared with the simulated energy while the screen is off and the device is unplugged"
  )
  func chargeCounter() throws {
    let folder = try StudyFolder()
    _ = try folder.write(
      """
      device_id,timestamp,utc_offset_s,event_type,app,value
      p,86400,0,battery_level,,90
      p,86400,0,plug,usb,
      p,87000,0,unplug,,
      p,90000,0,screen_on,,
      p,90600,0,screen_off,,
      p,259200,0,battery_level,,80

      """, as: "recording.csv")
    let study = try folder.study(
      """
      formatVersion: 1
      name: counted
      horizonDays: 3
      replications: 1
      trace: {file: recording.csv}
      population: {devices: 1, archetypes: scripted}
      policies: [never]

      """
    ).study
    // From 89,800 to 90,400 the screen goes on; two hours apart is no measurement.
    let samples = [
      (89_000.0, 1000.0), (89_800, 998), (90_400, 990), (91_000, 985), (91_600, 984), (98_800, 980),
    ]
    .map { time, charge in
      var sample = Recording.PowerSample(time: time)
      (sample.charge, sample.voltage) = (charge, 4000)
      return sample
    }
    var replay = try LogReplay(study, [], power: samples)
    try replay.run(policy: 0)
    #expect(replay.comparison.counter.seconds == 1400)
    #expect(replay.comparison.counter.milliampereHours == 3)
    #expect(replay.comparison.counter.joules == 3 * 3.6 * 4)
    #expect(replay.comparison.runs[0].screenOffJoules > 0)
  }
}
