import CAllocator
import SchedulingPolicies
import StudyFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program `slumber`, for an executable that brings policies of its own.
public enum SlumberProgram {
  /// Reads the command line, does what it says and ends the process.
  ///
  /// - Parameter policies: Policies that studies, `--policy` and `slumber policies` can name beside those
  ///   built in. A name that is taken ends the process with an error.
  public static func main(adding policies: [PolicyDescriptor] = []) -> Never {
    // Writing beyond the limit of file sizes is an error with a message like a full disk, and no death. A handler,
    // unlike an ignored signal, does not pass to programs that are started.
    signal(SIGXFSZ) { _ in }
    // The memory in which one device was planned would stay beside that in which the next is simulated.
    allocator_return_freed_memory()
    let catalogue: PolicyCatalogue
    do {
      catalogue = try PolicyCatalogue.standard.adding(policies)
    } catch {
      Terminal.error("slumber: \(error)")
      exit(ExitCode.failed.rawValue)
    }
    let words = Array(CommandLine.arguments.dropFirst())
    exit(Terminal.outcome(CommandTable.run(words, policies: catalogue)).rawValue)
  }
}
