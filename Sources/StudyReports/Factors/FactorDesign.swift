import OutputAnalysis
import ResultsStore

struct FactorDesign {
  struct Factor {
    /// The factor whose levels are the arms of the study.
    static let arms = "arms"

    let name: String
    let levels: [FactorLevel]
    /// Levels with a seed of their own: their replications have nothing in common with those of other levels.
    private let seeded: Set<FactorLevel>

    init(name: String, levels: [FactorLevel], armsWithSeed: Set<String> = []) {
      (self.name, self.levels) = (name, levels)
      seeded = Set(levels.filter { name == "seed" || name == Self.arms && armsWithSeed.contains($0.value) })
    }

    func isPaired(_ level: FactorLevel, with first: FactorLevel) -> Bool {
      !seeded.contains(level) && !seeded.contains(first)
    }

    /// Whether it varies a parameter of policies of other names only.
    func leavesOut(_ label: String, _ name: String) -> Bool {
      self.name.hasPrefix("policies.") && !self.name.hasPrefix("policies.\(label).")
        && !self.name.hasPrefix("policies.\(name).")
    }
  }

  let arms: [String]
  let policies: [String]
  let factors: [Factor]
  let replications: [Int]
  private let runs: [String: [PolicyRun]]
  private let levels: [String: [FactorLevel]]
  private let names: [String: String]
  private let points: [String: [String]]

  /// Takes runs in the order of the study, those that several design points share at each of them, and the arms that set
  /// the seed, where arms are a factor.
  init(
    _ runs: [PolicyRun], levels: [String: [FactorLevel]], names: [String: String],
    armsWithSeed: Set<String> = []
  ) {
    arms = runs.map(\.arm).unique
    policies = runs.map(\.policy).unique
    replications = Set(runs.map(\.replication)).sorted()
    let points = runs.map(\.designPoint).unique
    factors = points.flatMap { levels[$0]?.map(\.name) ?? [] }.unique.map { name in
      Factor(
        name: name, levels: points.compactMap { levels[$0]?.first { $0.name == name } }.unique,
        armsWithSeed: armsWithSeed)
    }
    self.runs = Dictionary(grouping: runs) { "\($0.arm)\u{0}\($0.policy)" }
    self.levels = levels
    self.names = names
    self.points = Dictionary(grouping: runs, by: \.arm).mapValues { $0.map(\.designPoint).unique }
  }

  var isComplete: Bool {
    let all = factors.reduce(1.0) { $0 * Double($1.levels.count) }
    return points.values.allSatisfy { Double($0.count) == all }
  }

  func points(of policy: String, _ arm: String) -> [[FactorLevel]] {
    let own = Set((runs["\(arm)\u{0}\(policy)"] ?? []).map(\.designPoint))
    return (points[arm] ?? []).filter(own.contains).compactMap { levels[$0] }
  }

  /// Whether two factors change together in every point: each level of one stands with one level of the other, in the same or in
  /// the opposite order where both are numbers.
  func movesWith(_ one: Factor, _ other: Factor) -> Bool {
    guard one.levels.count > 1, one.levels.count == other.levels.count, one.name != other.name else {
      return false
    }
    var partner: [FactorLevel: FactorLevel] = [:]
    for own in levels.values {
      guard let first = own.first(where: { $0.name == one.name }),
        let second = own.first(where: { $0.name == other.name })
      else { return false }
      if let known = partner[first], known != second { return false }
      partner[first] = second
    }
    guard Set(partner.values).count == partner.count else { return false }
    // Where each level stands once, the levels of any two factors are such pairs.
    guard partner.count > 2 else { return true }
    let numbers = partner.compactMap { pair in
      pair.key.number.flatMap { one in pair.value.number.map { (one: one, other: $0) } }
    }.sorted { $0.one < $1.one }.map(\.other)
    guard numbers.count == partner.count else { return partner.count < levels.count }
    let steps = zip(numbers, numbers.dropFirst())
    return steps.allSatisfy { $0 < $1 } || steps.allSatisfy { $0 > $1 }
  }

  private func rest(_ point: String, without names: Set<String>) -> [FactorLevel] {
    (levels[point] ?? []).filter { !names.contains($0.name) }
  }

  private func bundle(_ factor: Factor) -> Set<String> {
    Set(factors.filter { $0.name == factor.name || movesWith($0, factor) }.map(\.name))
  }

  /// The points at which the interaction of two levels is told: those with the same levels of all other factors in all
  /// four combinations of the two levels and the first ones; there are none in a fraction of all combinations.
  func crossedPoints(
    _ factor: Factor, _ level: FactorLevel, _ other: Factor, _ second: FactorLevel, _ arm: String
  ) -> Set<String> {
    guard let base = factor.levels.first, let otherBase = other.levels.first else { return [] }
    let names = bundle(factor).union(bundle(other))
    var kept: [[FactorLevel]: [String]] = [:]
    for point in points[arm] ?? [] {
      guard let own = levels[point], own.contains(level) || own.contains(base),
        own.contains(second) || own.contains(otherBase)
      else { continue }
      kept[rest(point, without: names), default: []].append(point)
    }
    return Set(kept.values.filter { $0.count == 4 }.joined())
  }

  /// Whether two points differ in a factor only, and in those that move with it.
  func hasPairs(_ factor: Factor) -> Bool {
    let names = bundle(factor)
    return points.values.contains { points in
      Set(points.map { rest($0, without: names) }).count < points.count
    }
  }

  /// The points at which two levels of a factor are compared: those with a partner that differs in the factor only; nil for
  /// all, where each point has a partner or, as in a fraction of all combinations, none has.
  func comparedPoints(_ level: FactorLevel, _ first: FactorLevel, of factor: Factor, _ arm: String) -> Set<
    String
  >? {
    let names = bundle(factor)
    func rests(_ level: FactorLevel) -> [(point: String, rest: [FactorLevel])] {
      (points[arm] ?? []).filter { levels[$0]?.contains(level) == true }
        .map { ($0, rest($0, without: names)) }
    }
    let (own, base) = (rests(level), rests(first))
    let common = Set(own.map(\.rest)).intersection(base.map(\.rest))
    guard !common.isEmpty else { return nil }
    let kept = (own + base).filter { common.contains($0.rest) }.map(\.point)
    return kept.count == own.count + base.count ? nil : Set(kept)
  }

  func policies(of factor: Factor) -> [String] { policies.filter { !factor.leavesOut($0, names[$0] ?? $0) } }

  private func runs(_ policy: String, _ arm: String, at chosen: [FactorLevel]) -> [PolicyRun] {
    (runs["\(arm)\u{0}\(policy)"] ?? []).filter { run in
      let own = levels[run.designPoint] ?? []
      return chosen.allSatisfy(own.contains)
    }
  }

  /// - Parameter kept: Design points to pool; nil for all.
  func sample(
    _ metric: String, _ policy: String, _ arm: String, at chosen: [FactorLevel],
    among kept: Set<String>? = nil
  ) throws -> ReplicationSample? {
    var points: [String: [Int: PolicyRun]] = [:]
    var order: [String] = []
    for run in runs(policy, arm, at: chosen) where kept?.contains(run.designPoint) ?? true {
      if points[run.designPoint] == nil { order.append(run.designPoint) }
      points[run.designPoint, default: [:]][run.replication] = run
    }
    let entries = order.map { point in replications.map { points[point]?[$0]?.entry(metric) } }
    guard entries.contains(where: { $0.contains { $0?.value != nil } }) else { return nil }
    return try ReplicationSample.pooled(entries.map { ReplicationSample($0) })
  }

  func nominalJoules(_ policy: String, _ arm: String, at chosen: [FactorLevel]) -> Double? {
    runs(policy, arm, at: chosen).lazy.compactMap(\.nominalJoules).first
  }

  func deviceReplications(_ policy: String, _ arm: String, at chosen: [FactorLevel]) -> Int? {
    runs(policy, arm, at: chosen).reduce(0) { sum, run in
      sum.flatMap { sum in run.devices.map { sum + $0 } }
    }
  }

  /// Whether effects are coefficients of a regression: all factors are numbers, at least one has more than two levels, and no
  /// two points differ in one factor only.
  var isSpaceFilling: Bool {
    let varied = factors.filter { $0.levels.count > 1 && !followsAnother($0) }
    return varied.count > 1 && varied.contains { $0.levels.count > 2 }
      && varied.allSatisfy { $0.levels.allSatisfy { $0.number != nil } && !hasPairs($0) }
  }

  func companions(of factor: Factor) -> [String] {
    let others = factors.filter { $0.name != factor.name && movesWith($0, factor) }
    return others.isEmpty ? [] : ["together with \(others.map(\.name).joined(separator: ", "))"]
  }

  /// Whether an earlier factor moves with this one, so that nothing tells their effects apart.
  func followsAnother(_ factor: Factor) -> Bool {
    for other in factors {
      if other.name == factor.name { return false }
      if movesWith(other, factor) { return true }
    }
    return false
  }
}
