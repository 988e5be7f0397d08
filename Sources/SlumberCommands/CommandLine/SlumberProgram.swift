import Basics
import CAllocator
import SchedulingPolicies
import Studies

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

enum CommandTable {
  static let all: [CommandSpecification] = [
    InitCommand.specification, RunCommand.specification, MergeCommand.specification,
    CompareCommand.specification, CompareLogCommand.specification, WarmUpCommand.specification,
    ExportCommand.specification,
    ReportCommand.specification, PlanCommand.specification, SlurmCommand.specification,
    StatusCommand.specification, VerifyCommand.specification, CheckCommand.specification,
    ExplainCommand.specification, AblateCommand.specification, SensitivityCommand.specification,
    FitCommand.specification, ImportCommand.specification, BatteryCommand.specification,
    TraceCommand.specification, TimelineCommand.specification, ValidateCommand.specification,
    DescribeCommand.specification, SchemaCommand.specification, PoliciesCommand.specification,
    ParametersCommand.specification, NetworksCommand.specification, TrainCommand.specification,
    ConformCommand.specification, RulesCommand.specification, MetricsCommand.specification,
    DistributionsCommand.specification, DevicesCommand.specification, CompletionsCommand.specification,
    ManualCommand.specification,
  ]

  /// Runs the command that the words name.
  static func run(_ words: [String], policies: PolicyCatalogue) -> ExitCode {
    // Options that every command has may stand before its name.
    let leading = words.prefix { [.quiet, .verbose].contains(GlobalOption($0)) }
    let words = Array(words.dropFirst(leading.count) + leading)
    guard let name = words.first else {
      Terminal.error(Help.program.text(width: Terminal.width))
      return .usage
    }
    switch name {
    case "--help", "-h", "help":
      let command = all.first { $0.name == words.dropFirst().first }
      Terminal.show(command.map(Help.command) ?? Help.program)
      return .done
    case "--version", "-V":
      Terminal.show(TextPage(Version.text))
      return .done
    default: break
    }
    let command = all.first { $0.name == name }
    do {
      guard let command else { throw unknown(name) }
      let arguments = try ParsedArguments(words.dropFirst(), for: command, policies: policies)
      if arguments.wantsHelp {
        Terminal.show(Help.command(command))
        return .done
      }
      if arguments.wantsVersion {
        Terminal.show(TextPage(Version.text))
        return .done
      }
      Terminal.verbosity = arguments.verbosity
      Terminal.detail(Version.text)
      // Contradictions of forms come before hours of work.
      _ = try OutputForm(arguments)
      let started = Host.clock()
      defer { Terminal.detail("time: \(TimeSpanText.text(Host.clock() - started))") }
      return try command.run(arguments)
    } catch {
      return report(error, of: command)
    }
  }

  private static func unknown(_ name: String) -> UsageError {
    UsageError("there is no command `\(name)`\(NameSuggestion.hint(for: name, in: all.map(\.name)))")
  }

  /// One message for any error, and its exit code.
  private static func report(_ error: any Error, of command: CommandSpecification?) -> ExitCode {
    switch error {
    case is UsageError, ClusterJobsError.option, ClusterJobsError.path:
      Terminal.error("slumber: \(error)")
      if let command {
        Terminal.error("Usage: \(Help.usage(command)); `slumber \(command.name) --help` lists the options")
      } else {
        Terminal.error("`slumber --help` lists the commands")
      }
      return .usage
    case let errors as StudyErrors:
      Terminal.error("\(errors)")
      return errors.areOfOptions ? .usage : .wrongStudy
    case let failure as CommandFailure:
      Terminal.error("slumber: \(failure)")
      return failure.code
    default:
      Terminal.error("slumber: \(error)")
      return .failed
    }
  }
}
