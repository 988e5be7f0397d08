import EventSimulation
import PhoneSimulation
import Workload

/// Advice to a developer in plain sentences.
///
/// Each sentence answers something that was seen in the app's own items, with the number that it was seen by;
/// nothing is advised that would not have mattered here.
struct Advice {
  let histories: [ItemHistory]
  let rejections: [(identifier: String, reason: String, count: Int)]
  let task: TaskSpecification?

  var sentences: [String] {
    var found = refusals
    if histories.isEmpty, rejections.isEmpty {
      found.append("Nothing was ever submitted: submit a request at launch and again whenever one has run.")
    }
    found += ends
    found += waits
    return found
  }

  private var refusals: [String] {
    rejections.compactMap { rejection in
      let times = rejection.count == 1 ? "once" : "\(rejection.count) times"
      switch rejection.reason {
      case "notPermitted":
        return
          "`\(rejection.identifier)` was refused \(times): list exactly this identifier (case counts) among "
          + "the permitted ones, and declare the mode of its kind."
      case "unavailable":
        return
          "Submitting was refused \(times) because Background App Refresh was off, or the system too old: "
          + "read the status, tell the user, and fetch when the app is opened."
      case "tooManyPending":
        return "`\(rejection.identifier)` was refused \(times): fewer requests may wait at once. Reuse one "
          + "identifier; submitting it again replaces the old request."
      case "badPriority", "badPayload":
        return
          "Pushes were refused \(times): send them with priority 5, type background and content-available."
      default: return "`\(rejection.identifier)` was refused \(times): \(rejection.reason)."
      }
    }
  }

  private func count(_ holds: (ItemHistory) -> Bool) -> Int { histories.count(where: holds) }

  /// Advice from the ends of runs and waits.
  private var ends: [String] {
    var found: [String] = []
    let kills = count { if case .killed("completionTimeout") = $0.outcome { true } else { false } }
    if kills > 0 {
      found.append(
        "\(kills) of \(histories.count) runs were killed for want of a completion: complete the task on every path, "
          + "errors and expiry included.")
    }
    let late = count { $0.expired == "timeLimit" }
    if late > 0 {
      found.append(
        "\(late) runs met their time limit: do less in one run, save a checkpoint every few seconds, or move the "
          + "work to a processing task or a background transfer.")
    }
    let disturbed = count { $0.expired == "deviceInUse" || $0.expired == "unplugged" }
    if disturbed > 0 {
      found.append(
        "\(disturbed) runs were cut off by the user or the charger: save checkpoints, so that the next run goes on."
      )
    }
    let replaced = count { if case .replaced = $0.outcome { true } else { false } }
    if replaced * 2 > histories.count {
      found.append(
        "\(replaced) of \(histories.count) requests were replaced before they could run: submit only when none is "
          + "pending, since each replacement starts its floor anew.")
    }
    let lost = count {
      if case .coalesced = $0.outcome { true } else if case .dropped = $0.outcome { true } else { false }
    }
    if lost > 0 {
      found.append(
        "\(lost) of \(histories.count) pushes were lost: a push is a hint. Let each fetch everything that has "
          + "changed, and send fewer than three an hour.")
    }
    return found
  }

  /// Advice from the reasons that kept the work waiting longest.
  private var waits: [String] {
    let times = WaitTotals(histories)
    guard let (reason, share) = times.mostBlocking, share > 0.1 else { return [] }
    let part = "\(Int((share * 100).rounded())) % of the waiting"
    switch reason {
    case .forceQuit:
      return [
        "\(part) was after a force quit, which only the user's next launch ends: use visible pushes to be opened."
      ]
    case .barOff, .barWifiOnly:
      return ["\(part) was because Background App Refresh was off or on Wi-Fi only: the user decides that."]
    case .lowPowerMode, .lowBattery:
      return [
        "\(part) was low battery or Low Power Mode: move what can wait to a processing task on the charger."
      ]
    case .externalPower, .deviceInUse:
      let flag = task?.mechanism.isProcessing == true
      return [
        flag
          ? "\(part) was for an idle phone on a charger, which processing needs: short work may be a refresh task instead."
          : "\(part) was for an idle phone on a charger."
      ]
    case .earliestBeginDate:
      return ["\(part) was the request's own floor: submit with an earlier begin date."]
    case .rateLimit:
      return ["\(part) was spacing between launches: a shorter floor gains nothing; do more in each run."]
    case .score, .appUsage:
      return [
        "\(part) was for a better moment: the system saves its runs for apps that are about to be opened. What must "
          + "be fresh on time belongs into a push or a fetch at open."
      ]
    case .energyBudget, .dataBudget:
      return ["\(part) was an empty budget: move fewer bytes, and less often."]
    case .firstUnlock: return ["\(part) was between a restart and the first unlock."]
    case .noNetwork:
      return ["\(part) was for a network path: do not require one for work that can do without."]
    case .resumeDelay:
      return [
        "\(part) was the delay that background wakes add: start all files as one batch, from the foreground."
      ]
    case .transferStage:
      return [
        "\(part) was for Wi-Fi and a charger: a transfer that the user waits for should not be discretionary."
      ]
    case .policyChoice, .appForeground, .alreadyRunning, .concurrency, .thermalCritical, .bootHold, .busy,
      .cpuLoad, .thermalSerious, .herd:
      return ["\(part) was `\(reason.name)`, which an app cannot change."]
    }
  }
}

/// Waiting time of several items by reason; joint time counts for the first of its reasons.
struct WaitTotals {
  private(set) var total: Int64 = 0
  private var times: [BlockingSet: Int64] = [:]

  init(_ histories: [ItemHistory]) {
    for history in histories {
      for wait in history.waits {
        let length = (wait.to - wait.from).microseconds
        total += length
        times[wait.reasons, default: 0] += length
      }
    }
  }

  var shares: [BlockedShareOfSet] {
    times.map { BlockedShareOfSet(reasons: $0.key, time: .microseconds($0.value)) }.sorted {
      $0.time == $1.time ? $0.reasons.rawValue < $1.reasons.rawValue : $0.time > $1.time
    }
  }

  /// The reason with the most time, and its share of all waiting.
  var mostBlocking: (reason: BlockingReason, share: Double)? {
    var byReason: [BlockingReason: Int64] = [:]
    for (reasons, time) in times { if let first = reasons.first { byReason[first, default: 0] += time } }
    let best = byReason.max {
      $0.value == $1.value ? $0.key.rawValue > $1.key.rawValue : $0.value < $1.value
    }
    guard let best, total > 0 else { return nil }
    return (best.key, Double(best.value) / Double(total))
  }
}
