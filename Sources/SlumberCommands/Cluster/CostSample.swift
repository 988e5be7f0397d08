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
  /// Rows of detail tables.
  var detailRows = 0
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
      let rows = Mutex(0)
      let start = processorSeconds
      do {
        try StudyRunner(file, runs: Array(entries), device: device).run(
          jobs: 1, shouldStop: { processorSeconds > limit },
          finish: { finished in rows.withLock { $0 += finished.details.rowCount } })
      } catch StudyRunner.Stop.interrupted {
        break
      }
      sample.devices += 1
      sample.seconds += processorSeconds - start
      sample.deviceDays += file.points[block.point].study.exactHorizonDays * Double(entries.count)
      sample.detailRows += rows.withLock { $0 }
    }
    sample.peakBytes = peakMemory
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
