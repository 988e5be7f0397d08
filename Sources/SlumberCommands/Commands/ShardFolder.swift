import ResultsStore
import Studies

/// The folder beside a results file into which shards publish: `FILE.shards`.
struct ShardFolder {
  let results: String
  var path: String { results + ".shards" }

  init(of results: String) { self.results = results }

  /// A published file that does not count.
  struct Refused: Error {
    var text: String
  }

  /// The work of the results file, nothing if it does not exist.
  ///
  /// - Throws: ``ResultsError`` for a file of another study and for one that cannot be read.
  func storedWork(ofResults study: StudyDescription) throws -> StoredWork {
    try ResultsFile.openIfThere(results, of: study)?.storedWork() ?? StoredWork()
  }

  /// The work that earlier attempts of a shard have published, file by file.
  func published(by shard: Shard, of study: StudyDescription) -> [Result<StoredWork, Refused>] {
    let prefix = Publication.prefix(of: shard)
    return FolderListing.files(in: path).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".sqlite") }.map {
      name in
      Result {
        let file = try ResultsFile.open("\(path)/\(name)", toleratesDamage: true)
        try file.checkMerging(into: study)
        return try file.storedWork()
      }.mapError { Refused(text: "\($0)") }
    }
  }
}
