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

  @Test(
    "anything else is refused with what was expected",
    arguments: [
      ("[]", "an object"), ("{}", "`decisions` to be a list"),
      (#"{"decisions":{}}"#, "`decisions` to be a list"),
      (#"{"decision":[]}"#, "no `decision`; known are decisions"),
      (#"{"decisions":[17]}"#, "`decisions[0]` to be an object"),
      (#"{"decisions":[{"start":true}]}"#, "`decisions[0].item` to be a candidate: 17, 18"),
      (#"{"decisions":[{"item":"17","start":true}]}"#, "`decisions[0].item` to be a candidate: 17, 18"),
      (
        #"{"decisions":[{"item":17,"start":true},{"item":19,"start":true}]}"#,
        "`decisions[1].item` to be a candidate: 17, 18"
      ),
      (#"{"decisions":[{"item":17}]}"#, "`decisions[0]` to have either `start` or `wait`"),
      (
        #"{"decisions":[{"item":17,"start":true,"wait":"herd"}]}"#,
        "`decisions[0]` to have either `start` or `wait`"
      ),
      (#"{"decisions":[{"item":17,"start":1}]}"#, "`decisions[0].start` to be true or false"),
      (
        #"{"decisions":[{"item":17,"start":true,"until_us":5}]}"#,
        "`decisions[0].until_us` to go with `wait`"
      ),
      (
        #"{"decisions":[{"item":17,"wait":"herd","until_us":0.5}]}"#,
        "`decisions[0].until_us` to be a whole number of microseconds"
      ),
      (#"{"decisions":[{"item":17,"start":true,"score":"x"}]}"#, "`decisions[0].score` to be a number"),
      (
        #"{"decisions":[{"item":17,"wait":"herd","untill_us":5}]}"#,
        "no `decisions[0].untill_us`; known are item, start, wait, until_us, score, threshold"
      ),
    ])
  func refused(_ reply: String, _ expected: String) {
    #expect(throws: ReplyError(expected)) { try decisions(reply) }
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
    let list = "`listens` to be a list out of run_started, run_ended, event"
    for (text, expected) in [
      (#"{"hello":1,"policy":"x"}"#, "`hello` to be 2"), (#"{"policy":"x"}"#, "`hello` to be 2"),
      (#"{"hello":2}"#, "`policy` to be a name"), (#"{"hello":2,"policy":"x","listens":["all"]}"#, list),
      (#"{"hello":2,"policy":"x","listens":true}"#, list),
      (#"{"hello":2,"policy":"x","reusable":1}"#, "`reusable` to be true or false"),
      (
        #"{"hello":2,"policy":"x","reuse":true}"#,
        "no `reuse`; known are hello, policy, reusable, decides_at_launches, decides_on_change_only, details, "
          + "outcomes, learns, listens"
      ),
    ] { #expect(throws: ReplyError(expected)) { try traits(text) } }
  }
}
