import Basics
import CReferenceKernels
import EventSimulation
import RandomStreams

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// PHONE: one phone with 40 apps over 30 days, on the bare engine; the kernel `phone.c` describes it.
enum PhoneWorkload {
  static let unit = "device-days/s"
  private static let days = 30
  private static let phones = 10

  static var workload: BenchmarkWorkload {
    BenchmarkWorkload(name: "PHONE", unit: unit) {
      [
        reference,
        Variant("Swift event loop") {
          outcome { phone in
            var model = PhoneModel(stream: BenchmarkStreams.stream(phone))
            var calendar = EventCalendar<PhoneModel.Event>()
            model.start(&calendar)
            var loop = EventLoop()
            _ = loop.run(&model, calendar: &calendar, until: .day(days))
            return reference_phone_result(
              events: Int64(loop.eventCount), grants: Int64(model.grants), denials: Int64(model.denials),
              sessions: Int64(model.sessions), time_in_runs: model.timeInRuns.microseconds,
              app_sum: Int64(model.appSum), time: calendar.now.microseconds, level: model.level)
          }
        },
        SimPyPeer.variant(days: days),
      ].compactMap { $0 }
    }
  }

  /// The C kernel; also the reference of workloads that measure the full model in device-days.
  static var reference: Variant {
    Variant("C") { outcome { reference_phone(Int64(days), BenchmarkStreams.start($0)) } }
  }

  private static func outcome(_ result: (_ phone: Int) -> reference_phone_result) -> Outcome {
    let results = (0..<phones).map(result)
    func sum(_ count: KeyPath<reference_phone_result, Int64>) -> Double {
      Double(results.reduce(0) { $0 + $1[keyPath: count] })
    }
    let counts = results.map {
      "\($0.events)/\($0.grants)/\($0.denials)/\($0.sessions)/\($0.time_in_runs)/\($0.app_sum)/\($0.time)"
    }
    let deviceDays = Double(days * phones)
    return Outcome(
      work: deviceDays, events: Int(sum(\.events)),
      checks: [
        "events/grants/denials/sessions/time in runs/sum of apps/time": counts.joined(separator: " "),
        "levels": results.map { "\($0.level)" }.joined(separator: " "),
        meansName: means(
          events: sum(\.events), grants: sum(\.grants), sessions: sum(\.sessions), deviceDays: deviceDays),
      ])
  }

  /// The name of the check that variants with random numbers of their own share with the others.
  static let meansName = "events/grants/sessions per device-day"

  /// Whether the means are those of the model. Budgets alone limit grants, so that these are the same every
  /// day; the bands are six standard errors of three phones over 30 days.
  static func means(events: Double, grants: Double, sessions: Double, deviceDays: Double) -> String {
    let means = (events / deviceDays, grants / deviceDays, sessions / deviceDays)
    let agrees = abs(means.0 - 2528) < 10 && means.1 == 440 && abs(means.2 - 53.7) < 4.4
    return agrees ? "as expected" : "\(means.0)/\(means.1)/\(means.2), expected 2528/440/53.7"
  }
}

/// PHONE in SimPy, run by the `python3` of the path; its source is built into the program.
enum SimPyPeer {
  /// Fewer phones than elsewhere: Python takes some fifty times as long.
  private static let phones = 3
  private static let probe = "python3 -c 'import simpy'"

  /// The variant, or nil, said on standard error, where Python or SimPy are missing.
  static func variant(days: Int) -> Variant? {
    guard system("\(probe) 2>/dev/null") == 0 else {
      complain("PHONE: variant simpy is skipped because `\(probe)` fails")
      return nil
    }
    return Variant("simpy") {
      let answer = try? JSONParser.value(of: run(days: days)[...])
      guard let events = answer?["events"]?.real, let grants = answer?["grants"]?.real,
        let sessions = answer?["sessions"]?.real, let seconds = answer?["seconds"]?.real
      else {
        return Outcome(work: 0, events: 0, checks: [PhoneWorkload.meansName: "not reported by python3"])
      }
      let deviceDays = Double(phones * days)
      let means = PhoneWorkload.means(
        events: events, grants: grants, sessions: sessions, deviceDays: deviceDays)
      let checks: KeyValuePairs = [PhoneWorkload.meansName: means]
      return Outcome(work: deviceDays, events: Int(events), checks: checks, seconds: seconds)
    }
  }

  /// The output of the script: one JSON object, or nothing.
  private static func run(days: Int) -> [UInt8] {
    let script = String(decoding: PackageResources.phone_simpy_py, as: UTF8.self)
      .replacing("'", with: "'\\''")
    guard let pipe = popen("python3 -c '\(script)' \(phones) \(days)", "r") else { return [] }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { answer += buffer[..<count] }
    if answer.last == UInt8(ascii: "\n") { answer.removeLast() }
    return pclose(pipe) == 0 ? answer : []
  }
}

enum BenchmarkStreams {
  static func address(_ ordinal: Int) -> StreamAddress {
    StreamAddress(seed: 12345, replication: 0, device: ordinal, purpose: .benchmark)
  }

  static func stream(_ ordinal: Int) -> RandomStream {
    let stream = RandomStream()
    stream.seek(sequential: address(ordinal))
    return stream
  }

  static func start(_ ordinal: Int) -> reference_stream_start {
    let address = address(ordinal)
    let counter = StreamLayout.counter(
      index: address.index, purpose: address.purpose.rawValue, device: address.device,
      replication: address.replication)
    let key = StreamLayout.key(seed: address.seed, group: address.group)
    return reference_stream_start(key: key, counter: (counter.x, counter.y, counter.z, counter.w))
  }
}

/// The phone of the PHONE workload; the same rules and the same order of draws as the kernel `phone.c`.
struct PhoneModel: SimulationModel {
  enum Event {
    case ask(UInt8)
    case runEnd(UInt8)
    case sessionChance, sessionEnd
    case plug, unplug
    case midnight
  }
  static let apps = 40
  static let meanChanceGap = 86400.0 / 114

  private let stream: RandomStream
  private let zipf: [Double]
  private var budgets = [Int](repeating: 0, count: apps)
  private var opened = [Int](repeating: 0, count: apps)
  private(set) var level = 80.0
  private var levelTime = Instant.zero
  private var charging = false, inUse = false
  private(set) var grants = 0, denials = 0, sessions = 0
  private(set) var timeInRuns = TimeSpan.zero

  var appSum: Int { opened.enumerated().reduce(0) { $0 + $1.offset * $1.element } }

  init(stream: RandomStream) {
    self.stream = stream
    let weights = (1...Self.apps).map { 1 / Double($0) }
    let total = weights.reduce(0, +)
    var mass = 0.0
    zipf = weights.map { weight in
      mass += weight
      return mass / total
    }
    refill()
  }

  func start(_ calendar: inout EventCalendar<Event>) {
    for app in 0..<UInt8(Self.apps) { calendar.schedule(.ask(app), at: .zero + waitTime(), .arrival) }
    let gap = stream.exponential(mean: Self.meanChanceGap)
    calendar.schedule(.sessionChance, at: .zero + .seconds(gap), .arrival)
    calendar.schedule(.unplug, at: shifted(.zero + .hours(7)), .arrival)
    calendar.schedule(.plug, at: shifted(.zero + .hours(23)), .arrival)
    calendar.schedule(.midnight, at: .day(1), .arrival)
  }

  mutating func handle(_ event: Event, at now: Instant, calendar: inout EventCalendar<Event>) {
    switch event {
    case .ask(let app):
      updateLevel(now)
      guard isGranted(Int(app)) else {
        denials += 1
        calendar.schedule(event, at: now + waitTime(), .arrival)
        break
      }
      budgets[Int(app)] -= 1
      level -= 0.02
      let length = TimeSpan.seconds(stream.gamma(shape: 2, scale: 4))
      grants += 1
      timeInRuns += length
      calendar.schedule(.runEnd(app), at: now + length, .arrival)
    case .runEnd(let app): calendar.schedule(.ask(app), at: now + waitTime(), .arrival)
    case .sessionChance:
      let gap = stream.exponential(mean: Self.meanChanceGap)
      calendar.schedule(.sessionChance, at: now + .seconds(gap), .arrival)
      guard stream.uniform() * 1.9 < intensity(now), !inUse else { break }
      updateLevel(now)
      inUse = true
      opened[zipfApp()] += 1
      sessions += 1
      let length = stream.lognormal(zeta: 4.3, sigma: 1)
      calendar.schedule(.sessionEnd, at: now + .seconds(length), .arrival)
    case .sessionEnd:
      updateLevel(now)
      inUse = false
    case .plug:
      updateLevel(now)
      charging = true
      calendar.schedule(.plug, at: shifted(.day(now.day + 1, .hours(23))), .arrival)
    case .unplug:
      updateLevel(now)
      charging = false
      calendar.schedule(.unplug, at: shifted(.day(now.day + 1, .hours(7))), .arrival)
    case .midnight:
      refill()
      calendar.schedule(.midnight, at: now + .day, .arrival)
    }
  }

  func code(of event: Event) -> UInt64 {
    switch event {
    case .ask(let app): UInt64(app)
    case .runEnd(let app): 1 << 8 | UInt64(app)
    case .sessionChance: 2 << 8
    case .sessionEnd: 3 << 8
    case .plug: 4 << 8
    case .unplug: 5 << 8
    case .midnight: 6 << 8
    }
  }

  @inline(__always) private func waitTime() -> TimeSpan { .seconds(1800 * (0.9 + 0.2 * stream.uniform())) }

  private func shifted(_ time: Instant) -> Instant { time + .seconds(3600 * (stream.uniform() - 0.5)) }

  private func isGranted(_ app: Int) -> Bool {
    (charging || level > 20) && budgets[app] >= 1 && !(inUse && level < 40 && !charging)
  }

  @inline(__always) private mutating func updateLevel(_ now: Instant) {
    let rate = charging ? 40 : inUse ? -9.6 : -0.6
    level = max(0, min(100, level + rate * (now - levelTime).hours))
    levelTime = now
  }

  private mutating func refill() {
    let allowance = [24, 12, 6, 2]
    for app in budgets.indices { budgets[app] = allowance[app / 10] }
  }

  private func zipfApp() -> Int {
    let u = stream.uniform()
    var app = 0
    while app < Self.apps - 1 && u >= zipf[app] { app += 1 }
    return app
  }

  private func intensity(_ now: Instant) -> Double {
    1 - 0.9 * Elementary.cos(2 * Double.pi * (now.timeOfDay.hours - 3) / 24)
  }
}
