import PlainText

/// The processor quota of a control group and of the groups around it, of version 1 or 2 of the interface.
struct ControlGroupQuota {
  /// Processor seconds per second; nil if nothing limits them.
  let processors: Double?

  /// - Parameters:
  ///   - membership: The file that names the groups of a process, `/proc/self/cgroup`.
  ///   - mounts: The folder of the control groups, `/sys/fs/cgroup`.
  init(membership: String, mounts: String) {
    var least: Double?
    for line in Self.text(membership).split(separator: "\n") {
      // Hierarchy, controllers, path: `0::/user.slice` in version 2, `4:cpu,cpuacct:/docker/1234` in version 1.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let controllers = parts[1].split(separator: ",")
      let folders: [String]
      if parts[0] == "0", controllers.isEmpty {
        folders = [mounts, "\(mounts)/unified"]
      } else if controllers.contains("cpu") {
        folders = ["\(mounts)/cpu", "\(mounts)/\(parts[1])"]
      } else {
        continue
      }
      for folder in folders {
        for group in Self.ancestors(of: String(parts[2])) {
          guard let quota = Self.quota(of: folder + group) else { continue }
          least = min(least ?? quota, quota)
        }
      }
    }
    processors = least
  }

  /// `/a/b`, `/a` and the empty path of the root. In a container the path may be that of the host, of which only the
  /// root is visible.
  private static func ancestors(of path: String) -> [String] {
    let names = path.split(separator: "/")
    return (0...names.count).reversed().map { names.prefix($0).map { "/\($0)" }.joined() }
  }

  private static func quota(of folder: String) -> Double? {
    let unified = text("\(folder)/cpu.max").split(whereSeparator: \.isWhitespace)
    if unified.count == 2 { return ratio(unified[0], unified[1]) }
    let quota = text("\(folder)/cpu.cfs_quota_us").split(whereSeparator: \.isWhitespace)
    let period = text("\(folder)/cpu.cfs_period_us").split(whereSeparator: \.isWhitespace)
    guard quota.count == 1, period.count == 1 else { return nil }
    return ratio(quota[0], period[0])
  }

  /// The quota over its period; nil for `max` and for -1, which stand for no limit.
  private static func ratio(_ quota: Substring, _ period: Substring) -> Double? {
    guard let quota = Int64(quota), let period = Int64(period), quota > 0, period > 0 else { return nil }
    return Double(quota) / Double(period)
  }

  /// The text of a file; empty if there is none, as in most places where a group could have a quota.
  private static func text(_ path: String) -> String { SmallFile.text(path) ?? "" }
}
