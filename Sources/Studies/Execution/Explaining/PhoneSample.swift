import Dispatch
import PhoneSimulation
import Synchronization
import Workload

/// Phones on which something is tried: the one that is looked at, the others of its replication, those of the next.
package struct PhoneSample: Sendable {
  let study: Study
  let policy: Int
  let bundleID: String
  let replication, device, jobs: Int
  package let count: Int
  /// Called with the number of devices that are done.
  package var progress: @Sendable (Int) -> Void = { _ in }

  package init(_ replay: DeviceReplay, bundleID: String, count: Int, jobs: Int) {
    (study, self.bundleID, self.count, self.jobs) = (replay.study, bundleID, count, jobs)
    policy = study.policies.firstIndex { $0.label == replay.policy.label } ?? 0
    (replication, device) = (replay.plan.replication, replay.plan.device)
  }

  /// Phones looked at for one that has the app.
  private static let tries = 50

  /// On the phones that have the app, in their order; fewer than asked for where it is rarely installed.
  func map<Found: Sendable>(
    in other: Study? = nil, _ body: @Sendable (DeviceReplay, Int32) throws(SimulationFailure) -> Found
  ) throws(SimulationFailure) -> [Found] {
    let study = other ?? self.study
    var found: [Found] = []
    let done = Atomic<Int>(0)
    var next = 0
    while found.count < count, next < count * Self.tries {
      let first = next
      next += count - found.count
      found += try Self.concurrently(next - first, jobs: jobs) { place throws(SimulationFailure) -> Found? in
        let (replication, device) = phone(first + place)
        let replay = DeviceReplay(study, policy: policy, replication: replication, device: device)
        guard let app = replay.plan.installed(bundleID) else { return nil }
        let found = try body(replay, app)
        progress(done.add(1, ordering: .relaxed).newValue)
        return found
      }.compactMap(\.self)
    }
    return found
  }

  private func phone(_ place: Int) -> (replication: Int, device: Int) {
    let fleet = max(1, study.deviceCount)
    // The phone looked at changes places with the first one of its replication.
    let index = place % fleet
    let device = place >= fleet ? index : index == 0 ? self.device : index <= self.device ? index - 1 : index
    return (replication + place / fleet, device)
  }

  /// Applies a function to the numbers below a count on several workers; what it finds is in their order.
  static func concurrently<Found: Sendable>(
    _ count: Int, jobs: Int, _ body: @Sendable (Int) throws(SimulationFailure) -> Found
  ) throws(SimulationFailure) -> [Found] {
    let found = Mutex<[Int: Result<Found, SimulationFailure>]>([:])
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, count))) { _ in
      while case let index = next.add(1, ordering: .relaxed).oldValue, index < count {
        let result = Result { () throws(SimulationFailure) in try body(index) }
        found.withLock { $0[index] = result }
      }
    }
    let all = found.withLock { $0 }
    return try (0..<count).compactMap { all[$0] }.map { result throws(SimulationFailure) in try result.get() }
  }
}
