/// The jobs of this user that wait or run, as `squeue` lists them.
public struct SlurmQueue: Hashable, Sendable {
  /// One job, or one task of an array.
  public struct Job: Hashable, Sendable {
    /// The number that `sbatch` printed.
    public var submitted: Int
    /// Number in the array; nil for a job without one.
    public var index: Int?
    /// The state in Slurm's words: `PENDING`, `RUNNING`, `COMPLETING`, …
    public var state: String
  }
  /// One entry for each job or task, in the order of the listing.
  public var jobs: [Job]

  /// Asks `squeue`, for at most five seconds.
  ///
  /// - Returns: nil if there is no answer.
  public static func ask() -> SlurmQueue? {
    let words = ["squeue", "--noheader", "--array", "--me", "--format=%F|%K|%T"]
    guard let answer = try? Tool(words).run(within: 5), answer.code == 0 else { return nil }
    return SlurmQueue(listing: answer.text)
  }

  init(listing: String) {
    jobs = listing.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      guard parts.count == 3, let submitted = Int(parts[0]) else { return nil }
      return Job(submitted: submitted, index: Int(parts[1]), state: String(parts[2]))
    }
  }
}
