import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("The policy android-buckets")
struct AndroidBucketsTests {
  private func battery(_ now: Instant) -> Observation {
    Observation(now: now, isPlugged: false, stateOfCharge: 0.8, network: .wifi, isIdle: true)
  }

  private func outcome(_ item: Int32, at end: Instant) -> RunOutcome {
    RunOutcome(
      item: item, app: 0, mechanism: .refresh, ended: end, succeeded: true, energyNanojoules: 0,
      batteryNanojoules: 0, wasPlugged: false)
  }

  /// A policy whose app 0 was left at midnight of day 1, with the screen on, so that Doze is off.
  private func used(_ changes: [String: [String]] = [:]) throws -> AndroidBuckets {
    var parameters = ParameterSet()
    for name in changes.keys.sorted() { try parameters.set(name, parsing: changes[name] ?? []) }
    var policy = AndroidBuckets(parameters)
    policy.observe(.device(.screenOn, at: .zero))
    policy.observe(.device(.opened(app: 0), at: .zero))
    policy.observe(.device(.left(app: 0), at: .day(1)))
    return policy
  }

  @Test("AND-2 buckets begin at 0, 12, 24, 48 h and 8 d since use; never used is restricted")
  func buckets() throws {
    var policy = try used()
    let expected: [(Double, StandbyBucket)] = [
      (0, .active), (11.999, .active), (12, .workingSet), (24, .frequent), (47.999, .frequent), (48, .rare),
      (191.999, .rare), (192, .restricted),
    ]
    for (hours, bucket) in expected {
      #expect(policy.bucket(of: 0, at: .day(1) + .hours(hours)) == bucket, "\(hours) h")
    }
    #expect(policy.bucket(of: 7, at: .day(1)) == .restricted)
    policy.observe(.device(.opened(app: 0), at: .day(3)))
    #expect(policy.bucket(of: 0, at: .day(9)) == .active)
  }

  @Test("AND-2 moves between buckets are reported once, with the time of the next")
  func report() {
    var policy = AndroidBuckets(ParameterSet())
    policy.observe(.device(.opened(app: 1), at: .day(1)))
    #expect(
      policy.reportBuckets(at: .day(1)) == BucketReport(changes: [BucketChange(app: 1, old: 4, new: 0)]))
    policy.observe(.device(.left(app: 1), at: .day(1)))
    #expect(policy.reportBuckets(at: .day(1)) == BucketReport(next: .day(1) + .hours(12)))
    #expect(
      policy.reportBuckets(at: .day(1) + .hours(12))
        == BucketReport(changes: [BucketChange(app: 1, old: 0, new: 1)], next: .day(2)))
  }

  @Test("AND-3 the profiles have the windows and run times of code and documentation")
  func profiles() throws {
    let code = BucketQuota.all(ParameterSet())
    #expect(code.map(\.window) == [.minutes(10), .hours(2), .hours(8), .day, .day])
    #expect(code.map(\.maxStarts) == [75, 120, 200, 48, 10])
    #expect(code.map(\.maxSessions) == [75, 10, 8, 3, 1])
    var parameters = ParameterSet()
    try parameters.set("android.quotaProfile", parsing: ["docs"])
    let docs = BucketQuota.all(parameters)
    #expect(docs.map(\.window) == [.hour, .hours(4), .hours(12), .day, .day])
    #expect(docs.map(\.runtime) == [.minutes(20), .minutes(10), .minutes(10), .minutes(10), .minutes(10)])
    #expect(docs.map(\.maxStarts) == code.map(\.maxStarts))
  }

  @Test("AND-3 a full quota makes a candidate wait until its oldest start leaves the window")
  func quota() throws {
    // A working-set app, one session per 2 h.
    var policy = try used(["android.maxSessions": ["75", "1", "8", "3", "1"]])
    let now = Instant.day(1) + .hours(13)
    #expect(policy.decide(battery(now), [candidate()]).map(\.verdict) == [.start])
    policy.observe(.runStarted(item: 1))
    policy.observe(.runEnded(outcome(1, at: now + .seconds(20))))
    let later = now + .minutes(1)
    #expect(
      policy.decide(battery(later), [candidate(item: 2)]).map(\.verdict)
        == [.wait(.policyChoice, until: now + .seconds(20) + .hours(2) + .tick)])
  }

  @Test("AND-3 an app that grows older meanwhile is asked again when its bucket changes")
  func olderBucket() throws {
    var policy = try used(["android.maxSessions": ["75", "1", "8", "3", "1"]])
    let now = Instant.day(1) + .hours(23)
    _ = policy.decide(battery(now), [candidate()])
    policy.observe(.runStarted(item: 1))
    policy.observe(.runEnded(outcome(1, at: now + .seconds(20))))
    #expect(
      policy.decide(battery(now + .minutes(1)), [candidate(item: 2)]).map(\.verdict)
        == [.wait(.policyChoice, until: .day(2))])
  }

  @Test("AND-3 starts of one decision count for each other: at most 20 a minute")
  func burst() throws {
    var policy = try used()
    let now = Instant.day(1) + .minutes(1)
    let decisions = policy.decide(battery(now), (1...22).map { candidate(item: $0) })
    holds(decisions.prefix(20).allSatisfy { $0.verdict == .start })
    #expect(
      decisions.suffix(2).map(\.verdict)
        == [
          .wait(.policyChoice, until: now + .minute + .tick),
          .wait(.policyChoice, until: now + .minute + .tick),
        ])
  }

  @Test("AND-4 external power lifts quota and Doze, and runs on it do not count")
  func charger() throws {
    var policy = try used(["android.maxJobs": ["1", "1", "1", "1", "1"]])
    policy.observe(.device(.plugged, at: .day(1)))
    for item in 1...5 as ClosedRange<Int32> {
      #expect(policy.decide(bestMoment(.day(1)), [candidate(item: item)]).map(\.verdict) == [.start])
      policy.observe(.runStarted(item: item))
      policy.observe(.runEnded(outcome(item, at: .day(1) + .seconds(1))))
    }
    policy.observe(.device(.unplugged, at: .day(1) + .minute))
    #expect(policy.decide(battery(.day(1) + .minute), [candidate(item: 6)]).map(\.verdict) == [.start])
  }

  @Test("AND-4 of a run across unplugging only the part on battery is run time")
  func acrossUnplugging() throws {
    var policy = try used(["android.runtime": ["2 min", "10 min", "10 min", "10 min", "10 min"]])
    let now = Instant.day(1)
    policy.observe(.device(.plugged, at: now))
    _ = policy.decide(bestMoment(now), [candidate()])
    policy.observe(.runStarted(item: 1))
    policy.observe(.device(.unplugged, at: now + .minutes(5)))
    policy.observe(.runEnded(outcome(1, at: now + .minutes(8))))
    // Three minutes from minute 5; a minute and a tick must leave the window of 10 min.
    #expect(
      policy.decide(battery(now + .minutes(8)), [candidate(item: 2)]).map(\.verdict)
        == [.wait(.policyChoice, until: now + .minutes(16) + .tick)])
  }

  @Test("AND-5 on battery a push of a rare app waits for no time; a frequent one starts")
  func pushes() throws {
    var policy = try used()
    let frequent = policy.decide(battery(.day(1) + .hours(47)), [candidate(.push)])
    #expect(frequent.map(\.verdict) == [.start])
    let rare = policy.decide(battery(.day(3)), [candidate(.push)])
    #expect(rare.map(\.verdict) == [.wait(.policyChoice, until: nil)])
    #expect(policy.decide(battery(.day(3)), [candidate(.refresh)]).map(\.verdict) == [.start])
    #expect(policy.decide(bestMoment(.day(3)), [candidate(.push)]).map(\.verdict) == [.start])
  }

  @Test("AND-6 starts and pushes wait for the next maintenance window")
  func doze() throws {
    var policy = try used()
    policy.observe(.device(.screenOff, at: .day(1)))
    let now = Instant.day(1) + .minutes(6)
    for mechanism in [Mechanism.refresh, .push, .processing] {
      #expect(
        policy.decide(battery(now), [candidate(mechanism)]).map(\.verdict)
          == [.wait(.policyChoice, until: .day(1) + .minutes(9))])
    }
    #expect(
      policy.decide(battery(.day(1) + .minutes(9)), [candidate()]).map(\.verdict) == [.start])
  }

  @Test("oldest window first; a denial that the policy must obey has precedence")
  func order() throws {
    var policy = try used()
    let decisions = policy.decide(
      battery(.day(1)), [candidate(item: 1, open: .day(1)), candidate(item: 2, open: .day(0))])
    #expect(decisions.map(\.item) == [2, 1])
    var obedient = AndroidBuckets(ParameterSet(), enforces: .of(.busy))
    #expect(
      obedient.decide(bestMoment(), [candidate(denials: .of(.busy))]).map(\.verdict)
        == [.wait(.busy, until: nil)])
  }
}
