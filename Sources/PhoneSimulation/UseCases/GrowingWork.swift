import EventSimulation
import RandomStreams
import Workload

/// The changes and the time that the next run of a series makes up for.
struct Backlog {
  /// When a run of the series succeeded last; the start before the first.
  var lastSuccess = Instant.zero
  /// The changes of content whose amounts are summed, by their numbers.
  var changes = 0..<0
  var work = Work.none
}

extension Phone {
  /// Adds what has grown to the work of a run.
  ///
  /// The amount of a change is drawn by its number among the changes, so that it is the same whichever run makes up for it.
  /// Each is added once and taken away once, in whole microseconds and bytes, however long the backlog is.
  mutating func grow(_ work: inout Work, _ laws: WorkDistributions, of slot: RunSlot) {
    let (item, now) = (runs[slot].item, runs[slot].handlerStarted ?? .zero)
    var backlog = history[backlogOf: item]
    var grown = work
    if let perDay = laws.growth[.perDay] {
      grown.add(perDay.draw(stream), times: (now - backlog.lastSuccess) / .day)
    }
    if let perChange = laws.growth[.perChange] {
      let missing = freshness.missing(item.app, before: now, counted: backlog.changes.upperBound)
      if missing.lowerBound >= backlog.changes.upperBound {
        (backlog.changes, backlog.work) = (missing.lowerBound..<missing.lowerBound, .none)
      }
      let fetched = backlog.changes.lowerBound..<missing.lowerBound
      for (changes, times) in [(fetched, -1.0), (backlog.changes.upperBound..<missing.upperBound, 1)] {
        for change in changes {
          stream.seek(event: address(.changeWork, app: item.app, index: change))
          backlog.work.add(perChange.draw(stream), times: times)
        }
      }
      backlog.changes = missing
      history[backlogOf: item] = backlog
      grown.add(backlog.work, times: 1)
    }
    work.cpu = max(work.cpu, min(grown.cpu, Work.most.cpu))
    work.wait = max(work.wait, min(grown.wait, Work.most.wait))
    work.bytesUp = max(work.bytesUp, min(grown.bytesUp, Work.most.bytesUp))
    work.bytesDown = max(work.bytesDown, min(grown.bytesDown, Work.most.bytesDown))
  }

  /// A run has succeeded: the days of its series begin anew.
  mutating func noteSuccess(of item: WorkItem, at now: Instant) {
    guard item.task != nil || item.mechanism == .push,
      specification(item.app)?.work(ofTask: item.task)?.growth[.perDay] != nil
    else { return }
    history[backlogOf: item].lastSuccess = now
  }
}

extension Work {
  fileprivate static let none = Work(cpu: .zero, wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
  /// The most that growth takes the work of a run to: a day of processor time, and the upper ends of single draws.
  fileprivate static let most = Work(
    cpu: .day, wait: .days(7), bytesUp: 10_000_000_000, bytesDown: 10_000_000_000, fails: false)

  /// Adds other work so many times.
  fileprivate mutating func add(_ other: Work, times: Double) {
    cpu += .seconds(other.cpu.seconds * times)
    wait += .seconds(other.wait.seconds * times)
    bytesUp += Int64(nearest: Double(other.bytesUp) * times)
    bytesDown += Int64(nearest: Double(other.bytesDown) * times)
  }
}
