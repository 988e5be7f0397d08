#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ResultsFile {
  /// Opens a file that is to be merged and checks all of it.
  ///
  /// - Parameter output: The path of the file into which it is merged.
  public static func openInput(_ path: String, output: String) throws(MergeRefusal) -> ResultsFile {
    if isSame(path, output) { throw .output(path: path) }
    if Workplace.isInUse(fileAt: path) { throw .running(path: path) }
    do throws(ResultsError) {
      _ = try FileHeader(path)
      // A journal would change the bytes that the seal speaks of.
      let hasJournal = access(path + "-journal", F_OK) == 0
      let isSealed = hasJournal ? false : try FileSeal.holds(path)
      return try open(path, checking: isSealed ? .structure : .everything)
    } catch {
      throw .results(error)
    }
  }

  /// Refuses a file of another study, or of another version of the program or its models.
  public func checkMerging(into study: StudyDescription) throws(MergeRefusal) {
    let own: StudyDescription
    do { own = try self.study() } catch { throw .results(error) }
    let found = StudyIdentity(name: own.name, baseDigest: own.baseDigest)
    let expected = StudyIdentity(name: study.name, baseDigest: study.baseDigest)
    guard found == expected else { throw .otherStudy(path: path, found: found, expected: expected) }
    guard own.versions == study.versions else {
      throw .otherVersions(path: path, found: own.versions, expected: study.versions)
    }
  }

  /// Takes in the runs and parts of another file of the same study, all of them or nothing.
  ///
  /// Runs and parts that are there already must be equal in every row but provenance, which stays that of the first.
  ///
  /// - Parameters:
  ///   - input: A file from ``openInput(_:output:)``.
  ///   - complete: Makes a run of its parts.
  public func merge(_ input: ResultsFile, completing complete: @escaping RunCompletion)
    throws(MergeRefusal) -> MergeOutcome
  {
    try input.checkMerging(into: results { () throws(ResultsError) in try study() })
    let found: Result<MergeOutcome, FileMerge.Stop>
    do throws(ResultsError) {
      found = try withConnection { (target) throws(ResultsError) in
        try input.withConnection { (source) throws(ResultsError) in
          try FileMerge.result(from: source, into: target, completing: complete)
        }
      }
    } catch {
      throw .results(error)
    }
    switch found {
    case .success(let outcome): return outcome
    case .failure(let stop): throw try refusal(stop, input)
    }
  }

  /// The message for twins that are not equal.
  private func refusal(_ stop: FileMerge.Stop, _ input: ResultsFile) throws(MergeRefusal) -> MergeRefusal {
    let runID = stop.runID
    let difference = try results { () throws(ResultsError) in
      try self.difference(of: runID, from: input, ofDevices: stop.devices)
    }
    return .unequal(
      path: input.path, run: MessageWord.word(runID),
      difference: difference.map {
        "\($0.place): \($0.stored.map { MessageWord.quoted($0) } ?? "no such row") stored, "
          + "\($0.computed.map { MessageWord.quoted($0) } ?? "no such row") found"
      } ?? "its sums",
      found: try input.results { () throws(ResultsError) in try input.origin(of: runID) },
      expected: try results { () throws(ResultsError) in try origin(of: runID) })
  }

  /// Where a run, or its first part, was computed.
  private func origin(of runID: String) throws(ResultsError) -> String {
    try withConnection { (connection) throws(ResultsError) in
      var rows: [[CellValue]] = []
      try connection.eachRow(of: ResultsSchema.provenance, runID: runID) { row in rows.append(row) }
      if rows.isEmpty { rows = try PartTable(connection).heads(of: runID).map { ProvenanceRow.table.cells($0.provenance) } }
      return (rows.first ?? []).dropFirst(2).map(\.exportedText).filter { !$0.isEmpty }.map(MessageWord.word)
        .joined(
          separator: ", ")
    }
  }

  private func results<Value>(_ body: () throws(ResultsError) -> Value) throws(MergeRefusal) -> Value {
    do { return try body() } catch { throw .results(error) }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
