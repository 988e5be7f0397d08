#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `slumber-benchmarks [--only NAME]… [--json]`: how fast the engine and the model are, against plain C.
///
/// Exit codes: 0 measured; 1 the variants of a workload disagree; 2 wrong arguments.
@main
enum Benchmarks {
  static func main() {
    let arguments: BenchmarkArguments
    do { arguments = try BenchmarkArguments(Array(CommandLine.arguments.dropFirst())) } catch {
      complain("\(error)")
      exit(2)
    }
    if arguments.help {
      print(BenchmarkArguments.usage)
      return
    }
    do {
      var lines: [BenchmarkLine] = []
      if !arguments.json { print(BenchmarkLine.header) }
      for workload in WorkloadCatalogue.all where arguments.selects(workload.name) {
        let measured = try workload.measure()
        if !arguments.json { measured.forEach { print($0.text) } }
        lines += measured
      }
      if arguments.json { print(BenchmarkLine.json(lines)) }
    } catch {
      complain("\(error)")
      exit(1)
    }
  }
}

func complain(_ message: String) {
  let text = "slumber-benchmarks: \(message)\n"
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

enum BenchmarkClock {
  /// The time of this thread, which other processes on the machine disturb less than the wall clock.
  case processor
  case wall

  var seconds: Double {
    var time = timespec()
    clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

struct BenchmarkArguments {
  /// Names of workloads to measure, a family's name standing for all its members; empty for all.
  var only: [String] = []
  var json = false
  var help = false

  static let usage = """
    usage: slumber-benchmarks [--only NAME]… [--json]

    Measures each workload in C and in Swift, in turns in one process, and prints medians.
    ratio: time of the variant over time of its reference; below 1 is faster than the reference.

    workloads: \(WorkloadCatalogue.names.joined(separator: ", "))
    """

  init(_ arguments: [String]) throws(BenchmarkError) {
    let known = WorkloadCatalogue.names.joined(separator: ", ")
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--help", "-h": help = true
      case "--only":
        guard let name = rest.popFirst() else {
          throw .init(description: "--only: expected the name of a workload, one of \(known)")
        }
        guard WorkloadCatalogue.names.contains(where: { Self.matches(name, $0) }) else {
          throw .init(description: "--only: unknown workload \"\(name)\", expected one of \(known)")
        }
        only.append(name)
      default:
        throw .init(description: "unknown argument \"\(argument)\", expected --only NAME, --json or --help")
      }
    }
  }

  func selects(_ name: String) -> Bool { only.isEmpty || only.contains { Self.matches($0, name) } }

  /// `HOLD` and `HOLD(10)` both mean `HOLD(10)`.
  private static func matches(_ asked: String, _ name: String) -> Bool {
    asked == name || name.prefix { $0 != "(" } == asked[...]
  }
}

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
