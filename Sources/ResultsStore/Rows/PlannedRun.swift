/// The level of one factor in one design point.
public struct FactorLevel: Hashable, Sendable {
  /// Key path of what is varied.
  public var name: String
  /// The level as the study writes it.
  public var value: String
  /// The level in the base unit of its dimension; nil for a word.
  public var number: Double?
  /// The base unit; empty for a word.
  public var unit: String
  public init(name: String, value: String, number: Double? = nil, unit: String = "") {
    self.name = name
    self.value = value
    self.number = number
    self.unit = unit
  }
}

/// A run that a study asks for: design point × policy × replication.
public struct PlannedRun: Hashable, Sendable {
  /// Identity: 16 hexadecimal digits over everything that can change the outcome.
  public var runID: String
  /// Name of the design point, unique in the study.
  public var designPoint: String
  /// Place of the design point in the study, for the order of rows.
  public var designPointOrder: Int
  /// Named variant of the study; `base` where there are none.
  public var arm: String
  /// Factors in the order of the study.
  public var factors: [FactorLevel]
  /// Label of the policy in this study.
  public var policy: String
  /// Name of the policy in the catalogue.
  public var policyName: String
  /// Soft gates that the policy obeys, by name.
  public var enforces: [String]
  /// Place of the policy in the study.
  public var policyOrder: Int
  /// Number of the replication; each is a new fleet.
  public var replication: Int
  /// Seed of all random streams.
  public var seed: UInt64
  /// Devices of the fleet.
  public var devicesExpected: Int
  /// Command that repeats this run alone; empty if none does.
  public var replay: String { studyCommand.map { $0 + replayEnd } ?? otherReplay }
  /// The words before those that name the run, which the runs of a study share; nil if the command has another form.
  private var studyCommand: String?
  private var otherReplay = ""
  private var replayEnd: String { " --only \(runID)" }
  /// Digest of all that the design point fixes. A study may be edited: runs under the same name with another
  /// digest leave the results, though they stay in the file in case the edit is taken back.
  public var pointDigest: String
  /// Digest of the policy and its parameters, to the same end.
  public var policyDigest: String

  public init(
    runID: String, designPoint: String, designPointOrder: Int, arm: String, factors: [FactorLevel] = [],
    policy: String, policyName: String, enforces: [String] = [], policyOrder: Int, replication: Int,
    seed: UInt64,
    devicesExpected: Int, replay: String, pointDigest: String = "", policyDigest: String = ""
  ) {
    self.runID = runID
    self.designPoint = designPoint
    self.designPointOrder = designPointOrder
    self.arm = arm
    self.factors = factors
    self.policy = policy
    self.policyName = policyName
    self.enforces = enforces
    self.policyOrder = policyOrder
    self.replication = replication
    self.seed = seed
    self.devicesExpected = devicesExpected
    self.pointDigest = pointDigest
    self.policyDigest = policyDigest
    if replay.hasSuffix(replayEnd) {
      studyCommand = String(replay.dropLast(replayEnd.count))
    } else {
      otherReplay = replay
    }
  }

  /// Lets the run be repeated by the command of its study, followed by its own identity.
  public mutating func setReplay(by command: String) {
    studyCommand = command
    otherReplay = ""
  }
}
