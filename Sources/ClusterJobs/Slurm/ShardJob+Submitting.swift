import PlainText

extension ShardJob {
  /// The script that submits the arrays and the merge after them, `submit.sh`.
  ///
  /// It prints the number of each job, adds it to ``jobList``, and names what it has submitted where `sbatch` refuses.
  public func submitScript(_ arrays: [ShardArray]) -> String {
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

      # submit NAME OPTION… SCRIPT [OFFSET]: leaves the number of the job in $job.
      submit() {
        name=$1
        shift
        if ! job=$(sbatch --parsable "$@"); then
          echo "submit.sh: sbatch refused: sbatch --parsable $*" >&2
          if [ -n "$submitted" ]; then
            echo "submit.sh: submitted before it:$submitted; to take it back: scancel$submitted" >&2
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

  /// The commands that submitting gives, for people: one line each.
  public func submissionText(_ arrays: [ShardArray]) -> [String] {
    submissions(arrays).map { "sbatch \($0.words.replacing("\"", with: ""))" }
  }

  /// The calls of `sbatch` with the shell line that keeps the number of the job.
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
