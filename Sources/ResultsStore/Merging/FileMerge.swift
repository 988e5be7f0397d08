/// Merges one file into another within a transaction.
struct FileMerge {
  /// Twins that are not equal.
  struct Stop: Error {
    var runID: String
    /// The devices that were compared; nil for the whole run.
    var devices: Range<Int>?
  }

  /// A run of the merged file.
  private struct Input {
    var row: StoredRun
    var contents: String?
    var hasParts: Bool
    var isCurrent: Bool
    var runID: String { row.run.runID }
    var hasResults: Bool { row.status != .planned || hasParts }
  }

  let source: Connection
  let target: Connection
  let complete: RunCompletion
  /// Copies rows where the merged file could be attached; nil where it cannot be opened once more.
  private var rowCopy: RowCopy?
  private var outcome = MergeOutcome()
  private let action = "merge a file"

  private init(_ source: Connection, _ target: Connection, _ complete: @escaping RunCompletion) {
    self.source = source
    self.target = target
    self.complete = complete
    if source.reopeningPath != nil { rowCopy = RowCopy(from: source, to: target, action) }
  }

  /// Merges all or, if twins are not equal, nothing.
  static func result(
    from source: Connection, into target: Connection, completing complete: @escaping RunCompletion
  ) throws(ResultsError) -> Result<MergeOutcome, Stop> {
    var merge = FileMerge(source, target, complete)
    try target.execute("PRAGMA temp_store = MEMORY", action: merge.action)
    defer { target.detach(RowCopy.attached) }
    try target.begin(action: merge.action)
    do {
      if let path = source.reopeningPath {
        try target.attach(path, as: RowCopy.attached, action: merge.action)
      }
      try merge.run()
      try target.execute("COMMIT", action: merge.action)
      return .success(merge.outcome)
    } catch {
      target.rollBack()
      if let stop = error as? Stop { return .failure(stop) }
      if let error = error as? ResultsError { throw error }
      throw .damaged(path: target.path, what: "\(error)")
    }
  }

  private mutating func run() throws {
    let inputs = try inputs()
    if rowCopy != nil, inputs.allSatisfy(\.isCurrent), try RowCopy.isEmpty(target) {
      return try copyAll(inputs)
    }
    let known = try PlannedPlaces(target)
    for input in inputs where input.isCurrent {
      let runID = input.runID
      if known.status(of: runID) == nil {
        guard !known.contradict(input.row.run) else {
          if input.hasResults { outcome.foreign.append(runID) }
          continue
        }
        try ResultsFile.upsert(StoredRun(input.row.run), keepsOutcome: false, in: target, action)
        try DigestWriter(target).update(runID, hasNewContents: false)
      }
      let status = known.status(of: runID) ?? .planned
      switch input.row.status {
      case .ok: try take(finished: input, status)
      case .failed: try take(failed: input, status)
      case .planned: if input.hasParts { try takeParts(of: input, status) }
      }
    }
  }

  /// The runs of the merged file in the order of their identities.
  private func inputs() throws(ResultsError) -> [Input] {
    let withParts = Set(try PartTable(source).runIDs())
    let digests = Dictionary(
      try source.rows("SELECT run_id, contents FROM digests", table: "digests") {
        ($0.text(0), $0.optionalText(1))
      },
      uniquingKeysWith: { first, _ in first })
    return try StoredRun.all(in: source).map { row, isCurrent in
      Input(
        row: row, contents: digests[row.run.runID] ?? nil, hasParts: withParts.contains(row.run.runID),
        isCurrent: isCurrent)
    }
  }

  /// Copies a whole file into one that knows no run: nothing has to be compared.
  private mutating func copyAll(_ inputs: [Input]) throws(ResultsError) {
    try rowCopy?.copyAll()
    for input in inputs where input.row.status == .ok { outcome.new.insert(input.runID) }
  }

  // MARK: Runs

  private mutating func take(finished input: Input, _ status: RunStatus) throws {
    let runID = input.runID
    if status == .ok {
      guard try contents(of: runID) == input.contents,
        try StoredRun.one(runID, in: target)?.outcome == input.row.outcome
      else { throw Stop(runID: runID) }
      outcome.equal.insert(runID)
      return
    }
    for part in try PartTable(target).heads(of: runID) where !part.hasFailed {
      try compare(runID, part.devices)
      outcome.equal.insert(runID)
    }
    try copy(input)
    outcome.new.insert(runID)
  }

  /// A failed run never replaces work that is done.
  private mutating func take(failed input: Input, _ status: RunStatus) throws {
    guard status == .planned, try PartTable(target).extent(of: input.runID).parts == 0 else {
      if status == .failed { outcome.equal.insert(input.runID) }
      return
    }
    try copy(input)
  }

  /// Copies a whole run with its digest, which was checked when the file was opened.
  private mutating func copy(_ input: Input) throws(ResultsError) {
    let runID = input.runID
    try ResultsFile.removeRows(of: runID, in: target, action)
    try ResultsFile.upsert(input.row, keepsOutcome: false, in: target, action)
    for table in ResultsSchema.details { try copyRows(of: table, runID) }
    try DigestWriter(target).update(runID, contents: input.contents)
  }

  private mutating func copyRows(
    of table: TableDefinition, _ runID: String, devices: Range<Int>? = nil
  ) throws(ResultsError) {
    guard rowCopy == nil else {
      try rowCopy?.copy(table, of: runID, devices: devices)
      return
    }
    var rows = try RowInsertion(table, in: target, action)
    try source.eachRow(of: table, runID: runID, devices: devices) { (row) throws(ResultsError) in
      try rows.insert(row)
    }
    try rows.finish()
  }

  private func contents(of runID: String) throws(ResultsError) -> String? {
    try target.rows("SELECT contents FROM digests WHERE run_id = ?", [.text(runID)], table: "digests") {
      $0.optionalText(0)
    }.first ?? nil
  }

  // MARK: Parts

  private mutating func takeParts(of input: Input, _ status: RunStatus) throws {
    let runID = input.runID
    let own = Dictionary(
      try PartTable(target).heads(of: runID).map { ($0.devices.lowerBound, $0) },
      uniquingKeysWith: { first, _ in first })
    var isReset = false
    let reader = try PartTable(source).reader(of: runID)
    while let part = try reader.next() {
      let devices = part.sums.devices
      if status == .ok {
        guard part.sums.failure == nil else { continue }
        try compare(runID, devices)
        outcome.equal.insert(runID)
        continue
      }
      if let twin = own[devices.lowerBound] {
        if part.sums.failure != nil { continue }
        if !twin.hasFailed {
          guard twin.digests == part.digests else { throw Stop(runID: runID, devices: devices) }
          outcome.equal.insert(runID)
          continue
        }
      } else if status == .failed, !isReset {
        // The run is done again, unless this is the failure that is stored already.
        guard part.sums.failure == nil else { continue }
        try ResultsFile.removeRows(of: runID, in: target, action)
        try ResultsFile.upsert(StoredRun(input.row.run), keepsOutcome: false, in: target, action)
        try DigestWriter(target).update(runID, hasNewContents: false)
        isReset = true
      }
      try copy(part, of: input)
    }
    if try status != .ok && PartTable(target).extent(of: runID).devices == input.row.run.devicesExpected {
      try ResultsFile.completeIfWhole(input.row.run, completing: complete, in: target)
      outcome.new.insert(runID)
    }
  }

  private mutating func copy(_ part: PartTable.Entry, of input: Input) throws(ResultsError) {
    let copied = RunPart(run: input.row.run, sums: part.sums, provenance: part.provenance)
    let table = PartTable(target)
    guard try !table.holds(copied, removingFailed: true) else { return }
    for rows in ResultsSchema.ofDevices { try copyRows(of: rows, input.runID, devices: part.sums.devices) }
    try table.insert(copied, digests: part.digests)
  }

  /// Compares the rows of a run's devices in both files.
  private func compare(_ runID: String, _ devices: Range<Int>) throws {
    guard
      try DigestWriter(source).rowsOfDevices(of: runID, devices)
        == DigestWriter(target).rowsOfDevices(of: runID, devices)
    else { throw Stop(runID: runID, devices: devices) }
  }
}
