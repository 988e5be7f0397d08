import EndToEndTestSupport
import Foundation
import ResultsStore
import TestSupport
import Testing

@Suite("Merging shards") struct MergeTests {
  /// A folder with two published shards of a small study.
  private func shards() throws -> TestFolder {
    let folder = try TestFolder(Studies.small())
    for index in 1...2 {
      try folder.slumber(
        "run", "small.yaml", "--shard", "\(index)/2", "--progress", "none", "--results", "m.sqlite", code: 0)
    }
    return folder
  }

  @Test("refuses twins that are not equal with both processors named, and changes nothing")
  func unequal() throws {
    let folder = try shards()
    try folder.slumber("merge", "m.sqlite", code: 0)
    let name = try folder.names("m.sqlite.shards")[0]
    let path = folder.path("m.sqlite.shards/\(name)")
    try ForeignDatabase.execute("UPDATE blocks SET processor = 'Other'", on: path)
    try Forgery.change(
      path,
      blocks: { part in
        for index in part.details.devices.indices { part.details.devices[index].launches += 1 }
      })
    let before = try folder.data("m.sqlite")
    let outcome = try folder.slumber("merge", "m.sqlite", code: 1)
    holds(outcome.error.contains("\(name): not merged, because its run "), "\(outcome.summary)")
    holds(
      outcome.error.contains(" differs from the stored run: devices, device 0, launches: ")
        && outcome.error.contains(", Other, "), "\(outcome.summary)")
    #expect(try folder.data("m.sqlite") == before)
  }

  @Test("of processors with and without fused multiplication are equal, or refused with both of them named")
  func instructions() throws {
    let folder = try TestFolder()
    let study = PackageRoot.file("scenarios/quickstart.yaml").path
    let line = "slumber run '\(study)' --replications 1 --progress none --results"
    try folder.shell("\(line) m.sqlite --shard 1/1", code: 0)
    let tunables = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable"
    try folder.shell("GLIBC_TUNABLES=\(tunables) \(line) other.sqlite --shard 1/1", code: 0)
    try folder.slumber("merge", "m.sqlite", code: 0)
    let merged = try folder.slumber("merge", "m.sqlite", "other.sqlite.shards")
    if merged.code == 0 {
      holds(merged.output.contains("0 runs new, 6 found twice and equal"), "\(merged.summary)")
      print("processors with and without FMA: equal")
    } else {
      holds(merged.code == 1 && merged.error.contains(tunables), "\(merged.summary)")
      holds(merged.error.contains("(stored: ") && merged.error.contains("; found: "), "\(merged.summary)")
      print("processors with and without FMA: unequal, refused")
    }
  }
}
