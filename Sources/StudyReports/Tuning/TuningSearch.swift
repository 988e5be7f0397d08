import Basics
import ModelParameters
import OutputAnalysis
import RandomStreams

/// A search for settings of a policy on the front of two costs: evenly spread settings, then rounds near the best ones.
///
/// The first settings are points of the Sobol' sequence, shifted at random (Cranley and Patterson, "Randomization of
/// number theoretic methods for multiple integration", SIAM Journal on Numerical Analysis 13, 1976). Each later round
/// has the best settings of the round before, and as many new settings near them.
package struct TuningSearch: Sendable {
  package struct Setting: Sendable {
    /// The position in the ranges of the varied parameters, from 0 to 1.
    let coordinates: [Double]
    package let point: SensitivityPoint
    /// The round that has added the setting.
    let round: Int
    /// The replications of the last round of the setting.
    fileprivate(set) var replications = 0
    /// The costs in these replications; nil without an estimate.
    fileprivate(set) var costs: NondominatedOrder.Costs?

    /// `default`, or `s17`: the name of the setting at a place in the search.
    package static func name(_ place: Int) -> String { place == 0 ? "default" : "s\(place)" }
  }

  package let box: SensitivityBox
  package let plan: TuningPlan
  /// The places of the varied numbers and words in the box. The last share of a whole follows from the other shares.
  private let factors: [Int]
  private let seed: UInt64
  /// All settings, the default first.
  package private(set) var settings: [Setting]
  /// The places of the settings to run next; empty at the end.
  package private(set) var next: [Int] = []
  private var round = 0
  /// The places of the settings to judge: the front of the last round without the default and its equals. Of settings with
  /// equal costs, one is judged.
  package private(set) var judged: [Int] = []

  /// The longest distance of a new setting from an earlier one, as a share of each range. Later rounds halve it.
  private static let reach = 0.25
  /// Tries to find a setting that all conditions allow.
  private static let attempts = 1000

  /// - Returns: nil if the Sobol' sequence has too few coordinates.
  package init?(_ box: SensitivityBox, _ plan: TuningPlan, seed: UInt64) {
    (self.box, self.plan, self.seed) = (box, plan, seed)
    factors = box.factors.indices.filter { place in
      let definition = box.factors[place].definition
      return definition.listRanges?.areShares != true
        || box.factors[place...].dropFirst().contains { $0.definition.name == definition.name }
    }
    let base = factors.map { box.factors[$0].share(of: box.factors[$0].base) }
    settings = [Setting(coordinates: base, point: .base, round: 0)]
    guard let sequence = SobolSequence(dimension: factors.count) else { return nil }
    let stream = stream
    let shift = factors.map { _ in stream.uniform() }
    var left = Self.attempts * plan.points
    while settings.count <= plan.settings(0), left > 0 {
      left -= 1
      add(zip(sequence.next(), shift).map { ($0 + $1).truncatingRemainder(dividingBy: 1) })
    }
    next = Array(settings.indices)
  }

  /// The replications of the next round.
  package var seeds: Range<Int> { plan.seeds(round) }

  /// The random numbers of the round.
  private var stream: RandomStream { RandomStream(.design, seed: seed, group: "tune", replication: round) }

  /// Takes in the costs of the settings that were run in ``seeds``.
  package mutating func add(_ costs: [NondominatedOrder.Costs?]) {
    for (place, found) in zip(next, costs) {
      (settings[place].costs, settings[place].replications) = (found, seeds.count)
    }
    let known = next.filter { settings[$0].costs != nil }
    let fronts = NondominatedOrder.fronts(known.compactMap { settings[$0].costs }) { place in
      guard let own = settings[known[place]].costs, let base = settings[0].costs else { return false }
      return NondominatedOrder.dominates(own, base)
    }.map { $0.map { known[$0] }.filter { $0 != 0 } }
    round += 1
    guard round < TuningPlan.rounds else {
      var known = [settings[0].costs].compactMap(\.self)
      judged = Array(
        (fronts.first ?? []).filter { place in
          guard let own = settings[place].costs, !known.contains(where: { $0 == own }) else { return false }
          known.append(own)
          return true
        }.prefix(TuningPlan.mostJudged))
      next = []
      return
    }
    let count = plan.settings(round)
    let kept = Array(fronts.joined().prefix(count - count / 2))
    let first = settings.count
    // The default is a parent in turn, so that the search looks near it as well.
    refine([0] + kept, count: count / 2)
    next = [0] + kept + (first..<settings.count)
  }

  /// Adds settings near earlier ones, in turn.
  private mutating func refine(_ parents: [Int], count: Int) {
    let stream = stream
    let reach = Self.reach / Double(1 << (round - 1))
    for number in 0..<count {
      let parent = settings[parents[number % parents.count]].coordinates
      for _ in 0..<Self.attempts {
        let moved = parent.map { coordinate in
          let place = coordinate + reach * (2 * stream.uniform() - 1)
          return place < 0 ? -place : place > 1 ? 2 - place : place
        }
        if add(moved) { break }
      }
    }
  }

  /// Adds a setting that all conditions allow and that the search does not have.
  @discardableResult private mutating func add(_ coordinates: [Double]) -> Bool {
    let point = SensitivityPoint(
      zip(factors, coordinates).map { .init(factor: $0, level: box.factors[$0].roundedLevel(share: $1)) })
    guard let values = box.values(at: point), values.allSatisfy(isInRange),
      point.moves.contains(where: { $0.level != box.factors[$0.factor].base }),
      !settings.contains(where: { $0.point == point })
    else { return false }
    settings.append(Setting(coordinates: coordinates, point: point, round: round))
    return true
  }

  /// Whether all numbers of a list are in their ranges, also a share that follows from the other shares.
  private func isInRange(_ name: String, _ value: ParameterValue) -> Bool {
    guard case .numbers(let numbers) = value,
      let ranges = box.factors.first(where: { $0.definition.name == name })?.definition.listRanges
    else { return true }
    return !ranges.areShares || zip(numbers, ranges.ranges).allSatisfy { $1.contains($0) }
  }

  /// The values that differ from the study at a setting, by name. Texts of them are exact.
  package func values(_ place: Int) -> [(name: String, value: ParameterValue)] {
    (box.values(at: settings[place].point) ?? []).map { name, value in
      guard case .numbers(let numbers) = value else { return (name, value) }
      return (name, .numbers(numbers.map { ($0 * 1e9).rounded() / 1e9 }))
    }
  }
}

extension AssumedFactor {
  /// The share of the range at a level, from 0 to 1.
  fileprivate func share(of level: Level) -> Double {
    switch level {
    case .number(let number):
      guard let range, range.lowerBound < range.upperBound else { return 0 }
      return min(1, max(0, (number - range.lowerBound) / (range.upperBound - range.lowerBound)))
    case .word(let word):
      let place = definition.choices.firstIndex(of: word) ?? 0
      return (Double(place) + 0.5) / Double(max(1, definition.choices.count))
    }
  }

  /// The level at a share of the range from 0 to 1, to a thousandth of the range.
  fileprivate func roundedLevel(share: Double) -> Level {
    let level = level(share: share)
    guard let range, let number = number(level) else { return level }
    var scale = 1.0
    while scale * (range.upperBound - range.lowerBound) < 1000, scale < 1e12 { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    return .number(min(range.upperBound, max(range.lowerBound, rounded)))
  }
}
