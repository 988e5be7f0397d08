import PhoneSimulation
import ResultsStore
import SchedulingPolicies
import Studies
import StudyReports
import TestSupport
import Testing

@Suite("Rows of when reasons kept items waiting") struct BlockedRowTests {
  private func details(warmUpDays: Int) throws -> [RunDetails] {
    let policies = PolicyCatalogue.builtIn.all.filter { ["seven-factor", "never"].contains($0.name) }
    return try (0..<12).flatMap { index in
      let phone = try RandomPhone(index, days: 4, warmUpDays: warmUpDays)
      return try policies.map { policy in
        let result = try phone.run(policy, records: .attempts)
        return RunDetails(runID: "r", result, of: phone.plan, records: .attempts)
      }
    }
  }

  /// Microseconds by reason of the items.
  private func sums(_ attempts: [AttemptRow]) -> [String: Int64] {
    var sums: [String: Int64] = [:]
    for row in attempts {
      for share in row.blocked { sums[share.reason, default: 0] += share.microseconds }
      if row.blockedJointlyMicroseconds > 0 { sums["joint", default: 0] += row.blockedJointlyMicroseconds }
    }
    return sums
  }

  private func sums(_ rows: [BlockedRow]) -> [String: Int64] {
    Dictionary(rows.map { ($0.reason, $0.microseconds) }, uniquingKeysWith: +)
  }

  @Test("without a warm-up they add up to the shares of the items, reason by reason")
  func closure() throws {
    var reasons: Set<String> = []
    for details in try details(warmUpDays: 0) {
      #expect(sums(details.blocked) == sums(details.attempts))
      reasons.formUnion(details.blocked.map(\.reason))
      holds(details.blocked.allSatisfy { (0..<24).contains($0.hour) && $0.microseconds > 0 })
    }
    holds(reasons.count > 4 && reasons.contains("joint"), "\(reasons)")
  }

  @Test("items of the warm-up count from its end on, which rows of items leave out")
  func warmUp() throws {
    var more = 0
    for details in try details(warmUpDays: 1) {
      // A chain that was submitted after warm-up may have begun to wait in it.
      let begun = details.attempts.filter { $0.waitFromMicroseconds ?? 0 >= 86_400_000_000 }
      let (hours, items) = (sums(details.blocked), sums(begun))
      for (reason, time) in items { #expect(hours[reason, default: 0] >= time, "\(reason)") }
      if hours != items { more += 1 }
    }
    #expect(more > 0)
  }
}
