import Basics
import ResultsStore
import SchedulingPolicies

/// A piece of a study: consecutive devices of one replication of one design point, under all its policies.
///
/// Blocks are stored in one transaction each and shared out among processes. Their numbers and sizes depend on the
/// study alone, so that every process that reads the same study means the same blocks.
public struct Block: Hashable, Sendable {
  public var number: Int
  public var point: Int
  public var replication: Int
  public var devices: Range<Int>
  /// Places of the block's runs in the plan's entries, one run a policy.
  public var entries: Range<Int>

  static let largestSize = 256
  static let mostDeviceDays = 3000.0

  /// Returns the number of devices of a whole block: the largest power of two that is at most 256 and at most
  /// 3,000 device-days, and at least 1.
  public static func size(horizonDays days: Double) -> Int {
    var size = 1
    while size < largestSize, Double(2 * size) * days <= mostDeviceDays { size *= 2 }
    return size
  }
}

/// The blocks of a study, numbered in the order of its plan: design points, replications, devices. Memory grows with the
/// number of replications, not with the number of blocks.
public struct BlockPlan: Sendable {
  public let entries: [RunPlan.Entry]
  private let groups: [Group]

  /// The runs of one design point and replication, whose devices are cut into blocks.
  private struct Group: Sendable {
    var entries: Range<Int>
    var first: Int
    var size: Int
    var devices: Int
    var count: Int { (devices + size - 1) / size }
  }

  /// - Parameter isWhole: Whether a block has all devices, with the runs of all points on its timeline.
  package init(_ file: StudyFile, _ entries: [RunPlan.Entry], isWhole: Bool = false) {
    self.entries = entries
    let sizes = file.points.map {
      isWhole ? max(1, $0.study.deviceCount) : Block.size(horizonDays: $0.study.exactHorizonDays)
    }
    var groups: [Group] = []
    for (index, entry) in entries.enumerated() {
      if let last = groups.last, case let first = entries[last.entries.lowerBound].planned,
        entries[last.entries.lowerBound].point == entry.point,
        isWhole || first.designPoint == entry.planned.designPoint,
        first.replication == entry.planned.replication
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

  public var count: Int { groups.last.map { $0.first + $0.count } ?? 0 }

  /// Number of the parts of runs of several blocks, which files keep with their sums.
  public var partCount: Int { groups.reduce(0) { $1.count > 1 ? $0 + $1.count * $1.entries.count : $0 } }

  /// The block of a number from 0 to `count - 1`.
  public subscript(number: Int) -> Block {
    let group = groups[groups.partitionPoint { $0.first > number } - 1]
    let start = (number - group.first) * group.size
    let entry = entries[group.entries.lowerBound]
    return Block(
      number: number, point: entry.point, replication: entry.planned.replication,
      devices: start..<min(start + group.size, group.devices), entries: group.entries)
  }

  /// The blocks of a shard that miss some of their runs, with these runs, in the order of their numbers.
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

public struct BlockTask: Sendable {
  public var block: Block
  public var entries: ArraySlice<RunPlan.Entry>
}

extension BlockPlan {
  /// The blocks of a study according to its results file, without the study file.
  ///
  /// - Throws: An error if the study names files or programs, which determine its horizon.
  package init(_ file: ResultsFile, policies: PolicyCatalogue) throws {
    let description = try file.study()
    if let method = description.method { throw StoredStudyError.isOfMethod(method) }
    let study = try StudyFile(stored: description.effectiveStudy, path: file.path, catalogue: policies)
    let points = Dictionary(
      study.points.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var places: [String: Int] = [:]
    let runs = try file.runs()
    for run in runs where places[run.designPoint] == nil { places[run.designPoint] = places.count }
    let entries = runs.enumerated().sorted { one, other in
      func key(_ run: (offset: Int, element: StoredRun)) -> (Int, Int, Int) {
        (places[run.element.designPoint] ?? 0, run.element.replication, run.offset)
      }
      return key(one) < key(other)
    }.map { _, run in
      RunPlan.Entry(point: points[run.designPoint] ?? 0, policy: run.policyOrder, planned: run.run)
    }
    self.init(study, entries)
  }

  package func finished(in work: StoredWork) -> [Int] {
    let missing = Set(tasks(missingIn: work).map(\.block.number))
    return (0..<count).filter { !missing.contains($0) }
  }

  package func finishedRuns(in work: StoredWork) -> Int {
    entries.count
      - Set(tasks(missingIn: work).flatMap { $0.entries.map(\.planned.runID) }).count
  }
}

/// A share of a study's blocks: block b belongs to shard 1 + b mod N.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Number of the shard, from 1.
  public let index: Int
  public let count: Int

  public static let whole = Shard(index: 1, count: 1)
  public static let largestCount = 1_000_000

  public var description: String { "\(index)/\(count)" }

  public func blockCount(of blocks: Int) -> Int { blocks < index ? 0 : (blocks - index) / count + 1 }
  public func contains(block number: Int) -> Bool { number % count == index - 1 }
}

extension Shard {
  /// The shard of a number from 1 to `count`; nil for any other, and for a count beyond the largest.
  public init?(_ index: Int, of count: Int) {
    guard count >= 1, count <= Self.largestCount, index >= 1, index <= count else { return nil }
    self.init(index: index, count: count)
  }

  /// Reads `I/N`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index, of: count)
  }
}
