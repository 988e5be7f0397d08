import Foundation
import TestSupport
import Testing

@testable import SlumberCommands

/// The batch script itself, run by a shell with stand-ins for the program and for `scontrol`.
@Suite("The script of a shard") struct ShardScriptTests {
  /// Runs the script of shard 3 of 12.
  ///
  /// - Parameters:
  ///   - program: The body of the program's stand-in.
  ///   - signal: Sent to the script after half a second.
  ///   - state: The state of the job at its end, as Slurm has it.
  private func run(
    _ program: String, signal: String? = nil, restarts: Int = 0, state: String = "RUNNING"
  ) throws -> (answer: Tool.Answer, requeues: String) {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/bash\necho \"$@\"\n\(program)\n", as: "slumber")
    try folder.write(
      """
      #!/bin/sh
      case $1 in
        show) echo "JobId=73 ArrayJobId=70"; echo "   JobState=\(state) Reason=None" ;;
        *) echo "$@" >> '\(folder.path)/requeues' ;;
      esac

      """, as: "scontrol")
    let job = ShardJob(
      study: "night", program: folder.path + "/slumber", words: ["run", "night.yaml"],
      results: folder.path + "/r.sqlite", folder: folder.path, shardCount: 12, shards: Array(1...12))
    try folder.write(job.shardScript(ShardArray.cut(job.shards, maxArraySize: 1001)[0]), as: "shards.sbatch")
    try FileManager.default.createDirectory(
      atPath: job.shardFolder, withIntermediateDirectories: false)
    let send = signal.map { "sleep 0.5; kill -\($0) $script; sleep 0.1; kill -\($0) $script; " } ?? ""
    let answer = try Tool(
      [
        "bash", "-c",
        """
        cd '\(folder.path)'; chmod +x slumber scontrol; export PATH="$PWD:$PATH"
        export SLURM_JOB_ID=73 SLURM_ARRAY_JOB_ID=70 SLURM_ARRAY_TASK_ID=3 SLURM_RESTART_COUNT=\(restarts)
        bash shards.sbatch & script=$!
        \(send) wait $script
        """,
      ], includesErrors: true
    ).run(within: 60)
    let requeues = try? String(contentsOfFile: folder.path + "/requeues", encoding: .utf8)
    return (answer, requeues ?? "")
  }

  /// A program that stops when it is asked, after it has published something, and counts how often it is asked.
  private static let stops = """
    count=0
    trap 'count=$((count + 1))' USR1
    for _ in $(seq 100); do [ $count -gt 0 ] && break; sleep 0.05; done
    sleep 0.5
    echo "asked $count"
    touch r.sqlite.shards/3-of-12.0123456789abcdef.sqlite
    exit 130
    """

  @Test("the task ends with the exit code of the program", arguments: [0, 1, 4])
  func codes(_ code: Int32) throws {
    let (answer, requeues) = try run("exit \(code)")
    #expect(answer.code == code, "\(answer.text)")
    holds(answer.text.contains("run night.yaml --shard 3/12 --results "))
    holds(requeues.isEmpty)
  }

  @Test("at the time limit the program is asked once, and the task queues itself again")
  func limit() throws {
    let (answer, requeues) = try run(Self.stops, signal: "USR1")
    #expect(answer.code == 130, "\(answer.text)")
    holds(answer.text.contains("asked 1\n"), "\(answer.text)")
    #expect(requeues == "requeue 70_3\n")
  }

  @Test(
    "a preempted or canceled task stops without queueing itself again",
    arguments: ["CANCELLED", "PENDING", "REQUEUED", "COMPLETING"])
  func termination(_ state: String) throws {
    let (answer, requeues) = try run(Self.stops, signal: "TERM", state: state)
    #expect(answer.code == 130, "\(answer.text)")
    holds(answer.text.contains("asked 1\n"), "\(answer.text)")
    holds(requeues.isEmpty)
  }

  @Test("a task that is ended while Slurm lists it as running queues itself again, also without progress")
  func staleOrder() throws {
    let (stopped, once) = try run(Self.stops, signal: "TERM")
    #expect(stopped.code == 130, "\(stopped.text)")
    #expect(once == "requeue 70_3\n")
    // The program had not begun to wait for signals.
    let (killed, again) = try run("kill -TERM $$")
    #expect(killed.code == 143, "\(killed.text)")
    #expect(again == "requeue 70_3\n")
    holds(try run("kill -TERM $$", restarts: 50).requeues.isEmpty)
  }

  @Test("an attempt without a block is not repeated")
  func fruitless() throws {
    let (answer, requeues) = try run(
      Self.stops.replacing("touch r.sqlite.shards/3-of-12", with: "touch r.sqlite.shards/30-of-12"),
      signal: "USR1")
    #expect(answer.code == 1, "\(answer.text)")
    holds(answer.text.contains("no block finished within the time limit"))
    holds(requeues.isEmpty)
  }

  @Test("fifty repetitions are enough")
  func endless() throws {
    #expect(try run(Self.stops, signal: "USR1", restarts: 49).requeues == "requeue 70_3\n")
    let (answer, requeues) = try run(Self.stops, signal: "USR1", restarts: 50)
    #expect(answer.code == 1)
    holds(answer.text.contains("already queued again 50 times"))
    holds(requeues.isEmpty)
  }
}
