import Basics
import ModelParameters
import SchedulingPolicies
import StudyReports
import UsageModels

/// The plausible parameter sets of a fit, as `slumber fit` stores them in `plausible.csv`. Columns may
/// include parameters that the fit did not vary. For a switch, 0 is false and 1 is true.
package struct PlausiblePoints: Sendable {
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case noTable
    case nothingPlausible
    case nothingInCommon([String])
    case tooManyPoints(most: Int, settings: Int)

    package var description: String {
      switch self {
      case .noTable: "the table is not a plausible.csv of `slumber fit --to`"
      case .nothingPlausible: "the fit accepted no parameter sets, so there are no plausible sets to run"
      case .nothingInCommon(let names):
        "the study does not use the parameters of the fit (\(names.joined(separator: ", "))). Use a fit of this study's assumptions"
      case .tooManyPoints(let most, let settings):
        "expected at most \(CountText.text(most, "point")) for \(CountText.text(settings, "design point"))"
      }
    }
  }

  package let names: [String]
  /// The values of the parameters by point, in the units of the parameters.
  package let levels: [[Double]]

  package init(csv bytes: [UInt8]) throws(Failure) {
    guard let text = try? SourceText(bytes, limit: 1 << 28) else { throw .noTable }
    var records = CSVRecords(text)
    guard let head = records.next()?.fields, head.starts(with: ["point", "wave"]),
      let end = head.firstIndex(where: { $0.hasPrefix("i_") }), end > 2
    else { throw .noTable }
    names = Array(head[2..<end])
    var levels: [[Double]] = []
    while let record = records.next() {
      let numbers = record.fields.prefix(end).dropFirst(2).compactMap { Double($0) }
      guard record.fields.count == head.count, numbers.count == names.count else { throw .noTable }
      levels.append(numbers)
    }
    guard !levels.isEmpty else { throw .nothingPlausible }
    self.levels = levels
  }

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
    var all: [DesignPoint] = []
    for point in points {
      let box = SensitivityBox(
        point, policies: point.study.policies.map(\.label), grades: [.d], patterns: [],
        named: plausible.names, catalogue: catalogue)
      let given = plausible.points(in: box)
      guard given.allSatisfy({ $0 != .base }) else {
        throw PlausiblePoints.Failure.nothingInCommon(plausible.names)
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
              ? PlausibleDifferences.base
              : PlausibleDifferences.level(ofPoint: number - 1, sets: given.count)))
        all.append(own)
      }
    }
    return StudyFile(self, points: all)
  }
}
