import EventSimulation
import ModelParameters
import PhoneSimulation
import Workload

extension Diagnosis {
  /// Defects of the app's own that show in the ends of runs, whatever the verdict is, each with the number of runs or
  /// requests that it concerns and out of how many.
  var defects: [Finding] {
    let runs = histories.filter { $0.launched.map { $0 >= warmUpEnd } ?? false }
    // Without a run after warm-up the last one before it may have kept others from being asked for.
    var found = ends(of: runs.isEmpty ? histories.filter { $0.launched != nil } : runs)
    if runs.isEmpty {
      for index in found.indices { found[index].cause = "in the warm-up, \(found[index].cause)" }
    }
    found += replaced.map { [$0] } ?? []
    let synthetic = runs.count(where: \.isSynthetic)
    guard synthetic > 0 else { return found }
    let part = Finding.part(synthetic, of: runs.count, "runs")
    return found + [
      Finding(
        "debugger",
        "\(part) started by a debugger. They tell nothing about how often the system would start the task: look at the "
          + "other runs only.", 0)
    ]
  }

  /// More than half of the requests were replaced before they could run.
  var replaced: Finding? {
    let requests = histories.filter { $0.mechanism.isRequest && $0.submitted >= warmUpEnd }
    let replaced = requests.count { if case .replaced = $0.outcome { true } else { false } }
    guard replaced * 2 > requests.count else { return nil }
    return Finding(
      "replaced",
      "\(replaced) of \(requests.count) requests were replaced before they could run. Submit only when none is pending: "
        + "each replacement starts its floor anew.", Double(replaced) / Double(requests.count))
  }

  private func ends(of runs: [History.Item]) -> [Finding] {
    var counts: [String: Int] = [:]
    for run in runs {
      var words = Set([run.expired].compactMap { $0 })
      switch run.outcome {
      case .killed(let word), .cancelled(let word): words.insert(word)
      case .completed(false) where run.expired == nil: words.insert("runsFail")
      default: break
      }
      for word in words { counts[word, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { word, count in
      let share = Double(count) / Double(runs.count)
      let least = word == "runsFail" ? 1 - HealthVerdict.successShare : HealthVerdict.defectShare
      guard verdict == .failing || Self.endTexts[word]?[1] == "each" || share >= least,
        let text = sentence(word)
      else { return nil }
      let part =
        text.hasPrefix("killed")
        ? Finding.part(count, of: runs.count, "runs")
        : "\(count) of \(runs.count) runs (\(Finding.percent(share)))"
      return Finding(word, "\(part) \(text)", share)
    }
  }

  /// How runs ended, as a clause after their number, and what to do about it; nil where another part tells it.
  private func sentence(_ word: String) -> String? {
    switch word {
    case "resourcePressure" where mechanism == .continued:
      "ended for memory or heat while all slots were taken. Report progress steadily: the task whose last progress is "
        + "oldest ends first."
    case "timeLimit": timeLimit
    case "stalled":
      "stalled: they reported no progress for \(limit). Report progress more often than that, from whatever does the work."
    case "appRemoved", "forceQuit":
      "ended, because the user swiped the app away. No callback tells the app: "
        + (mechanism.isTransfer ? "create them again" : "save checkpoints, and go on") + " at the next open."
    case "debug": nil
    default:
      Self.endTexts[word]?[2]
        ?? (mechanism.isTransfer ? nil : "ended early: \(word). Save checkpoints, so that little is lost.")
    }
  }

  /// Words for ends of runs; `each` for those of which each single one is told; the sentences.
  private static let endTexts = CatalogueText.byName(
    """
    completionTimeout | each | killed for want of a completion. Complete the task on every path, errors and expiry included.
    cpuMonitor | each | killed by the processor monitor. Require external power for minutes of computing, or use less of a core.
    lateRegistration | each | killed: lateRegistration. Register each handler once, before the launch has finished.
    duplicateRegistration | each | killed: duplicateRegistration. Register each handler once, before the launch has finished.
    noHandler | each | killed: noHandler. Register each handler once, before the launch has finished.
    crash | each | killed by a crash. Read the crash reports of background launches.
    assertionExpired | each | killed, because the assertion was open when the extra time ended. End each in its expiration handler.
    callNotReported | each | killed, because the app reported no call. Report a call for each VoIP push, at once.
    memoryPressure | | killed for memory. Use less of it, and save checkpoints.
    resourcePressure | | killed for memory. Use less of it, and save checkpoints.
    userCancelled | | were canceled by the user. Show what the task does and how far it is, keep what is done, and offer to go on.
    user | | were canceled by the user. Show what the task does and how far it is, keep what is done, and offer to go on.
    deviceInUse | | were cut off by the user or the charger. Save checkpoints, so that the next run goes on.
    unplugged | | were cut off by the user or the charger. Save checkpoints, so that the next run goes on.
    runsFail | | failed by themselves. Find out why: a failed run takes its energy, and leaves its work undone.
    """, columns: 3)

  /// The time that a run has, or the silence after which a continued task is ended.
  private var limit: String {
    func words(_ name: String) -> String { parameters.map { TimeWords.exact($0.span(name)) } ?? "" }
    return switch mechanism {
    case .refresh, .push: words("\(mechanism.name).runtimeLimit")
    case .processing, .health: words("processing.runtimeLimit")
    case .assertion: words("assertion.allowance")
    case .continued:
      "\(words("continued.stallTimeout")) (\(words("continued.stallTimeoutPressure")) under heat or memory pressure)"
    default: ""
    }
  }

  private var timeLimit: String {
    let savesCheckpoints = app.quality.checkpointInterval != nil
    let time = limit.isEmpty ? "" : " of \(limit)"
    return switch mechanism {
    case .assertion:
      "were cut off when the extra time\(time) after leaving the app ended. Move this work to a background URLSession, "
        + "which goes on without the app, or to a continued task that the user starts."
    case .processing, .health:
      "met their time limit\(time). Divide the work, "
        + (savesCheckpoints
          ? "or count on several runs for it, which go on from its checkpoints"
          : "and save a checkpoint every few seconds, so that the next run goes on")
        + "; what the user waits for belongs in a continued task."
    case .push: "met their time limit\(time). Do less in one run, or move the bytes to a background transfer."
    case .mode: "met their time limit\(time). Do less in one run, or take an assertion for the rest."
    default:
      "met their time limit\(time). Do less in one run, "
        + (savesCheckpoints ? "" : "save a checkpoint every few seconds, ")
        + "or move the work to a processing task or a background transfer."
    }
  }
}
