#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ResultsFile {
  package static func openInput(_ path: String, output: String) throws(MergeRefusal) -> ResultsFile {
    if isSame(path, output) { throw .output(path: path) }
    if Workplace.isInUse(fileAt: path) { throw .running(path: path) }
    do throws(ResultsError) {
      return try open(path)
    } catch {
      throw .results(error)
    }
  }

  /// Refuses a file of another study, or of another version of the program or its models.
  package func checkMerging(into study: StudyDescription) throws(MergeRefusal) {
    let own: StudyDescription
    do { own = try self.study() } catch { throw .results(error) }
    guard own.identity == study.identity else {
      throw .otherStudy(path: path, found: own.identity, expected: study.identity)
    }
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
  package func merge(_ input: ResultsFile, completing complete: @escaping RunCompletion)
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

  private func origin(of runID: String) throws(ResultsError) -> String {
    let row = try provenance(of: runID)
    return (row.map(ProvenanceRow.table.cells) ?? []).dropFirst(2).map(\.exportedText).filter { !$0.isEmpty }
      .map(MessageWord.word).joined(separator: ", ")
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

extension ResultsFile {
  /// Puts a complete copy of the file into a folder, which comes into being if it does not exist.
  ///
  /// The copy is made between two transactions, handed to the disk under a temporary name and then renamed, so that
  /// nobody ever sees half of it. An earlier copy of the same name is replaced.
  package func publish(as name: String, in folder: String) throws(ResultsError) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw .lastSystemError(path: folder, action: "make the folder")
    }
    let target = "\(folder)/\(name)"
    let file = try PartialFile(for: target)
    try withConnection { (_) throws(ResultsError) in
      try FileCopy.append(
        path, to: ByteSink(descriptor: file.descriptor, path: target), name: target,
        action: "copy \(path) to it")
    }
    try file.finish()
  }
}
