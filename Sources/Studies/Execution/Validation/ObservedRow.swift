import EventSimulation
import OutputAnalysis
import RandomStreams
import SchedulingPolicies
import StudyReports

/// A row of the comparison with real devices: an observation at a design point of its study.
package struct ObservedRow: Sendable {
  /// The place among all rows of a comparison.
  package let number: Int
  /// The path of the study.
  package let path: String
  package let point: DesignPoint
  package let expectation: Expectation
  package let seen: PublicObservation
  /// The names of the levels, where the study has factors; empty otherwise.
  package let place: String

  /// All rows of a study, in the order of its expectations.
  ///
  /// - Parameter first: The number of the first row.
  package static func all(of file: StudyFile, from first: Int) -> [ObservedRow] {
    var rows: [ObservedRow] = []
    for expectation in file.study.expectations {
      guard case .observed(let seen) = expectation.side else { continue }
      let arm = expectation.arm ?? file.points[0].arm
      for point in file.points where point.arm == arm {
        rows.append(
          ObservedRow(
            number: first + rows.count, path: file.path, point: point, expectation: expectation, seen: seen,
            place: point.levels.map { "\($0.name)=\($0.text)" }.joined(separator: " ")))
      }
    }
    return rows
  }

  /// The policy whose draws the row compares, unless another model is asked for.
  package var policy: String { expectation.policy ?? point.study.policies[0].label }

  package var quantity: String {
    let parts = [
      expectation.quantity.name, expectation.mechanism, expectation.arm, expectation.policy, place,
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The same row at another point of its study.
  func at(_ point: DesignPoint) -> ObservedRow {
    ObservedRow(
      number: number, path: path, point: point, expectation: expectation, seen: seen, place: place)
  }

  /// The phones of a draw: as many as were observed, or the devices of the study if that number is not known.
  var phones: Int { seen.phones > 0 ? seen.phones : point.study.deviceCount }

  /// Whether a draw takes phones from a pool of devices with replacement.
  var takesFromPool: Bool { phones > point.study.deviceCount || seen.phones == 0 && phones > 1 }

  /// A mistake of the study that makes the row impossible to draw; nil if there is none.
  package var flaw: String? {
    let study = point.study
    let room = study.exactHorizonDays - (seen.window.beginning == .start ? Double(study.warmUpDays) : 0)
    guard let longest = seen.windows.map(\.days).max(), longest > room else { return nil }
    let doubled = seen.assumedDays.isEmpty ? "" : ", twice the longest assumed window"
    return
      "the window of \(seen.id) has \(NumberText.short(longest)) d\(doubled), but the run has \(NumberText.short(room)) d for it. Lengthen `horizonDays`"
  }

  /// The name of a draw among the kept numbers of a run, with all that its value depends on.
  var drawKey: String {
    let window = seen.window
    let hours = window.hours.map { "\($0.from) to \($0.to)" } ?? "all hours"
    return "\(seen.id) \(quantity) of \(phones) in \(window.days) d from \(window.beginning), \(hours)"
  }

  /// The quantity of one draw from the devices of a replication.
  func draw(from devices: [LogObservations], replication: Int) -> Double? {
    guard takesFromPool, !devices.isEmpty else {
      return value(of: Array(devices.prefix(phones)), days: seen.window.days)
    }
    let stream = stream(.pool, draw: replication)
    return value(
      of: (0..<phones).map { _ in devices[stream.integer(below: devices.count)] }, days: seen.window.days)
  }

  /// The quantity of one draw, of some phones in a window; nil if it has no value.
  ///
  /// A time is at most as long as the window: nobody could have observed a longer one.
  func value(of phones: [LogObservations], days: Double) -> Double? {
    guard let value = value(of: phones) else { return nil }
    return expectation.quantity.unit == "s" ? min(value, days * TimeSpan.day.seconds) : value
  }

  private func value(of phones: [LogObservations]) -> Double? {
    let study = point.study
    // Several values of one phone are gaps, of several phones a value each.
    if seen.values.count > 1, seen.phones > 1 {
      let values = phones.compactMap { value(of: $0, study) }
      return values.isEmpty ? nil : try? SampleQuantile.linear(0.5, of: values)
    }
    return value(
      of: phones.count == 1 ? phones[0] : LogObservations(joining: phones, measures: measures), study)
  }

  private func value(of found: LogObservations, _ study: Study) -> Double? {
    guard !found.devices.isEmpty else { return nil }
    switch expectation.quantity {
    case .event: return study.selection(of: expectation).map { Double(found.counts[$0] ?? 0) }
    case .observation(let name, let reason):
      return found.reading(
        name, app: study.app(of: expectation), mechanism: expectation.namedMechanism, reason: reason,
        hours: expectation.hours, gaps: seen.values.count > 1 && seen.phones == 1 ? seen.values.count : nil)?
        .value
    case .metric, .finding: return nil
    }
  }

  private var measures: Set<Measure> {
    guard case .observation(let name, _) = expectation.quantity else { return [] }
    let observation = LogObservation.named(name)
    return Set([observation?.measure, observation?.whole, .waitFromSubmission].compactMap(\.self))
  }
}
