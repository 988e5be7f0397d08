import ClusterJobs
import JSON
import PlainText
import ResultsStore
import StudyExecution
import StudyFormat

/// The work of a study that is left, and the time, memory and disk that it takes.
struct StudyEstimate {
  let designPoints: Int
  let policies: Int
  let replications: Int
  let devices: Int
  let runs: Int
  let finishedRuns: Int
  let failedRuns: Int
  let blocks: Int
  /// Numbers of the blocks that lack something, ascending.
  let missingBlocks: [Int]
  /// Device-days × policies, of the whole study and of what is left.
  let deviceDays: Double
  let missingDeviceDays: Double
  /// Processor seconds for a device-day under one policy; nil if it is not known.
  let secondsPerDeviceDay: Double?
  /// The origin of the estimate, for people.
  let basis: String
  /// Bytes of memory of a process with one worker; nil if they were not measured.
  let peakBytes: Int?
  /// Bytes of the results file.
  let fileBytes: Double

  /// - Parameters:
  ///   - inputs: Work that is done already.
  ///   - path: The results file, whose size tells that of the rest.
  ///   - samples: Whether devices are simulated where no finished run tells their cost.
  ///   - sampleSeconds: Longest time that this takes.
  init(
    _ file: StudyFile, _ plan: RunPlan, done inputs: ShardInputs?, results path: String, samples: Bool = true,
    sampleSeconds: Double = CostSample.longest
  ) throws {
    let blocks = BlockPlan(file, plan)
    designPoints = file.points.count
    policies = file.study.policies.count
    runs = plan.entries.count
    replications = Set(plan.entries.map(\.planned.replication)).count
    devices = file.study.deviceCount
    self.blocks = blocks.count
    let work = inputs?.work ?? StoredWork()
    let missing = blocks.tasks(missingIn: work)
    missingBlocks = missing.map(\.block.number)
    let missingRuns = Set(missing.flatMap { $0.entries.map(\.planned.runID) })
    finishedRuns = runs - missingRuns.count
    failedRuns = (inputs?.failed ?? []).intersection(missingRuns).count
    let days = file.points.map(\.study.exactHorizonDays)
    func cost(_ entry: RunPlan.Entry, _ devices: Int) -> Double { days[entry.point] * Double(devices) }
    deviceDays = plan.entries.reduce(0) { $0 + cost($1, $1.planned.devicesExpected) }
    missingDeviceDays = missing.reduce(0) { sum, task in
      task.entries.reduce(sum) { $0 + cost($1, task.block.devices.count) }
    }
    // Finished runs tell what runs cost here.
    let spent = try inputs?.results?.wallSeconds() ?? [:]
    let known = plan.entries.filter { spent[$0.planned.runID] != nil }
    let knownDays = known.reduce(0) { $0 + cost($1, $1.planned.devicesExpected) }
    let knownSeconds = known.reduce(0) { $0 + (spent[$1.planned.runID] ?? 0) }
    let storedBytes = FilePlace.size(path)
    if knownSeconds > 0, knownDays > 0 {
      secondsPerDeviceDay = knownSeconds / knownDays
      basis = "from the \(known.count) finished runs of the results file"
      peakBytes = nil
      fileBytes = Double(storedBytes ?? 0) / knownDays * deviceDays
    } else if samples, !missing.isEmpty {
      let sample = try CostSample.measure(file, blocks, within: sampleSeconds)
      secondsPerDeviceDay = sample.map { $0.seconds / $0.deviceDays }
      basis =
        sample.map { "from a sample of \($0.devices) \($0.devices == 1 ? "device" : "devices")" }
        ?? "no device was finished within \(TimeSpanText.text(sampleSeconds))"
      peakBytes = sample?.peakBytes
      let detailBytes = deviceDays * (sample.map { $0.detailBytes / $0.deviceDays } ?? 0)
      let partBytes = Double(blocks.partCount * (sample?.sumsBytes ?? 0)) / Self.compression
      fileBytes = Double(runs) * Self.bytesOfRun + detailBytes + partBytes
    } else {
      secondsPerDeviceDay = nil
      basis = "not measured"
      peakBytes = nil
      fileBytes = Double(storedBytes ?? 0)
    }
  }

  /// Bytes that a run without details takes: a round number of the order of the quickstart's, for what has stored no runs yet.
  private static let bytesOfRun = 10_000.0
  /// How many times smaller sums are in a file.
  private static let compression = 3.0

  /// Processor seconds of what is left; nil if they are not known.
  var processorSeconds: Double? {
    missingBlocks.isEmpty ? 0 : secondsPerDeviceDay.map { $0 * missingDeviceDays }
  }

  /// Processor time, memory and disk in one line.
  var costText: String {
    let time = processorSeconds.map { "about \(TimeSpanText.text($0)) of processor time" } ?? "unknown time"
    let memory = peakBytes.map { ", \(Self.megabytes(Double($0))) of memory with one worker" } ?? ""
    return "\(time)\(memory), \(Self.megabytes(fileBytes)) of disk (\(basis))"
  }

  /// Returns whole megabytes, at least one.
  static func megabytes(_ bytes: Double) -> String { "\(Int64(max(1, (bytes / 1e6).rounded(.up)))) MB" }

  /// The members of the JSON form.
  var members: [JSONValue.Member] {
    [
      .init("designPoints", .integer(Int64(designPoints))), .init("policies", .integer(Int64(policies))),
      .init("replications", .integer(Int64(replications))), .init("devices", .integer(Int64(devices))),
      .init("runs", .integer(Int64(runs))), .init("finishedRuns", .integer(Int64(finishedRuns))),
      .init("failedRuns", .integer(Int64(failedRuns))), .init("blocks", .integer(Int64(blocks))),
      .init("missingBlocks", .integer(Int64(missingBlocks.count))), .init("deviceDays", .number(deviceDays)),
      .init("missingDeviceDays", .number(missingDeviceDays)),
      .init("processorSeconds", .optional(processorSeconds)), .init("basis", .string(basis)),
      .init("memoryBytes", .optional(peakBytes)), .init("diskBytes", .integer(Int64(min(fileBytes, 9e18)))),
    ]
  }
}
