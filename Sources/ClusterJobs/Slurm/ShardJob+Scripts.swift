import PlainText

extension ShardJob {
  /// The batch script of the shards, `shards.sbatch`.
  ///
  /// - Parameter array: The numbers of the array that `sbatch` takes if it is called by hand.
  public func shardScript(_ array: ShardArray) -> String {
    var directives = BatchDirectives()
    directives.add("--job-name", "slumber-\(study)")
    directives.add("--array", array.specification(atMost: atMost))
    directives.add("--requeue")
    directives.add("--open-mode", "append")
    directives.add("--output", folder: "\(folder)/log", log: "shard-%A_%a.out")
    directives.add("--ntasks", "1")
    directives.add("--cpus-per-task", "\(processors)")
    if let time {
      directives.add("--time", time.slurmText)
      directives.add("--signal", "B:USR1@\(time.warningSeconds)")
    } else {
      directives.add("--signal", "B:USR1@120")
    }
    addSite(to: &directives)
    let run = (launcher + words).map(ShellWord.quoted).joined(separator: " ")
    return """
      #!/bin/bash
      # Shards of the study \(study.escapingControls), written by `slumber slurm`. By hand, in this folder:
      #   sbatch shards.sbatch                 the shards that were missing
      #   sbatch --array=3,7 shards.sbatch     some shards; a first argument is added to the numbers of the array
      \(directives.text)
      set -u
      shards=\(shardCount)
      results=\(ShellWord.quoted(results))
      shard=$((SLURM_ARRAY_TASK_ID + ${1:-0}))
      task="${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
      restarts=${SLURM_RESTART_COUNT:-0}
      say() { echo "$(date -u +%FT%TZ) shard $shard/$shards, job $task, restart $restarts: $*"; }
      published() { ls "$results.shards" 2>/dev/null | grep "^$shard-of-$shards\\." | sort; }
      state() { scontrol show job "$SLURM_JOB_ID" 2>/dev/null | grep -o 'JobState=[A-Z_]*' | head -n 1 | cut -d= -f2; }

      # USR1 comes before the time limit, TERM when the job is preempted or cancelled. After the first one the task queues
      # itself again; preempted jobs are queued again by Slurm, cancelled ones stay cancelled. A task that is ended while
      # Slurm takes it for running queues itself again, too: a node that comes back can get an order that was meant for
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
          say "no block was finished within the time limit: give more time or processors; not queued again" >&2
          exit 1
        fi
        again=yes
      elif [ $code -eq 130 ] || [ $code -eq 143 ]; then
        [ "$(state)" = RUNNING ] && again=yes
      fi
      if [ $again = yes ]; then
        if [ "$restarts" -ge \(Self.mostRequeues) ]; then
          say "queued again \(Self.mostRequeues) times already; not queued again" >&2
          exit 1
        fi
        say "queued again, for what is left"
        scontrol requeue "$task"
      fi
      exit $code

      """
  }

  /// The batch script of the merge, `merge.sbatch`.
  public func mergeScript() -> String {
    var directives = BatchDirectives()
    directives.add("--job-name", "slumber-merge-\(study)")
    directives.add("--requeue")
    directives.add("--open-mode", "append")
    directives.add("--output", folder: "\(folder)/log", log: "merge-%j.out")
    directives.add("--ntasks", "1")
    if let time { directives.add("--time", time.slurmText) }
    addSite(to: &directives)
    let merge = (launcher + ["merge", results]).map(ShellWord.quoted).joined(separator: " ")
    return """
      #!/bin/bash
      # Joins the shards of the study \(study.escapingControls), written by `slumber slurm`. It can be done at any time
      # and as often as one likes: `sbatch merge.sbatch`, or the last line by itself.
      \(directives.text)
      exec \(merge)

      """
  }

  /// The program, in its container if there is one.
  private var launcher: [String] {
    guard let container else { return [program] }
    return ["apptainer", "exec"] + visibleFolders.flatMap { ["--bind", $0] } + [container, "slumber"]
  }

  private func addSite(to directives: inout BatchDirectives) {
    if let partition { directives.add("--partition", partition) }
    if let account { directives.add("--account", account) }
    for option in options { directives.add(word: option) }
  }
}
