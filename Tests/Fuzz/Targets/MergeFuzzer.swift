import SchedulingPolicies
import Studies

@testable import ResultsStore
@testable import SlumberCommands

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Merges the file of a shard, changed as the input says, into the results of the other shard.
///
/// The input is a list of changes of five bytes each: four tell the place, the least first, and one the byte to put
/// there; what remains cuts off as many pages.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  var shard = FuzzedShards.shared.second
  for change in stride(from: 0, to: input.count - 4, by: 5) {
    let place = (0..<4).reduce(0) { $0 + Int(input[change + $1]) << (8 * $1) }
    shard[place % shard.count] = input[change + 4]
  }
  shard.removeLast(min(shard.count, input.count % 5 * 4096))
  ScratchFile.write(shard, to: FuzzedShards.inputPath)
  ScratchFile.write(FuzzedShards.shared.merged, to: FuzzedShards.outputPath)
  do {
    let file = try ResultsFile.openInput(FuzzedShards.inputPath, output: FuzzedShards.outputPath)
    let results = try ResultsFile.open(FuzzedShards.outputPath, for: FuzzedShards.shared.study)
    _ = try results.merge(file) { RunOfParts($0, parts: $1) }
  } catch {}
  return 0
}

/// A study of two blocks, a part of one run each, in two published files.
private struct FuzzedShards {
  static let inputPath = folder + "/input.sqlite"
  static let outputPath = folder + "/output.sqlite"
  static let shared = FuzzedShards()

  /// The results into which the first shard is merged.
  let merged: [UInt8]
  /// The file of the second shard.
  let second: [UInt8]
  let study: StudyDescription

  private static let folder: String = {
    let folder = "\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/slumber-fuzz-merge-\(getpid())"
    mkdir(folder, 0o700)
    atexit {
      for name in ["input.sqlite", "input.sqlite-journal", "output.sqlite", "output.sqlite-journal"] {
        unlink("\(FuzzedShards.folder)/\(name)")
      }
      rmdir(FuzzedShards.folder)
    }
    return folder
  }()

  private init() {
    let folder = Self.folder
    let (text, results) = ("\(folder)/study.yaml", "\(folder)/results.sqlite")
    ScratchFile.write(
      Array(
        """
        formatVersion: 1
        name: fuzz
        horizon: 3 h
        replications: 1
        population: {devices: 257}
        policies: [immediate]
        apps:
          - id: org.example.news
            popularity: {installShare: 100 %, weight: 0.3}
            tasks: [{id: refresh, kind: refresh, earliestBegin: 30 min}]
        """.utf8), to: text)
    func run(_ words: String...) {
      _ = CommandTable.run(words, policies: .builtIn)
    }
    for shard in ["1/2", "2/2"] {
      run("run", text, "--shard", shard, "--jobs", "1", "--progress", "none", "--results", results)
    }
    let shards = "\(results).shards"
    let names = FolderListing.files(in: shards).sorted().map { "\(shards)/\($0)" }
    guard names.count == 2 else { fatalError("two shards were not published") }
    run("merge", results, names[0])
    guard let merged = try? Self.bytes(of: results),
      let study = try? ResultsFile.open(results).study(),
      let second = try? Self.bytes(of: names[1])
    else { fatalError("the shards were not merged") }
    self.merged = merged
    self.study = study
    self.second = second
    for path in names + [text, results] { unlink(path) }
    rmdir(shards)
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    guard let file = fopen(path, "rb") else { throw CommandFailure("\(path) cannot be read") }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
