import ModelParameters
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyReports
import Synchronization

/// The draws of a row under one model in one window: the values that the observed phones would have shown.
package struct RowDraws: Sendable {
  /// The place of the window among the windows of the row.
  package var window: Int
  package var model: String
  /// By draw; nil for a draw without a value.
  package var values: [Double?]
}

/// Draws what phones would have shown at one design point, for the rows at that point.
///
/// A draw takes the first devices of a replication of its own. A row with more phones than the study has devices draws
/// its phones from a pool of devices, with replacement.
package struct RowDrawing: Sendable {
  /// Parameter values of each replication in place of the study's.
  package typealias Settings = @Sendable (Int) -> [(name: String, value: ParameterValue)]

  /// Draws at a point that has rule rows only.
  private static let ruleDraws = 20
  /// Replications whose devices form the pool of a row with many phones; twice as many if parameters vary.
  private static let pool = 5

  private let file: StudyFile
  private let point: DesignPoint
  private let rows: [ObservedRow]
  private let draws: Int
  private let isPrimaryWindowOnly: Bool
  private let request: WindowRequest

  /// - Parameters:
  ///   - rows: The rows at one design point.
  ///   - isPrimaryWindowOnly: Whether only the first window of each row is drawn.
  package init(_ file: StudyFile, _ rows: [ObservedRow], draws: Int, isPrimaryWindowOnly: Bool = false) {
    (self.file, self.rows) = (file, rows)
    // A rule gives nearly the same value each time.
    self.draws = rows.allSatisfy { $0.seen.rule != nil } ? min(draws, Self.ruleDraws) : draws
    self.isPrimaryWindowOnly = isPrimaryWindowOnly
    point = rows[0].point
    request = WindowRequest(rows, isPrimaryWindowOnly: isPrimaryWindowOnly)
  }

  /// Draws the rows under models.
  ///
  /// - Parameters:
  ///   - models: The policies of a row in a study. Their labels name the models.
  ///   - settings: Values of parameters for each replication; nil for the values of the study.
  /// - Returns: The draws by the number of the row.
  package func draws(
    _ models: @Sendable (ObservedRow, Study) -> [StudyPolicy], settings: Settings? = nil,
    catalogue: PolicyCatalogue, by conduct: Conduct
  ) throws -> [Int: [RowDraws]] {
    let pool = settings == nil ? Self.pool : 2 * Self.pool
    let replications = rows.allSatisfy(\.takesFromPool) ? pool : max(draws, pool)
    var points: [DesignPoint] = []
    var entries: [RunPlan.Entry] = []
    for replication in 0..<replications {
      if settings != nil || points.isEmpty {
        var own =
          try settings.map { try point.setting($0(replication), of: file, catalogue: catalogue) } ?? point
        own.order = points.count
        own.study.policies = rows.flatMap { models($0, own.study) }.reduce(into: []) { known, policy in
          if !known.contains(where: { $0.label == policy.label }) { known.append(policy) }
        }
        own.study.records = []
        points.append(own)
      }
      let own = points[points.count - 1]
      entries += own.study.policies.enumerated().map { index, policy in
        .init(own, index, policy, replication: replication, runID: "\(policy.label) \(replication)")
      }
    }
    let found = Mutex<[Cell: [Int: [LogObservations]]]>([:])
    let failure = Mutex<SimulationFailureText?>(nil)
    try Experiment.replay(
      entries, of: StudyFile(file, points: points), observes: true, in: request, by: conduct
    ) { finished in
      let planned = finished.entry.planned
      if let text = finished.failure { failure.withLock { $0 = $0 ?? .init(text: "\(text)") } }
      found.withLock {
        $0[Cell(model: planned.policy, replication: planned.replication)] = finished.observations.windows
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return found.withLock { found in
      rows.reduce(into: [:]) { all, row in
        all[row.number] = models(row, point.study).flatMap { policy in
          (isPrimaryWindowOnly ? [row.seen.window] : row.seen.windows).enumerated().map { place, window in
            let values = values(of: row, policy.label, window, found, pool: pool)
            return RowDraws(window: place, model: policy.label, values: values)
          }
        }
      }
    }
  }

  private struct Cell: Hashable {
    var model: String
    var replication: Int
  }

  private func values(
    of row: ObservedRow, _ model: String, _ window: ObservationWindow,
    _ found: [Cell: [Int: [LogObservations]]],
    pool: Int
  ) -> [Double?] {
    guard let place = request.windows.firstIndex(of: window) else { return [] }
    func phones(_ replication: Int) -> [LogObservations] {
      let devices = found[Cell(model: model, replication: replication)] ?? [:]
      return devices.sorted { $0.key < $1.key }.map { $0.value[place] }
    }
    guard row.takesFromPool else {
      return (0..<draws).map {
        row.value(of: Array(phones($0).prefix(row.phones)), days: window.days)
      }
    }
    let devices = (0..<pool).flatMap(phones)
    guard !devices.isEmpty else { return [] }
    let stream = row.stream(.pool)
    return (0..<draws).map { _ in
      row.value(
        of: (0..<row.phones).map { _ in devices[stream.integer(below: devices.count)] },
        days: window.days)
    }
  }
}

extension WindowRequest {
  /// The windows of rows at one design point, and the events that they count.
  init(_ rows: [ObservedRow], isPrimaryWindowOnly: Bool = true) {
    self.init(
      windows: rows.flatMap { row in isPrimaryWindowOnly ? [row.seen.window] : row.seen.windows }.unique,
      selections: rows.compactMap { $0.point.study.selection(of: $0.expectation) }.unique)
  }
}

/// A device that failed during draws.
package struct SimulationFailureText: Error, Sendable, CustomStringConvertible {
  package var text: String
  package var description: String { text }
}

extension ObservedRow {
  /// The uses of random numbers by a row.
  package enum Use: Int { case tie, pool, parameters }

  /// The stream of a row, which depends on the seed, the study and the text of the row alone.
  ///
  /// - Parameter draw: The number of the draw that the numbers belong to.
  package func stream(_ use: Use, draw: Int = 0) -> RandomStream {
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(
        seed: point.study.seed, group: StreamAddress.group(of: "\(point.study.name) \(seen.id) \(quantity)"),
        replication: use.rawValue, device: draw, purpose: .scores))
    return stream
  }

  /// V of the row: the part of ties that counts as below the observation in calibration tests.
  package var tie: Double { stream(.tie).uniform() }
}
