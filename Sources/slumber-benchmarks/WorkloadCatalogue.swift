/// All workloads, in the order in which they are measured. A new one is a file and a line here.
///
/// A workload of the full model takes ``PhoneWorkload/unit`` and, as its first variant, ``PhoneWorkload/reference``.
enum WorkloadCatalogue {
  static var all: [BenchmarkWorkload] {
    [
      HoldWorkload.workload(pending: 10),
      HoldWorkload.workload(pending: 100),
      HoldWorkload.workload(pending: 1000),
      HoldWorkload.workload(pending: 100_000),
      CancelWorkload.workload,
      QueueWorkload.workload,
      PhoneWorkload.workload,
      StudyWorkload.workload,
      AppsWorkload.workload(policy: "never"),
      AppsWorkload.workload(policy: "seven-factor"),
      ProgramWorkloads.horizon,
      ProgramWorkloads.workers,
      ProgramWorkloads.start,
    ] + ShardWorkloads.all
  }

  static var names: [String] { all.map(\.name) }
}
