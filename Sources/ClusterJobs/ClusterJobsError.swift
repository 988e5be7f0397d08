/// Reasons why work cannot be handed to a cluster.
public enum ClusterJobsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An environment variable with a value that means nothing.
  case environment(name: String, found: String, expected: String)
  /// An option with a value that Slurm or this program cannot take.
  case option(name: String, found: String, expected: String)
  /// A path that no batch script can name.
  case path(found: String)
  /// A folder that cannot be made.
  case folder(path: String, message: String)
  /// A program that is not on the path or cannot be started.
  case tool(name: String, message: String)
  /// A program that gave no answer in time.
  case silence(name: String, seconds: Double)

  public var description: String {
    switch self {
    case .environment(let name, let found, let expected): "\(name): found `\(found)`, expected \(expected)"
    case .option(let name, let found, let expected): "`\(name)` was given `\(found)`, expected \(expected)"
    case .path(let found): "`\(found)`: found a control character in a path, expected none in a batch script"
    case .folder(let path, let message): "`\(path)` cannot be made: \(message)"
    case .tool(let name, let message): "`\(name)` cannot be started: \(message)"
    case .silence(let name, let seconds): "`\(name)` gave no answer within \(seconds) s"
    }
  }
}
