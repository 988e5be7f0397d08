import Testing

@Suite("Seeds") struct SeedTests {
  private static let greatest = "18446744073709551615"

  @Test("the greatest seed of 64 bits is run, stored, exported and replayed, from a file and from the option")
  func greatest() throws {
    let folder = try TestFolder(Studies.small(extra: "seed: \(Self.greatest)"), as: "file.yaml")
    try folder.write(Studies.small(), to: "option.yaml")
    try folder.slumber("run", "file.yaml", "--results", "file.sqlite", code: 0)
    let seeded = ["run", "option.yaml", "--seed", Self.greatest, "--results", "option.sqlite"]
    try folder.slumber(seeded, code: 0)
    let exports = [try folder.export("file.sqlite"), try folder.export("option.sqlite")]
    for export in exports {
      let runs = try export.rows("runs.csv")
      #expect(runs.count == 6 && runs.allSatisfy { $0["seed"] == Self.greatest && $0["status"] == "ok" })
    }
    // The seed is the same wherever it was given, and so are the runs.
    let hashes = try exports.map { try $0.rows("runs.csv").map { $0["event_hash"] } }
    #expect(hashes[0] == hashes[1] && Set(hashes[0]).count == 6)
    let id = try #require(exports[1].rows("runs.csv").first?["run_id"])
    let replay = try folder.slumber("run", "option.yaml", "--seed", Self.greatest, "--only", id)
    #expect(replay.code == 0 && replay.output.hasPrefix("run \(id): "), "\(replay.summary)")
    try folder.slumber(
      "explain", "option.yaml", "--seed", Self.greatest, "--app", "org.example.news", code: 0)
  }

  @Test("the least seed is run", arguments: ["0", "1"])
  func least(_ seed: String) throws {
    let folder = try TestFolder(Studies.small(devices: 1, days: 2, replications: 1))
    try folder.slumber("run", "small.yaml", "--seed", seed, "--results", "a.sqlite", code: 0)
  }
}
