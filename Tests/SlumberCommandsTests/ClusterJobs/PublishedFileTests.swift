import TestSupport
import Testing

@testable import SlumberCommands

@Suite("Published files") struct PublishedFileTests {
  @Test(
    "a name has shard, number of shards and sixteen hexadecimal digits",
    arguments: [
      ("3-of-12.0123456789abcdef.sqlite", [3, 12]), ("1-of-1.ffffffffffffffff.sqlite", [1, 1]),
      ("13-of-12.0123456789abcdef.sqlite", nil), ("0-of-12.0123456789abcdef.sqlite", nil),
      ("3-of-12.0123456789abcde.sqlite", nil), ("3-of-12.0123456789abcdeg.sqlite", nil),
      ("3-of-12.0123456789abcdef.sqlite-journal", nil), ("slurm-jobs.txt", nil),
      (".3-of-12.0123456789abcdef.sqlite", nil), ("3-12.0123456789abcdef.sqlite", nil),
    ] as [(String, [Int]?)])
  func names(_ name: String, _ numbers: [Int]?) {
    #expect(PublishedFile.numbers(name).map { [$0.shard, $0.count] } == numbers)
  }

  @Test("the files of a folder come in the order of shards")
  func folder() throws {
    let folder = try TemporaryFolder()
    for name in ["10-of-12", "2-of-12", "1-of-4"] {
      try folder.write("", as: "\(name).0123456789abcdef.sqlite")
    }
    try folder.write("", as: "slurm-jobs.txt")
    let files = PublishedFile.all(in: folder.path)
    #expect(files.map(\.shard) == [1, 2, 10])
    holds(files.allSatisfy { $0.published > 1.7e9 })
    holds(PublishedFile.all(in: folder.path + "/missing").isEmpty)
  }
}
