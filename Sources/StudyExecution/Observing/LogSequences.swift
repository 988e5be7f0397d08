import EventSimulation
import PhoneSimulation
import StudyFormat
import Workload

/// Observations of the order of events, by app and mechanism: callbacks between a launch and the suspension, times
/// after an exit, how far runs have brought their work, and how the phone lay at a launch.
struct LogSequences: Sendable {
  /// The mechanism is nil for what no mechanism causes.
  private struct Key: Hashable {
    var app: Int
    var mechanism: Mechanism?
  }
  private struct Values {
    var exactColdLaunches = 0
    var exactResumes = 0
    var exactExits = 0
    var expiryAfterExit = Extent()
    var killAfterExit = Extent()
    var runLength = Extent()
    var killedRunLength = Extent()
    var idleAtLaunch = Extent()
    var launches = 0
    var launchesOnBattery = 0
    var runsToSuccess = Extent()
    var unfinishedWork = Extent()
    var workPerNight = Extent()
    var injectedRuns = 0

    mutating func merge(_ other: Values) {
      exactColdLaunches += other.exactColdLaunches
      exactResumes += other.exactResumes
      exactExits += other.exactExits
      launches += other.launches
      launchesOnBattery += other.launchesOnBattery
      injectedRuns += other.injectedRuns
      for path: WritableKeyPath<Values, Extent> in [
        \.expiryAfterExit, \.killAfterExit, \.runLength, \.killedRunLength, \.idleAtLaunch, \.runsToSuccess,
        \.unfinishedWork, \.workPerNight,
      ] { self[keyPath: path].merge(other[keyPath: path]) }
    }
  }
  /// Least and greatest of what has been seen.
  private struct Extent {
    var least: Double?
    var greatest: Double?

    mutating func add(_ value: Double) {
      least = min(least ?? value, value)
      greatest = max(greatest ?? value, value)
    }

    mutating func merge(_ other: Extent) {
      if let least = other.least { add(least) }
      if let greatest = other.greatest { add(greatest) }
    }
  }
  /// The callbacks of an app between a launch or an exit and its suspension.
  private struct Sequence {
    enum Kind { case coldLaunch, resume, exit }
    var kind: Kind
    var mechanism: Mechanism?
    var callbacks: [LogWord] = []

    /// The callbacks of LIFE-1 and LIFE-2, in their order.
    var isExact: Bool {
      switch kind {
      case .coldLaunch:
        callbacks == [.didFinishLaunching, .didEnterBackground, .eventDelivered, .snapshot]
      case .resume: callbacks == [.didEnterBackground, .eventDelivered, .snapshot]
      case .exit: callbacks == [.willResignActive, .didEnterBackground, .snapshot]
      }
    }
  }
  /// The runs of one identifier.
  private struct Series: Hashable {
    var key: Key
    var identifier: String
  }
  private struct Progress {
    var runs = 0
    var done = 0.0
    var night: Int?
    var doneInNight = 0.0
  }

  private var values: [Key: Values] = [:]

  /// Takes in the log of one device; the app of a record is an index into `specifications`.
  mutating func add(_ log: [LogRecord], specifications: [Int?]) {
    var open: [Int: Sequence] = [:]
    var left: [Int: Instant] = [:]
    var started: [Int32: Instant] = [:]
    var injected: Set<Int32> = []
    var series: [Series: Progress] = [:]
    var lockedSince: Instant? = .zero
    var isPlugged = false
    for record in log {
      if record.event == .lockChanged { lockedSince = record.word == .locked ? record.time : nil }
      if record.event == .powerChanged, record.word == .plugged || record.word == .unplugged {
        isPlugged = record.word == .plugged
      }
      guard specifications.indices.contains(Int(record.app)), let app = specifications[Int(record.app)] else {
        continue
      }
      let key = Key(app: app, mechanism: record.mechanism)
      switch record.event {
      case .launched:
        if record.word == .cold || record.word == .resume {
          open[app] = Sequence(
            kind: record.word == .cold ? .coldLaunch : .resume, mechanism: record.mechanism)
        }
        values[key, default: Values()].launches += 1
        values[key]?.idleAtLaunch.add(lockedSince.map { (record.time - $0).seconds } ?? 0)
        if !isPlugged { values[key]?.launchesOnBattery += 1 }
        if record[.synthetic] == .flag(true) { injected.insert(record.item) }
      case .handlerStarted:
        started[record.item] = record.time
        if injected.contains(record.item) { values[key, default: Values()].injectedRuns += 1 }
      case .userOpened: open[app] = nil
      case .userLeft:
        open[app] = Sequence(kind: .exit)
        left[app] = record.time
      case .callback: open[app]?.callbacks.append(record.word)
      case .suspended:
        if let sequence = open.removeValue(forKey: app), sequence.isExact { count(sequence, of: app) }
      case .expired:
        if let exit = left[app] {
          values[key, default: Values()].expiryAfterExit.add((record.time - exit).seconds)
        }
      case .terminated:
        open[app] = nil
        if let start = started.removeValue(forKey: record.item) {
          values[key, default: Values()].killedRunLength.add((record.time - start).seconds)
        }
        if let exit = left[app] {
          values[key, default: Values()].killAfterExit.add((record.time - exit).seconds)
        }
      case .completed:
        guard let mechanism = record.mechanism, !mechanism.isTransfer else { break }
        values[key, default: Values()].runLength.add(record.value)
        let number = Series(key: key, identifier: record.identifier)
        note(record, in: &series[number, default: Progress()], key)
      default: break
      }
    }
    for (number, progress) in series where progress.night != nil {
      values[number.key, default: Values()].workPerNight.add(progress.doneInNight)
    }
  }

  /// Takes in what was read of other devices.
  mutating func merge(_ other: LogSequences) {
    for (key, found) in other.values { values[key, default: Values()].merge(found) }
  }

  private mutating func count(_ sequence: Sequence, of app: Int) {
    let key = Key(app: app, mechanism: sequence.mechanism)
    switch sequence.kind {
    case .coldLaunch: values[key, default: Values()].exactColdLaunches += 1
    case .resume: values[key, default: Values()].exactResumes += 1
    case .exit: values[key, default: Values()].exactExits += 1
    }
  }

  /// A run has ended. What it adds to earlier ones counts for the night from noon to noon.
  private mutating func note(_ record: LogRecord, in progress: inout Progress, _ key: Key) {
    guard case .number(let done)? = record[.workDone] else { return }
    let night = (record.time + .hours(12)).day
    if let last = progress.night, last != night {
      values[key, default: Values()].workPerNight.add(progress.doneInNight)
      progress.doneInNight = 0
    }
    progress.night = night
    progress.doneInNight += max(0, done - progress.done)
    progress.runs += 1
    if record.word == .success {
      values[key, default: Values()].runsToSuccess.add(Double(progress.runs))
      progress.runs = 0
      progress.done = 0
    } else {
      values[key, default: Values()].unfinishedWork.add(done)
      progress.done = done
    }
  }

  /// The value of an observation of this kind; nil where nothing was seen that it could be read from.
  func value(_ observation: LogObservation, app: Int?, mechanism: Mechanism?) -> Double? {
    let chosen = values.filter {
      (app == nil || $0.key.app == app) && (mechanism == nil || $0.key.mechanism == mechanism)
    }.values
    func sum(_ path: KeyPath<Values, Int>) -> Double { Double(chosen.reduce(0) { $0 + $1[keyPath: path] }) }
    func least(_ path: KeyPath<Values, Extent>) -> Double? {
      chosen.compactMap { $0[keyPath: path].least }.min()
    }
    func greatest(_ path: KeyPath<Values, Extent>) -> Double? {
      chosen.compactMap { $0[keyPath: path].greatest }.max()
    }
    switch observation {
    case .exactColdLaunches: return sum(\.exactColdLaunches)
    case .exactResumes: return sum(\.exactResumes)
    case .exactExits: return sum(\.exactExits)
    case .minExpirySecondsAfterExit: return least(\.expiryAfterExit)
    case .maxExpirySecondsAfterExit: return greatest(\.expiryAfterExit)
    case .minKillSecondsAfterExit: return least(\.killAfterExit)
    case .maxKillSecondsAfterExit: return greatest(\.killAfterExit)
    case .minRunSeconds: return least(\.runLength)
    case .minKilledRunSeconds: return least(\.killedRunLength)
    case .maxKilledRunSeconds: return greatest(\.killedRunLength)
    case .minIdleSecondsAtLaunch: return least(\.idleAtLaunch)
    case .launchesOnBattery: return sum(\.launches) > 0 ? sum(\.launchesOnBattery) : nil
    case .minRunsToSuccess: return least(\.runsToSuccess)
    case .maxRunsToSuccess: return greatest(\.runsToSuccess)
    case .maxUnfinishedWork: return greatest(\.unfinishedWork)
    case .minWorkPerNight: return least(\.workPerNight)
    case .injectedRuns: return sum(\.injectedRuns)
    default: return nil
    }
  }
}
