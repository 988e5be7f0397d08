import Basics
import ModelParameters
import ResultsStore
import Studies
import StudyReports

/// The settings to run a method on this machine, and the results files with its runs, so that the same
/// command continues them.
struct ExperimentRun {
  /// The options of a method that runs one study.
  static func options(_ method: String, hasFolder: Bool = false) -> String {
    let place = hasFolder ? "the folder of --to, or this folder" : "this folder"
    return """
      --results FILE | keep finished runs in this file (default: STUDY-\(method).results.sqlite in \(place))
      --fresh
      """
  }
  static let refusals = [Refusal.excluding("--shard", ["--fresh"])]

  static func grades(
    _ arguments: ParsedArguments, usually: Set<EvidenceGrade> = [.d]
  ) throws -> Set<EvidenceGrade> {
    switch arguments.value("--grades") {
    case nil: usually
    case "D": [.d]
    case "CD": [.c, .d]
    case let other?: throw UsageError("`--grades` was given `\(other)`, expected D or CD")
    }
  }

  /// The longest time of a search in times of its budget: reports take some more.
  private static let overtime = 1.33

  private struct Source {
    let path: String
    let file: StudyFile
    let description: StudyDescription
  }

  let shard: Shard?
  private let sources: [Source]
  private let folder: String?
  private let conduct: Conduct
  private let minutes: Int
  private let arguments: ParsedArguments
  private let waitsForDisk: Bool

  /// - Parameters:
  ///   - minutes: The time on two cores after which the method stops; 0 for no limit.
  ///   - waitsForDisk: Whether each run is on the disk before the next one is stored. Otherwise a crash of the machine
  ///     can lose all runs, and the end of the process still loses none.
  init(
    _ arguments: ParsedArguments, _ files: [StudyFile], minutes: Int = 0, waitsForDisk: Bool = true
  ) throws {
    self.waitsForDisk = waitsForDisk
    let jobs = try Host.workers(arguments)
    let style = try ProgressReporter.style(arguments)
    shard = try arguments.shard()
    self.arguments = arguments
    folder = arguments.value("--to")
    var paths: Set<String> = []
    sources = files.map { file in
      var description = RunCommand.description(of: file)
      description.method = arguments.command.name
      var path = StudyOptions.resultsPath(arguments, file)
      // Files in several folders may have one name.
      if !paths.insert(path).inserted {
        path = path.replacing(".results.sqlite", with: "-\(file.baseDigest.prefix(8)).results.sqlite")
      }
      return Source(path: path, file: file, description: description)
    }
    self.minutes = minutes
    let share = max(1, Double(SensitivityAllowance.processors) / Double(jobs))
    let deadline = minutes > 0 ? Host.clock() + 60 * Double(minutes) * Self.overtime * share : nil
    conduct = .here(jobs: jobs, style: style, deadline: deadline)
  }

  /// Creates the folder before a search starts, so that a search does not fail after minutes because of a
  /// read-only folder.
  func makeFolder() throws {
    guard let folder else { return }
    try FilePlace.makeWritableFolder(folder)
  }

  /// Runs a method to its end.
  ///
  /// - Parameter splitsPoints: Whether a shard is a part of the blocks, and not of the requested points.
  /// - Returns: nil if the method is finished, otherwise the exit code. The method keeps its results.
  func run(_ method: inout some Method, splitsPoints: Bool = true) throws -> ExitCode? {
    if let shard { return try run(&method, shard, splitsPoints: splitsPoints) }
    let opened = try sources.map { source in
      let results = try StudyOptions.results(arguments, source.path, for: source.description)
      if !waitsForDisk { try results.skipSyncing() }
      let finished = try results.counts().done
      if finished > 0 { Terminal.note("\(source.path) has \(CountText.text(finished, "finished run"))") }
      return Experiment.Source(source.file, into: results)
    }
    do {
      try Experiment(opened, by: conduct).run(&method)
      return nil
    } catch StudyRunner.Stop.interrupted {
      Terminal.error(interruption)
      return Interruption.isRequested ? .interrupted : .failed
    }
  }

  private func run(_ method: inout some Method, _ shard: Shard, splitsPoints: Bool) throws -> ExitCode {
    let files = try sources.map { try ShardFile(shard, of: $0.description, into: $0.path) }
    let opened = try zip(sources, files).map { source, file in
      Experiment.Source(source.file, into: file.results, earlier: try file.earlierRuns())
    }
    var isWhole = false
    var isInterrupted = false
    do {
      try Experiment(opened, by: conduct, shard: splitsPoints ? shard : .whole).run(&method)
      isWhole = splitsPoints
    } catch Experiment.End.otherShards {
    } catch StudyRunner.Stop.interrupted { isInterrupted = true }
    for file in files { guard try file.publish() else { return .failed } }
    guard !isInterrupted else {
      Terminal.error("interrupted. To continue, run the same command")
      return .interrupted
    }
    if isWhole {
      Terminal.out(
        "shard \(shard): all runs are done. To show the results, run the same command without --shard")
    } else {
      let merges = sources.map { "slumber merge \(ShellWord.quoted($0.path))" }
      Terminal.out(
        "shard \(shard): its runs are published. After all shards: "
          + merges.joined(separator: " && ") + ". To show the results, run the same command without --shard")
    }
    return .done
  }

  private var interruption: String {
    let cause = Interruption.isRequested ? "interrupted" : "the time limit of `--budget \(minutes)` is over"
    let paths = sources.map(\.path).joined(separator: ", ")
    return "\(cause). To continue with the finished runs in \(paths), run the same command"
  }

  /// Names the results files for those who look for them.
  func noteResults() { for source in sources { Terminal.note("results: \(source.path)") } }

  func store(_ files: [OutputTable], _ json: JSONValue, as name: String) throws {
    guard let folder else { return }
    for table in files { try OutputFile.write(table.bytes, to: "\(folder)/\(table.name)") }
    try OutputFile.write(json.text() + "\n", to: "\(folder)/\(name)")
  }
}
