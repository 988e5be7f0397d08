import Basics

/// The fully sequential choice of the best of several systems under common random numbers.
///
/// After a first stage, the variances of the *differences* fix a triangle. A system leaves as soon as another
/// system leads it by more than the width of the triangle. With the stated confidence, the survivor is the
/// best system if it leads every other system by at least δ (Kim and Nelson, "A fully sequential procedure
/// for indifference-zone selection in simulation", ACM Transactions on Modeling and Computer Simulation 11,
/// 2001). Here c = 1, and the level is Bonferroni's α / (k − 1), which is valid for dependent systems. The
/// procedure assumes nearly normal outputs; larger is better.
public struct KimNelsonSelection: Sendable {
  let firstStage: Int
  let difference: Double
  public let eta, squaredH: Double
  /// The number of replications when each system left; 0 for systems that remained.
  public private(set) var leftAt: [Int]
  public private(set) var replications = 0
  /// The most replications that it can need, known after the first stage.
  public private(set) var limit: Int?
  public private(set) var selected: Int?
  /// Values of all systems together that were used.
  public private(set) var observations = 0
  private var sums: [CompensatedSum]
  private var stage: [[Double]]
  /// h² S² / δ² by pair.
  private var widths: [[Double]] = []

  public init(systems: Int, firstStage: Int, difference: Double, confidence: Double) throws(AnalysisError) {
    try AnalysisError.requirePositive(difference)
    try AnalysisError.requireConfidence(confidence)
    guard systems >= 2, firstStage >= 2 else { throw .emptySample }
    guard confidence > 1 / Double(systems) else { throw .confidenceOutsideUnitInterval(confidence) }
    (self.firstStage, self.difference) = (firstStage, difference)
    let beta = (1 - confidence) / Double(systems - 1)
    eta = (Elementary.pow(2 * beta, -2 / Double(firstStage - 1)) - 1) / 2
    squaredH = 2 * eta * Double(firstStage - 1)
    leftAt = [Int](repeating: 0, count: systems)
    sums = [CompensatedSum](repeating: CompensatedSum(), count: systems)
    stage = [[Double]](repeating: [], count: systems)
  }

  public var survivors: [Int] { leftAt.indices.filter { leftAt[$0] == 0 && (selected ?? $0) == $0 } }

  /// Adds the next replication: a finite value of each system. The values of systems that have left are
  /// ignored.
  public mutating func add(_ values: [Double]) {
    guard selected == nil else { return }
    replications += 1
    let running = survivors
    for system in running {
      sums[system].add(values[system])
      observations += 1
      if replications <= firstStage { stage[system].append(values[system]) }
    }
    guard replications >= firstStage else { return }
    if replications == firstStage {
      measure()
      guard let limit, firstStage <= limit else {
        selected = best(of: running)
        return
      }
    }
    screen()
    let left = survivors
    if left.count == 1 {
      selected = left[0]
    } else if let limit, replications > limit {
      selected = best(of: left)
    }
  }

  /// The variances of differences, which fix how long the procedure can take.
  private mutating func measure() {
    let count = leftAt.count
    widths = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var longest = 0.0
    for one in 0..<count {
      for other in 0..<one {
        let moments = Moments(finite: zip(stage[one], stage[other]).map { $0 - $1 })
        let width = squaredH * (moments.variance ?? 0) / (difference * difference)
        (widths[one][other], widths[other][one]) = (width, width)
        longest = max(longest, width)
      }
    }
    limit = longest < 1e15 ? Int(longest) : Int.max - 1
  }

  private mutating func screen() {
    let running = survivors
    let r = Double(replications)
    let out = running.filter { system in
      running.contains { other in
        let width = max(0, difference / (2 * r) * (widths[system][other] - r))
        return other != system && mean(system) < mean(other) - width
      }
    }
    for system in out { leftAt[system] = replications }
  }

  private func best(of systems: [Int]) -> Int? { systems.max { mean($0) < mean($1) } }

  /// The mean of a system that has all replications so far.
  private func mean(_ system: Int) -> Double { sums[system].value / Double(replications) }
}

/// The choice of the best system by ``KimNelsonSelection``, with replications made in stages.
///
/// The first stage has 20 replications of every system, each later one 5 of the systems that are still in, which run at
/// the same time. The procedure is asked after every replication, so that stages change neither its decisions nor its
/// guarantee.
public struct StagedSelection: Sendable {
  public struct Stage: Hashable, Sendable {
    /// Replications of each system that was still in at its beginning.
    public let replications: Int
    public let survivors: [Int]
  }

  public static let firstStage = 20
  public static let stageLength = 5

  public private(set) var stages: [Stage] = []
  /// Replications of each system in these stages and, unless it has ended, in the next one.
  public private(set) var replications: [Int]
  public private(set) var replicationsDone: [Int]
  public var selected: Int? { procedure.selected }
  /// Whether the procedure has ended: a system is selected, or the limit is reached.
  public private(set) var isEnded = false
  /// The most replications of a system that the procedure can need; nil before the end of the first stage.
  public var mostNeeded: Int? { procedure.limit.map { max(Self.firstStage, $0 + 1) } }
  private var procedure: KimNelsonSelection

  /// Follows the procedure as far as values exist, up to a number of replications per system; larger values
  /// are better. δ, the smallest lead that matters, is above 0. The confidence of correct selection is above
  /// 1 / systems.
  public init(
    systems: Int, difference: Double, confidence: Double, limit: Int, value: (Int, Int) -> Double?
  ) throws(AnalysisError) {
    procedure = try KimNelsonSelection(
      systems: systems, firstStage: Self.firstStage, difference: difference, confidence: confidence)
    replicationsDone = [Int](repeating: 0, count: systems)
    replications = [Int](repeating: Self.firstStage, count: systems)
    let limit = max(limit, Self.firstStage)
    var running = Array(0..<systems)
    var end = Self.firstStage
    while let rows = Self.rows(of: running, systems, procedure.replications..<end, value) {
      for row in rows {
        try AnalysisError.requireFinite(row)
        procedure.add(row)
      }
      for system in running { replicationsDone[system] = end }
      running = procedure.survivors
      stages.append(Stage(replications: end, survivors: running))
      if procedure.selected != nil || end == limit {
        isEnded = true
        return
      }
      end = min(end + Self.stageLength, limit, max(end + 1, mostNeeded ?? limit))
      for system in running { replications[system] = end }
    }
  }

  /// The values of some replications, with 0 for systems that have left; nil where one is missing.
  private static func rows(
    of running: [Int], _ systems: Int, _ replications: Range<Int>, _ value: (Int, Int) -> Double?
  ) -> [[Double]]? {
    var rows: [[Double]] = []
    for replication in replications {
      var row = [Double](repeating: 0, count: systems)
      for system in running {
        guard let found = value(system, replication) else { return nil }
        row[system] = found
      }
      rows.append(row)
    }
    return rows
  }
}
