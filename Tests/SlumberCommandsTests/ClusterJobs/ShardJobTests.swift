import Foundation
import TestSupport
import Testing

@testable import SlumberCommands

@Suite("Batch scripts") struct ShardJobTests {
  private func job(_ folder: String = "/data/q", shards: [Int] = Array(1...12)) -> ShardJob {
    ShardJob(
      study: "night", program: "/opt/my tools/slumber",
      words: ["run", "/data/it's/night.yaml", "--seed", "7"],
      results: "/data/a b/night.sqlite", folder: folder, shardCount: 12, shards: shards)
  }

  @Test("every word of a script is quoted, also for sbatch")
  func quoting() throws {
    var job = job("/data/50% of it/q")
    job.options = ["--comment=two words", "--exclusive"]
    job.account = "physics"
    try job.check()
    let script = job.shardScript(ShardArray.cut(job.shards, maxArraySize: 1001)[0])
    holds(
      script.contains(
        "'/opt/my tools/slumber' run '/data/it'\\''s/night.yaml' --seed 7 --shard \"$shard/$shards\""))
    holds(script.contains("results='/data/a b/night.sqlite'\n"))
    holds(script.contains("#SBATCH --output=/data/50%%\\ of\\ it/q/log/shard-%A_%a.out\n"))
    holds(script.contains("#SBATCH --comment=two\\ words\n#SBATCH --exclusive\n"))
    holds(script.contains("#SBATCH --account=physics\n"))
    holds(script.contains("#SBATCH --array=1-12\n#SBATCH --requeue\n#SBATCH --open-mode=append\n"))
    holds(script.contains("#SBATCH --signal=B:USR1@120\n"))
    holds(job.mergeScript().contains("exec '/opt/my tools/slumber' merge '/data/a b/night.sqlite'\n"))
  }

  @Test("a time limit gives the warning before it")
  func time() throws {
    var job = job()
    job.time = JobTime(seconds: 100)
    let script = job.shardScript(ShardArray.cut(job.shards, maxArraySize: 1001)[0])
    holds(script.contains("#SBATCH --time=00:01:40\n#SBATCH --signal=B:USR1@25\n"))
    job.time = JobTime(seconds: 59)
    #expect(throws: UsageError.self) { try job.check() }
  }

  @Test("in a container the program is the container's")
  func container() throws {
    var job = job()
    job.container = "/images/slumber.sif"
    job.visibleFolders = ["/data/in", "/data/a b"]
    let script = job.shardScript(ShardArray.cut(job.shards, maxArraySize: 1001)[0])
    holds(
      script.contains("apptainer exec --bind /data/in --bind '/data/a b' /images/slumber.sif slumber run "))
    try job.check()
    job.visibleFolders = ["/data/a:b"]
    #expect(throws: UsageError.self) { try job.check() }
  }

  @Test(
    "options that the scripts set themselves, and words that are no option, are refused",
    arguments: ["--array=1-3", "-o", "--output=x", "--signal=USR1", "--wrap=x", "qos=low", "--qos low", ""])
  func options(_ option: String) {
    var job = job()
    job.options = [option]
    #expect(throws: UsageError.self) { try job.check() }
  }

  @Test("a path that no script can hold is refused")
  func controls() {
    #expect(throws: UsageError.self) { try job("/data/a\nb").check() }
  }

  /// Runs a script with stand-ins for the commands of Slurm.
  private func run(_ line: String, in folder: TemporaryFolder, sbatch: String) throws -> Tool.Answer {
    try folder.write("#!/bin/sh\n" + sbatch, as: "sbatch")
    return try Tool(
      ["sh", "-c", "chmod +x '\(folder.path)'/*; PATH='\(folder.path)':$PATH; \(line)"], includesErrors: true
    ).run(within: 60)
  }

  @Test("arrays are submitted before the merge that waits for them, and their numbers are kept")
  func submitting() throws {
    let folder = try TemporaryFolder()
    var job = job(folder.path, shards: [1, 2, 5, 6, 7])
    job.results = folder.path + "/a b.sqlite"
    let arrays = ShardArray.cut(job.shards, maxArraySize: 5)
    try folder.write(job.submitScript(arrays), as: "submit.sh")
    let sbatch =
      "n=$(cat n 2>/dev/null || echo 40); n=$((n + 1)); echo $n > n; echo \"$*\" >> calls; echo \"$n;here\"\n"
    let answer = try run("sh '\(folder.path)/submit.sh'", in: folder, sbatch: sbatch)
    #expect(answer.code == 0, "\(answer.text)")
    #expect(
      answer.text == "job 41: shards 1-2 of 12\njob 42: shards 5-7 of 12\njob 43: merge\n")
    let calls = try String(contentsOfFile: folder.path + "/calls", encoding: .utf8)
    #expect(
      calls == """
        --parsable --array=1-2 shards.sbatch 0
        --parsable --array=1-3 shards.sbatch 4
        --parsable --dependency=afterany:41:42 merge.sbatch

        """)
    #expect(SubmittedJobs(shardFolder: job.shardFolder).jobs.map(\.number) == [41, 42, 43])
    job.atMost = 2
    try folder.write(job.submitScript(arrays), as: "submit.sh")
    _ = try run("sh '\(folder.path)/submit.sh'", in: folder, sbatch: sbatch)
    let chained = try String(contentsOfFile: folder.path + "/calls", encoding: .utf8)
    holds(chained.contains("--array=1-3%2 --dependency=afterany:44 shards.sbatch 4"))
  }

  @Test("a refusal ends the submission with the jobs that were submitted before it")
  func refusal() throws {
    let folder = try TemporaryFolder()
    let job = {
      var job = self.job(folder.path)
      job.results = folder.path + "/r.sqlite"
      return job
    }()
    try folder.write(job.submitScript(ShardArray.cut(job.shards, maxArraySize: 1001)), as: "submit.sh")
    let answer = try run(
      "sh '\(folder.path)/submit.sh'", in: folder,
      sbatch: "case $* in *afterany*) echo 'sbatch: error: no such account' >&2; exit 1;; esac; echo 7\n")
    #expect(answer.code == 1)
    holds(answer.text.contains("sbatch: error: no such account"))
    holds(answer.text.contains("already submitted: 7; to cancel: scancel 7"), "\(answer.text)")
  }
}
