import EventSimulation
import PhoneSimulation
import StudyFormat
import Workload

/// Observations of conditions in a log: the settings and the network at launches, how long items and
/// chains waited, and digests that tell whether two logs are the same.
struct LogStates: Sendable {
  /// The mechanism is nil for what no mechanism causes.
  private struct Key: Hashable {
    /// Index of the study's app; nil for the device and for apps that the study does not describe.
    var app: Int?
    var mechanism: Mechanism?
  }
  private struct Values {
    var launches = 0
    var launchesInLowPowerMode = 0
    var launchesOffWifi = 0
    var longestWait: Double?
    var leastDelay: Double?
    var greatestDelay: Double?
    var doublings = 0
    var lastCompletion: Double?
    var digest: UInt64 = 0
    var launchDigest: UInt64 = 0

    mutating func merge(_ other: Values) {
      launches += other.launches
      launchesInLowPowerMode += other.launchesInLowPowerMode
      launchesOffWifi += other.launchesOffWifi
      longestWait = LogStates.extreme(longestWait, other.longestWait, max)
      leastDelay = LogStates.extreme(leastDelay, other.leastDelay, min)
      greatestDelay = LogStates.extreme(greatestDelay, other.greatestDelay, max)
      doublings += other.doublings
      lastCompletion = LogStates.extreme(lastCompletion, other.lastCompletion, max)
      digest &+= other.digest
      launchDigest &+= other.launchDigest
    }
  }

  /// The one of two values that `choose` takes; the one that there is.
  private static func extreme(_ a: Double?, _ b: Double?, _ choose: (Double, Double) -> Double) -> Double? {
    guard let a, let b else { return a ?? b }
    return choose(a, b)
  }
  private var values: [Key: Values] = [:]
  private var digest: UInt64 = 0
  private var leastEndLevel: Double?
  private var greatestEndLevel: Double?

  /// Takes in the log of one device; the app of a record is an index into `specifications`.
  mutating func add(_ log: [LogRecord], device: Int, initial: InitialState, specifications: [Int?]) {
    var isLowPower = initial.lowPowerMode
    var isOnWifi = initial.network == .wifi
    var level: Double?
    var delays: [Key: Double] = [:]
    let fresh = Self.hash(of: device)
    var whole = fresh
    var parts: [Key: (all: EventHash, launches: EventHash)] = [:]
    for record in log {
      switch record.event {
      case .powerChanged: if case .number(let new)? = record[.level] { level = new }
      case .networkChanged: isOnWifi = record.word == .wifi
      case .settingChanged where record.word == .lowPowerMode:
        isLowPower = record.value > 0
        if !isLowPower, let level {
          leastEndLevel = min(leastEndLevel ?? level, level)
          greatestEndLevel = max(greatestEndLevel ?? level, level)
        }
      default: break
      }
      let place = Int(record.app)
      let key = Key(
        app: specifications.indices.contains(place) ? specifications[place] : nil, mechanism: record.mechanism
      )
      combine(record, with: .all, in: &whole)
      var part = parts[key] ?? (fresh, fresh)
      combine(record, with: .all, in: &part.all)
      if record.event == .launched {
        combine(record, with: .launch, in: &part.launches)
        note(launch: record, key, isLowPower: isLowPower, isOnWifi: isOnWifi, &delays)
      }
      if record.event == .completed {
        values[key, default: Values()].lastCompletion = max(
          values[key]?.lastCompletion ?? 0, (record.time - Instant.zero).seconds)
      }
      parts[key] = part
    }
    // Sums, so that the order of devices does not matter.
    digest &+= whole.value
    for (key, part) in parts {
      values[key, default: Values()].digest &+= part.all.value
      values[key, default: Values()].launchDigest &+= part.launches.value
    }
  }

  /// Takes in what was read of other devices.
  mutating func merge(_ other: LogStates) {
    for (key, found) in other.values { values[key, default: Values()].merge(found) }
    digest &+= other.digest
    leastEndLevel = Self.extreme(leastEndLevel, other.leastEndLevel, min)
    greatestEndLevel = Self.extreme(greatestEndLevel, other.greatestEndLevel, max)
  }

  private static func hash(of device: Int) -> EventHash {
    var hash = EventHash()
    hash.combine(UInt64(bitPattern: Int64(device)))
    return hash
  }

  private enum Content { case all, launch }

  /// Time, app and identifier; of all records also the event and its reason, of launches the mechanism.
  private func combine(_ record: LogRecord, with content: Content, in hash: inout EventHash) {
    hash.combine(UInt64(bitPattern: record.time.microseconds))
    let app = UInt64(UInt32(bitPattern: record.app)) << 32
    switch content {
    case .all: hash.combine(app | UInt64(record.event.rawValue) << 8 | UInt64(record.word.rawValue))
    case .launch: hash.combine(app | UInt64(record.mechanism?.rawValue ?? .max))
    }
    for byte in record.identifier.utf8 { hash.combine(UInt64(byte)) }
  }

  private mutating func note(
    launch record: LogRecord, _ key: Key, isLowPower: Bool, isOnWifi: Bool, _ delays: inout [Key: Double]
  ) {
    var sums = values[key] ?? Values()
    sums.launches += 1
    if isLowPower { sums.launchesInLowPowerMode += 1 }
    if !isOnWifi { sums.launchesOffWifi += 1 }
    sums.longestWait = max(sums.longestWait ?? 0, record.value)
    if case .span(let span)? = record[.delay] {
      let delay = span.seconds
      if delay > 0 {
        sums.leastDelay = min(sums.leastDelay ?? delay, delay)
        sums.greatestDelay = max(sums.greatestDelay ?? delay, delay)
        if delays[key] == delay / 2 { sums.doublings += 1 }
      }
      delays[key] = delay
    }
    values[key] = sums
  }

  /// The value of an observation of this kind; nil where nothing was seen that it could be read from.
  func value(_ observation: LogObservation, app: Int?, mechanism: Mechanism?) -> Double? {
    let chosen = values.filter {
      (app == nil || $0.key.app == app) && (mechanism == nil || $0.key.mechanism == mechanism)
    }.values
    func sum(_ path: KeyPath<Values, Int>) -> Double { Double(chosen.reduce(0) { $0 + $1[keyPath: path] }) }
    func all(_ path: KeyPath<Values, Double?>) -> [Double] { chosen.compactMap { $0[keyPath: path] } }
    func total(_ path: KeyPath<Values, UInt64>) -> Double {
      Self.number(chosen.reduce(0) { $0 &+ $1[keyPath: path] })
    }
    switch observation {
    case .launchesInLowPowerMode: return sum(\.launches) > 0 ? sum(\.launchesInLowPowerMode) : nil
    case .launchesOffWifi: return sum(\.launches) > 0 ? sum(\.launchesOffWifi) : nil
    case .minLevelAtLowPowerModeEnd: return leastEndLevel
    case .maxLevelAtLowPowerModeEnd: return greatestEndLevel
    case .maxAgeSecondsAtLaunch: return all(\.longestWait).max()
    case .minResumeDelaySeconds: return all(\.leastDelay).min()
    case .maxResumeDelaySeconds: return all(\.greatestDelay).max()
    case .resumeDelayDoublings: return sum(\.launches) > 0 ? sum(\.doublings) : nil
    case .lastCompletionSeconds: return all(\.lastCompletion).max()
    case .logDigest:
      if app == nil, mechanism == nil { return Self.number(digest) }
      return chosen.isEmpty ? nil : total(\.digest)
    case .launchDigest: return sum(\.launches) > 0 ? total(\.launchDigest) : nil
    default: return nil
    }
  }

  /// So few bits that the number is exact, and printed in full.
  private static func number(_ digest: UInt64) -> Double { Double(digest >> 35) }
}
