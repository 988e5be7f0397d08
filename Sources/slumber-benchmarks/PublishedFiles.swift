#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Published files of four shards of a study with a large detail table, which are joined in two ways.
final class PublishedFiles {
  private let folder: ShardWorkloads.BenchmarkFolder
  private let isMade: Bool
  private var target: String { "\(folder.path)/joined.sqlite" }
  private var statements: String { "\(folder.path)/copy.sql" }

  init() {
    let folder = ShardWorkloads.BenchmarkFolder()
    let options = [
      "--devices", "64", "--replications", "20", "--days", "3", "--set", "warmUpDays=1", "--set",
      "record=[energy]", "--jobs", "2",
    ]
    let shards = (1...4).map { folder.run(options + ["--shard", "\($0)/4"]) }
    let script = ChildProgram.run("/bin/sh", ["-c", Self.script, "sh", folder.path])
    self.folder = folder
    isMade = (shards + [script]).allSatisfy { $0 != nil }
  }

  deinit { folder.remove() }

  /// Merges the files into a new one.
  func merged() -> Outcome { joined { folder.slumber(["merge", target, "\(folder.results).shards"]) } }

  /// Copies the rows of the files into a new one.
  func copied() -> Outcome {
    joined { ChildProgram.run("/usr/bin/env", ["sqlite3", "-bail", target, ".read \(statements)"]) }
  }

  private func joined(_ body: () -> ChildProgram?) -> Outcome {
    unlink(target)
    return Outcome(work: 1, events: 0, figure: (isMade ? body() : nil)?.processorSeconds ?? .infinity)
  }

  /// Writes the statements that copy all rows, in one transaction a file. Nothing is checked.
  private static let script = #"""
    set -e
    made=
    for file in "$1"/results.sqlite.shards/*.sqlite; do
      [ $made ] || sqlite3 "$file" .schema
      made=yes
      echo "ATTACH '$file' AS input; BEGIN;"
      sqlite3 "$file" "SELECT 'INSERT OR IGNORE INTO main.[' || name || '] SELECT * FROM input.[' || name || '];'
        FROM sqlite_schema WHERE type = 'table'"
      echo 'COMMIT; DETACH input;'
    done > "$1/copy.sql"
    """#
}
