/// The choice of the best system by ``KimNelsonSelection``, with replications made in stages.
///
/// The first stage has 20 replications of every system, each later one 5 of the systems that are still in. The procedure is
/// asked after every replication, so that stages change neither its decisions nor its guarantee; they only let several
/// replications run at the same time. How far it has come follows from the values alone.
public struct StagedSelection: Sendable {
  /// The state at the end of a stage.
  public struct Stage: Hashable, Sendable {
    /// Replications of each system that was still in at its beginning.
    public let replications: Int
    /// Systems that are in at its end, in their order.
    public let survivors: [Int]
  }

  /// Replications of the first stage.
  public static let firstStage = 20
  /// Replications of each stage after the first.
  public static let stageLength = 5

  /// Stages all values of which are there.
  public private(set) var stages: [Stage] = []
  /// Replications of each system in these stages and, unless it has ended, in the next one.
  public private(set) var replications: [Int]
  /// Replications that each system has in the stages that are there.
  public private(set) var replicationsDone: [Int]
  /// The selected system once there is one.
  public var selected: Int? { procedure.selected }
  /// Whether nothing more is to be made: a system is selected, or the limit is reached.
  public private(set) var isEnded = false
  /// The most replications of a system that the procedure can need; nil before the end of the first stage.
  public var mostNeeded: Int? { procedure.limit.map { max(Self.firstStage, $0 + 1) } }
  private var procedure: KimNelsonSelection

  /// Follows the procedure as far as there are values.
  ///
  /// - Parameters:
  ///   - systems: Number of systems, at least two.
  ///   - difference: δ, the smallest lead that matters, above 0.
  ///   - confidence: Probability of correct selection, between 1 / systems and 1.
  ///   - limit: The most replications of a system; at least those of the first stage.
  ///   - value: The value of a system in a replication, where larger is better; nil where it is not there yet.
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
