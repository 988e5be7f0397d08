import ResultsStore

/// The work that is done for a results file: in the file itself and in the files that its shards have published.
struct ShardInputs {
  /// A published file that was read.
  struct Published {
    var file: PublishedFile
    var work: StoredWork
    var failed: Set<String>
    /// When the first of its runs or blocks began, ISO 8601.
    var firstStart: String?
  }

  /// The results file; nil if there is none yet.
  let results: ResultsFile?
  private(set) var published: [Published] = []
  /// Published files that do not count, with the reason, which names the file.
  private(set) var unusable: [(path: String, reason: String)] = []
  /// The union of all that is done.
  private(set) var work = StoredWork()
  /// The part of it that the results file holds, which is all that commands other than `plan`, `status` and `merge` see.
  private(set) var merged = StoredWork()
  /// Runs that have failed and are not done in any file.
  private(set) var failed: Set<String> = []

  /// Reads a results file and the published files beside it.
  ///
  /// - Parameters:
  ///   - path: The results file, which may be missing.
  ///   - study: The study that it has to hold, and the versions that published files must be of; nil takes any study,
  ///     and those of the results file, or else of the first published one.
  /// - Throws: ``ResultsError`` if the results file cannot be read or is of another study.
  static func read(_ path: String, of study: StudyDescription? = nil) throws -> ShardInputs {
    var expected = study
    var inputs = ShardInputs(results: try ResultsFile.openIfThere(path, of: study))
    if let results = inputs.results {
      expected = try study ?? results.study()
      inputs.merged = try results.storedWork()
      inputs.work = inputs.merged
      inputs.failed = try results.runIDs(.failed)
    }
    for file in PublishedFile.all(in: path + ".shards") {
      do {
        let part = try published(file, &expected)
        inputs.work.merge(part.work)
        inputs.failed.formUnion(part.failed)
        inputs.published.append(part)
      } catch {
        inputs.unusable.append((file.path, "\(error)"))
      }
    }
    inputs.failed.subtract(inputs.work.finished)
    return inputs
  }

  /// Reads a published file, which a merge into the study that is expected has to take, or tells which study that is.
  private static func published(
    _ file: PublishedFile, _ expected: inout StudyDescription?
  ) throws -> Published {
    let shard = try ResultsFile.open(file.path, toleratesDamage: true)
    if let expected { try shard.checkMerging(into: expected) }
    expected = try expected ?? shard.study()
    return Published(
      file: file, work: try shard.storedWork(), failed: try shard.runIDs(.failed),
      firstStart: try shard.firstStart())
  }

  /// A file that knows the plan of the study: the results file, or else the first published one.
  func anyFile() throws -> ResultsFile? {
    if let results { return results }
    return try published.first.map { try ResultsFile.open($0.file.path, toleratesDamage: true) }
  }
}
