import CReferenceKernels
import EventSimulation
import RandomStreams

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
