import ResultsStore
import StudyExecution
import StudyFormat
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cost of a few devices of a study, measured.
struct CostSample {
  /// Number of devices.
  var devices = 0
  /// Device-days × policies.
  var deviceDays = 0.0
  /// Processor time in seconds.
  var seconds = 0.0
  /// Rows of detail tables other than `devices`, and of `devices`.
  var detailRows = 0
  var deviceRows = 0
  /// Length of the encoded sums of the devices under one policy, in bytes; the longest.
  var sumsBytes = 0
  /// Bytes that the rows of detail tables take in a file, by round numbers for a row of `devices` and of another table.
  var detailBytes: Double { 130 * Double(deviceRows) + 25 * Double(detailRows) }
  /// Largest memory of this process so far, in bytes.
  var peakBytes = 0

  /// Longest processor time that a sample takes for a plan, in seconds.
  static let longest = 5.0
  private static let mostDevices = 40

  /// Simulates devices from all over the study for a limited processor time, so that a busy machine samples as much as an idle one. Policies that are programs are left out: they
  /// are started for `run` alone.
  ///
  /// - Parameter seconds: Longest processor time that it takes.
  /// - Returns: nil if no device was finished in time.
  static func measure(
    _ file: StudyFile, _ blocks: BlockPlan, within seconds: Double = longest
  ) throws -> CostSample? {
    var sample = CostSample()
    var sums: [[Int]: RunAccumulator] = [:]
    let limit = processorSeconds + seconds
    for round in 0..<mostDevices where blocks.count > 0 {
      // Multiples of the golden ratio spread evenly, however many there are.
      let place = (Double(round) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      let block = blocks[min(blocks.count - 1, Int(place * Double(blocks.count)))]
      let entries = blocks.entries[block.entries].filter { entry in
        file.points[entry.point].study.policies[entry.policy].name != "process"
      }
      guard !entries.isEmpty else { continue }
      let device = block.devices.lowerBound + round % block.devices.count
      let found = Mutex<[StudyRunner.Finished]>([])
      let start = processorSeconds
      do {
        try StudyRunner(file, runs: Array(entries), device: device).run(
          jobs: 1, shouldStop: { processorSeconds > limit },
          finish: { finished in found.withLock { $0.append(finished) } })
      } catch StudyRunner.Stop.interrupted {
        break
      }
      sample.devices += 1
      sample.seconds += processorSeconds - start
      sample.deviceDays += file.points[block.point].study.exactHorizonDays * Double(entries.count)
      for finished in found.withLock({ $0 }) {
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
    sample.peakBytes = peakMemory
    sample.sumsBytes = sums.values.map(\.encoded.count).max() ?? 0
    return sample.devices > 0 ? sample : nil
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
