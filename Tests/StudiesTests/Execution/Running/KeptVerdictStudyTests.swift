import PhoneSimulation
import Studies
import TestSupport
import Testing

@Suite("Kept verdicts in studies")
struct KeptVerdictStudyTests {
  @Test(
    "GATE-2: in every canned study, cached verdicts and candidates equal recomputed ones",
    arguments: Tier.isLong ? ShippedStudy.canned : Array(ShippedStudy.canned.prefix(3)))
  func cannedInNumbers(_ name: String) throws {
    let file = try StudyFile(path: ShippedStudy.path("canned/\(name)"))
    for point in file.points {
      for policy in point.study.policies.indices {
        let replay = DeviceReplay(point.study, policy: policy, replication: 0, device: 0)
        let result = try replay.run(records: .gateCheck)
        let recorded = try replay.run(records: [.gateCheck, .log, .attempts, .blocking])
        holds(recorded.eventHash == result.eventHash && recorded.eventCounts == result.eventCounts)
      }
    }
  }
}
