/// Merges one file into another within a transaction.
///
/// Blocks and runs that the target lacks are copied as they are, each piece after its own check; where both have one, digests are compared.
struct FileMerge {
  struct Stop: Error {
    var runID: String
    /// The devices that were compared; nil for the whole run.
    var devices: Range<Int>?
  }

  private let source: Connection
  private let target: Connection
  private let complete: RunCompletion
  private var outcome = MergeOutcome()
  private let action = "merge a file"

  /// Merges all or, if twins are not equal, nothing.
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

  private init(source: Connection, target: Connection, complete: @escaping RunCompletion) {
    (self.source, self.target, self.complete) = (source, target, complete)
  }

  private mutating func run() throws {
    let known = try target.runs()
    let places = PlannedPlaces(known.filter(\.isCurrent).map(\.run))
    let byID = Dictionary(known.map { ($0.runID, $0) }, uniquingKeysWith: { first, _ in first })
    let blocks = Dictionary(grouping: try source.blocks().map(\.head), by: \.runID)
    for run in try source.runs("is_current = 1") {
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

  /// - Parameter twin: The run of the target.
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

  /// Copies a run that has ended with all that it holds.
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

  /// Copies a row as it is, whose last columns are pieces with these digests.
  private func copy(
    _ table: String, _ condition: String, _ key: [CellValue], _ runID: String, _ digests: String,
    _ devices: Range<Int>
  ) throws(ResultsError) {
    let row = try source.freshStatement(
      "SELECT * FROM \(table) WHERE \(condition)", action: "read it", table: table)
    try row.bind(key)
    guard try row.step(), row.lastColumnsAreIntact(digests.split(separator: " ")) else {
      let run = try source.runs("run_id = ?", [.text(runID)]).first
      throw .damaged(path: source.path, what: "\(ResultsDamage(ofContents: run, runID: runID, devices))")
    }
    try target.statement(
      "INSERT OR REPLACE INTO \(table) VALUES (\(ResultsSchema.places(row.columnCount)))", action: action,
      table: table
    ).run(copying: row)
  }
}
