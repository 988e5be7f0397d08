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
  func storedWork(ofResults study: StudyDescription) throws -> StoredWork {
    let file: ResultsFile
    do throws(ResultsError) {
      file = try ResultsFile.open(results, toleratesDamage: true)
    } catch .notFound {
      return StoredWork()
    }
    let found = try file.identity()
    let expected = StudyIdentity(name: study.name, baseDigest: study.baseDigest)
    guard found == expected else {
      throw ResultsError.otherStudy(path: results, found: found, expected: expected)
    }
    return try file.storedWork()
  }

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
