import EventSimulation
import PhoneSimulation
import Workload

/// The times of the events that a study expects at given times, by device.
public struct EventTimes: Sendable {
  /// The criteria of the events that count; nil matches any event.
  public struct Selection: Sendable, Hashable {
    public var event: String
    public var reason: String?
    public var app: Int?
    public var mechanism: Mechanism?
  }

  private var times: [Selection: [Int: [Instant]]] = [:]

  init(_ selections: [Selection]) { for selection in selections { times[selection] = [:] } }

  mutating func add(_ log: [LogRecord], of plan: DevicePlan) {
    let specifications = plan.apps.map(\.specification)
    for selection in times.keys {
      times[selection]?[plan.device] = log.filter { selection.contains($0, specifications) }.map(\.time)
    }
  }

  mutating func merge(_ other: EventTimes) {
    for (selection, devices) in other.times { times[selection]?.merge(devices) { _, new in new } }
  }

  /// The mismatch on the first device that has one; nil where each time is met by one event and no other is near it.
  func difference(_ selection: Selection, from expected: [Instant], within: TimeSpan) -> String? {
    guard let devices = times[selection], !devices.isEmpty else { return "no value" }
    for (device, found) in devices.sorted(by: { $0.key < $1.key }) {
      guard let text = Self.difference(found, from: expected, within: within) else { continue }
      return devices.count > 1 ? "\(text), device \(device)" : text
    }
    return nil
  }

  /// All windows are equally wide, so pairing in order finds a pairing if there is one.
  private static func difference(_ found: [Instant], from expected: [Instant], within: TimeSpan) -> String? {
    func isNear(_ a: Instant, _ b: Instant) -> Bool { a - b <= within && b - a <= within }
    let near = found.filter { time in expected.contains { isNear(time, $0) } }
    let isPaired = near.count == expected.count && zip(near, expected).allSatisfy { isNear($0, $1) }
    guard !isPaired else { return nil }
    for time in expected {
      let count = near.count { isNear($0, time) }
      if count == 0 {
        let nearest = found.min { ($0 - time).microseconds.magnitude < ($1 - time).microseconds.magnitude }
        return "none at \(time) s" + (nearest.map { ", nearest at \($0) s" } ?? "")
      }
      if count > expected.count(where: { isNear($0, time) }) { return "\(count) at \(time) s" }
    }
    return "\(near.count) events near \(expected.count) times"
  }
}

extension EventTimes.Selection {
  func contains(_ record: LogRecord, _ specifications: [Int?]) -> Bool {
    record.event.name == event && (reason == nil || record.word.name == reason)
      && (mechanism == nil || record.mechanism == mechanism)
      && (app == nil || specifications.app(of: record) == app)
  }
}

extension Study {
  /// The events of an expectation of their times, or of an observation of their number.
  func selection(of expectation: Expectation) -> EventTimes.Selection? {
    guard case .event(let event, let reason) = expectation.quantity else { return nil }
    switch expectation.side {
    case .times, .observed: break
    default: return nil
    }
    return EventTimes.Selection(
      event: event, reason: reason, app: app(of: expectation), mechanism: expectation.namedMechanism)
  }
}

extension [Int?] {
  func app(of record: LogRecord) -> Int? { indices.contains(Int(record.app)) ? self[Int(record.app)] : nil }
}
