import Basics
import ResultsStore
import Studies

enum SlurmCommand {
  static let specification = CommandSpecification(
    name: "slurm", arguments: "STUDY", argumentCount: 1...1,
    summary: "Writes batch scripts that run a study in shards under Slurm, and submits them.",
    example: "slumber slurm scenarios/quickstart.yaml --shards 10 --time 30min --to jobs --submit",
    options: """
      --results --replications
      \(ShardChoice.options)
      --cpus C | use C cores per task (default: 1)
      --time T | set the time limit of a task, such as 30min (default: the partition's limit)
      --at-most K | run at most K tasks at the same time
      --partition P | set the partition of the jobs
      --account A | set the account of the jobs
      --container IMAGE.sif | run `slumber` from this Apptainer image
      --sbatch OPTION | pass a further option to sbatch, such as --qos=low (may be repeated)
      --to FOLDER | write scripts and logs into this folder (default: STUDY-NAME.slurm)
      --submit | submit the jobs
      --allow-commands
      \(StudyOptions.options)
      """, refusals: ShardChoice.refusals, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let processors = try arguments.integer("--cpus", atLeast: 1) ?? 1
    let atMost = try arguments.integer("--at-most", atLeast: 1)
    let time = try arguments.value("--time").map { try JobTime($0, option: "--time") }
    // Errors of the options alone are reported before anything is simulated.
    let work = try PlannedWork(arguments, samples: !arguments.has("--shards"))
    let choice = try ShardChoice(work.estimate, arguments, processors: processors)
    let job = try job(arguments, work, choice, processors: processors, time: time, atMost: atMost)
    try job.check()
    for (_, reason) in work.inputs.unusable { Terminal.error("warning: \(reason)") }
    if let note = choice.note { Terminal.note("note: \(note)") }
    guard !choice.shards.isEmpty else {
      var page = TextPage("All runs are done. To join the published results, run:")
      page.add(command: "slumber merge \(ShellWord.quoted(work.results))")
      Terminal.show(page)
      return .done
    }
    let site = SlurmSite()
    let arrays = ShardArray.cut(job.shards, maxArraySize: site.maxArraySize)
    try write(job, arrays)
    Terminal.show("\(choice.text)")
    for name in ["shards.sbatch", "merge.sbatch", "submit.sh"] { Terminal.out("\(job.folder)/\(name)") }
    return try submit(job, arrays, site, wanted: arguments.has("--submit"))
  }

  private static func job(
    _ arguments: ParsedArguments, _ work: PlannedWork, _ choice: ShardChoice, processors: Int,
    time: JobTime?, atMost: Int?
  ) throws -> ShardJob {
    let study = try FilePlace.absolute(arguments.arguments[0])
    let results = try FilePlace.absolute(work.results)
    let chosen = arguments.words(["--seed", "--days", "--devices", "--set", "--policy", "--replications"])
    let words = ["run", study] + chosen + (work.file.hasCommands ? ["--allow-commands"] : [])
    let folder = try FilePlace.absolute(arguments.value("--to") ?? "\(work.file.study.name).slurm")
    var job = ShardJob(
      study: work.file.study.name, program: try FilePlace.program(), words: words, results: results,
      folder: folder, shardCount: choice.count, shards: choice.shards, processors: processors, time: time,
      atMost: atMost, partition: arguments.value("--partition"), account: arguments.value("--account"),
      options: arguments.all("--sbatch"))
    if let image = arguments.value("--container") {
      guard FilePlace.exists(image) else {
        throw CommandFailure("`\(image)` does not exist; name an Apptainer image")
      }
      job.container = try FilePlace.absolute(image)
      job.visibleFolders = Set([study, results].map { FolderListing.folder(of: $0) }).union([folder]).sorted()
    }
    return job
  }

  private static func write(_ job: ShardJob, _ arrays: [ShardArray]) throws {
    try FilePlace.makeFolder("\(job.folder)/log")
    guard let first = arrays.first else { return }
    try OutputFile.write(job.shardScript(first), to: "\(job.folder)/shards.sbatch")
    try OutputFile.write(job.mergeScript(), to: "\(job.folder)/merge.sbatch")
    try OutputFile.write(job.submitScript(arrays), to: "\(job.folder)/submit.sh")
  }

  private static func submit(
    _ job: ShardJob, _ arrays: [ShardArray], _ site: SlurmSite, wanted: Bool
  ) throws -> ExitCode {
    guard Tool.isInstalled("sbatch") else {
      Terminal.error(
        "`sbatch` is not on the path. On a machine with Slurm, run: sh \(ShellWord.quoted(job.folder + "/submit.sh"))"
      )
      return wanted ? .failed : .done
    }
    if !site.isKnown {
      Terminal.note(
        "note: arrays have at most Slurm's default length, because `scontrol show config` did not report MaxArraySize"
      )
    }
    guard wanted else {
      Terminal.show(
        "To submit, add --submit or run sh \(ShellWord.quoted(job.folder + "/submit.sh")). In that folder it runs:"
      )
      for line in job.submissionText(arrays) { Terminal.out("  \(line)") }
      return .done
    }
    let answer = try Tool(["sh", "\(job.folder)/submit.sh"], includesErrors: true).run(within: 600)
    guard answer.code == 0 else {
      Terminal.error(answer.text + "slumber: some jobs were not submitted")
      return .failed
    }
    Terminal.raw(answer.text)
    return .done
  }
}

enum PlanCommand {
  static let specification = CommandSpecification(
    name: "plan", arguments: "STUDY|RESULTS", argumentCount: 1...1,
    summary: "Estimates CPU time, memory, and disk space of a study, and splits it into shards.",
    example: "slumber plan scenarios/quickstart.yaml --per-shard 10min",
    options: """
      --results --replications
      --cpus C | use C cores per shard (default: 1)
      \(ShardChoice.options)
      --json --allow-commands
      \(StudyOptions.options)
      """,
    refusals: ShardChoice.refusals, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let processors = try arguments.integer("--cpus", atLeast: 1) ?? 1
    let work = try PlannedWork(arguments)
    let choice = try ShardChoice(work.estimate, arguments, processors: processors)
    for (_, reason) in work.inputs.unusable { Terminal.note("warning: \(reason)") }
    let record: Table<PlannedWork> = ["name": \.file.study.name]
    try Terminal.show(
      page(work, choice),
      json: (record + StudyEstimate.record.of(\.estimate) + ShardChoice.record.of { _ in choice }).json(work),
      arguments)
    return .done
  }

  private static func page(_ work: PlannedWork, _ choice: ShardChoice) -> TextPage {
    let (study, estimate) = (work.file.study, work.estimate)
    var page = TextPage("\(study.name): \(estimate.sizeText) over \(study.horizonText)")
    let failed = estimate.failedRuns > 0 ? ", \(estimate.failedRuns) failed" : ""
    page.add("runs: \(estimate.finishedRuns) of \(estimate.runs) done\(failed)")
    let devices = work.file.points.map(\.study.deviceCount).max() ?? 0
    let largest = min(devices, Block.size(horizonDays: study.exactHorizonDays))
    page.add(
      "blocks: \(estimate.blocks - estimate.missingBlocks.count) of \(estimate.blocks) done; the largest block has "
        + "\(CountText.text(largest, "device"))")
    page.add(
      "device-days × policies: \(Int64(estimate.deviceDays)), \(Int64(estimate.missingDeviceDays)) of them remaining"
    )
    page.add("remaining: \(estimate.costText)")
    page.add("shards: \(choice.text)")
    if let note = choice.note { page.add("note: \(note)") }
    return page
  }
}

/// The work of a study, from its file or from its results file.
struct PlannedWork {
  let file: StudyFile
  let plan: RunPlan
  let results: String
  let inputs: ShardInputs
  let estimate: StudyEstimate

  /// - Parameter samples: Whether to simulate devices if their cost is unknown.
  init(_ arguments: ParsedArguments, samples: Bool = true) throws {
    if arguments.command.name == "plan", ResultsFile.isOne(arguments.arguments[0]) {
      (file, plan, results) = try Self.stored(arguments)
      inputs = try ShardInputs.read(results)
    } else {
      file = try StudyOptions.study(arguments, needsCommands: arguments.command.name != "plan")
      let replications = try StudyOptions.replications(arguments, file)
      plan = RunPlan(file, command: "", replications: replications)
      results = StudyOptions.resultsPath(arguments, file)
      inputs = try ShardInputs.read(results, of: RunCommand.description(of: file))
    }
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    estimate = try StudyEstimate(file, plan, done: inputs, results: results, samples: samples)
  }

  /// The study and the runs of a results file, without changes by options.
  private static func stored(_ arguments: ParsedArguments) throws -> (StudyFile, RunPlan, String) {
    let path = arguments.arguments[0]
    try arguments.refuse(StudyOptions.names + ["--results", "--replications", "--allow-commands"]) {
      "`\($0)` changes a study, but the argument is a results file; name the study file"
    }
    let results = try ResultsFile.open(path, toleratesDamage: true)
    let file = try StudyFile(
      stored: try results.study().effectiveStudy, path: path, catalogue: arguments.policies)
    let known = Set(try results.runs().map(\.runID))
    let most = try results.runs().map(\.replication).max() ?? 0
    var plan = RunPlan(file, command: "", replications: most + 1)
    plan.entries.removeAll { !known.contains($0.planned.runID) }
    return (file, plan, path)
  }
}
