import Foundation
import TestSupport
import Testing

/// The scripts themselves are tested beside their makers; `.ci/check cluster` runs them on a real Slurm.
@Suite("slurm") struct SlurmTests {
  private func folder() throws -> TestFolder {
    try TestFolder(Studies.small(devices: 1, days: 3, replications: 5))
  }

  /// Runs a line of a shell in which `sbatch` and `scontrol` are stand-ins.
  private func shell(_ folder: TestFolder, _ line: String, sbatch: String) throws -> Outcome {
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: true)
    // Copied by the shell: a file that this process still writes while another test starts a program cannot be run.
    try folder.write("#!/bin/sh\n\(sbatch)\n", to: "sbatch")
    try folder.write("#!/bin/sh\necho 'MaxArraySize = 4'\n", to: "scontrol")
    return try folder.shell("cp sbatch scontrol bin; chmod +x bin/*; PATH=\"$PWD/bin:$PATH\"; \(line)")
  }

  @Test("scripts are written with absolute paths, and what they do is shown")
  func written() throws {
    let folder = try folder()
    let outcome = try shell(
      folder, "slumber slurm small.yaml --shards 7 --to jobs --time 90s --replications 6", sbatch: "exit 9")
    #expect(outcome.code == 0, "\(outcome.summary)")
    #expect(outcome.output.contains("  sbatch --array=1-3 shards.sbatch 0\n"), "\(outcome.summary)")
    #expect(outcome.output.contains("  sbatch --array=1-3 shards.sbatch 3\n"), "\(outcome.summary)")
    #expect(try folder.names("jobs") == ["log", "merge.sbatch", "shards.sbatch", "submit.sh"])
    let script = try folder.text("jobs/shards.sbatch")
    #expect(script.contains("shards=7\n"))
    #expect(script.contains("run \(folder.path)/small.yaml --replications 6 --shard "))
    #expect(script.contains("results=\(folder.path)/small.results.sqlite\n"))
    #expect(script.contains("#SBATCH --signal=B:USR1@22\n"))
    for name in ["shards.sbatch", "merge.sbatch", "submit.sh"] {
      try folder.shell("bash -n jobs/\(name)", code: 0)
    }
  }

  @Test("only shards with blocks that are missing are submitted")
  func missing() throws {
    let folder = try folder()
    for shard in ["1/3", "3/3"] {
      try folder.slumber("run", "small.yaml", "--shard", shard, "--progress", "none", code: 0)
    }
    let count = "n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n > n; echo $n"
    let outcome = try shell(folder, "slumber slurm small.yaml --shards 3 --to jobs --submit", sbatch: count)
    #expect(outcome.code == 0, "\(outcome.summary)")
    #expect(outcome.output.contains("job 1: shards 2 of 3\njob 2: merge\n"), "\(outcome.summary)")
    #expect(try folder.text("small.results.sqlite.shards/slurm-jobs.txt") == "1 shards 2 of 3\n2 merge\n")
    try folder.slumber("run", "small.yaml", "--shard", "2/3", "--progress", "none", code: 0)
    // The list of jobs is no results file and in no way of the merge.
    try folder.slumber("merge", "small.results.sqlite", code: 0)
    let again = try shell(folder, "slumber slurm small.yaml --shards 3 --to more --submit", sbatch: count)
    #expect(again.output.contains("nothing is left to run"), "\(again.summary)")
    #expect(!(try folder.names().contains("more")))
  }

  @Test("the words of a refusal are shown, with what was submitted before it")
  func refusal() throws {
    let folder = try folder()
    let outcome = try shell(
      folder, "slumber slurm small.yaml --shards 3 --to jobs --submit",
      sbatch: "case $* in *after*) echo 'sbatch: error: invalid account' >&2; exit 1;; esac; echo 5")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("sbatch: error: invalid account"), "\(outcome.summary)")
    #expect(outcome.error.contains("submitted before it: 5"), "\(outcome.summary)")
  }

  @Test("without sbatch the files are written and it is said; submitting fails")
  func without() throws {
    let folder = try folder()
    // A path without the tools of Slurm.
    let tools =
      "mkdir -p few; for t in sh mkdir cat; do ln -sf \"$(command -v $t)\" few/$t; done; S=$(command -v slumber)"
    for (option, code) in [("", 0), (" --submit", 1)] as [(String, Int32)] {
      let outcome = try folder.shell(
        "\(tools); PATH=\"$PWD/few\" \"$S\" slurm small.yaml --shards 2 --to jobs\(option)", code: code)
      #expect(outcome.error.contains("no `sbatch` is on the path"), "\(outcome.summary)")
      #expect(try folder.names("jobs").contains("submit.sh"))
    }
  }
}
