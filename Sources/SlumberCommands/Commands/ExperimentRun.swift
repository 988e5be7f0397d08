import ResultsStore
import Studies

/// The results file in which a method keeps its runs: each finished run is kept, and the same command goes on with it.
struct ExperimentRun {
  static func options(_ method: String, hasFolder: Bool = false) -> [OptionSpecification] {
    let place = hasFolder ? "the folder of --to, or in this folder" : "this folder"
    return [
      .value(
        "--results", "FILE",
        "keep finished runs in this file (default: STUDY-\(method).results.sqlite in \(place))"), fresh,
    ]
  }
  static let fresh = OptionSpecification.flag("--fresh", "do all runs again")

  let path: String
  private let file: StudyFile
  private let description: StudyDescription
  private let conduct: Conduct
  private let isFresh: Bool

  init(_ arguments: ParsedArguments, _ file: StudyFile, conduct: Conduct) {
    self.file = file
    var description = RunCommand.description(of: file)
    description.method = arguments.command.name
    (self.description, self.conduct, isFresh) = (description, conduct, arguments.has("--fresh"))
    path = StudyOptions.resultsPath(arguments, file)
  }

  /// Runs a method to its end.
  ///
  /// - Throws: ``StudyRunner/Stop`` if it was stopped; finished runs are kept.
  func run(_ method: inout some Method) throws {
    let results = try Interruption.protected {
      try isFresh
        ? ResultsFile.replace(path, for: description, planning: [])
        : ResultsFile.open(path, for: description)
    }
    try Experiment(file, into: results, by: conduct).run(&method)
  }

  func stopped() -> ExitCode {
    Terminal.error("interrupted; the same command goes on with the finished runs in \(path)")
    return .interrupted
  }
}
