import Basics
import ModelParameters
import OutputAnalysis
import RandomStreams
import ResultsStore
import SchedulingPolicies
import StudyReports

/// Parameter sets that agree with observations of real devices, with their weights: `plausible.csv` of a fit.
package struct PlausiblePoints: Sendable {
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case noTable
    case nothingPlausible
    case nothingInCommon([String])
    case tooFewSets(Int, asked: Int)
    case tooManyPoints(most: Int, settings: Int)

    package var description: String {
      switch self {
      case .noTable: "the table is not a plausible.csv of `slumber fit --to`"
      case .nothingPlausible: "the fit accepted no parameter sets, so there are no plausible sets to run"
      case .nothingInCommon(let names):
        "the study does not use the parameters of the fit (\(names.joined(separator: ", "))). Use a fit of this study's assumptions"
      case .tooFewSets(let count, let asked):
        "the fit has \(CountText.text(count, "plausible set")), found a request for \(asked). Use --points \(count), or fit with more data sets"
      case .tooManyPoints(let most, let settings):
        "expected at most \(CountText.text(most, "point")) for \(CountText.text(settings, "design point"))"
      }
    }
  }

  package let names: [String]
  /// The values of the parameters by point, in the units of the parameters.
  package let levels: [[Double]]
  /// The weights of the points, above 0.
  package let weights: [Double]

  package init(csv bytes: [UInt8]) throws(Failure) {
    guard let text = try? SourceText(bytes, limit: 1 << 28) else { throw .noTable }
    var records = CSVRecords(text)
    let first = ["set", "weight", "distance"]
    guard let head = records.next()?.fields, head.starts(with: first),
      let end = head.firstIndex(where: { $0.hasPrefix("d_") }), end > first.count
    else { throw .noTable }
    names = Array(head[first.count..<end])
    var (levels, weights) = ([[Double]](), [Double]())
    while let record = records.next() {
      let numbers = record.fields.prefix(end).dropFirst(first.count).compactMap { Double($0) }
      guard record.fields.count == head.count, numbers.count == names.count,
        let weight = Double(record.fields[1]), weight > 0, weight.isFinite
      else { throw .noTable }
      levels.append(numbers)
      weights.append(weight)
    }
    guard !levels.isEmpty else { throw .nothingPlausible }
    (self.levels, self.weights) = (levels, weights)
  }

  private init(_ names: [String], _ levels: [[Double]], _ weights: [Double]) {
    (self.names, self.levels, self.weights) = (names, levels, weights)
  }

  /// The number of equally weighted sets that are as good.
  package var effectiveSize: Double { WeightedPoints(levels, weights: weights).effectiveSize }

  /// Distinct sets, drawn by weight without replacement.
  package func drawn(_ count: Int, seed: UInt64) throws(Failure) -> PlausiblePoints {
    guard count <= levels.count else { throw .tooFewSets(levels.count, asked: count) }
    let stream = RandomStream(.design, seed: seed, group: "plausible sets", replication: 0)
    let places = WeightedPoints.distinct(count, weights: weights) { stream.uniform() }
    return PlausiblePoints(names, places.map { levels[$0] }, places.map { weights[$0] })
  }

  /// The number of sets that count in shares over points that were drawn from these.
  package func effectiveSize(of count: Int) -> Double { min(Double(count), effectiveSize) }

  /// The points in another box, without the assumptions that it does not have.
  package func points(in box: SensitivityBox) -> [SensitivityPoint] {
    let places = names.map { name in box.factors.firstIndex { $0.name == name && $0.hasNumbers } }
    return levels.map { numbers in
      zip(places, numbers).reduce(SensitivityPoint.base) { point, level in
        guard let place = level.0 else { return point }
        return point.moving(place, to: box.factors[place].level(at: level.1))
      }
    }
  }

  /// A set for each replication, drawn by weight, as values of a study that does not state them.
  package func settings(
    of point: DesignPoint, policies: [String], catalogue: PolicyCatalogue
  ) throws(Failure) -> RowDrawing.Settings {
    let stated = point.study.parameters
    let box = SensitivityBox(
      point, policies: policies, grades: [], patterns: [], named: names, catalogue: catalogue)
    let free = box.keeping(
      Set(box.factors.filter { !stated.isStated($0.definition.name) }), reason: "set by the scenario")
    let sets = zip(points(in: free), weights).compactMap { own, weight in
      free.values(at: own).map { (values: $0, weight: weight) }
    }
    guard !sets.isEmpty else { throw .nothingInCommon(names) }
    let total = sets.reduce(0) { $0 + $1.weight }
    return { replication in
      let stream = RandomStream(.design, seed: 1, group: "plausible draws", replication: replication)
      var left = stream.uniform() * total
      for set in sets {
        left -= set.weight
        if left <= 0 { return set.values }
      }
      return sets[sets.count - 1].values
    }
  }
}

extension StudyFile {
  /// The study at its own values and at plausible sets of its assumptions, as levels of an additional factor.
  ///
  /// Assumptions that the fit varied have the values of a plausible set. Other assumptions fill their ranges,
  /// so a complete set was not compared with the observations. Categorical parameters keep their values.
  package func at(_ plausible: PlausiblePoints, count: Int, catalogue: PolicyCatalogue) throws -> StudyFile {
    guard count < Self.pointLimit / points.count else {
      throw PlausiblePoints.Failure.tooManyPoints(
        most: Self.pointLimit / points.count - 1, settings: points.count)
    }
    let drawn = try plausible.drawn(count, seed: study.seed)
    var all: [DesignPoint] = []
    for point in points {
      let box = SensitivityBox(
        point, policies: point.study.policies.map(\.label), grades: [.d], patterns: [],
        named: drawn.names, catalogue: catalogue)
      let given = drawn.points(in: box)
      guard given.allSatisfy({ $0 != .base }) else {
        throw PlausiblePoints.Failure.nothingInCommon(drawn.names)
      }
      let spread = SpreadDesign(count: count, seed: study.seed)
        .points(Array(box.factors.indices), in: box, through: given)
      for (number, moved) in ([.base] + spread).enumerated() {
        var own = try point.setting(box.values(at: moved) ?? [], of: self, catalogue: catalogue)
        own.order = all.count
        own.levels.append(
          FactorLevelText(
            name: PlausibleDifferences.factor,
            text: number == 0
              ? PlausibleDifferences.base : PlausibleDifferences.level(ofPoint: number - 1)))
        all.append(own)
      }
    }
    return StudyFile(self, points: all)
  }
}
