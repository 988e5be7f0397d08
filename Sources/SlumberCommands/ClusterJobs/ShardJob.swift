/// The shards of a study as jobs of Slurm: one array or several, and the merge after them.
struct ShardJob: Hashable, Sendable {
  var study: String
  /// The absolute path of the program. All files and folders of the job have absolute paths.
  var program: String
  /// The arguments of the program that run the study: `run STUDY …`, without shard and results file.
  var words: [String]
  var results: String
  var folder: String
  var shardCount: Int
  var shards: [Int]
  var processors = 1
  var time: JobTime?
  var atMost: Int?
  var partition: String?
  var account: String?
  /// An image of Apptainer in which `slumber` runs.
  var container: String?
  var visibleFolders: [String] = []
  var options: [String] = []

  static let mostRequeues = 50

  var shardFolder: String { results + ".shards" }
  var jobList: String { shardFolder + "/" + SubmittedJobs.fileName }

  func check() throws {
    let paths = [program, results, folder] + words + [container, partition, account].compactMap { $0 }
    for path in paths + options
    where path.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
      throw UsageError("`\(path)`: a path in a batch script must not contain control characters")
    }
    for option in options {
      guard option.hasPrefix("-"), !option.contains(" ") || option.contains("=") else {
        throw UsageError(
          option: "--sbatch", found: option, expected: "one option of sbatch, such as --qos=low")
      }
      let name = option.split(separator: "=").first.map(String.init) ?? option
      if Self.ownOptions.contains(name) {
        throw UsageError(
          option: "--sbatch", found: option, expected: "another option; `slumber slurm` sets \(name) itself")
      }
    }
    if let time, time.seconds < 60 {
      throw UsageError(
        option: "--time", found: time.slurmText,
        expected: "at least one minute, the resolution of Slurm")
    }
    if container != nil, let path = visibleFolders.first(where: { $0.contains(":") || $0.contains(",") }) {
      throw UsageError(
        option: "--container", found: path,
        expected: "folders without `:` and `,`, which Apptainer uses as separators")
    }
  }

  private static let ownOptions: Set<String> = [
    "--array", "-a", "--requeue", "--no-requeue", "--open-mode", "--output", "-o", "--signal", "--dependency",
    "-d", "--wrap", "--parsable", "--job-name", "-J",
  ]
}

struct ShardArray: Hashable, Sendable {
  /// A job's shard is its number in the array plus this.
  let offset: Int
  /// Numbers of the jobs in the array, ascending, from 1 to one less than the site's `MaxArraySize`.
  let indices: [Int]

  static func cut(_ shards: [Int], maxArraySize: Int) -> [ShardArray] {
    let length = max(1, maxArraySize - 1)
    var arrays: [(offset: Int, indices: [Int])] = []
    for shard in shards {
      let offset = (shard - 1) / length * length
      if arrays.last?.offset != offset { arrays.append((offset, [])) }
      arrays[arrays.count - 1].indices.append(shard - offset)
    }
    return arrays.map { ShardArray(offset: $0.offset, indices: $0.indices) }
  }

  var shards: [Int] { indices.map { $0 + offset } }
  /// The shards as text: `1-4,7`.
  var shardText: String { ArrayIndices.text(shards) }
  func specification(atMost: Int?) -> String { ArrayIndices.text(indices) + (atMost.map { "%\($0)" } ?? "") }
}

enum ArrayIndices {
  /// Returns `1-4,7,9-12` for ascending numbers.
  static func text(_ numbers: some Sequence<Int>) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
