/// SHARD: what blocks, shards and merges cost, by the program `slumber` that lies beside the benchmarks; without it
/// they are skipped.
enum ShardWorkloads {
  static var all: [BenchmarkWorkload] { [devices, runs, plan, size, shards, copying, blocks, comparison] }

  /// Peak memory by the number of devices, with a detail table.
  private static var devices: BenchmarkWorkload {
    .sizes("SHARD(devices)", "kB, peak", [500, 8000], of: "devices", \.peakKilobytes) { folder, count in
      folder.run(["--devices", "\(count)", "--replications", "1"] + short("[energy]"))
    }
  }

  /// Peak memory by the number of runs that wait, without the comparison at the end.
  private static var runs: BenchmarkWorkload {
    .sizes("SHARD(runs)", "kB, peak", [500, 8000], of: "runs", \.peakKilobytes) { folder, count in
      folder.run(["--devices", "1", "--replications", "\(count)", "--shard", "1/1"] + short("[]", ["never"]))
    }
  }

  /// Processor time of storing the plan: a second file of a study of which a first has all results.
  private static var plan: BenchmarkWorkload {
    .sizes("SHARD(plan)", "s", rounds: 3, [2000, 8000], of: "runs", \.processorSeconds) { folder, count in
      // Device 0 of one run alone is simulated; all runs are stored as planned.
      let options = ["--devices", "1", "--replications", "\(count)", "--shard", "1/\(count)"]
      return folder.run(options + short("[]", ["never"]))
    }
  }

  /// Bytes of the results file that a run adds, without details.
  private static var size: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(file)", unit: "bytes a run", rounds: 1, warmsUp: false) {
      [
        Variant("quickstart") {
          let folder = BenchmarkFolder()
          defer { folder.remove() }
          let sizes = [2, 6].map { count in
            _ = folder.run(["--replications", "\(count)", "--set", "record=[]"])
            return folder.resultsSize
          }
          // Five policies.
          return Outcome(figure: (sizes[1] - sizes[0]) / 20)
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
        Variant("one process", figure: \.processorSeconds) { folder in folder.run(options) },
        Variant("12 shards, merged", figure: \.processorSeconds) { folder in
          let shards = (1...12).map { folder.run(options + ["--shard", "\($0)/12"]) }
          return sum(shards + [ChildProgram.slumber(["merge", folder.results])])
        },
      ]
    }
  }

  /// Processor time of merging four published files of 50 MB in all, and of copying their rows in the shell of SQLite.
  private static var copying: BenchmarkWorkload {
    BenchmarkWorkload(name: "SHARD(copy)", unit: "s", rounds: 5, warmsUp: false) {
      let files = PublishedFiles()
      return [Variant("INSERT … SELECT") { files.copied() }, Variant("merge") { files.merged() }]
    }
  }

  /// Processor time of whole replications of 256 devices, and of as many devices in one replication of several blocks.
  private static var blocks: BenchmarkWorkload {
    let options = [
      "--days", "3", "--set", "warmUpDays=1", "--set", "record=[]", "--jobs", "2", "--shard", "1/1",
    ]
    return BenchmarkWorkload(name: "SHARD(blocks)", unit: "s", rounds: 3, warmsUp: false) {
      [
        Variant("8 replications", figure: \.processorSeconds) { folder in
          folder.run(["--devices", "256", "--replications", "8"] + options)
        },
        Variant("8 blocks", figure: \.processorSeconds) { folder in
          folder.run(["--devices", "2048", "--replications", "1"] + options)
        },
      ]
    }
  }

  /// Peak memory of a comparison by the number of runs.
  private static var comparison: BenchmarkWorkload {
    .sizes("SHARD(compare)", "kB, peak", [2000, 20_000], of: "runs", \.peakKilobytes) { folder, count in
      let options = ["--devices", "1", "--replications", "\(count / 2)", "--shard", "1/1"]
      _ = folder.run(options + short("[]"))
      _ = ChildProgram.slumber(["merge", folder.results])
      return ChildProgram.slumber(["compare", folder.results])
    }
  }

  /// Options of a study of one day, in which simulating is a small part.
  private static func short(_ records: String, _ policies: [String] = ["never", "charging-only"]) -> [String]
  {
    ["--days", "1", "--set", "warmUpDays=0", "--set", "record=\(records)", "--jobs", "2"]
      + policies.flatMap { ["--policy", $0] }
  }

  private static func sum(_ programs: [ChildProgram?]) -> ChildProgram? {
    let seconds = programs.compactMap(\.?.processorSeconds)
    guard var sum = programs.first ?? nil, seconds.count == programs.count else { return nil }
    sum.processorSeconds = seconds.reduce(0, +)
    return sum
  }
}

/// Published files of four shards of a study with a large detail table, which are joined in two ways.
private final class PublishedFiles {
  private let folder = BenchmarkFolder()
  private let isMade: Bool
  private var target: String { "\(folder.path)/joined.sqlite" }

  init() {
    let folder = folder
    let options = [
      "--devices", "64", "--replications", "34", "--days", "3", "--set", "warmUpDays=1", "--set",
      "record=[energy]", "--jobs", "2",
    ]
    let shards = (1...4).map { folder.run(options + ["--shard", "\($0)/4"]) }
    let script = ChildProgram.run("/bin/sh", ["-c", Self.script, "sh", folder.path])
    isMade = (shards + [script]).allSatisfy { $0 != nil }
  }

  deinit { folder.remove() }

  func merged() -> Outcome { joined { ChildProgram.slumber(["merge", target, "\(folder.results).shards"]) } }

  func copied() -> Outcome {
    joined {
      ChildProgram.run("/usr/bin/env", ["sqlite3", "-bail", target, ".read \(folder.path)/copy.sql"])
    }
  }

  private func joined(_ body: () -> ChildProgram?) -> Outcome {
    folder.remove("joined.sqlite")
    return Outcome(figure: (isMade ? body() : nil)?.processorSeconds)
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
