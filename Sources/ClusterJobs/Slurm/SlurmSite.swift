/// Facts about a Slurm site.
public struct SlurmSite: Sendable {
  /// One more than the largest number in an array of jobs.
  public var maxArraySize: Int
  /// Whether the site said so; else it is the default of Slurm.
  public var isKnown: Bool

  /// Slurm's own default of `MaxArraySize`.
  public static let defaultMaxArraySize = 1001

  /// Asks `scontrol`, for at most five seconds.
  public init() {
    let answer = try? Tool(["scontrol", "show", "config"]).run(within: 5)
    self.init(configuration: answer?.code == 0 ? answer?.text ?? "" : "")
  }

  init(configuration: String) {
    for line in configuration.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      if parts.count == 2, parts[0] == "MaxArraySize", let size = Int(parts[1]), size >= 2 {
        self.maxArraySize = size
        isKnown = true
        return
      }
    }
    maxArraySize = Self.defaultMaxArraySize
    isKnown = false
  }
}
