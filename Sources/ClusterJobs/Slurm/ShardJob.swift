/// The shards of a study as jobs of Slurm: one array or several, and the merge after them.
public struct ShardJob: Hashable, Sendable {
  /// Name of the study.
  public var study: String
  /// The program, by its absolute path.
  public var program: String
  /// The words behind the program that run the study: `run STUDY …`, without shard and results file.
  public var words: [String]
  /// The results file, by its absolute path.
  public var results: String
  /// The folder of the scripts and logs, by its absolute path.
  public var folder: String
  /// Number of shards that the study is cut into.
  public var shardCount: Int
  /// The shards that are submitted, ascending.
  public var shards: [Int]
  /// Processors of a task.
  public var processors = 1
  /// Time limit of a task; the partition's if it is nil.
  public var time: JobTime?
  /// Number of tasks that run at the same time, at most.
  public var atMost: Int?
  /// Partition of the jobs; nil for the default one of the cluster.
  public var partition: String?
  /// Account to which the jobs are charged; nil for the default one of the user.
  public var account: String?
  /// An image of Apptainer in which `slumber` runs, by its absolute path.
  public var container: String?
  /// Folders that the container has to see, by their absolute paths.
  public var visibleFolders: [String] = []
  /// Further options of `sbatch`, one a word.
  public var options: [String] = []

  /// Attempts of a task that is asked to stop by its time limit.
  public static let mostRequeues = 50

  public init(
    study: String, program: String, words: [String], results: String, folder: String, shardCount: Int,
    shards: [Int]
  ) {
    self.study = study
    self.program = program
    self.words = words
    self.results = results
    self.folder = folder
    self.shardCount = shardCount
    self.shards = shards
  }

  /// Folder of the published shards.
  public var shardFolder: String { results + ".shards" }

  /// The file that names the jobs that were submitted, a line each.
  public var jobList: String { shardFolder + "/" + SubmittedJobs.fileName }

  /// Refuses values that no batch script can hold.
  ///
  /// - Throws: ``ClusterJobsError``.
  public func check() throws(ClusterJobsError) {
    let paths = [program, results, folder] + words + [container, partition, account].compactMap { $0 }
    for path in paths + options
    where path.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
      throw .path(found: path)
    }
    for option in options {
      guard option.hasPrefix("-"), !option.contains(" ") || option.contains("=") else {
        throw .option(name: "--sbatch", found: option, expected: "one option of sbatch, such as --qos=low")
      }
      let name = option.split(separator: "=").first.map(String.init) ?? option
      if Self.ownOptions.contains(name) {
        throw .option(
          name: "--sbatch", found: option,
          expected: "another option; `slumber slurm` sets \(name) itself")
      }
    }
    if let time, time.seconds < 60 {
      throw .option(
        name: "--time", found: time.slurmText,
        expected: "at least one minute, which is Slurm's own resolution")
    }
    if container != nil, let path = visibleFolders.first(where: { $0.contains(":") || $0.contains(",") }) {
      throw .option(
        name: "--container", found: path,
        expected: "folders without `:` and `,`, which Apptainer separates by")
    }
  }

  private static let ownOptions: Set<String> = [
    "--array", "-a", "--requeue", "--no-requeue", "--open-mode", "--output", "-o", "--signal", "--dependency",
    "-d",
    "--wrap", "--parsable", "--job-name", "-J",
  ]
}
