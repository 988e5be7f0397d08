import Basics
import ResultsStore
import Studies

struct StudyEstimate: Record {
  private let file: StudyFile
  private let plan: RunPlan
  let finishedRuns: Int
  let failedRuns: Int
  let blocks: Int
  let missingBlocks: [Int]
  /// Device-days × policies of the whole study and of the remaining work.
  let deviceDays: Double
  let missingDeviceDays: Double
  /// Processor seconds of the whole study and of the remaining work.
  private let wholeSeconds, missingSeconds: Double?
  let basis: String
  let peakBytes: Int?
  let fileBytes: Double

  init(
    _ file: StudyFile, _ plan: RunPlan, done inputs: ShardInputs?, results path: String, samples: Bool = true
  ) throws {
    let blocks = BlockPlan(file, plan.entries)
    (self.file, self.plan) = (file, plan)
    self.blocks = blocks.count
    let work = inputs?.work ?? StoredWork()
    let missing = blocks.tasks(missingIn: work)
    missingBlocks = missing.map(\.block.number)
    let missingRuns = Set(missing.flatMap { $0.entries.map(\.planned.runID) })
    finishedRuns = plan.entries.count - missingRuns.count
    failedRuns = (inputs?.failed ?? []).intersection(missingRuns).count
    let days = file.points.map(\.study.exactHorizonDays)
    func cost(_ entry: RunPlan.Entry, _ devices: Int) -> Double { days[entry.point] * Double(devices) }
    deviceDays = plan.entries.reduce(0) { $0 + cost($1, $1.planned.devicesExpected) }
    var missingDays: [WorkCosts.Cell: Double] = [:]
    var wholeDays: [WorkCosts.Cell: Double] = [:]
    for entry in plan.entries {
      wholeDays[WorkCosts.Cell(entry), default: 0] += cost(entry, entry.planned.devicesExpected)
    }
    for task in missing {
      for entry in task.entries {
        missingDays[WorkCosts.Cell(entry), default: 0] += cost(entry, task.block.devices.count)
      }
    }
    missingDeviceDays = missingDays.values.reduce(0, +)
    // Finished runs show their cost on this machine.
    let spent = try inputs?.results?.wallSeconds() ?? [:]
    let known = plan.entries.filter { spent[$0.planned.runID] != nil }
    let knownDays = known.reduce(0) { $0 + cost($1, $1.planned.devicesExpected) }
    var costs = WorkCosts()
    for entry in known {
      costs.add(
        seconds: spent[entry.planned.runID] ?? 0, days: cost(entry, entry.planned.devicesExpected),
        of: WorkCosts.Cell(entry))
    }
    let storedBytes = FilePlace.size(path)
    if costs.seconds > 0, knownDays > 0 {
      basis = "from the \(known.count) finished runs of the results file"
      peakBytes = nil
      fileBytes = Double(storedBytes ?? 0) / knownDays * deviceDays
    } else if samples, !missing.isEmpty {
      let sample = try CostSample.measure(file, blocks)
      costs = sample?.costs ?? costs
      let leavesOut = file.hasCommands && !file.startsCommands
      let without = leavesOut ? "; programs are not included (add --allow-commands)" : ""
      basis =
        (sample.map { "from a sample of \(CountText.text($0.devices, "device"))" }
          ?? "the first device takes longer than \(TimeSpanText.text(CostSample.longest))") + without
      peakBytes = sample?.peakBytes
      let detailBytes = deviceDays * (sample.map { $0.detailBytes / $0.deviceDays } ?? 0)
      let partBytes = Double(blocks.partCount * (sample?.sumsBytes ?? 0)) / Self.compression
      fileBytes = Double(plan.entries.count) * Self.bytesOfRun + detailBytes + partBytes
    } else {
      basis = "not measured"
      peakBytes = nil
      fileBytes = Double(storedBytes ?? 0)
    }
    (wholeSeconds, missingSeconds) = (costs.seconds(for: wholeDays), costs.seconds(for: missingDays))
  }

  /// The approximate size of a run without details in bytes, used before runs are stored. It is a round
  /// number near the size in the quickstart.
  private static let bytesOfRun = 10_000.0
  private static let compression = 3.0

  var processorSeconds: Double? {
    missingBlocks.isEmpty ? 0 : missingSeconds
  }

  /// The cost of the remaining work.
  var costText: String { costText(processorSeconds) }

  /// The cost of the whole study, with the runs that are done.
  var wholeCostText: String { costText(wholeSeconds) }

  private func costText(_ seconds: Double?) -> String {
    let time = seconds.map { "about \(TimeSpanText.text($0)) of CPU time" } ?? "unknown time"
    let memory = peakBytes.map { ", \(Self.megabytes(Double($0))) of memory with one worker" } ?? ""
    return "\(time)\(memory), \(Self.megabytes(fileBytes)) of disk (\(basis))"
  }

  static func megabytes(_ bytes: Double) -> String { "\(Int64(max(1, (bytes / 1e6).rounded(.up)))) MB" }

  var runs: Int { plan.entries.count }
  private var replications: Int { Set(plan.entries.map(\.planned.replication)).count }

  var sizeText: String {
    let factors = [
      CountText.text(file.points.count, "design point"),
      CountText.text(file.study.policies.count, "policy", "policies"),
      CountText.text(replications, "replication"),
    ]
    let cells = Set(plan.entries.map { [$0.point, $0.policy] }).count
    let once = cells < file.points.count * file.study.policies.count ? " (equal runs only once)" : ""
    return "\(factors.joined(separator: " × ")) = \(CountText.text(runs, "run"))\(once) of "
      + CountText.text(file.study.deviceCount, "device")
  }

  static let record: Table<Self> = [
    "designPoints": \.file.points.count, "policies": \.file.study.policies.count,
    "replications": \.replications, "devices": \.file.study.deviceCount, "runs": \.runs,
    "finishedRuns": \.finishedRuns, "failedRuns": \.failedRuns, "blocks": \.blocks,
    "missingBlocks": \.missingBlocks.count, "deviceDays": \.deviceDays,
    "missingDeviceDays": \.missingDeviceDays, "processorSeconds": \.processorSeconds, "basis": \.basis,
    "memoryBytes": \.peakBytes, "diskBytes": { Int64(min($0.fileBytes, 9e18)) },
  ]
}

struct CostSample {
  var devices = 0
  /// Device-days × policies.
  var deviceDays = 0.0
  var costs = WorkCosts()
  var detailRows = 0
  var deviceRows = 0
  /// Length of the encoded sums of the devices under one policy, in bytes; the longest.
  var sumsBytes = 0
  /// Bytes that the rows of detail tables take in a file, by round numbers for a row of `devices` and of another table.
  var detailBytes: Double { 230 * Double(deviceRows) + 60 * Double(detailRows) }
  var peakBytes = 0

  static let longest = 2.0
  private static let mostDevices = 40

  /// Simulates devices from all parts of the study for a limited CPU time, so that a busy machine samples as
  /// much as an idle machine. Policy programs are skipped if the study may not start them. If it may, the
  /// elapsed time is used, because most of the time passes in the programs.
  static func measure(
    _ file: StudyFile, _ blocks: BlockPlan, within seconds: Double = longest, observes: Bool = false
  ) throws -> CostSample? {
    var sample = CostSample()
    var sums: [[Int]: RunAccumulator] = [:]
    // The first device of a design point also takes the time to start programs. It counts only if no other device follows.
    var firsts: [Int: [StudyRunner.Finished]] = [:]
    var revisited: Set<Int> = []
    let isByClock = file.startsCommands
    @Sendable func time() -> Double { isByClock ? Host.clock() : Host.processorSeconds }
    let limit = time() + seconds
    for round in 0..<mostDevices where blocks.count > 0 {
      // Multiples of the golden ratio spread evenly, however many there are.
      let place = (Double(round) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      let block = blocks[min(blocks.count - 1, Int(place * Double(blocks.count)))]
      let entries = blocks.entries[block.entries].filter { entry in
        file.startsCommands || file.points[entry.point].study.policies[entry.policy].name != "process"
      }
      guard !entries.isEmpty else { continue }
      let device = block.devices.lowerBound + round % block.devices.count
      let found: [StudyRunner.Finished]
      do {
        found = try Experiment.replayed(
          Array(entries), of: file, device: device, observes: observes, clock: time,
          shouldStop: { time() > limit })
      } catch StudyRunner.Stop.interrupted { break }
      sample.devices += 1
      let days = file.points[block.point].study.exactHorizonDays
      sample.deviceDays += days * Double(entries.count)
      if firsts[block.point] == nil {
        firsts[block.point] = found
      } else {
        sample.costs.add(found, days: days)
        revisited.insert(block.point)
      }
      for finished in found {
        sample.detailRows += finished.details.rowCount - finished.details.devices.count
        sample.deviceRows += finished.details.devices.count
        let key = [finished.entry.point, finished.entry.policy]
        if let known = sums[key], known.apps == finished.accumulator.apps {
          sums[key]?.merge(finished.accumulator)
        } else {
          sums[key] = finished.accumulator
        }
      }
    }
    for (point, found) in firsts where !revisited.contains(point) {
      sample.costs.add(found, days: file.points[point].study.exactHorizonDays)
    }
    sample.peakBytes = Host.peakMemory
    sample.sumsBytes = sums.values.map(\.encoded.count).max() ?? 0
    return sample.devices > 0 ? sample : nil
  }
}

extension WorkCosts {
  fileprivate mutating func add(_ found: [StudyRunner.Finished], days: Double) {
    for finished in found { add(seconds: finished.wallSeconds, days: days, of: Cell(finished.entry)) }
  }
}

extension Situation {
  /// Processor seconds of one policy on one device, by a sample.
  func secondsPerRun(within seconds: Double) throws -> Double {
    let base = base
    let sample = try CostSample.measure(
      base, BlockPlan(base, RunPlan(base, command: "").entries), within: seconds, observes: areLogsRead)
    return sample?.costs.rate.map { $0 * base.study.exactHorizonDays } ?? CostSample.longest
  }
}

struct ShardChoice: Record {
  let count: Int
  let shards: [Int]
  /// Processor seconds that one of them takes on average.
  let processorSeconds: Double?
  let seconds: Double?
  let note: String?

  /// Shortest time of a shard that is chosen here: the start of a task takes seconds.
  static let shortest = 30.0
  static let usual = JobTime(seconds: 1800)

  static let refusals = [Refusal.excluding("--shards", ["--per-shard"])]
  static let options = """
    --shards N | split the study into N shards
    --per-shard T | choose the number of shards so that each takes this time (default: 30min)
    """

  init(_ estimate: StudyEstimate, _ arguments: ParsedArguments, processors: Int = 1) throws {
    if let explicit = try arguments.integer("--shards", atLeast: 1) {
      guard explicit <= Shard.largestCount else {
        throw UsageError("`--shards` was given `\(explicit)`, expected at most \(Shard.largestCount)")
      }
      (count, note) = (explicit, nil)
    } else {
      let time = try arguments.value("--per-shard").map { try JobTime($0, option: "--per-shard") }
      guard let total = estimate.processorSeconds else {
        throw CommandFailure(
          "the time of a shard cannot be estimated (\(estimate.basis)). Set the number with --shards N")
      }
      let asked = Double((time ?? Self.usual).seconds)
      let wanted = Self.shards(total, each: asked, processors)
      let most = Self.shards(total, each: max(asked, Self.shortest), processors)
      count = max(1, min(most, estimate.blocks, Shard.largestCount))
      let reason =
        estimate.blocks < most
        ? "the study has only \(estimate.blocks) blocks"
        : "the study is so small that a shard would take less than 30 s"
      note = count < wanted ? "\(count) shards instead of \(wanted): \(reason)" : nil
    }
    let count = count
    shards = Set(estimate.missingBlocks.map { 1 + $0 % count }).sorted()
    let occupied = Double(max(1, shards.count))
    processorSeconds = estimate.processorSeconds.map { $0 / occupied }
    seconds = processorSeconds.map { $0 / Double(processors) }
  }

  private static func shards(_ total: Double, each seconds: Double, _ processors: Int) -> Int {
    Int(min(1e9, max(1, (total / seconds / Double(processors)).rounded(.up))))
  }

  var text: String {
    let time = seconds.map { ", about \(TimeSpanText.text($0)) each" } ?? ""
    return "\(CountText.text(count, "shard")), \(shards.count) with remaining work\(time)"
  }

  static let record: Table<Self> = [
    "shards": \.count, "shardsWithWork": \.shards.count, "processorSecondsPerShard": \.processorSeconds,
    "secondsPerShard": \.seconds, "note": \.note,
  ]
}
