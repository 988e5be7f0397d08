import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Progress on a terminal") struct ProgressTests {
  @Test("counts device-days and runs")
  func progress() throws {
    let folder = try TestFolder(ResumeTests.study, as: "long.yaml")
    let outcome = try folder.shell(
      "env -u NO_COLOR TERM=xterm script -qec 'slumber run long.yaml --jobs 1 --results r.sqlite' /dev/null")
    let lines = outcome.output.matches(
      of: #/\r\e\[2K(\d+)/(\d+) device-days, \S+ per second, [^,]+ left, (\d+) runs? done/#)
    #expect(lines.count > 1, "\(outcome.summary)")
    // 25 replications of three policies; a run has 8 devices over 6 days.
    let last = try #require(lines.last)
    let (days, total, runs) = (Int(last.1), Int(last.2), Int(last.3))
    holds(total == 75 * 48 && days != nil && runs != nil)
    holds((days ?? 0) >= 48 * (runs ?? 0) && (runs ?? 0) > 0)
  }
}
