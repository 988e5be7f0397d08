import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Shards of a study") struct ShardTests {
  /// A study of three blocks a replication, in seconds.
  static func study(devices: Int = 520, replications: Int = 1) -> String {
    Studies.small(name: "short", devices: devices, replications: replications, record: "energy")
      .replacing("horizonDays: 5", with: "horizon: 3 h").replacing("warmUpDays: 1", with: "warmUpDays: 0")
  }

  /// Runs a study as a whole and gives back its export and comparison.
  static func whole(_ folder: TestFolder) throws -> (export: Export, comparison: String) {
    let outcome = try folder.slumber(
      "run", "short.yaml", "--progress", "none", "--results", "whole.sqlite", code: 0)
    return (try folder.export("whole.sqlite"), outcome.output)
  }

  private func shard(_ folder: TestFolder, _ shard: String, jobs: Int = 2, results: String) throws {
    let outcome = try folder.slumber(
      "run", "short.yaml", "--shard", shard, "--jobs", "\(jobs)", "--progress", "none", "--results", results)
    holds(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.summary)")
  }

  @Test("of any number of workers, merged in any order, are the study of one process")
  func orders() throws {
    let folder = try TestFolder(Self.study(), as: "short.yaml")
    let whole = try Self.whole(folder)
    for (jobs, order) in [(1, [1, 2, 3]), (2, [3, 1, 2]), (5, [2, 3, 1])] {
      let results = "merged\(jobs).sqlite"
      for index in 1...3 { try shard(folder, "\(index)/3", jobs: jobs, results: results) }
      // The results file is not the shards' to write.
      holds(!FileManager.default.fileExists(atPath: folder.path(results)))
      let names = try folder.names("\(results).shards")
      #expect(names.map { $0.prefix(7) } == ["1-of-3.", "2-of-3.", "3-of-3."])
      holds(names.allSatisfy { $0.wholeMatch(of: /\d-of-3\.[0-9a-f]{16}\.sqlite/) != nil })
      for (place, index) in order.enumerated() {
        let outcome = try folder.slumber("merge", results, "\(results).shards/\(names[index - 1])")
        #expect(outcome.code == (place == 2 ? 0 : 4), "\(outcome.summary)")
        #expect(outcome.output.hasPrefix("INCOMPLETE: 0 of 3 runs are done\n") == (place < 2))
      }
      #expect(try folder.export(results).differences(from: whole.export) == [])
      #expect(try folder.slumber("compare", results).output == whole.comparison)
      // Nothing is left to do, for a shard or for the whole.
      let again = try folder.slumber("run", "short.yaml", "--shard", "2/3", "--results", results)
      holds(again.code == 0 && again.error == "shard 2/3: nothing to do, all of its 1 blocks are done\n")
      let merged = try folder.slumber("merge", results, "--remove")
      #expect(
        merged.output
          == "\(results): 3 files merged, 0 runs new, 3 found twice and equal, 0 failed, 0 missing\n")
      #expect(try folder.names("\(results).shards") == [])
    }
    let more = try folder.slumber("run", "short.yaml", "--shard", "9/9", "--results", "other.sqlite")
    holds(more.code == 0 && more.error == "shard 9/9: nothing to do, the study has no more than 3 blocks\n")
  }

  @Test("of different numbers, twice at the same time and beside a whole run, are the same study")
  func mixed() throws {
    let folder = try TestFolder(Self.study(replications: 2), as: "short.yaml")
    let whole = try Self.whole(folder)
    let words = ["run", "short.yaml", "--progress", "none", "--results", "m.sqlite", "--shard"]
    let twins = try (0..<2).map { _ in try folder.start(words + ["2/4"]) }
    for twin in twins { #expect(twin.wait().code == 0) }
    for index in ["1/5", "3/4"] { try shard(folder, index, results: "m.sqlite") }
    let partial = try folder.slumber("merge", "m.sqlite")
    holds(partial.code == 4 && partial.output.contains("4 files merged"), "\(partial.summary)")
    // A run goes on with what the merge has brought, and shards with what the run has stored.
    let process = try folder.start(["run", "short.yaml", "--progress", "none", "--results", "m.sqlite"])
    #expect(process.wait().code == 0)
    #expect(try folder.export("m.sqlite").differences(from: whole.export) == [])
    let none = try folder.slumber(words + ["4/4"])
    holds(none.code == 0 && none.error.contains("nothing to do"), "\(none.summary)")
    let again = try folder.slumber("merge", "m.sqlite")
    holds(
      again.code == 0 && again.output.contains("0 runs new, 6 found twice and equal"), "\(again.summary)")
  }

  @Test("that are asked to stop publish what is done, and go on with the rest")
  func stopped() throws {
    let folder = try TestFolder(Self.study(devices: 2_000), as: "short.yaml")
    try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: false)
    let line =
      "TMPDIR=\"$PWD/tmp\" exec slumber run short.yaml --jobs 1 --progress none --results m.sqlite --shard 1/1"
    var codes: [Int32] = []
    var random = SeededGenerator(seed: 3)
    for attempt in 0..<40 where codes.last != 0 {
      // A busy machine gets longer, so that some block is done at last.
      let delay = Double.random(in: 1...3, using: &random) * Double(1 + attempt / 5)
      let outcome = try folder.shell("\(line) & p=$!; (sleep \(delay); kill -USR1 $p) & wait $p")
      // The shell's `wait` ends with the program's code.
      codes.append(outcome.code)
      holds([0, 130].contains(outcome.code), "\(outcome.summary)")
      #expect(try folder.names("tmp") == [])
      // There is no folder before anything is published.
      let published = (try? folder.names("m.sqlite.shards")) ?? []
      holds(published.allSatisfy { $0.hasSuffix(".sqlite") })
    }
    #expect(codes.last == 0)
    try folder.slumber("merge", "m.sqlite", code: 0)
    #expect(try folder.export("m.sqlite").differences(from: Self.whole(folder).export) == [])
  }

  @Test("that cannot be published are kept and named, and can be merged from there")
  func unpublished() throws {
    let folder = try TestFolder(Self.study(devices: 300), as: "short.yaml")
    try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: false)
    try folder.write("in the way", to: "m.sqlite.shards")
    let outcome = try folder.shell(
      "TMPDIR=\"$PWD/tmp\" slumber run short.yaml --progress none --results m.sqlite --shard 1/1", code: 1)
    let kept = try #require(try folder.names("tmp").first)
    holds(
      outcome.error.contains("its results are kept: slumber merge m.sqlite ")
        && outcome.error.contains("/tmp/\(kept)\n"), "\(outcome.summary)")
    try folder.slumber("merge", "m.sqlite", "tmp/\(kept)", code: 0)
    #expect(try folder.export("m.sqlite").differences(from: Self.whole(folder).export) == [])
  }

  @Test("that run refuse to be merged from their local file")
  func running() throws {
    let folder = try TestFolder(Self.study(devices: 20_000), as: "short.yaml")
    try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: false)
    let outcome = try folder.shell(
      """
      TMPDIR="$PWD/tmp" slumber run short.yaml --jobs 1 --progress none --results m.sqlite --shard 1/1 & shard=$!
      until set -- tmp/*/*.sqlite && [ -s "$1" ]; do kill -0 $shard || exit 98; sleep 0.02; done
      slumber merge other.sqlite "$1"; merged=$?
      kill -TERM $shard; wait $shard; [ $? = 130 ] || exit 99
      exit $merged
      """, code: 1)
    holds(
      outcome.error.contains(": a shard that is running writes to it; it was left out"), "\(outcome.summary)")
    holds(!FileManager.default.fileExists(atPath: folder.path("other.sqlite")))
  }

  /// Whether file systems can be mounted in a namespace of one's own.
  private static let mounts: Bool = {
    let outcome = try? TestFolder().shell("unshare --mount sh -c 'mkdir m && mount -t tmpfs none m'")
    return outcome?.code == 0
  }()

  @Test("whose folder is full are kept and named; one that can only be read is merged", .enabled(if: mounts))
  func storage() throws {
    let folder = try TestFolder(Self.study(devices: 300), as: "short.yaml")
    for name in ["tmp", "m.sqlite.shards"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    let full = try folder.shell(
      """
      unshare --mount sh -c 'mount -t tmpfs -o size=64k none m.sqlite.shards &&
      TMPDIR="$PWD/tmp" slumber run short.yaml --progress none --results m.sqlite --shard 1/1; code=$?
      ls m.sqlite.shards; exit $code'
      """)
    holds(full.code == 1 && full.output.isEmpty, "\(full.summary)")
    let kept = try #require(try folder.names("tmp").first)
    holds(
      full.error.contains("No space left on device") && full.error.contains("/tmp/\(kept)\n"),
      "\(full.summary)")
    try folder.shell(
      """
      unshare --mount sh -c 'mv tmp/*.sqlite m.sqlite.shards/1-of-1.0123456789abcdef.sqlite &&
      mount --bind m.sqlite.shards m.sqlite.shards && mount -o remount,ro,bind m.sqlite.shards &&
      slumber merge elsewhere.sqlite m.sqlite.shards'
      """, code: 0)
    #expect(try folder.export("elsewhere.sqlite").differences(from: Self.whole(folder).export) == [])
  }

  @Test("in which a policy fails end with 4, and a repaired policy goes on")
  func failing() throws {
    let folder = try TestFolder(
      Self.study(devices: 300).replacing(
        "policies: [seven-factor, never, fixed-interval]",
        with: "policies: [never, {name: process, label: mine, command: [sh, policy.sh]}]"), as: "short.yaml")
    try folder.write("exit 1\n", to: "policy.sh")
    let words = ["run", "short.yaml", "--allow-commands", "--progress", "none", "--results", "m.sqlite"]
    for index in 1...2 {
      try folder.slumber(words + ["--shard", "\(index)/2"], code: 4)
    }
    let merged = try folder.slumber("merge", "m.sqlite", code: 4)
    holds(merged.output.hasPrefix("INCOMPLETE: 1 of 2 runs are done\n"))
    holds(merged.output.contains("1 failed, 0 missing"))
    holds(
      merged.error.contains("replay: slumber run short.yaml --allow-commands --only ")
        && merged.error.contains(" --device 0\n"), "\(merged.summary)")
    // A shard does the failed blocks again, and only these.
    let again = try folder.slumber(words + ["--shard", "1/2"])
    holds(again.code == 4 && again.error.contains("1 of 1 missing blocks done"), "\(again.summary)")
  }
}
