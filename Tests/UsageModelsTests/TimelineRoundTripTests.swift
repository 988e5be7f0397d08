import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Every kind of event and step in a timeline")
struct TimelineRoundTripTests {
  private let apps = [Fleet.app("mail"), Fleet.app("news")]

  private func again(_ plan: DevicePlan) throws -> DevicePlan {
    let file = try Fleet.trace(TimelineCSV.text(of: plan, deviceID: "d"))
    let replay = try TraceReplay(
      device: file.devices[0], generator: Fleet.generator(apps: apps), nominalEnergyWattHours: 12.98)
    return replay.plan(replication: plan.replication, device: plan.device, stream: RandomStream())
  }

  /// A plan of one day with these events and steps.
  private func plan(_ events: [TimelineEvent], script: [ScriptStep] = []) -> DevicePlan {
    DevicePlan(
      replication: 0, device: 0, archetype: "d",
      apps: apps.indices.map { InstalledApp(specification: $0, bundleID: apps[$0].bundleID) },
      timeline: ExogenousTimeline(events), script: script, initial: InitialState(stateOfCharge: 0.5),
      end: .day(1), warmUpEnd: .zero)
  }

  /// Events of a kind with the least and greatest numbers that it may have.
  private func samples(_ type: TimelineEventType) -> [TimelineEvent] {
    func event(_ app: Int = -1, _ value: Double = 0, _ value2: Double = 0) -> TimelineEvent {
      TimelineEvent(time: .seconds(0.001), type: type, app: app, value: value, value2: value2)
    }
    switch type {
    case .screenOn: return [event(), event(-1, 0.001), event(-1, 1.234), event(-1, 20)]
    case .screenOff, .unlock, .lock, .unplug, .reboot, .shutdown: return [event()]
    case .appForeground, .appBackground, .contentChange, .audioStart, .audioStop, .locationStart,
      .locationStop:
      return [event(1)]
    case .notification, .forceQuit: return [event(), event(1)]
    case .notificationOpen: return [event(0, 1), event(1, 0), event(1, 1)]
    case .plug:
      return ChargerKind.allCases.map { event(Int($0.rawValue)) } + [event(0, 100, 3600.25)]
    case .plugChance: return ChargerKind.allCases.map { event(Int($0.rawValue), 0.1 + 0.2, 1e-3) }
    case .batteryLevel: return [event(-1, 0), event(-1, 100)]
    case .baselinePower: return [event(-1, 0), event(-1, 1.0 / 3)]
    case .network: return NetworkPath.allCases.map { event(-1, Double($0.rawValue)) }
    case .pushSent, .visiblePushSent, .voipPushSent:
      return [event(0, -1, 0.5), event(1, 0, 0), event(1, 3.2e9, 1)]
    case .setting:
      return SettingName.allCases.map { event($0 == .appRefresh ? 1 : -1, 1, Double($0.rawValue)) }
    case .script: return [event(-1, 0), event(-1, 1)]
    case .moved: return [event(-1, 0.25)]
    case .regionCrossed, .appEvent: return [event(0, 0), event(1, 255)]
    case .signal: return SignalLevel.allCases.map { event(-1, Double($0.rawValue)) }
    case .systemWake: return [event(-1, 0), event(-1, 79.123, 61_034)]
    }
  }

  @Test("Every kind of event reads back as it was", arguments: TimelineEventType.allCases)
  func kinds(_ type: TimelineEventType) throws {
    let plan = plan(samples(type), script: [.cancelAll(app: 0), .listPending(app: 1)])
    #expect(try again(plan) == plan)
  }

  static let steps: [ScriptStep] =
    Mechanism.allCases.filter(\.isRequest).flatMap { mechanism in
      [ScriptStep.submit(app: 1, identifier: "an id, \"odd\"", mechanism: mechanism, earliestBegin: nil)]
        + SubmissionOrigin.allCases.map {
          .submitFromExtension(
            app: 0, identifier: "id", mechanism: mechanism, earliestBegin: .after(.seconds(0.5)), origin: $0)
        }
    } + [
      .submit(app: 0, identifier: "id", mechanism: .refresh, earliestBegin: .at(.hours(3))),
      .submit(app: 0, identifier: "id", mechanism: .refresh, earliestBegin: .at(.day - .tick)),
      .submit(
        app: 0, identifier: "a..b", mechanism: .processing,
        earliestBegin: .window(from: .seconds(0.5), to: .zero + .day)),
      .cancel(app: 0, identifier: " id "), .cancelAll(app: 1), .listPending(app: 0),
      .kill(app: 0, isCrash: false), .kill(app: 1, isCrash: true),
      .cancelContinued(app: 0, identifier: "id"), .simulateLaunch(app: 0, identifier: "id"),
      .simulateExpiration(app: 0, identifier: "id"),
    ]

  @Test("Every step of a script reads back as it was", arguments: steps)
  func scriptSteps(_ step: ScriptStep) throws {
    let event = TimelineEvent.Kind.script(step: 0, isUserAction: step.isUserAction)
    let plan = plan([TimelineEvent(time: .seconds(1), kind: event)], script: [step])
    #expect(try again(plan) == plan)
  }

  @Test(
    "Steps and facts that a timeline cannot have are refused",
    arguments: cases(
      """
      script,,0, | value: found another value, expected the number of a step of the script in a row above, from 0
      initial,script,cancelAll,0 / script,,0, |
      initial,script,,0 | value: found an empty cell, expected STEP
      initial,script,submit,0 | value: found another value, expected STEP
      initial,script,submit refresh - ,0 | value: found another value, expected STEP
      initial,script,submit push - id,0 | value: found another value, expected STEP
      initial,script,submit refresh -1 id,0 | value: found another value, expected STEP
      initial,script,submit refresh 1e3 id,0 | value: found another value, expected STEP
      initial,script,submitFromExtension nowhere refresh - id,0 | value: found another value, expected STEP
      initial,script,cancel,0 | value: found another value, expected STEP
      initial,script,cancelAll now,0 | value: found another value, expected STEP
      initial,script,transfer x,0 | value: found another value, expected STEP
      initial,script,transfer -1,0 | value: found another value, expected STEP
      initial,script,cancelAll,1 | value2: found an empty cell, expected the number of an app installed above, from 0
      initial,script,transfer 0,0 | value: found another value, expected the number of a session of the app, from 0
      initial,warmUpEnd,86400, | d: found a warm-up that does not end before the timeline, expected `warmUpEnd` before `end`
      initial,warmUpEnd,-1, | value: found another value, expected seconds since the start, from 0 to 316224000
      initial,charge,0.5, | app: found `charge` a second time, expected each key once
      initial,stateOfHealth,1.6, | value: found another value, expected a number from 0.01 to 1.5
      initial,paint,red, | app: found another value, expected one of KEYS
      initial,network,fog, | value: found another value, expected `wifi`, `cellular` or `none`
      initial,deviceProfile,tablet, | value: found another value, expected a device of `slumber devices`, or simulator
      app_fg,ghost,, | app: found another value, expected an app installed above
      """))
  func refused(_ row: [String]) throws {
    let start =
      """
      device_id,timestamp,utc_offset_s,event_type,app,value,value2
      d,345600,0,initial,charge,0.5,
      d,345600,0,initial,end,86400,
      d,345600,0,initial,installed,mail,
      """
    let rows = parts(row[0]).map { "d,345600,0,\($0)" }
    let file = try Fleet.trace(([start] + rows).joined(separator: "\n"))
    let expected = row[1]
      .replacing("STEP", with: "a step of a script, such as `submit refresh 900 IDENTIFIER`")
      .replacing("KEYS", with: TimelineCSV.Key.allCases.map(\.rawValue).joined(separator: ", "))
    let errors = TimelineCSV.read(file.devices[0], apps: apps).errors.map(\.description)
    #expect(errors == (expected.isEmpty ? [] : ["line 5, \(expected)"]))
  }

  @Test("A timeline without its end is refused")
  func withoutEnd() throws {
    let file = try Fleet.trace(
      "\(TraceFileTests.header)\nd,345600,0,initial,charge,0.5\nd,345601,0,screen_on,,")
    #expect(
      TimelineCSV.read(file.devices[0], apps: apps).errors.map(\.description)
        == ["line 3, d: found no `initial` row `end`, expected the end of the timeline"])
  }
}
