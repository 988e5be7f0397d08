import Basics

extension ResultsFile {
  package static func openInput(_ path: String, output: String) throws(MergeRefusal) -> ResultsFile {
    if FolderListing.isSame(path, output) { throw .output(path: path) }
    if Workplace.isInUse(fileAt: path) { throw .running(path: path) }
    do throws(ResultsError) { return try open(path) } catch { throw .results(error) }
  }

  package func checkMerging(into study: StudyDescription) throws(MergeRefusal) {
    let own = try results(try self.study())
    guard own.identity == study.identity else {
      throw .otherStudy(path: path, found: own.identity, expected: study.identity)
    }
    guard own.versions == study.versions else {
      throw .otherVersions(path: path, found: own.versions, expected: study.versions)
    }
  }

  /// Adds all runs and parts of another file of the same study, or makes no change. Existing runs and parts
  /// must be equal in every row except provenance, which is not replaced.
  package func merge(_ input: ResultsFile, completing complete: @escaping RunCompletion)
    throws(MergeRefusal) -> MergeOutcome
  {
    try input.checkMerging(into: results(try study()))
    let found = try results(
      try withConnection { (target) throws(ResultsError) in
        try input.withConnection { (source) throws(ResultsError) in
          try FileMerge.result(from: source, into: target, completing: complete)
        }
      })
    switch found {
    case .success(let outcome): return outcome
    case .failure(let stop): throw try refusal(stop, input)
    }
  }

  private func refusal(_ stop: FileMerge.Stop, _ input: ResultsFile) throws(MergeRefusal) -> MergeRefusal {
    let runID = stop.runID
    let difference = try results(try self.difference(of: runID, from: input, ofDevices: stop.devices))
    return .unequal(
      path: input.path, run: MessageWord.word(runID),
      difference: difference.map {
        "\($0.place): \($0.stored.map { MessageWord.quoted($0) } ?? "no such row") stored, "
          + "\($0.computed.map { MessageWord.quoted($0) } ?? "no such row") found"
      } ?? "its sums",
      found: try input.results(try input.origin(of: runID)), expected: try results(try origin(of: runID)))
  }

  private func origin(of runID: String) throws(ResultsError) -> String {
    let row = try provenance(of: runID)
    return (row.map(ProvenanceRow.table.cells) ?? []).dropFirst(2).map(\.exportedText).filter { !$0.isEmpty }
      .map(MessageWord.word).joined(separator: ", ")
  }

  private func results<Value>(
    _ body: @autoclosure () throws(ResultsError) -> Value
  ) throws(MergeRefusal) -> Value {
    do { return try body() } catch { throw .results(error) }
  }
}

public struct MergeOutcome: Hashable, Sendable {
  /// Identities of the runs that are whole now and were not before.
  package var new: Set<String> = []
  /// The identities of runs with duplicate, equal parts.
  package var equal: Set<String> = []
  /// Runs with results that are not part of the file's study any more; they were not merged.
  package var foreign: [String] = []

  package init() {}

  package mutating func merge(_ other: MergeOutcome) {
    new.formUnion(other.new)
    equal.formUnion(other.equal)
    foreign += other.foreign
  }
}

/// The reason why a file was not merged, in whole or in part.
public enum MergeRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case output(path: String)
  case running(path: String)
  case otherStudy(path: String, found: StudyIdentity, expected: StudyIdentity)
  case otherVersions(path: String, found: [StudyDescription.Version], expected: [StudyDescription.Version])
  case unequal(path: String, run: String, difference: String, found: String, expected: String)
  case results(ResultsError)

  public var description: String {
    switch self {
    case .output(let path): "\(path): not merged, because it is the target of the merge"
    case .running(let path): "\(path): not merged, because a running shard writes to it"
    case .otherStudy(let path, let found, let expected):
      "\(path): not merged: found results of the study \(found), expected \(expected)"
    case .otherVersions(let path, let found, let expected):
      "\(path): not merged: found results of \(Self.text(found)), expected \(Self.text(expected))"
    case .unequal(let path, let run, let difference, let found, let expected):
      "\(path): not merged, because its run \(run) differs from the stored run: \(difference) "
        + "(stored: \(expected); found: \(found))"
    case .results(let error): "\(error)"
    }
  }

  static func text(_ versions: [StudyDescription.Version]) -> String {
    versions.map { "\(MessageWord.word($0.name)) \(MessageWord.word($0.version))" }.joined(separator: ", ")
  }
}

/// Merges one file into another within a transaction. Blocks and runs that the target lacks are copied as they are, each piece after its
/// own check; where both have one, digests are compared.
struct FileMerge {
  struct Stop: Error {
    var runID: String
    var devices: Range<Int>?
  }

  private let source: Connection
  private let target: Connection
  private let complete: RunCompletion
  private var outcome = MergeOutcome()
  private let action = "merge a file"

  static func result(
    from source: Connection, into target: Connection, completing complete: @escaping RunCompletion
  ) throws(ResultsError) -> Result<MergeOutcome, Stop> {
    var merge = FileMerge(source: source, target: target, complete: complete)
    var stop: Stop?
    do {
      try target.transaction(action: merge.action) { () throws(ResultsError) in
        do { try merge.run() } catch {
          stop = error as? Stop
          throw error as? ResultsError ?? .damaged(path: target.path, what: "\(error)")
        }
      }
      return .success(merge.outcome)
    } catch {
      if let stop { return .failure(stop) }
      throw error
    }
  }

  private mutating func run() throws {
    let known = try target.runs()
    let places = PlannedPlaces(known.filter(\.isCurrent).map(\.run))
    let byID = Dictionary(known.map { ($0.runID, $0) }, uniquingKeysWith: { first, _ in first })
    let blocks = Dictionary(grouping: try source.blocks().map(\.head), by: \.runID)
    // Of a plan that the target has as well, only runs with work are read.
    let query = "SELECT run_id FROM runs WHERE is_current = 1"
    let isPlanKnown = try source.rows(query, table: "runs") { byID[$0.text(0)] != nil }.allSatisfy(\.self)
    let begun = " AND (status <> 'planned' OR run_id IN (SELECT run_id FROM blocks))"
    for run in try source.runs("is_current = 1" + (isPlanKnown ? begun : "")) {
      let own = blocks[run.runID] ?? []
      if byID[run.runID] == nil {
        guard !places.contradict(run.run) else {
          if run.status != .planned || !own.isEmpty { outcome.foreign.append(run.runID) }
          continue
        }
        try target.write(StoredRun(run.run), action: action)
      }
      try merge(run, own, into: byID[run.runID] ?? StoredRun(run.run))
    }
  }

  private mutating func merge(_ run: StoredRun, _ blocks: [BlockHead], into twin: StoredRun) throws {
    if run.status == .planned, blocks.isEmpty { return }
    let runID = run.runID
    let own = twin.status == .failed ? [] : try target.heads(of: runID)
    let twins = Dictionary(own.map { ($0.devices.lowerBound, $0) }, uniquingKeysWith: { first, _ in first })
    // A failed run never replaces work that is done, nor does a failed part.
    switch run.status {
    case .failed:
      if twin.status == .failed { outcome.equal.insert(runID) }
      if twin.status == .planned, own.isEmpty { try copy(run, blocks) }
      return
    case .ok:
      if twin.status == .ok, !run.endedAs(twin) { throw Stop(runID: runID) }
    case .planned: break
    }
    let done = blocks.filter { $0.failure == nil }
    for block in done {
      guard let twin = twins[block.devices.lowerBound], twin.failure == nil else { continue }
      guard twin == block else { throw Stop(runID: runID, devices: block.devices) }
      outcome.equal.insert(runID)
    }
    if twin.status == .ok { return }
    if run.status == .ok {
      try copy(run, blocks)
      outcome.new.insert(runID)
      return
    }
    if twin.status == .failed {
      // The run is done again, unless this is the failure that is stored already.
      if done.isEmpty { return }
      try target.removeContents(of: runID, action: action)
      try target.write(StoredRun(run.run), action: action)
    }
    for block in blocks {
      let twin = twins[block.devices.lowerBound]
      if twin == nil || twin?.failure != nil && block.failure == nil { try copy(block) }
    }
    if try !blocks.isEmpty && target.completeIfWhole(run.run, completing: complete, action: action) {
      outcome.new.insert(runID)
    }
  }

  private func copy(_ run: StoredRun, _ blocks: [BlockHead]) throws(ResultsError) {
    try target.removeContents(of: run.runID, action: action)
    for block in blocks { try copy(block) }
    if let digests = run.contents {
      try copy("results", "run_id = ?", [.text(run.runID)], run.runID, digests, 0..<run.devicesExpected)
    }
    try target.write(run, action: action)
  }

  private func copy(_ block: BlockHead) throws(ResultsError) {
    try copy(
      "blocks", "run_id = ? AND first_device = ?",
      [.text(block.runID), .integer(Int64(block.devices.lowerBound))], block.runID, block.digests,
      block.devices)
  }

  private func copy(
    _ table: String, _ condition: String, _ key: [CellValue], _ runID: String, _ digests: String,
    _ devices: Range<Int>
  ) throws(ResultsError) {
    let row = try source.statement(
      "SELECT * FROM \(table) WHERE \(condition)", action: "read it", table: table)
    try row.bind(key)
    defer { row.reset() }
    guard try row.step(), row.lastColumnsAreIntact(digests) else {
      let run = try source.runs("run_id = ?", [.text(runID)]).first
      throw .damaged(path: source.path, what: "\(ResultsDamage(ofContents: run, runID: runID, devices))")
    }
    try target.statement(
      "INSERT OR REPLACE INTO \(table) VALUES (\(ResultsSchema.places(row.columnCount)))", action: action,
      table: table
    ).run(copying: row)
  }
}
