import EventSimulation
import ModelParameters
import Workload

/// A heuristic that knows the future actions of the user. It shows the value of knowing the future; it is
/// neither a policy for real phones nor the exact bound.
///
/// How long a processing run takes is not known beforehand: it is taken to be the longest run of the app that
/// succeeded so far, and the runtime limit before the first.
package struct Clairvoyant: SchedulingPolicy {
  let future: DeviceFuture
  let lead, idleDelay, runtimeLimit: TimeSpan
  let mayRunOnBattery: Bool
  let enforces: BlockingSet
  private var now: Instant = .zero
  private var begun: [Int32: Instant] = [:]
  /// The longest processing run that succeeded, by app.
  private var longest: [Int32: TimeSpan] = [:]

  /// - Parameter future: The timeline of the device; with an empty one, refreshes and pushes never start.
  package init(_ parameters: ParameterSet, future: DeviceFuture, enforces: BlockingSet = []) {
    (self.future, self.enforces) = (future, enforces)
    lead = parameters.span("clairvoyant.lead")
    idleDelay = parameters.span("processing.idleDelay")
    runtimeLimit = parameters.span("processing.runtimeLimit")
    mayRunOnBattery = parameters.boolean("processing.allowOnBattery")
  }

  package var traits: PolicyTraits {
    PolicyTraits(listens: [.runStarted, .runEnded], ignoresLikelihoodWhenDenied: nil)
  }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    now = observation.now
    answer.decide(candidates.oldestFirst, obeying: enforces) { candidate in
      .start(candidate, notBefore: bestStart(candidate) ?? .distantFuture, at: now)
    }
  }

  private func bestStart(_ candidate: Candidate) -> Instant? {
    switch candidate.mechanism {
    case .refresh, .push: startBeforeOpen(candidate.app)
    case .processing, .health: startOfLongEnoughInterval(candidate.app)
    case .discretionaryTransfer: startOnCheapestPath(before: candidate.deadline)
    case .continued, .transfer, .wake, .assertion, .mode: now
    }
  }

  /// The latest feasible start that is early enough for the next open that can be served at all.
  ///
  /// A start is feasible while the gates that can be foreseen stay open for the lead after it.
  private func startBeforeOpen(_ app: Int32) -> Instant? {
    guard future.opens.indices.contains(Int(app)) else { return nil }
    let feasible = future.launchable[Int(app)]
    let opens = future.opens[Int(app)]
    var index = feasible.partition { $0.end > now }
    while index < feasible.count, max(feasible[index].start, now) + lead > feasible[index].end { index += 1 }
    guard index < feasible.count else { return nil }
    let earliest = max(feasible[index].start, now)
    let next = opens.partition { $0 - lead >= earliest }
    guard next < opens.count else { return nil }
    let target = opens[next] - lead
    var latest = earliest
    while index < feasible.count, feasible[index].start <= target {
      let last = min(feasible[index].end - lead, target)
      if last >= max(feasible[index].start, now) { latest = last }
      index += 1
    }
    return latest
  }

  /// The first time at which the phone will be idle on the charger for long enough.
  private func startOfLongEnoughInterval(_ app: Int32) -> Instant? {
    let needed = longest[app] ?? runtimeLimit
    let intervals = mayRunOnBattery ? future.idle : future.idlePlugged
    for interval in intervals[intervals.partition { $0.end > now }...] {
      let start = max(now, interval.start + idleDelay)
      if start + needed <= interval.end { return start }
    }
    return nil
  }

  /// Wi-Fi, if there will be any before the deadline.
  private func startOnCheapestPath(before deadline: Instant) -> Instant {
    let next = future.wifi.partition { $0.end > now }
    guard next < future.wifi.count, future.wifi[next].start < deadline else { return now }
    return max(now, future.wifi[next].start)
  }

  package mutating func observe(_ event: PolicyEvent) {
    switch event {
    case .runStarted(let item): begun[item] = now
    case .runEnded(let outcome):
      let start = begun.removeValue(forKey: outcome.item)
      guard let start, outcome.mechanism.isProcessing, outcome.succeeded else { return }
      longest[outcome.app] = max(longest[outcome.app] ?? .zero, outcome.ended - start)
    case .device, .outcome: break
    }
  }

  package static let descriptor = PolicyDescriptor(
    name: "clairvoyant",
    summary: "Uses the future: starts work just before the next use of its app, and only then.",
    idea: """
      Shows the value of knowing the user. The policy reads opens, idle and charging times, and the network from \
      the timeline of the device. It is a heuristic in addition to the exact bound, and cannot be built.
      """,
    rule: """
      for refresh and push: it is the latest feasible moment at or before the app's next open minus \
      `clairvoyant.lead` (never, if no open follows). For processing: the device will be idle on the charger \
      long enough to finish. For discretionary transfers: the path is Wi-Fi, or will not be Wi-Fi before the \
      deadline.
      """,
    parameterNames: ["clairvoyant.lead"],
    usesFuture: true,
    weakness: """
      Not attainable. Slots, budgets, chances to charge by day, and prompted Low Power Mode depend on the state, \
      so the policy does not foresee them. It expects a processing run to last as long as the longest run so \
      far, at first `processing.runtimeLimit`.
      """,
    source: "bound of the comparison",
    make: { Clairvoyant($0.parameters, future: $0.future ?? DeviceFuture(), enforces: $0.enforces) })
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element is `true` for a condition that, once true, stays true; the end if none.
  fileprivate func partition(where isLater: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
