import Basics
import CBuild
import CProcess
import Libc
import RandomStreams
import ResultsStore
import Studies

enum Host {
  static func workers(_ arguments: ParsedArguments) throws -> Int {
    try arguments.integer("--jobs", atLeast: 1) ?? GrantedProcessors().count
  }

  static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private static var name: String {
    var buffer = [CChar](repeating: 0, count: 256)
    return gethostname(&buffer, buffer.count - 1) == 0 ? text(buffer) : "unknown"
  }

  static func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// ISO 8601, UTC.
  static var time: String {
    var now = time_t(seconds)
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return text(buffer)
  }

  /// The seconds since 1970 of a text of ``time``; nil for any other text.
  static func seconds(_ text: String) -> Double? {
    let numbers = text.split { !$0.isNumber }.compactMap { Int32($0) }
    guard text.hasSuffix("Z"), numbers.count == 6 else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return Double(timegm(&parts))
  }

  static var seconds: Double { clock(CLOCK_REALTIME) }
  static var processorSeconds: Double { clock(CLOCK_PROCESS_CPUTIME_ID) }

  /// The time of a clock of the system in seconds; the default clock is monotonic.
  static func clock(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
    clockSeconds(clock)
  }

  static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// The provenance of work on this machine. The run and its time must be filled in later.
  static func provenance(started: String) -> ProvenanceRow {
    ProvenanceRow { row in
      row.host = name
      row.started = started
      row.ended = time
      row.processor = processor.model
      row.instructions = processor.instructions
      row.cLibrary = cLibrary
    }
  }

  /// The processor model and the extensions that affect the last bits of mathematical functions; nil if the
  /// system does not report them.
  private static let processor: (model: String?, instructions: String?) = {
    guard let bytes = try? TextFile.read("/proc/cpuinfo", limit: 1 << 16) else { return (nil, nil) }
    var values: [Substring: Substring] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].prefix { $0 != "\t" }
      if values[key] == nil { values[key] = parts[1].drop { $0 == " " } }
    }
    let flags = (values["flags"] ?? values["Features"])?.split(separator: " ")
    let extensions = flags.map { flags in
      ["fma", "avx2", "avx512f"].filter { flags.contains(Substring($0)) }.joined(separator: " ")
    }
    return (values["model name"].map(String.init), extensions.map { $0.isEmpty ? "none" : $0 })
  }()

  private static let cLibrary: String? = {
    #if canImport(Glibc)
      var buffer = [CChar](repeating: 0, count: 256)
      guard confstr(Int32(_CS_GNU_LIBC_VERSION), &buffer, buffer.count) > 0 else { return nil }
      return text(buffer) + (environment("GLIBC_TUNABLES").map { " \($0)" } ?? "")
    #else
      return nil
    #endif
  }()
}

/// The processors that this process may use: the least of its affinity mask, of the processors that Slurm has granted
/// to the task and of the processor quota of its control group.
struct GrantedProcessors: Sendable {
  let count: Int

  init() throws {
    try self.init(
      affinity: Self.affinity, slurm: environment("SLURM_CPUS_PER_TASK"),
      quota: ControlGroupQuota(membership: "/proc/self/cgroup", mounts: "/sys/fs/cgroup").processors)
  }

  /// - Parameter quota: Processor seconds per second that the control group may use, if there is a limit. A part of a
  ///   processor counts as one, so that all of the quota can be used.
  init(affinity: Int, slurm: String?, quota: Double?) throws {
    var least = max(1, affinity)
    if let slurm {
      guard let granted = Int(slurm), granted >= 1 else {
        throw CommandFailure(
          "SLURM_CPUS_PER_TASK: found `\(slurm)`, expected a whole number of at least 1. To override it, use --jobs N"
        )
      }
      least = min(least, granted)
    }
    if let quota, quota < Double(least) { least = max(1, Int(quota.rounded(.up))) }
    count = least
  }

  private static var affinity: Int {
    let count = Int(slumber_affinity_count())
    return count > 0 ? count : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

/// The processor quota of a control group and of the groups around it, of version 1 or 2 of the interface.
struct ControlGroupQuota {
  let processors: Double?

  init(membership: String, mounts: String) {
    var least: Double?
    for line in Self.text(membership).split(separator: "\n") {
      // Hierarchy, controllers, path: `0::/user.slice` in version 2, `4:cpu,cpuacct:/docker/1234` in version 1.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let controllers = parts[1].split(separator: ",")
      let ofVersion1 = controllers.contains("cpu") ? ["\(mounts)/cpu", "\(mounts)/\(parts[1])"] : []
      let isVersion2 = parts[0] == "0" && controllers.isEmpty
      let folders = isVersion2 ? [mounts, "\(mounts)/unified"] : ofVersion1
      for folder in folders {
        for group in Self.ancestors(of: String(parts[2])) {
          guard let quota = Self.quota(of: folder + group) else { continue }
          least = min(least ?? quota, quota)
        }
      }
    }
    processors = least
  }

  /// The path and its parents, such as `/a/b`, `/a`, and the empty path of the root. In a container, the path
  /// may belong to the host, and only the root is visible.
  private static func ancestors(of path: String) -> [String] {
    let names = path.split(separator: "/")
    return (0...names.count).reversed().map { names.prefix($0).map { "/\($0)" }.joined() }
  }

  private static func quota(of folder: String) -> Double? {
    let unified = text("\(folder)/cpu.max").split(whereSeparator: \.isWhitespace)
    if unified.count == 2 { return ratio(unified[0], unified[1]) }
    let quota = text("\(folder)/cpu.cfs_quota_us").split(whereSeparator: \.isWhitespace)
    let period = text("\(folder)/cpu.cfs_period_us").split(whereSeparator: \.isWhitespace)
    guard quota.count == 1, period.count == 1 else { return nil }
    return ratio(quota[0], period[0])
  }

  /// The quota divided by its period; nil for `max` and -1, which mean no limit.
  private static func ratio(_ quota: Substring, _ period: Substring) -> Double? {
    guard let quota = Int64(quota), let period = Int64(period), quota > 0, period > 0 else { return nil }
    return Double(quota) / Double(period)
  }

  private static func text(_ path: String) -> String {
    String(decoding: (try? TextFile.read(path, limit: 1 << 20)) ?? [], as: UTF8.self)
  }
}

enum Version {
  static let number = "0.2.0"

  static var swift: String {
    #if swift(>=6.3)
      "6.3"
    #elseif swift(>=6.2)
      "6.2"
    #else
      "6"
    #endif
  }

  /// The name of the commit that was built; "unknown" outside a checkout.
  static var fullCommit: String { String(cString: slumber_build_commit()) }
  static var commit: String { String(fullCommit.prefix(12)) }
  static var library: String { RandomStream.libraryVersion }

  static var text: String {
    "slumber \(number) (commit \(commit), model \(ModelVersion.current), Swift \(swift), GSL \(library))"
  }
}
