import Basics
import EventSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Replies of a process")
struct ProcessReplyTests {
  private func decisions(_ text: String) throws -> [Decision] {
    let reply = try JSONParser.value(of: Array(text.utf8)[...])
    return try ProcessReply.decisions(reply, [candidate(17), candidate(18)])
  }

  @Test("starts and waits in the order of the reply, with scores and instants")
  func decisions() throws {
    let found = try decisions(
      #"{"decisions":[{"item":18,"start":true,"score":0.5,"threshold":1},"#
        + #"{"item":17,"wait":"herd","until_us":1e6},{"item":17,"wait":"policyChoice","start":false,"#
        + #""until_us":null,"score":null}]}"#)
    #expect(
      found == [
        Decision(item: 18, verdict: .start, score: 0.5, threshold: 1),
        Decision(item: 17, verdict: .wait(.herd, until: .day(0, .seconds(1)))),
        Decision(item: 17, verdict: .wait(.policyChoice, until: nil)),
      ])
    holds(try decisions(#"{"decisions":[]}"#).isEmpty)
  }

  @Test("other replies are rejected with the expected form")
  func refused() throws {
    let readings: [String: (JSONValue) throws(ReplyError) -> Void] = [
      "decisions": { reply throws(ReplyError) in
        _ = try ProcessReply.decisions(reply, [candidate(17), candidate(18)])
      },
      "hello": { reply throws(ReplyError) in _ = try ProcessTraits(reply) },
      "app": { reply throws(ReplyError) in _ = try AppLine(reply) },
    ]
    try RecordedCases("Tests/StudiesTests/Execution/Fixtures/replies.txt").expect { title, replies in
      let read = try #require(readings[title])
      return try replies.map { text in
        let reply = try JSONParser.value(of: Array(text.utf8)[...])
        do throws(ReplyError) {
          try read(reply)
          return "accepted"
        } catch {
          return "\(text): expected \(error.expected)"
        }
      }
    }
  }

  @Test("an unknown reason is refused with all that there are")
  func reason() {
    let names = BlockingReason.allCases.map(\.name).joined(separator: ", ")
    #expect(throws: ReplyError("`decisions[0].wait` to be a reason: \(names)")) {
      try decisions(#"{"decisions":[{"item":17,"wait":"tired"}]}"#)
    }
  }

  @Test("the answer to hello has the traits of the policy, and may ask for further devices")
  func hello() throws {
    func traits(_ text: String) throws -> ProcessTraits {
      try ProcessTraits(try JSONParser.value(of: Array(text.utf8)[...]))
    }
    let plain = try traits(Programs.hello)
    holds(plain.policy == PolicyTraits() && !plain.isReusable && !plain.learns && !plain.wantsDetails)
    let full = try traits(
      #"{"hello":2,"policy":"x","reusable":true,"decides_at_launches":true,"listens":["event","run_ended"]}"#)
    holds(full.isReusable && !full.learns)
    #expect(full.policy == PolicyTraits(listens: [.device, .runEnded], decidesAtLaunches: true))
    let learner = try traits(
      #"{"hello":2,"policy":"x","outcomes":true,"learns":true,"decides_on_change_only":true}"#)
    holds(learner.learns && learner.policy == PolicyTraits(listens: .outcome, decidesOnChangeOnly: true))
  }
}
