import ResultsStore
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Blocks of a study") struct BlockTests {
  private static let text = """
    formatVersion: 1
    name: blocks
    horizonDays: 100
    warmUpDays: 1
    replications: 3
    population: {devices: 40}
    policies: [seven-factor, never]
    arms:
      - {name: base}
      - {name: small, set: {population.devices: 5}}
    apps:
      - {id: org.example.news, popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}}
    """

  private func plan(_ text: String = text) throws -> (plan: RunPlan, blocks: BlockPlan) {
    let file = try StudyFolder().study(text)
    let plan = RunPlan(file, command: "slumber run blocks.yaml")
    return (plan, BlockPlan(file, plan.entries))
  }

  @Test(
    "have the largest power of two of devices that is at most 256 and at most 3,000 device-days",
    arguments: [
      (0.01, 256), (11.0, 256), (11.72, 128), (11.71875, 256), (12, 128), (16, 128), (30, 64), (100, 16),
      (300, 8),
      (1500, 2), (1501, 1), (4000, 1),
    ])
  func size(_ days: Double, _ size: Int) { #expect(Block.size(horizonDays: days) == size) }

  @Test("are numbered by design point, replication and device, and hold every run and device once")
  func numbers() throws {
    let (plan, blocks) = try plan()
    // Forty devices are blocks of 16, 16 and 8, and five are one block.
    #expect(blocks.count == 3 * 3 + 3)
    // Three replications under two policies; a run of one block has no parts.
    #expect(blocks.partCount == 3 * 3 * 2)
    let all = (0..<blocks.count).map { blocks[$0] }
    #expect(all.map(\.number) == Array(0..<12))
    #expect(all.prefix(4).map(\.devices) == [0..<16, 16..<32, 32..<40, 0..<16])
    #expect(all.map(\.point) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
    #expect(all.map(\.replication) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1, 2])
    #expect(all[9].devices == 0..<5)
    var devices: [Int: Int] = [:]
    for block in all { for entry in block.entries { devices[entry, default: 0] += block.devices.count } }
    #expect(devices.count == plan.entries.count)
    for (entry, count) in devices { #expect(count == plan.entries[entry].planned.devicesExpected) }
  }

  @Test("of shards are all blocks, each once", arguments: [1, 2, 3, 5, 12, 40])
  func shards(_ count: Int) throws {
    let blocks = try plan().blocks
    var numbers: [Int] = []
    for index in 1...count {
      let shard = try #require(Shard(index, of: count))
      let own = blocks.tasks(missingIn: StoredWork(), of: shard).map(\.block.number)
      #expect(own.count == shard.blockCount(of: blocks.count))
      holds(own.allSatisfy { shard.contains(block: $0) && $0 % count == index - 1 })
      numbers += own
    }
    #expect(numbers.sorted() == Array(0..<blocks.count))
  }

  @Test("missing blocks belong to runs that are not done and do not contain the block")
  func missing() throws {
    let (plan, blocks) = try plan()
    var done = StoredWork(finished: [plan.entries[0].planned.runID])
    done.merge(StoredWork(blocks: [plan.entries[1].planned.runID: [16]]))
    let tasks = blocks.tasks(missingIn: done)
    #expect(tasks.map(\.block.number) == [0] + Array(2..<12))
    #expect(tasks[0].entries.map(\.planned.runID) == [plan.entries[1].planned.runID])
    #expect(tasks[2].entries.count == 2)
  }

  @Test("a shard has the form I/N, and other texts are invalid")
  func shard() {
    for text in ["1/1", "4/4", "1000000/1000000"] { #expect(Shard(text)?.description == text) }
    for text in [
      "0/4", "5/4", "1/0", "a/b", "1", "1/4/2", "1/1000001", "", "/", "1/", "+1/4", "-1/4", " 1/4", "1/4 ",
    ] { #expect(Shard(text) == nil, "\(text)") }
  }
}
