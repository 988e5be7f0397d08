import Basics
import EventSimulation
import Foundation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Messages to a process")
struct ProcessMessagesTests {
  private func text(_ write: (inout JSONLine) -> Void) -> String {
    var line = JSONLine()
    write(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  @Test("hello names version, label, settings, gates and every parameter, and is JSON")
  func hello() throws {
    let command = ProgramCommand(
      label: "a \"b\"\\\u{1}", words: [.init("x")], settings: #"{"hours":1.5}"#)
    let line = text { $0.hello(command, context.parameters, enforces: context.enforces) }
    holds(
      line.hasPrefix(
        #"{"hello":2,"policy":"a \"b\"\\\u0001","settings":{"hours":1.5},"enforces":["rateLimit"],"parameters":{"#
      ))
    holds(line.hasSuffix("}}\n") && line.count { $0 == "\n" } == 1)
    let message = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let parameters = try #require(message["parameters"] as? [String: Any])
    #expect(parameters.count == context.parameters.definitions.count)
    #expect(parameters["fixed.interval"] as? Double == 60)
    #expect(message["policy"] as? String == command.label)
  }

  @Test("messages identify a device by its key, never by seed, replication, or number")
  func device() {
    #expect(
      text { $0.device(key: context.deviceKey, firstWeekday: context.firstWeekday) }
        == #"{"device":{"device_key":"9d2b0f6f1c7e4a35","first_weekday":6}}"# + "\n")
  }

  @Test("a decision point has every field of the observation and of each candidate")
  func decisionPoint() {
    #expect(text { $0.decisionPoint(observation, [candidate(17)]) } == observationLine + "\n")
    let two = text { $0.decisionPoint(observation, [candidate(17), candidate(18, mechanism: .push)]) }
    holds(two.contains(#"},{"item":18,"app":2,"mechanism":"push","#))
    var bare = candidate(17)
    (bare.denials, bare.lastLaunch, bare.likelihood) = ([], nil, 0)
    holds(
      text { $0.decisionPoint(observation, [bare]) }.contains(
        #""denials":[],"likelihood":0.0,"intensity":0.0,"last_launch_us":null,"#))
  }

  @Test("the messages that a process may request")
  func notices() {
    #expect(text { $0.event(.runStarted(item: 7)) } == "{\"run_started\":{\"item\":7}}\n")
    let outcome = RunOutcome(
      item: 7, app: 0, mechanism: .push, ended: .day(0, .seconds(1)), succeeded: true,
      energyNanojoules: 5_000_000_000, batteryNanojoules: 0, wasPlugged: true)
    #expect(
      text { $0.event(.runEnded(outcome)) }
        == #"{"run_ended":{"item":7,"app":0,"mechanism":"push","ended_us":1000000,"succeeded":true,"#
        + #""energy_nj":5000000000,"battery_nj":0,"was_plugged":true}}"# + "\n")
    let events: [(DeviceEvent, String)] = [
      (.screenOn, "\"screenOn\""), (.screenOff, "\"screenOff\""), (.unlocked, "\"unlocked\""),
      (.plugged, "\"plugged\""), (.unplugged, "\"unplugged\""), (.pathChanged, "\"pathChanged\""),
      (.opened(app: 3), "\"opened\",\"app\":3"), (.left(app: 0), "\"left\",\"app\":0"),
    ]
    for (event, words) in events {
      #expect(
        text { $0.event(.device(event, at: .day(1))) }
          == "{\"event\":{\"now_us\":86400000000,\"kind\":\(words)}}\n")
    }
  }

  @Test("details are additional names at the end, for programs that request them")
  func details() throws {
    let plain = text { $0.decisionPoint(observation, [candidate(17)]) }
    let history = try history()
    let line = text { $0.decisionPoint(observation, [candidate(17)], details: history) }
    #expect(
      line.replacing(#","cellular_balance_bytes":-7,"signal":"poor""#, with: "").replacing(
        #","bundle_id":"org.\"news\"","identifier":"org.refresh","requires_external_power":false,"#
          + #""last_open_us":3600000000,"#
          + #""declared":{"duration_us":3500000,"cpu_us":1500000,"bytes_up":10,"bytes_down":20},"#
          + #""past":{"runs":2,"duration_us":3000000,"bytes":150,"energy_nj":40,"battery_nj":10}"#, with: "")
        == plain, "\(line)")
    var stranger = candidate(17)
    stranger.taskChain = .unlisted
    holds(
      text { $0.decisionPoint(observation, [stranger], details: AppHistory { _ in nil }) }.contains(
        #""bundle_id":"","identifier":null,"requires_external_power":false,"last_open_us":null,"#
          + #""declared":null,"past":null}]}"#))
    var outcome = outcome(energy: 1)
    outcome.duration = .seconds(2)
    holds(
      text { $0.event(.runEnded(outcome), details: history) }.hasSuffix(
        #""was_plugged":false,"duration_us":2000000,"bytes":100}}"# + "\n"))
    holds(!text { $0.event(.runEnded(outcome)) }.contains("bytes"))
  }

  @Test("outcomes are opens with their staleness, and runs with all that they were billed")
  func outcomes() throws {
    let open = PolicyEvent.outcome(
      .open(OpenOutcome(app: 2, opened: .day(1), staleness: .minutes(1))))
    #expect(
      text { $0.event(open) }
        == #"{"outcome":{"kind":"open","app":2,"opened_us":86400000000,"staleness_us":60000000}}"# + "\n")
    let unknown = PolicyEvent.outcome(.open(OpenOutcome(app: 2, opened: .zero, staleness: nil)))
    holds(text { $0.event(unknown) }.hasSuffix(#""opened_us":0,"staleness_us":null}}"# + "\n"))
    let run = PolicyEvent.outcome(
      .run(
        RunCost(
          item: 17, app: 2, mechanism: .refresh, taskChain: .task(0), ended: .day(1), energyNanojoules: 9,
          batteryNanojoules: 4)))
    let line =
      #"{"outcome":{"kind":"run","item":17,"app":2,"mechanism":"refresh","ended_us":86400000000,"#
      + #""energy_nj":9,"battery_nj":4"#
    #expect(text { $0.event(run) } == line + "}}\n")
    let history = try history()
    #expect(
      text { $0.event(run, details: history) }
        == line + #","bundle_id":"org.\"news\"","identifier":"org.refresh"}}"# + "\n")
    holds(text { $0.event(open, details: history) }.hasSuffix(#","bundle_id":"org.\"news\""}}"# + "\n"))
  }

  /// Two runs of the candidates' task, an open, and declarations.
  private func history() throws -> AppHistory {
    let work = WorkSpecification(
      cpu: try Lognormal(median: 1.5, sigma: 0.6), wait: try Constant(2), up: try Constant(10),
      down: try Constant(20))
    let task = TaskSpecification(
      identifier: "org.refresh", mechanism: .refresh, earliestBegin: nil, work: work, fetches: true)
    let app = AppSpecification(bundleID: "org.\"news\"", tasks: [task])
    let history = AppHistory { $0 == 2 ? app : nil }
    history.noteOpen(2, at: .zero + .hour)
    for (energy, seconds, bytes) in [(30, 2, 100), (50, 4, 200)] as [(Int64, Int, Int64)] {
      var outcome = outcome(energy: energy)
      (outcome.duration, outcome.bytes) = (.seconds(seconds), bytes)
      history.add(outcome)
    }
    return history
  }

  private func outcome(energy: Int64) -> RunOutcome {
    RunOutcome(
      item: 7, app: 2, mechanism: .refresh, ended: .day(0), succeeded: true, energyNanojoules: energy,
      batteryNanojoules: 10, wasPlugged: false, bytes: 100, taskChain: .task(0))
  }
}
