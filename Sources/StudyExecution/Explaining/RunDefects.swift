import EventSimulation
import PhoneSimulation
import Workload

/// Defects of the app's own that show in the ends of its runs, whatever the verdict is.
struct RunDefects {
  /// All items of the chosen series.
  let histories: [ItemHistory]
  /// Items that ended or run after this instant are looked at.
  let warmUpEnd: Instant

  /// Least share of the runs for a sentence about runs that were cut off.
  static let leastShare = 0.05

  private var runs: [ItemHistory] { histories.filter { $0.launched.map { $0 >= warmUpEnd } ?? false } }

  /// One sentence a defect, with the number of runs or requests that it concerns and out of how many.
  var sentences: [String] {
    let runs = self.runs
    var found: [String] = []
    let synthetic = runs.count(where: \.isSynthetic)
    if synthetic > 0 {
      found.append(
        "\(Finding.part(synthetic, of: runs.count, "runs")) started by a debugger. They tell nothing about how often the "
          + "system would start the task: look at the other runs only.")
    }
    // Without a run after warm-up the last one before it may have kept others from being asked for.
    let earlier = runs.isEmpty ? histories.filter { $0.launched != nil } : []
    found += kills(earlier).map { "In the warm-up, \($0)" }
    found += kills(runs)
    found += cuts(runs)
    let requests = histories.filter { $0.mechanism.isRequest && $0.submitted >= warmUpEnd }
    let replaced = requests.count { if case .replaced = $0.outcome { true } else { false } }
    if replaced * 2 > requests.count {
      found.append(
        "\(replaced) of \(requests.count) requests were replaced before they could run. Submit only when none is "
          + "pending: each replacement starts its floor anew.")
    }
    return found
  }

  private func kills(_ runs: [ItemHistory]) -> [String] {
    var counts: [String: Int] = [:]
    for run in runs { if case .killed(let reason) = run.outcome { counts[reason, default: 0] += 1 } }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { reason, count in
      let part = "\(Finding.part(count, of: runs.count, "runs")) killed"
      switch reason {
      case "completionTimeout":
        return
          "\(part) for want of a completion. Complete the task on every path, errors and expiry included."
      case "cpuMonitor":
        return
          "\(part) by the processor monitor. Require external power for minutes of computing, or use less of a core."
      case "lateRegistration", "duplicateRegistration", "noHandler":
        return "\(part): \(reason). Register each handler once, before the launch has finished."
      case "memoryPressure", "resourcePressure":
        guard Double(count) >= Self.leastShare * Double(runs.count) else { return nil }
        return "\(part) for memory. Use less of it, and save checkpoints."
      case "crash": return "\(part) by a crash. Read the crash reports of background launches."
      default: return nil
      }
    }
  }

  private func cuts(_ runs: [ItemHistory]) -> [String] {
    func part(_ count: Int) -> String {
      "\(count) of \(runs.count) runs (\(Finding.percent(Double(count) / Double(max(1, runs.count)))))"
    }
    func matters(_ count: Int) -> Bool {
      count > 0 && Double(count) >= Self.leastShare * Double(runs.count)
    }
    var found: [String] = []
    let late = runs.count { $0.expired == "timeLimit" }
    if matters(late) {
      found.append(
        "\(part(late)) met their time limit. Do less in one run, save a checkpoint every few seconds, or move the "
          + "work to a processing task or a background transfer.")
    }
    let disturbed = runs.count { $0.expired == "deviceInUse" || $0.expired == "unplugged" }
    if matters(disturbed) {
      found.append(
        "\(part(disturbed)) were cut off by the user or the charger. Save checkpoints, so that the next run goes on."
      )
    }
    let failed = runs.count { $0.outcome == .completed(success: false) && $0.expired == nil }
    if failed > 0, Double(failed) >= 0.2 * Double(runs.count) {
      found.append(
        "\(part(failed)) failed by themselves. Find out why: a failed run brings no content, but takes its energy."
      )
    }
    return found
  }
}
