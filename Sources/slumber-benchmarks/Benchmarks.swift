import JSON

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
    do {
      arguments = try BenchmarkArguments(Array(CommandLine.arguments.dropFirst()))
    } catch {
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

  private static func complain(_ message: String) {
    let text = "slumber-benchmarks: \(message)\n"
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
