import SchedulingPolicies
import StudyReports
import UsageModels

/// A design point of a study, with the policies that run while assumptions vary.
///
/// Points with the same assumptions about people and surroundings share their timelines. All timelines use
/// the same random streams.
package struct Situation: Sendable {
  /// The parameter space; all its assumptions belong to the study.
  package let box: SensitivityBox
  private let file: StudyFile
  private let design: DesignPoint
  /// Labels of the policies that are run, the baseline first.
  private let policies: [String]
  private let devices: Int
  private let numbers: KeptNumbers
  private let catalogue: PolicyCatalogue
  private let study, number: Int

  /// - Parameters:
  ///   - devices: The greatest number of devices; larger studies are cut to it.
  ///   - number: The index of the situation within the method. The index of its study is `study`.
  package init(
    _ file: StudyFile, at design: DesignPoint, box: SensitivityBox, policies: [String], devices: Int,
    numbers: KeptNumbers, catalogue: PolicyCatalogue, number: Int = 0, study: Int = 0
  ) {
    (self.file, self.box, self.policies, self.numbers) = (file, box, policies, numbers)
    (self.catalogue, self.number, self.study) = (catalogue, number, study)
    self.devices = min(devices, design.study.deviceCount)
    self.design = design
  }

  /// The study reduced to the runs at its own parameter values, for cost samples.
  package var base: StudyFile {
    var base = reduced(design)
    base.order = 0
    return StudyFile(file, points: [base])
  }

  /// Whether the event logs of its runs are read, which takes time.
  package var areLogsRead: Bool { numbers.areObserved }

  private func reduced(_ point: DesignPoint) -> DesignPoint {
    var point = point
    point.study.records = []
    if let traced = point.study.trace?.devices { point.study.trace?.devices = Array(traced.prefix(devices)) }
    point.study.population.devices = devices
    point.study.policies = policies.compactMap { label in point.study.policies.first { $0.label == label } }
    return point
  }

  /// - Returns: nil outside of the box.
  func point(_ moved: SensitivityPoint, replications: Range<Int>) throws(StudyErrors) -> Point? {
    guard let values = box.values(at: moved) else { return nil }
    let changed = values.isEmpty ? design : try design.setting(values, of: file, catalogue: catalogue)
    let timeline = box.timelinePart(of: moved)
    // All that points of a timeline do not have in common stands in their policies.
    let own = reduced(changed)
    return Point(
      design: own, ground: timeline == .base ? reduced(design) : own,
      timeline: Point.Timeline(study: study, situation: number, moved: timeline),
      replications: replications, numbers: numbers)
  }
}

/// Points of a box as a method asks for them in several situations.
package struct AskedPoints: Sendable {
  package private(set) var points: [Point] = []
  /// By situation, the place in ``points`` of each point that was asked for; nil for one that is not run.
  private var places: [[Int?]] = []
  /// By situation, the points that its study refuses.
  private var refused: [[SensitivityResults.Failure]] = []
  private let asked: [SensitivityPoint]

  package init(_ asked: [SensitivityPoint], in situations: [Situation], replications: Range<Int>) {
    self.asked = asked
    for situation in situations {
      var known: [SensitivityPoint: Int?] = [:]
      var failures: [SensitivityResults.Failure] = []
      places.append(
        asked.map { asked in
          // Points that differ in assumptions of other studies only are one.
          let moved = situation.box.moving(asked)
          if let place = known[moved] { return place }
          var place: Int?
          do throws(StudyErrors) {
            if let point = try situation.point(moved, replications: replications) {
              place = points.count
              points.append(point)
            }
          } catch { failures.append(.init(point: moved, text: "\(error)")) }
          known[moved] = .some(place)
          return place
        })
      refused.append(failures)
    }
  }

  /// The results of the points by situation, in the order of the request.
  ///
  /// - Parameter first: The index of the first of ``points`` among all points that were run together.
  package func results(_ found: PointResults, from first: Int = 0) -> [SensitivityResults] {
    zip(places, refused).map { places, refused in
      var failures = refused
      for failure in found.failures {
        if let place = places.firstIndex(of: failure.point - first) {
          failures.append(.init(point: asked[place], text: failure.text))
        }
      }
      return SensitivityResults(
        runs: places.map { $0.map { found.runs[first + $0] } ?? [] }, failures: failures)
    }
  }
}
