import Basics
import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processors that this process may use: the least of its affinity mask, of the processors that Slurm has granted
/// to the task and of the processor quota of its control group.
struct GrantedProcessors: Sendable {
  let count: Int

  init() throws(ClusterJobsError) {
    try self.init(
      affinity: Self.affinity, slurm: getenv("SLURM_CPUS_PER_TASK").map { String(cString: $0) },
      quota: ControlGroupQuota(membership: "/proc/self/cgroup", mounts: "/sys/fs/cgroup").processors)
  }

  /// - Parameter quota: Processor seconds per second that the control group may use, if there is a limit. A part of a
  ///   processor counts as one, so that all of the quota can be used.
  init(affinity: Int, slurm: String?, quota: Double?) throws(ClusterJobsError) {
    var least = max(1, affinity)
    if let slurm {
      guard let granted = Int(slurm), granted >= 1 else {
        throw .environment(
          name: "SLURM_CPUS_PER_TASK", found: slurm,
          expected: "a whole number of at least 1; --jobs N takes its place")
      }
      least = min(least, granted)
    }
    if let quota, quota < Double(least) { least = max(1, Int(quota.rounded(.up))) }
    count = least
  }

  private static var affinity: Int {
    let count = Int(slumber_affinity_count())
    return count > 0 ? count : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

/// The processor quota of a control group and of the groups around it, of version 1 or 2 of the interface.
struct ControlGroupQuota {
  let processors: Double?

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

  private static func text(_ path: String) -> String {
    String(decoding: (try? TextFile.read(path, limit: 1 << 20)) ?? [], as: UTF8.self)
  }
}
