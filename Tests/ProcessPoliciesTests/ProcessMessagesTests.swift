import EventSimulation
import Foundation
import JSON
import ModelParameters
import SchedulingPolicies
import Testing
import Workload

@testable import ProcessPolicies

@Suite("Messages to a process")
struct ProcessMessagesTests {
  private func text(_ write: (inout JSONLine) -> Void) -> String {
    var line = JSONLine()
    write(&line)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  @Test("hello names version, label, settings, gates and every parameter, and is JSON")
  func hello() throws {
    let command = PolicyCommand(
      label: "a \"b\"\\\u{1}", words: [.init("x")], settings: #"{"hours":1.5}"#)
    let line = text { $0.hello(command, context.parameters, enforces: context.enforces) }
    #expect(
      line.hasPrefix(
        #"{"hello":2,"policy":"a \"b\"\\\u0001","settings":{"hours":1.5},"enforces":["rateLimit"],"parameters":{"#
      ))
    #expect(line.hasSuffix("}}\n") && line.count { $0 == "\n" } == 1)
    let message = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let parameters = try #require(message["parameters"] as? [String: Any])
    #expect(parameters.count == context.parameters.definitions.count)
    #expect(parameters["fixed.interval"] as? Double == 60)
    #expect(message["policy"] as? String == command.label)
  }

  @Test("a device is told by its key and never by seed, replication or number")
  func device() {
    #expect(
      text { $0.device(context) }
        == #"{"device":{"device_key":"9d2b0f6f1c7e4a35","first_weekday":6}}"# + "\n")
  }

  @Test("a decision point has every field of the observation and of each candidate")
  func decisionPoint() {
    #expect(text { $0.decisionPoint(observation, [candidate(17)]) } == observationLine + "\n")
    let two = text { $0.decisionPoint(observation, [candidate(17), candidate(18, mechanism: .push)]) }
    #expect(two.contains(#"},{"item":18,"app":2,"mechanism":"push","#))
    var bare = candidate(17)
    (bare.denials, bare.lastLaunch, bare.likelihood) = ([], nil, 0)
    #expect(
      text { $0.decisionPoint(observation, [bare]) }.contains(
        #""denials":[],"likelihood":0.0,"last_launch_us":null,"#))
  }

  @Test("what a process may listen to")
  func notices() {
    #expect(text { $0.runStarted(7) } == "{\"run_started\":{\"item\":7}}\n")
    let outcome = RunOutcome(
      item: 7, app: 0, mechanism: .push, ended: .day(0, .seconds(1)), succeeded: true,
      energyNanojoules: 5_000_000_000, batteryNanojoules: 0, wasPlugged: true)
    #expect(
      text { $0.runEnded(outcome) }
        == #"{"run_ended":{"item":7,"app":0,"mechanism":"push","ended_us":1000000,"succeeded":true,"#
        + #""energy_nj":5000000000,"battery_nj":0,"was_plugged":true}}"# + "\n")
    let events: [(DeviceEvent, String)] = [
      (.screenOn, "\"screenOn\""), (.screenOff, "\"screenOff\""), (.unlocked, "\"unlocked\""),
      (.plugged, "\"plugged\""), (.unplugged, "\"unplugged\""), (.pathChanged, "\"pathChanged\""),
      (.opened(app: 3), "\"opened\",\"app\":3"), (.left(app: 0), "\"left\",\"app\":0"),
    ]
    for (event, words) in events {
      #expect(
        text { $0.event(event, at: .day(1)) }
          == "{\"event\":{\"now_us\":86400000000,\"kind\":\(words)}}\n")
    }
  }
}
