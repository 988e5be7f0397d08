import ResultsStore
import SchedulingPolicies
import Studies

/// The blocks of a study as its results files know them, without the study file.
///
/// They are numbered in the order of the plan: design points, replications, devices.
struct StoredBlocks {
  /// The runs of one design point and replication, whose devices are cut into blocks.
  private struct Group {
    var runs: [String]
    var devices: Int
    var size: Int
    var first: Int
    var count: Int { (devices + size - 1) / size }
  }
  private let groups: [Group]

  var count: Int { groups.last.map { $0.first + $0.count } ?? 0 }

  /// - Throws: An error if the study names files or programs, which tell its horizon.
  init(_ file: ResultsFile, policies: PolicyCatalogue) throws {
    let study = try StudyFile(
      stored: try file.study().effectiveStudy, path: file.path, catalogue: policies)
    let sizes = Dictionary(
      study.points.map { ($0.name, Block.size(horizonDays: $0.study.exactHorizonDays)) },
      uniquingKeysWith: { first, _ in first })
    let usual = Block.size(horizonDays: study.study.exactHorizonDays)
    var points: [String] = []
    var runs: [String: [Int: (runs: [String], devices: Int)]] = [:]
    for run in try file.runs() {
      if runs[run.designPoint] == nil { points.append(run.designPoint) }
      runs[run.designPoint, default: [:]][run.replication, default: ([], run.devicesExpected)].runs.append(
        run.runID)
    }
    var groups: [Group] = []
    var first = 0
    for point in points {
      for (_, group) in (runs[point] ?? [:]).sorted(by: { $0.key < $1.key }) {
        groups.append(
          Group(runs: group.runs, devices: group.devices, size: sizes[point] ?? usual, first: first))
        first += groups[groups.count - 1].count
      }
    }
    self.groups = groups
  }

  /// Numbers of the blocks of which no run lacks anything.
  func finished(in work: StoredWork) -> [Int] {
    groups.flatMap { group in
      (0..<group.count).compactMap { place in
        let isDone = group.runs.allSatisfy { work.holds(runID: $0, firstDevice: place * group.size) }
        return isDone ? group.first + place : nil
      }
    }
  }

  /// Runs of which every block is done.
  func finishedRuns(in work: StoredWork) -> Int {
    groups.reduce(0) { sum, group in
      sum
        + group.runs.count { run in
          (0..<group.count).allSatisfy { work.holds(runID: run, firstDevice: $0 * group.size) }
        }
    }
  }
}
