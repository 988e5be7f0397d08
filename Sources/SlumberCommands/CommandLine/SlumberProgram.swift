import Basics
import CAllocator
// What a policy of one's own is written with: instants and spans, parameters with units, mechanisms, random draws.
@_exported import EventSimulation
import Libc
@_exported import ModelParameters
@_exported import RandomStreams
import Recordings
@_exported import SchedulingPolicies
import Studies
@_exported import Workload

/// The program `slumber`, for an executable that adds its own policies and apps.
public enum SlumberProgram {
  /// Runs the command on the command line and ends the process.
  ///
  /// A duplicate name ends the process with an error.
  ///
  /// - Parameters:
  ///   - policies: Policies that studies, `--policy`, and `slumber policies` can name in addition to the
  ///     built-in policies.
  ///   - apps: Apps that are code, which studies can name as the `behavior` of an app.
  public static func main(adding policies: [PolicyDescriptor] = [], apps: [AppCode] = []) -> Never {
    // Writing beyond the limit of file sizes is an error with a message like a full disk, and no death. A handler,
    // unlike an ignored signal, does not pass to programs that are started.
    signal(SIGXFSZ) { _ in }
    // The memory in which one device was planned would stay beside that in which the next is simulated.
    allocator_return_freed_memory()
    let catalogue: PolicyCatalogue
    do { catalogue = try PolicyCatalogue.standard.adding(policies, apps: apps) } catch {
      Terminal.error("slumber: \(error)")
      exit(ExitCode.failed.rawValue)
    }
    let words = Array(CommandLine.arguments.dropFirst())
    exit(Terminal.outcome(CommandTable.run(words, policies: catalogue)).rawValue)
  }
}

enum CommandTable {
  /// The commands by task, in the order in which a user needs them.
  static let groups: KeyValuePairs<String, [CommandSpecification]> = [
    "Begin": [
      InitCommand.specification, ImportCommand.specification, ValidateCommand.specification,
      DescribeCommand.specification,
    ],
    "Run": [
      RunCommand.specification, PlanCommand.specification, SlurmCommand.specification,
      StatusCommand.specification, MergeCommand.specification, VerifyCommand.specification,
    ],
    "Understand": [
      CompareCommand.specification, ExplainCommand.specification, TraceCommand.specification,
      AblateCommand.specification, TuneCommand.specification, SensitivityCommand.specification,
      FitCommand.specification,
      CompareLogCommand.specification, BatteryCommand.specification, CheckCommand.specification,
      WarmUpCommand.specification, TimelineCommand.specification,
    ],
    "Publish": [ReportCommand.specification, ExportCommand.specification, PublishCommand.specification],
    "Extend": [ConformCommand.specification, TrainCommand.specification],
    "Look up": [
      SchemaCommand.specification, PoliciesCommand.specification, ParametersCommand.specification,
      RulesCommand.specification, MetricsCommand.specification, DevicesCommand.specification,
      NetworksCommand.specification, DistributionsCommand.specification, CompletionsCommand.specification,
      ManualCommand.specification,
    ],
  ]

  static let all = groups.flatMap(\.value)

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
      guard let command else { throw unknownEntry("command", name, all.map(\.name)) }
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
    } catch { return report(error, of: command) }
  }

  private static func report(_ error: any Error, of command: CommandSpecification?) -> ExitCode {
    if let errors = error as? StudyErrors {
      Terminal.error("\(errors)")
      return errors.areOfOptions ? .usage : .wrongStudy
    }
    Terminal.error("slumber: \(error)")
    switch error {
    case is UsageError:
      let hint = command.map { "Usage: \(Help.usage($0)); `slumber \($0.name) --help` lists the options" }
      Terminal.error(hint ?? "`slumber --help` lists the commands")
      return .usage
    case is RecordingError, is RowErrors: return .wrongStudy
    case let failure as CommandFailure: return failure.code
    default: return .failed
    }
  }
}
