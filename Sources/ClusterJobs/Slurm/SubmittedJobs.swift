/// The jobs that were submitted for a results file.
public struct SubmittedJobs: Hashable, Sendable {
  /// Name of the list in the folder of the published shards.
  public static let fileName = "slurm-jobs.txt"

  /// Numbers of the jobs with their names, in the order of submission.
  public var jobs: [Job]

  /// A job, or an array of jobs.
  public struct Job: Hashable, Sendable {
    /// The number that `sbatch` printed.
    public var number: Int
    /// `shards 1-12 of 12`, or `merge`.
    public var name: String
  }

  /// Reads the list of a folder of published shards; there is none if no job was submitted.
  public init(shardFolder: String) {
    self.init(list: SmallFile.text("\(shardFolder)/\(Self.fileName)") ?? "")
  }

  init(list: String) {
    jobs = list.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]) else { return nil }
      return Job(number: number, name: String(parts[1]))
    }
  }

  /// The tasks that wait or run, by their state in Slurm's words, in alphabetical order.
  ///
  /// - Parameter queue: The jobs of this user.
  public func states(in queue: SlurmQueue) -> [(state: String, tasks: Int)] {
    let numbers = Set(jobs.map(\.number))
    var counts: [String: Int] = [:]
    for job in queue.jobs where numbers.contains(job.submitted) { counts[job.state, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
