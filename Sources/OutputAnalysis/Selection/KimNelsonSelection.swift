import ElementaryFunctions

/// The fully sequential choice of the best of several systems under common random numbers.
///
/// After a first stage the variances of the *differences* fix a triangle; a system leaves as soon as another is ahead of it by
/// more than the triangle's width. With the stated confidence the survivor is the best one, if it is ahead of every other by
/// at least δ (Kim and Nelson, "A fully sequential procedure for indifference-zone selection in simulation", ACM Transactions
/// on Modeling and Computer Simulation 11, 2001; constant c = 1, Bonferroni's α / (k − 1), which holds for dependent systems).
/// The outputs are taken as near normal, and larger is better.
public struct KimNelsonSelection: Sendable {
  /// Replications of the first stage.
  public let firstStage: Int
  /// The smallest lead that matters.
  public let difference: Double
  /// η and h² of the procedure.
  public let eta, squaredH: Double
  /// Replications at which each system left; 0 for those that stayed.
  public private(set) var leftAt: [Int]
  /// Replications taken so far.
  public private(set) var replications = 0
  /// The most replications that it can need, known after the first stage.
  public private(set) var limit: Int?
  /// The chosen system once there is one.
  public private(set) var selected: Int?
  /// Values of all systems together that were used.
  public private(set) var observations = 0
  private var means: [CompensatedMean]
  /// Values of the first stage, by system.
  private var stage: [[Double]]
  /// h² S² / δ² by pair.
  private var widths: [[Double]] = []

  private struct CompensatedMean: Sendable {
    var sum = CompensatedSum([])
    var count = 0
    var value: Double { count == 0 ? 0 : sum.value / Double(count) }
  }

  /// - Parameters:
  ///   - systems: Number of systems, at least two.
  ///   - firstStage: Replications before the first decision, at least two.
  ///   - difference: δ, above 0.
  ///   - confidence: Probability of correct selection, between 1 / systems and 1.
  /// - Throws: ``AnalysisError`` for a δ or a confidence that is none.
  public init(systems: Int, firstStage: Int, difference: Double, confidence: Double) throws(AnalysisError) {
    try AnalysisError.requirePositive(difference)
    try AnalysisError.requireConfidence(confidence)
    guard systems >= 2, firstStage >= 2 else { throw .emptySample }
    guard confidence > 1 / Double(systems) else { throw .confidenceOutsideUnitInterval(confidence) }
    self.firstStage = firstStage
    self.difference = difference
    let beta = (1 - confidence) / Double(systems - 1)
    eta = (Elementary.pow(2 * beta, -2 / Double(firstStage - 1)) - 1) / 2
    squaredH = 2 * eta * Double(firstStage - 1)
    leftAt = [Int](repeating: 0, count: systems)
    means = [CompensatedMean](repeating: CompensatedMean(), count: systems)
    stage = [[Double]](repeating: [], count: systems)
  }

  /// Systems that are still in, in their order.
  public var survivors: [Int] { leftAt.indices.filter { leftAt[$0] == 0 && (selected ?? $0) == $0 } }

  /// Takes the next replication.
  ///
  /// - Parameter values: A finite value of each system; those of systems that have left are not looked at.
  public mutating func add(_ values: [Double]) {
    guard selected == nil else { return }
    replications += 1
    let running = survivors
    for system in running {
      means[system].sum.add(values[system])
      means[system].count += 1
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
        var moments = Moments()
        for (x, y) in zip(stage[one], stage[other]) { moments.add(x - y) }
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
        return other != system && means[system].value < means[other].value - width
      }
    }
    for system in out { leftAt[system] = replications }
  }

  private func best(of systems: [Int]) -> Int? { systems.max { means[$0].value < means[$1].value } }
}
