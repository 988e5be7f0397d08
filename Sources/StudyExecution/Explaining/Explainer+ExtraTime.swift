import EventSimulation
import PhoneSimulation
import Workload

extension Explainer {
  /// The work under assertions that an app had left at its exits, as runs that begin at once and have no number.
  func extraTime(app: Int32, series: String?) -> [ItemHistory] {
    var found: [ItemHistory] = []
    for record in result.log where record.app == app && record.mechanism == .assertion {
      guard case .text(let name)? = record[.name],
        series == nil || series == name || series == Mechanism.assertion.name
      else { continue }
      if record.event == .assertionBegan {
        found.append(
          ItemHistory(
            item: 0, mechanism: .assertion, identifier: name, submitted: record.time, open: record.time,
            chainOpen: record.time, launched: record.time, expired: nil, ended: nil, outcome: .running,
            waitEnd: record.time))
      }
      guard let last = found.lastIndex(where: { $0.identifier == name }) else { continue }
      let isRunning = found[last].outcome == .running
      switch record.event {
      case .expired where isRunning: found[last].expired = record.word.name
      case .completed where isRunning: found[last].outcome = .completed(success: record.word == .success)
      case .terminated where isRunning || record.word == .assertionExpired:
        found[last].outcome = .killed(record.word.name)
      default: continue
      }
      if found[last].outcome != .running { found[last].ended = record.time }
    }
    return found
  }

  /// How long each visit of the user to an app lasted that began and ended after warm-up.
  func visits(app: Int32) -> [TimeSpan] {
    var opened: Instant?
    return result.log.filter { $0.app == app }.compactMap { record in
      if record.event == .userOpened { opened = record.time }
      guard record.event == .userLeft, let from = opened, from >= replay.plan.warmUpEnd else { return nil }
      opened = nil
      return record.time - from
    }
  }
}
