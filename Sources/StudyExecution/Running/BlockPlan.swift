import ResultsStore
import StudyFormat

/// The blocks of a study, numbered in the order of its plan: design points, replications, devices.
///
/// Memory grows with the number of replications, not with the number of blocks.
public struct BlockPlan: Sendable {
  /// The runs of the study.
  public let entries: [RunPlan.Entry]
  private let groups: [Group]

  /// The runs of one design point and replication, whose devices are cut into blocks.
  private struct Group: Sendable {
    var entries: Range<Int>
    /// Number of the group's first block.
    var first: Int
    var size: Int
    var devices: Int
    var count: Int { (devices + size - 1) / size }
  }

  /// Cuts the runs of a study into blocks.
  public init(_ file: StudyFile, _ plan: RunPlan) {
    entries = plan.entries
    let sizes = file.points.map { Block.size(horizonDays: $0.study.exactHorizonDays) }
    var groups: [Group] = []
    for (index, entry) in plan.entries.enumerated() {
      if let last = groups.last, plan.entries[last.entries.lowerBound].point == entry.point,
        plan.entries[last.entries.lowerBound].planned.replication == entry.planned.replication
      {
        groups[groups.count - 1].entries = last.entries.lowerBound..<index + 1
      } else {
        groups.append(
          Group(
            entries: index..<index + 1, first: groups.last.map { $0.first + $0.count } ?? 0,
            size: sizes[entry.point], devices: entry.planned.devicesExpected))
      }
    }
    self.groups = groups
  }

  /// Number of blocks.
  public var count: Int { groups.last.map { $0.first + $0.count } ?? 0 }

  /// Number of the parts of unfinished runs that one file holds at most, if blocks are done in their order.
  public var mostPartsAtATime: Int {
    groups.filter { $0.count > 1 }.map { $0.count * $0.entries.count }.max() ?? 0
  }

  /// The block of a number from 0 to `count - 1`.
  public subscript(number: Int) -> Block {
    var (low, high) = (0, groups.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if groups[middle].first <= number { low = middle } else { high = middle - 1 }
    }
    let group = groups[low]
    let start = (number - group.first) * group.size
    let entry = entries[group.entries.lowerBound]
    return Block(
      number: number, point: entry.point, replication: entry.planned.replication,
      devices: start..<min(start + group.size, group.devices), entries: group.entries)
  }

  /// The blocks of a shard that miss some of their runs, with these runs, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - done: The work that is stored already.
  ///   - shard: The share of the study that is asked for.
  public func tasks(missingIn done: StoredWork, of shard: Shard = .whole) -> [BlockTask] {
    stride(from: shard.index - 1, to: count, by: shard.count).compactMap { number in
      let block = self[number]
      func isMissing(_ entry: RunPlan.Entry) -> Bool {
        !done.holds(runID: entry.planned.runID, firstDevice: block.devices.lowerBound)
      }
      let all = entries[block.entries]
      // A slice holds no entries of its own.
      let missing = all.allSatisfy(isMissing) ? all : all.filter(isMissing)[...]
      return missing.isEmpty ? nil : BlockTask(block: block, entries: missing)
    }
  }
}

/// A block with those of its runs that are to be simulated.
public struct BlockTask: Sendable {
  /// The whole block, with all of its runs.
  public var block: Block
  /// At least one run.
  public var entries: ArraySlice<RunPlan.Entry>

  public init(block: Block, entries: ArraySlice<RunPlan.Entry>) {
    self.block = block
    self.entries = entries
  }
}
