#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// SHARD: what blocks, shards and merges cost, by the program `slumber` that lies beside the benchmarks; without it
/// they are skipped.
enum ShardWorkloads {
  static var all: [BenchmarkWorkload] { [devices, runs, plan, size, shards, copying, blocks, comparison] }

  private static let study = "scenarios/quickstart.yaml"

  /// Peak memory by the number of devices, with a detail table.
  private static var devices: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(devices)", unit: "kB, peak", rounds: 1, warmsUp: false) {
      [500, 8000].map { count in
        peak("\(count) devices") { folder in
          folder.run(["--devices", "\(count)", "--replications", "1"] + short("[energy]"))
        }
      }
    }
  }

  /// Peak memory by the number of runs that wait, without the comparison at the end.
  private static var runs: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(runs)", unit: "kB, peak", rounds: 1, warmsUp: false) {
      [500, 8000].map { count in
        peak("\(count) runs") { folder in
          folder.run(
            ["--devices", "1", "--replications", "\(count)", "--shard", "1/1"] + short("[]", ["never"]))
        }
      }
    }
  }

  /// Processor time of storing the plan: a second file of a study of which a first has all results.
  private static var plan: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(plan)", unit: "s", rounds: 3, warmsUp: false) {
      [2000, 8000].map { count in
        time("\(count) runs") { folder in
          // Device 0 of one run alone is simulated; all runs are stored as planned.
          folder.run(
            ["--devices", "1", "--replications", "\(count)", "--shard", "1/\(count)"] + short("[]", ["never"])
          )
        }
      }
    }
  }

  /// Bytes of the results file that a run adds, without details.
  private static var size: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(file)", unit: "bytes a run", rounds: 1, warmsUp: false) {
      [
        Variant("quickstart") {
          let folder = BenchmarkFolder()
          defer { folder.remove() }
          var sizes: [Double] = []
          for count in [2, 6] {
            _ = folder.run(["--replications", "\(count)", "--set", "record=[]"])
            sizes.append(folder.resultsSize)
          }
          // Five policies.
          return Outcome(work: 1, events: 0, figure: (sizes[1] - sizes[0]) / 20)
        }
      ]
    }
  }

  /// Processor time of one process, and of twelve shards and the merge of their files.
  private static var shards: BenchmarkWorkload {
    let size = ["--devices", "64", "--replications", "12", "--days", "3", "--set", "warmUpDays=1"]
    let options = size + ["--set", "record=[energy]", "--jobs", "2"]
    return BenchmarkWorkload(name: "SHARD(merge)", unit: "s", rounds: 3, warmsUp: false) {
      [
        time("one process") { folder in folder.run(options) },
        time("12 shards, merged") { folder in
          let shards = (1...12).map { folder.run(options + ["--shard", "\($0)/12"]) }
          return sum(shards + [folder.slumber(["merge", folder.results])])
        },
      ]
    }
  }

  /// Processor time of merging four published files of 50 MB in all, and of copying their rows in the shell of SQLite.
  private static var copying: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(copy)", unit: "s", rounds: 5, warmsUp: false) {
      let files = PublishedFiles()
      return [
        Variant("INSERT … SELECT") { files.copied() },
        Variant("merge") { files.merged() },
      ]
    }
  }

  /// Processor time of whole replications of 256 devices, and of as many devices in one replication of several blocks.
  private static var blocks: BenchmarkWorkload {
    let options = [
      "--days", "3", "--set", "warmUpDays=1", "--set", "record=[]", "--jobs", "2", "--shard", "1/1",
    ]
    return BenchmarkWorkload(name: "SHARD(blocks)", unit: "s", rounds: 3, warmsUp: false) {
      [
        time("8 replications") { folder in
          folder.run(["--devices", "256", "--replications", "8"] + options)
        },
        time("8 blocks") { folder in folder.run(["--devices", "2048", "--replications", "1"] + options) },
      ]
    }
  }

  /// Peak memory of a comparison by the number of runs.
  private static var comparison: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(compare)", unit: "kB, peak", rounds: 1, warmsUp: false) {
      [2000, 20_000].map { count in
        peak("\(count) runs") { folder in
          let options =
            ["--devices", "1", "--replications", "\(count / 2)"] + short("[]", ["never", "charging-only"])
          _ = folder.run(options + ["--shard", "1/1"])
          _ = folder.slumber(["merge", folder.results])
          return folder.slumber(["compare", folder.results])
        }
      }
    }
  }

  /// Options of a study of one day, in which simulating is a small part.
  private static func short(_ records: String, _ policies: [String] = ["never", "charging-only"]) -> [String]
  {
    ["--days", "1", "--set", "warmUpDays=0", "--set", "record=\(records)", "--jobs", "2"]
      + policies.flatMap { ["--policy", $0] }
  }

  /// The resources of all programs; nil if one is missing or failed.
  private static func sum(_ programs: [ChildProgram?]) -> ChildProgram? {
    let found = programs.compactMap(\.self)
    guard let first = found.first, found.count == programs.count else { return nil }
    return found.dropFirst().reduce(first, +)
  }

  private static func peak(_ name: String, _ body: @escaping (BenchmarkFolder) -> ChildProgram?) -> Variant {
    Variant(name) { outcome(body) { Double($0.peakKilobytes) } }
  }

  private static func time(_ name: String, _ body: @escaping (BenchmarkFolder) -> ChildProgram?) -> Variant {
    Variant(name) { outcome(body) { $0.processorSeconds } }
  }

  private static func outcome(
    _ body: (BenchmarkFolder) -> ChildProgram?, _ figure: (ChildProgram) -> Double
  ) -> Outcome {
    let folder = BenchmarkFolder()
    defer { folder.remove() }
    return Outcome(work: 1, events: 0, figure: body(folder).map(figure) ?? .infinity)
  }

  /// A folder for one results file and its shards.
  struct BenchmarkFolder {
    let path = "/tmp/slumber-benchmarks-\(getpid())"
    var results: String { "\(path)/results.sqlite" }

    init() {
      remove()
      mkdir(path, 0o700)
    }

    func run(_ options: [String]) -> ChildProgram? {
      slumber(["run", study, "--progress", "none", "--results", results] + options)
    }

    func slumber(_ arguments: [String]) -> ChildProgram? { ChildProgram.slumber(arguments) }

    var resultsSize: Double {
      var facts = stat()
      return stat(results, &facts) == 0 ? Double(facts.st_size) : .infinity
    }

    func remove() {
      for folder in ["\(results).shards", path] {
        guard let entries = opendir(folder) else { continue }
        while let entry = readdir(entries) {
          let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          }
          unlink("\(folder)/\(name)")
        }
        closedir(entries)
        rmdir(folder)
      }
    }
  }
}

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

  /// Writes the statements that copy all rows, in one transaction a file.
  ///
  /// The first file is copied as it is, and the runs of the others get other numbers, as in a merge. Nothing is checked,
  /// and words keep the numbers that they have in their file.
  private static let script = #"""
    set -e
    run=0
    for file in "$1"/results.sqlite.shards/*.sqlite; do
      [ $run -gt 0 ] || sqlite3 "$file" .schema
      echo "ATTACH '$file' AS input; BEGIN;"
      sqlite3 "$file" "SELECT CASE WHEN $run = 0 THEN 'INSERT INTO main.[' || name || '] SELECT *'
        ELSE 'INSERT ' || CASE WHEN (SELECT count(*) FROM pragma_table_info(t.name) WHERE name = 'run') AND t.name <> 'run_numbers'
          THEN '' ELSE 'OR IGNORE ' END || 'INTO main.[' || name || '] SELECT '
          || (SELECT group_concat(CASE name WHEN 'run' THEN 'run + $run' ELSE '[' || name || ']' END) FROM pragma_table_info(t.name))
        END || ' FROM input.[' || name || '];' FROM sqlite_schema AS t WHERE type = 'table'"
      echo 'COMMIT; DETACH input;'
      run=$((run + 100000))
    done > "$1/copy.sql"
    """#
}
