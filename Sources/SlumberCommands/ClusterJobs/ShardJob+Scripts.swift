import Basics

extension ShardJob {
  /// The batch script `shards.sbatch`, with the numbers of the array that `sbatch` takes if it is called by hand.
  func shardScript(_ array: ShardArray) -> String {
    let run = (launcher + words).map(ShellWord.quoted).joined(separator: " ")
    return """
      #!/bin/bash
      # Shards of the study \(study.escapingControls), written by `slumber slurm`. By hand, in this folder:
      #   sbatch shards.sbatch                 runs the missing shards
      #   sbatch --array=3,7 shards.sbatch     runs shards 3 and 7; a first argument is added to the array numbers
      \(directives(name: "slumber-\(study)", log: "shard-%A_%a.out", array: array))
      set -u
      shards=\(shardCount)
      results=\(ShellWord.quoted(results))
      shard=$((SLURM_ARRAY_TASK_ID + ${1:-0}))
      task="${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
      restarts=${SLURM_RESTART_COUNT:-0}
      say() { echo "$(date -u +%FT%TZ) shard $shard/$shards, job $task, restart $restarts: $*"; }
      published() { ls "$results.shards" 2>/dev/null | grep "^$shard-of-$shards\\." | sort; }
      state() { scontrol show job "$SLURM_JOB_ID" 2>/dev/null | grep -o 'JobState=[A-Z_]*' | head -n 1 | cut -d= -f2; }

      # Slurm sends USR1 before the time limit, and TERM when it preempts or cancels the job. After USR1 the task queues
      # itself again. Slurm queues preempted jobs again, but not canceled jobs. A task also queues itself again if it ends
      # while Slurm lists it as running, because a node that comes back can get an order that was meant for
      # an earlier attempt.
      at_limit=no
      asked=no
      child=
      pass_on() {
        [ $asked = no ] && [ -n "$child" ] && kill -USR1 "$child" 2>/dev/null
        asked=yes
      }
      trap 'at_limit=yes; pass_on' USR1
      trap 'pass_on' TERM

      say "starts on $(hostname)"
      before=$(published)
      \(run) --shard "$shard/$shards" --results "$results" --progress plain &
      child=$!
      [ $asked = yes ] && kill -USR1 "$child"
      # A trap ends the wait, not the program.
      while kill -0 "$child" 2>/dev/null; do wait "$child"; done
      wait "$child"
      code=$?
      say "ends with $code"

      again=no
      if [ $code -eq 130 ] && [ $at_limit = yes ]; then
        if [ "$(published)" = "$before" ]; then
          say "no block finished within the time limit, so the task is not queued again. Use more time or cores" >&2
          exit 1
        fi
        again=yes
      elif [ $code -eq 130 ] || [ $code -eq 143 ]; then
        [ "$(state)" = RUNNING ] && again=yes
      fi
      if [ $again = yes ]; then
        if [ "$restarts" -ge \(Self.mostRequeues) ]; then
          say "already queued again \(Self.mostRequeues) times; not queued again" >&2
          exit 1
        fi
        say "queued again for the remaining blocks"
        scontrol requeue "$task"
      fi
      exit $code

      """
  }

  func mergeScript() -> String {
    let merge = (launcher + ["merge", results]).map(ShellWord.quoted).joined(separator: " ")
    return """
      #!/bin/bash
      # Joins the shards of the study \(study.escapingControls), written by `slumber slurm`. You can run it at any time
      # and repeatedly: `sbatch merge.sbatch`, or only the last line.
      \(directives(name: "slumber-merge-\(study)", log: "merge-%j.out"))
      exec \(merge)

      """
  }

  private var launcher: [String] {
    guard let container else { return [program] }
    return ["apptainer", "exec"] + visibleFolders.flatMap { ["--bind", $0] } + [container, "slumber"]
  }

  private func directives(name: String, log: String, array: ShardArray? = nil) -> String {
    var lines: [(option: String, value: String?)] = [("--job-name", name)]
    if let array { lines.append(("--array", array.specification(atMost: atMost))) }
    lines += [("--requeue", nil), ("--open-mode", "append")]
    // A percent sign begins a number of the job.
    lines.append(("--output", folder.replacing("%", with: "%%") + "/log/\(log)"))
    lines.append(("--ntasks", "1"))
    if array != nil { lines.append(("--cpus-per-task", "\(processors)")) }
    if let time { lines.append(("--time", time.slurmText)) }
    if array != nil { lines.append(("--signal", "B:USR1@\(time?.warningSeconds ?? 120)")) }
    if let partition { lines.append(("--partition", partition)) }
    if let account { lines.append(("--account", account)) }
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      lines.append((String(parts[0]), parts.count == 2 ? String(parts[1]) : nil))
    }
    return lines.map { "#SBATCH \($0)" + ($1.map { "=\(Self.escaped($0))" } ?? "") + "\n" }.joined()
  }

  /// The value as `sbatch` reads it: a backslash takes away the meaning of the next character.
  private static func escaped(_ value: String) -> String {
    String(
      value.flatMap { character -> [Character] in
        let isPlain =
          !character.isASCII || character.isLetter || character.isNumber || "-_./%:,@+=".contains(character)
        return isPlain ? [character] : ["\\", character]
      })
  }

  /// The script that submits all jobs. It prints the number of each job and adds it to ``jobList``. If
  /// `sbatch` fails, it prints the jobs already submitted.
  func submitScript(_ arrays: [ShardArray]) -> String {
    let calls = submissions(arrays).map { call in
      "submit \(ShellWord.quoted(call.name)) \(call.words)\n\(call.keep)\n"
    }
    return """
      #!/bin/sh
      # Submits the shards of the study \(study.escapingControls) and the merge after them; written by `slumber slurm`.
      cd \(ShellWord.quoted(folder)) || exit 1
      list=\(ShellWord.quoted(jobList))
      mkdir -p \(ShellWord.quoted(shardFolder)) || exit 1
      submitted=

      # submit NAME OPTION… SCRIPT [OFFSET]: stores the number of the job in $job.
      submit() {
        name=$1
        shift
        if ! job=$(sbatch --parsable "$@"); then
          echo "submit.sh: sbatch refused: sbatch --parsable $*" >&2
          if [ -n "$submitted" ]; then
            echo "submit.sh: already submitted:$submitted; to cancel: scancel$submitted" >&2
          fi
          exit 1
        fi
        job=${job%%;*}
        submitted="$submitted $job"
        echo "$job $name" >> "$list"
        echo "job $job: $name"
      }

      \(calls.joined())
      """
  }

  func submissionText(_ arrays: [ShardArray]) -> [String] {
    submissions(arrays).map { "sbatch \($0.words.replacing("\"", with: ""))" }
  }

  private func submissions(_ arrays: [ShardArray]) -> [(name: String, words: String, keep: String)] {
    var calls: [(name: String, words: String, keep: String)] = []
    for (place, array) in arrays.enumerated() {
      var words = "--array=\(array.specification(atMost: atMost)) "
      // Arrays that may not exceed the limit together run one after the other.
      if atMost != nil, place > 0 { words += "--dependency=\"afterany:$array\(place)\" " }
      words += "shards.sbatch \(array.offset)"
      calls.append(("shards \(array.shardText) of \(shardCount)", words, "array\(place + 1)=$job"))
    }
    let all = arrays.indices.map { ":$array\($0 + 1)" }.joined()
    let dependency = arrays.isEmpty ? "" : "--dependency=\"afterany\(all)\" "
    calls.append(("merge", "\(dependency)merge.sbatch", ":"))
    return calls
  }
}
