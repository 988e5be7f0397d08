import ModelParameters
import ResultsStore
import StudyTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Studies

@Suite("Earlier rules") struct EarlierRuleTests {
  /// Sums of the event hashes of all runs on two phones in two replications, recorded before the rules were corrected.
  ///
  /// Decision points (GATE-3) were corrected without a switch. `quickstart`, `07-three-strategies`, `14-nightly-force-quit` and
  /// `ring-app` meet such an instant, so that their sums were recorded after that correction.
  private static let hashes: [(study: String, sum: UInt64)] = [
    ("quickstart", 0xdf24_27ea_b3df_b174), ("tail-sharing", 0xb828_d904_f86d_f4bd),
    ("canned/02-photo-library-processing", 0xe255_3198_7ed4_4469),
    ("canned/06-overnight-training", 0x5bb3_7773_cd8e_7a25),
    ("canned/07-three-strategies", 0xc004_ac80_3fc6_c1ea),
    ("canned/10-works-on-my-device", 0x9eb2_afb9_6791_5df4),
    ("canned/14-nightly-force-quit", 0x8296_8906_cde0_c92c),
    ("canned/17-photo-export", 0x87a3_c90f_e25b_5e8c),
    ("canned/18-large-download", 0x6097_7fde_7671_b3bd), ("canned/24-abandoned-app", 0x5771_7f67_db1c_b4f3),
    ("observed/ring-app", 0xf7a4_0599_9154_1484), ("observed/night-transcription", 0x6246_23b1_775f_ec55),
    ("observed/child-device", 0xd664_bb69_9291_b517), ("observed/slow-progress", 0xed93_91a9_c417_8c8a),
    ("observed/uploads-after-exit", 0x9b0c_8956_c323_3ba0),
  ]

  @Test("ORD-2 all parameters that restore an earlier rule give the events of before", arguments: hashes)
  func events(study: String, sum: UInt64) throws {
    let size = [("population.devices", "2"), ("replications", "2")]
    let changes = EarlierRules.changes.merging(EarlierRules.regularDevices) { $1 }
    let rules = changes.sorted { $0.key < $1.key }.map { ("parameters.\($0.key)", $0.value) }
    let file = try StudyFile(path: ShippedStudy.path(study), overrides: size + rules)
    let found = Mutex<UInt64>(0)
    // The policy `gates-only` is younger than the sums.
    let runs = RunPlan(file, command: "").entries.filter { $0.planned.policyName != "gates-only" }
    try StudyRunner(file, runs: runs).run(jobs: 2) { run in
      found.withLock { $0 &+= run.accumulator.eventHash }
    }
    #expect(found.withLock { $0 } == sum)
  }
}
