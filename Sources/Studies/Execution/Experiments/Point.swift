import Basics
import ResultsStore
import StudyReports

/// Some policies of a study at one place of its values, over some replications.
package struct Point: Sendable {
  /// The common parts of points that run side by side on one timeline.
  struct Timeline: Hashable, Sendable {
    var study = 0
    var situation = 0
    /// The moved assumptions about people and surroundings.
    var moved = SensitivityPoint.base
  }

  /// The study at the point, with the policies to run.
  var design: DesignPoint
  /// A study with the timeline of the point, which may differ in parameters that its policies state.
  var ground: DesignPoint
  var timeline: Timeline
  var replications: Range<Int>
  /// The numbers that are kept of each run; nil for all.
  var numbers: KeptNumbers?

  /// A point of the study itself.
  package init(
    _ design: DesignPoint, policies: [StudyPolicy], replications: Range<Int>, numbers: KeptNumbers? = nil
  ) {
    var design = design
    if numbers != nil { design.study.records = [] }
    design.study.policies = policies
    self.init(
      design: design, ground: design, timeline: Timeline(),
      replications: replications, numbers: numbers)
  }

  init(
    design: DesignPoint, ground: DesignPoint, timeline: Timeline, replications: Range<Int>,
    numbers: KeptNumbers?
  ) {
    (self.design, self.ground, self.timeline) = (design, ground, timeline)
    (self.replications, self.numbers) = (replications, numbers)
  }

  /// Device-days of all runs.
  package var deviceDays: Double {
    let study = design.study
    return study.exactHorizonDays * Double(study.deviceCount * study.policies.count * replications.count)
  }

  /// The cells of the point, by policy and then replication.
  func cells(_ place: Int) -> [Cell] {
    design.study.policies.indices.flatMap { policy in
      replications.map { Cell(point: place, policy: policy, replication: $0) }
    }
  }
}

/// One run of a point: a policy in a replication.
package struct Cell: Hashable, Sendable {
  var point: Int
  var policy: Int
  var replication: Int
}

/// The runs of points of one situation: which of them stand side by side, and the identity of each.
struct PointPlan: Sendable {
  /// The study; each of its design points is a timeline, with the policies of all points on it.
  let file: StudyFile
  private(set) var entries: [RunPlan.Entry] = []
  /// Identities of the runs of each point, by policy and then replication.
  private(set) var runIDs: [[String]] = []

  /// A replication of a device that is under way holds some 100 kB for each run.
  private static let runsSideBySide = 400

  private struct Key: Hashable {
    var timeline: Point.Timeline
    var replications: Range<Int>
  }

  init(_ file: StudyFile, _ points: [Point]) {
    var grounds: [DesignPoint] = []
    var shared: [Key: Int] = [:]
    var planned: [[PlannedRun]] = []
    var known: Set<String> = []
    for (place, point) in points.enumerated() {
      let key = Key(timeline: point.timeline, replications: point.replications)
      let own = point.design.study.policies
      var ground = shared[key] ?? grounds.count
      if ground < grounds.count, grounds[ground].study.policies.count + own.count > Self.runsSideBySide {
        ground = grounds.count
      }
      shared[key] = ground
      if ground == grounds.count {
        var next = point.ground
        next.order = ground
        next.study.policies = []
        grounds.append(next)
        planned.append([])
      }
      let first = grounds[ground].study.policies.count
      grounds[ground].study.policies += own
      let runs = Self.runs(of: point, place)
      runIDs.append(runs.map(\.runID))
      planned[ground] += runs.filter { known.insert($0.runID).inserted }.map { run in
        var run = run
        run.policyOrder += first
        return run
      }
    }
    self.file = StudyFile(file, points: grounds)
    for (ground, runs) in planned.enumerated() {
      // Stable: the policies of a replication keep their order.
      let byReplication = Dictionary(grouping: runs, by: \.replication).sorted { $0.key < $1.key }
      for (_, runs) in byReplication {
        entries += runs.map { RunPlan.Entry(point: ground, policy: $0.policyOrder, planned: $0) }
      }
    }
  }

  /// The runs as a results file knows them: by all that can change the numbers that are kept of them.
  private static func runs(of point: Point, _ place: Int) -> [PlannedRun] {
    let kept = "\(point.design.study.deviceCount)\n\((point.numbers?.names ?? []).joined(separator: "\n"))"
    let pointDigest = SHA256.hexadecimal("\(point.design.digest)\n\(kept)")
    return point.design.study.policies.enumerated().flatMap { index, policy in
      let text = policy.canonicalText
      let identities = point.design.runIdentities(policyText: text)
      let policyDigest = SHA256.hexadecimal(text)
      return point.replications.map { replication in
        let runID = String(SHA256.hexadecimal("\(identities[replication])\n\(kept)").prefix(16))
        var run = RunPlan.Entry(point.design, index, policy, replication: replication, runID: runID).planned
        run.designPoint += " \(pointDigest.prefix(8))"
        run.designPointOrder = place
        (run.pointDigest, run.policyDigest) = (pointDigest, policyDigest)
        return run
      }
    }
  }
}

/// The numbers that an experiment keeps of each run.
package enum KeptNumbers: Sendable {
  /// Metrics of the population, each with its substitute.
  case metrics([String])
  /// One draw of each row from the devices of the run.
  case draws([ObservedRow])

  package static func metrics(andSubstitutes names: [String]) -> KeptNumbers {
    .metrics(names.flatMap { [$0, MetricCatalogue.metric($0)?.substitute].compactMap(\.self) }.unique)
  }

  /// Names of the numbers, by which finished runs are known again.
  var names: [String] {
    switch self {
    case .metrics(let names): names
    case .draws(let rows): rows.map(\.drawKey)
    }
  }

  /// Whether the event logs of the runs have to be read.
  var areObserved: Bool { if case .draws = self { true } else { false } }

  /// The windows in which the logs are read.
  var windows: WindowRequest {
    if case .draws(let rows) = self { WindowRequest(rows) } else { WindowRequest() }
  }

  /// The numbers as a results file keeps them.
  func rows(of finished: StudyRunner.Finished) -> [MetricRow] {
    let runID = finished.entry.planned.runID
    func row(_ name: String, _ unit: String, _ value: Double?, _ fraction: MetricFraction?) -> MetricRow {
      MetricRow(
        runID: runID, scope: .population, entity: "all", metric: name, unit: unit, value: value,
        fraction: fraction)
    }
    switch self {
    case .metrics(let names):
      let totals = finished.accumulator.population
      return names.compactMap(MetricCatalogue.metric).map {
        row($0.name, $0.unit, $0.value(totals), $0.fraction(totals))
      }
    case .draws(let rows):
      let windows = windows.windows
      let devices = finished.observations.windows.sorted { $0.key < $1.key }.map(\.value)
      return rows.filter { $0.policy == finished.entry.planned.policy }.map { own in
        let place = windows.firstIndex(of: own.seen.window) ?? 0
        let value = own.draw(
          from: devices.map { $0[place] }, replication: finished.entry.planned.replication)
        return row(own.drawKey, own.expectation.quantity.unit, value, nil)
      }
    }
  }
}

extension PolicyRun {
  /// A run with the numbers that were kept of it.
  init(_ run: StoredRun, _ rows: [MetricRow]) {
    self.init(
      designPoint: run.designPoint, arm: run.arm, policy: run.policy, replication: run.replication,
      values: [:], devices: run.devicesDone)
    for row in rows {
      values[row.metric] = row.value
      fractions[row.metric] = row.fraction
    }
  }
}
