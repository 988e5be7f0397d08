import CProcess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The processors that this process may use: the least of its affinity mask, of the processors that Slurm has granted
/// to the task and of the processor quota of its control group.
public struct GrantedProcessors: Sendable {
  /// The number of processors, at least 1.
  public let count: Int

  /// Asks the system.
  ///
  /// - Throws: ``ClusterJobsError`` if `SLURM_CPUS_PER_TASK` is set and is no whole number of at least 1.
  public init() throws(ClusterJobsError) {
    try self.init(
      affinity: Self.affinity, slurm: getenv("SLURM_CPUS_PER_TASK").map { String(cString: $0) },
      quota: ControlGroupQuota(membership: "/proc/self/cgroup", mounts: "/sys/fs/cgroup").processors)
  }

  /// - Parameters:
  ///   - affinity: Processors of the affinity mask.
  ///   - slurm: The value of `SLURM_CPUS_PER_TASK`, if it is set.
  ///   - quota: Processor seconds per second that the control group may use, if there is a limit. A part of a
  ///     processor counts as one, so that all of the quota can be used.
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

  /// Processors on which the system may run this process.
  private static var affinity: Int {
    let count = Int(slumber_affinity_count())
    return count > 0 ? count : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
