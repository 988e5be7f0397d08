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

  /// Runs a study as a whole and gives back its export.
  static func whole(_ folder: TestFolder) throws -> Export {
    try folder.slumber("run", "short.yaml", "--progress", "none", "--results", "whole.sqlite", code: 0)
    return try folder.export("whole.sqlite")
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
    #expect(try folder.export("m.sqlite").differences(from: Self.whole(folder)) == [])
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
      outcome.error.contains(": not merged, because a running shard writes to it"), "\(outcome.summary)")
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
    #expect(try folder.export("elsewhere.sqlite").differences(from: Self.whole(folder)) == [])
  }
}
