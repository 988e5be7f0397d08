/// Workloads that run the program `slumber` that lies beside the benchmarks; without it they are skipped.
enum ProgramWorkloads {
  private static let study = "scenarios/quickstart.yaml"
  private static let quiet = ["--progress", "none", "--fresh"]

  /// HORIZON: peak memory of four phones over 28 and over 280 days, without the tables and records that hold a row for
  /// each thing that happens.
  static var horizon: BenchmarkWorkload {
    BenchmarkWorkload(name: "HORIZON", unit: "kB, peak", rounds: 1) {
      [28, 280].map { days in
        Variant("\(days) days") {
          let child = ChildProgram.slumber(
            [
              "run", study, "--devices", "4", "--replications", "1", "--days", "\(days)", "--jobs", "1",
              "--policy", "seven-factor", "--set", "record=[]", "--results", ChildProgram.temporaryFile,
            ] + quiet)
          return Outcome(work: 1, events: 0, figure: child.map { Double($0.peakKilobytes) } ?? .infinity)
        }
      }
    }
  }

  /// WORKERS: wall time of two replications of the quickstart with one worker and with two.
  static var workers: BenchmarkWorkload {
    BenchmarkWorkload(name: "WORKERS", unit: "s, wall", rounds: 3) {
      [1, 2].map { jobs in
        Variant("\(jobs) worker\(jobs == 1 ? "" : "s")") {
          let child = ChildProgram.slumber(
            [
              "run", study, "--replications", "2", "--jobs", "\(jobs)", "--results",
              ChildProgram.temporaryFile,
            ]
              + quiet)
          return Outcome(work: 1, events: 0, figure: child?.wallSeconds ?? .infinity)
        }
      }
    }
  }

  /// START: wall time of `slumber --help`.
  static var start: BenchmarkWorkload {
    BenchmarkWorkload(name: "START", unit: "ms, wall", rounds: 51) {
      [
        Variant("slumber --help") {
          let child = ChildProgram.slumber(["--help"])
          return Outcome(work: 1, events: 0, figure: child.map { $0.wallSeconds * 1e3 } ?? .infinity)
        }
      ]
    }
  }
}
