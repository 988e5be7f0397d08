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
          var outcome = PhoneTotals()
          for phone in 0..<phones {
            var model = PhoneModel(stream: BenchmarkStreams.stream(phone))
            var calendar = EventCalendar<PhoneModel.Event>()
            model.start(&calendar)
            var loop = EventLoop()
            _ = loop.run(&model, calendar: &calendar, until: .day(days))
            outcome.add(
              events: loop.eventCount, grants: model.grants, denials: model.denials,
              sessions: model.sessions, timeInRuns: model.timeInRuns.microseconds,
              appSum: model.appSum, time: calendar.now.microseconds, level: model.level)
          }
          return outcome.outcome(deviceDays: days * phones)
        },
        SimPyPeer.variant(days: days),
      ].compactMap { $0 }
    }
  }

  /// The C kernel; also the reference of workloads that measure the full model in device-days.
  static var reference: Variant {
    Variant("C") {
      var outcome = PhoneTotals()
      for phone in 0..<phones {
        let result = reference_phone(Int64(days), BenchmarkStreams.start(phone))
        outcome.add(
          events: Int(result.events), grants: Int(result.grants), denials: Int(result.denials),
          sessions: Int(result.sessions), timeInRuns: result.time_in_runs,
          appSum: Int(result.app_sum), time: result.time, level: result.level)
      }
      return outcome.outcome(deviceDays: days * phones)
    }
  }
}

/// The sums over the phones of one round.
struct PhoneTotals {
  /// The name of the check that variants with random numbers of their own share with the others.
  static let meansName = "events/grants/sessions a device-day"

  private var events = 0
  private var grants = 0
  private var sessions = 0
  private var counts: [String] = []
  private var levels: [String] = []

  mutating func add(
    events: Int, grants: Int, denials: Int, sessions: Int, timeInRuns: Int64, appSum: Int,
    time: Int64, level: Double
  ) {
    self.events += events
    self.grants += grants
    self.sessions += sessions
    counts.append("\(events)/\(grants)/\(denials)/\(sessions)/\(timeInRuns)/\(appSum)/\(time)")
    levels.append("\(level)")
  }

  func outcome(deviceDays: Int) -> Outcome {
    Outcome(
      work: Double(deviceDays), events: events,
      checks: [
        "events/grants/denials/sessions/time in runs/sum of apps/time":
          counts.joined(separator: " "),
        "levels": levels.joined(separator: " "),
        Self.meansName: Self.means(
          events: Double(events), grants: Double(grants), sessions: Double(sessions),
          deviceDays: Double(deviceDays)),
      ])
  }

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
      let text = "slumber-benchmarks: PHONE: variant simpy is skipped, as `\(probe)` fails\n"
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      return nil
    }
    return Variant("simpy") {
      let answer = run(days: days)
      guard let events = number("events", in: answer), let grants = number("grants", in: answer),
        let sessions = number("sessions", in: answer), let seconds = number("seconds", in: answer)
      else {
        return Outcome(work: 0, events: 0, checks: [PhoneTotals.meansName: "not told by python3"])
      }
      let deviceDays = Double(phones * days)
      return Outcome(
        work: deviceDays, events: Int(events),
        checks: [
          PhoneTotals.meansName: PhoneTotals.means(
            events: events, grants: grants, sessions: sessions, deviceDays: deviceDays)
        ], seconds: seconds)
    }
  }

  /// The output of the script: one JSON object, or nothing.
  private static func run(days: Int) -> String {
    let script = String(decoding: PackageResources.phone_simpy_py, as: UTF8.self)
      .replacing("'", with: "'\\''")
    guard let pipe = popen("python3 -c '\(script)' \(phones) \(days)", "r") else { return "" }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { answer += buffer[..<count] }
    return pclose(pipe) == 0 ? String(decoding: answer, as: UTF8.self) : ""
  }

  private static func number(_ key: String, in json: String) -> Double? {
    guard let start = json.firstRange(of: "\"\(key)\": ")?.upperBound else { return nil }
    return Double(json[start...].prefix { $0 != "," && $0 != "}" })
  }
}

/// The addresses of the benchmarks' random streams.
enum BenchmarkStreams {
  static func address(_ ordinal: Int) -> StreamAddress {
    StreamAddress(seed: 12345, replication: 0, device: ordinal, purpose: .benchmark)
  }

  /// A stream of the product.
  static func stream(_ ordinal: Int) -> RandomStream {
    let stream = RandomStream()
    stream.seek(sequential: address(ordinal))
    return stream
  }

  /// The same stream for the C kernels.
  static func start(_ ordinal: Int) -> reference_stream_start {
    let address = address(ordinal)
    let counter = StreamLayout.counter(
      index: address.index, purpose: address.purpose.rawValue, device: address.device,
      replication: address.replication)
    let key = StreamLayout.key(seed: address.seed, group: address.group)
    return reference_stream_start(key: key, counter: (counter.x, counter.y, counter.z, counter.w))
  }
}
