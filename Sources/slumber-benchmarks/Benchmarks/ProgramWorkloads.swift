#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Workloads that run the program `slumber` that lies beside the benchmarks; without it they are skipped.
enum ProgramWorkloads {
  /// HORIZON: peak memory of four phones over 28 and over 280 days, without the tables and records that hold a row for
  /// each thing that happens.
  static var horizon: BenchmarkWorkload {
    .sizes("HORIZON", "kB, peak", warmsUp: true, [28, 280], of: "days", \.peakKilobytes) { folder, days in
      folder.run([
        "--devices", "4", "--replications", "1", "--days", "\(days)", "--jobs", "1", "--policy",
        "seven-factor", "--set", "record=[]",
      ])
    }
  }

  /// WORKERS: wall time of two replications of the quickstart with one worker and with two.
  static var workers: BenchmarkWorkload {
    BenchmarkWorkload(name: "WORKERS", unit: "s, wall", rounds: 3) {
      [1, 2].map { jobs in
        Variant("\(jobs) worker\(jobs == 1 ? "" : "s")", figure: \.wallSeconds) { folder in
          folder.run(["--replications", "2", "--jobs", "\(jobs)"])
        }
      }
    }
  }

  static var start: BenchmarkWorkload {
    BenchmarkWorkload(name: "START", unit: "ms, wall", rounds: 51) {
      [Variant("slumber --help", figure: { $0.wallSeconds * 1e3 }) { _ in ChildProgram.slumber(["--help"]) }]
    }
  }
}

extension BenchmarkWorkload {
  /// The figures of a program by the size of its task: one variant for each size.
  static func sizes(
    _ name: String, _ unit: String, rounds: Int = 1, warmsUp: Bool = false, _ sizes: [Int], of things: String,
    _ figure: @escaping (ChildProgram) -> Double,
    _ body: @escaping (BenchmarkFolder, _ size: Int) -> ChildProgram?
  ) -> BenchmarkWorkload {
    BenchmarkWorkload(name: name, unit: unit, rounds: rounds, warmsUp: warmsUp) {
      sizes.map { size in Variant("\(size) \(things)", figure: figure) { body($0, size) } }
    }
  }
}

extension Variant {
  /// A figure of a program that has a folder of its own; infinite where the program is missing or fails.
  init(
    _ name: String, figure: @escaping (ChildProgram) -> Double,
    _ body: @escaping (BenchmarkFolder) -> ChildProgram?
  ) {
    self.init(name) {
      let folder = BenchmarkFolder()
      defer { folder.remove() }
      return Outcome(figure: body(folder).map(figure))
    }
  }
}

extension Outcome {
  /// A figure that is measured directly; infinite where there is none.
  init(figure: Double?) { self.init(work: 1, events: 0, figure: figure ?? .infinity) }
}

struct ChildProgram {
  var wallSeconds: Double
  /// Processor time of all its threads, its own and the system's for it.
  var processorSeconds: Double
  var peakKilobytes: Double

  /// Runs the program that `SLUMBER_BINARY` names, without its output; nil where it is missing or fails.
  static func slumber(_ arguments: [String]) -> ChildProgram? {
    getenv("SLUMBER_BINARY").flatMap { run(String(cString: $0), arguments) }
  }

  static func run(_ path: String, _ arguments: [String]) -> ChildProgram? {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let start = BenchmarkClock.wall.seconds
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, nil, &words, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
    #if os(Linux)
      let peak = usage.ru_maxrss
    #else
      let peak = usage.ru_maxrss / 1024
    #endif
    let processor = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    return ChildProgram(
      wallSeconds: BenchmarkClock.wall.seconds - start, processorSeconds: processor,
      peakKilobytes: Double(peak))
  }
}

/// A folder for one results file of the quickstart and its shards.
struct BenchmarkFolder {
  let path = "/tmp/slumber-benchmarks-\(getpid())"
  var results: String { "\(path)/results.sqlite" }

  init() {
    remove()
    mkdir(path, 0o700)
  }

  func run(_ options: [String]) -> ChildProgram? {
    ChildProgram.slumber(
      ["run", "scenarios/quickstart.yaml", "--progress", "none", "--results", results] + options)
  }

  var resultsSize: Double {
    var facts = stat()
    return stat(results, &facts) == 0 ? Double(facts.st_size) : .infinity
  }

  func remove(_ name: String) { unlink("\(path)/\(name)") }

  func remove() {
    for folder in ["\(results).shards", path] {
      guard let entries = opendir(folder) else { continue }
      while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        unlink("\(folder)/\(name)")
      }
      closedir(entries)
      rmdir(folder)
    }
  }
}
