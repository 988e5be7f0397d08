import ResultsStore

/// The facts about a population that stored runs tell, beside the bands of `--check-population`.
///
/// A run keeps sums and no use of single phones, so that a few of the facts can be had, without another simulation.
public struct StoredPopulation: Sendable {
  /// One fact.
  public struct Row: Sendable, Hashable {
    /// Short name for programs, and the name that tables show.
    public let key, name: String
    /// The value as tables show it.
    public let value: String
    /// The value as a number: shares from 0 to 1, minutes, hours.
    public let number: Double
    /// The published band; empty where nothing is published.
    public let band: String
    /// Whether the value lies in the band; nil without one.
    public let isInside: Bool?
    /// The source of the band.
    public let source: String
  }

  /// Label of the policy whose runs are told of.
  public let policy: String
  /// Name of the design point.
  public let designPoint: String
  /// Devices of all replications.
  public let devices: Int
  /// Facts in the order of `describe --check-population`.
  public let rows: [Row]

  /// The facts that the metrics of a run tell.
  static let keys: Set = [
    "sessionsPerPoweredDay", "screenOnMinutesPerDay", "lowDays", "opportunity", "deadHoursPerDay",
  ]

  /// Reads the runs of `seven-factor`, or else of the first policy, at the first design point; nil where no run is done.
  ///
  /// The use of a phone hardly depends on the policy, which changes when a battery is empty.
  public init?(_ file: ResultsFile) throws {
    let runs = try file.policyRuns()
    guard let first = runs.first else { return nil }
    let own = runs.filter { $0.designPoint == first.designPoint }
    let chosen = own.contains { $0.policy == "seven-factor" } ? "seven-factor" : first.policy
    self.init(own.filter { $0.policy == chosen })
  }

  /// The facts of runs of one policy; nil for none.
  init?(_ runs: [PolicyRun]) {
    guard let first = runs.first else { return nil }
    policy = first.policy
    designPoint = first.designPoint
    let sums = StoredUse(runs)
    devices = Int(sums.devices)
    let use = PopulationUse(sums)
    let facts = PopulationFact.judged(recorded: []) + PopulationFact.unpublished
    rows = facts.filter { Self.keys.contains($0.key) }.compactMap { fact in
      fact.measure(use).map { value in
        Row(
          key: fact.key, name: fact.name, value: fact.unit.text(value), number: value,
          band: fact.band?.text(fact.unit) ?? "", isInside: fact.band.map { $0.contains(value) },
          source: fact.source)
      }
    }
  }
}
