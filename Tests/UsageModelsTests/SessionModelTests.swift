import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Sessions")
struct SessionModelTests {
  private let parameters = ParameterSet()

  /// Sessions of one user over many days, with the traits set by hand.
  private func sessions(
    days: Int, parameters: ParameterSet, device: Int = 0, adjust: (inout UserTraits) -> Void = { _ in }
  ) -> (traits: UserTraits, sessions: [UserSession]) {
    let context = Fleet.generator(seed: 3, days: days).context(device)
    var traits = UserTraits(context, parameters)
    adjust(&traits)
    var clock = ActivityClock(
      phaseHours: traits.phaseHours, nightFloor: traits.nightFloor, sleepHours: traits.sleepHours,
      parameters: parameters, context: context)
    let model = SessionModel(parameters)
    clock.dayFactors = model.dayFactors(context)
    return (traits, model.sessions(context, traits, clock))
  }

  @Test("a user has the sessions a day of the trait, busy share and all", arguments: [8.0, 50, 120])
  func rate(perDay: Double) {
    let days = 4000
    let (_, sessions) = sessions(days: days, parameters: parameters) { $0.sessionsPerDay = perDay }
    // The day factors alone give the mean a relative standard error of 0.35 / sqrt(4000) = 0.6 %.
    let mean = Double(sessions.count) / Double(days)
    #expect(abs(mean / perDay - 1) < 0.05, "\(mean)")
  }

  @Test("the population's mean of sessions a day follows its traits, and half are unlocked")
  func population() {
    var (sum, wanted, unlocked, count, share) = (0.0, 0.0, 0, 0, 0.0)
    for device in 0..<300 {
      let (traits, sessions) = sessions(days: 28, parameters: parameters, device: device)
      sum += Double(sessions.count) / 28
      wanted += traits.sessionsPerDay
      share += traits.unlockedShare * Double(sessions.count)
      unlocked += sessions.count { $0.unlock != nil }
      count += sessions.count
    }
    #expect(abs(sum / wanted - 1) < 0.03)
    holds((52.0...66).contains(wanted / 300))
    #expect(abs(Double(unlocked) - share) < 6 * (0.25 * Double(count)).squareRoot())
    holds((0.43...0.53).contains(Double(unlocked) / Double(count)))
  }

  @Test("sessions are in order, apart, and on whole milliseconds")
  func order() {
    let (_, sessions) = sessions(days: 200, parameters: parameters)
    for (a, b) in zip(sessions, sessions.dropFirst()) { #expect(a.end < b.start) }
    holds(sessions.allSatisfy { $0.start < $0.end })
    holds(sessions.allSatisfy { $0.start.microseconds % 1000 == 0 && $0.end.microseconds % 1000 == 0 })
  }

  @Test("a phone with android-A's volume has its burstiness, gaps, lengths and spread of days")
  func againstAndroidA() {
    let days = 400
    var inSample = parameters
    inSample.set("user.dayFactorShape", .number(4.9))
    inSample.set("user.lengthScale", .number(1))
    let (_, sessions) = sessions(days: days, parameters: inSample) {
      $0.sessionsPerDay = 48
      $0.unlockedShare = 0.61
      $0.lengthFactor = 1
      $0.phaseHours = 0
      $0.nightFloor = 0.3
      $0.sleepHours = 6.5
    }
    holds((46.0...51).contains(Double(sessions.count) / Double(days)))
    let gaps = zip(sessions, sessions.dropFirst()).map { ($1.start - $0.end).seconds }
    let (mean, deviation) = moments(gaps)
    let burstiness = (deviation - mean) / (deviation + mean)
    holds((0.45...0.57).contains(burstiness), "B \(burstiness)")
    holds((150.0...300).contains(quantile(gaps, 0.5)), "median gap \(quantile(gaps, 0.5))")
    holds((900.0...1450).contains(quantile(gaps, 0.75)))
    let lengths = sessions.map { ($0.end - $0.start).seconds }
    holds((4.5...7.5).contains(quantile(lengths, 0.25)))
    holds((16.0...23).contains(quantile(lengths, 0.5)))
    holds((52.0...72).contains(quantile(lengths, 0.75)))
    holds((150.0...215).contains(quantile(lengths, 0.9)))
    var counts = [Double](repeating: 0, count: days)
    for session in sessions { counts[session.start.day] += 1 }
    holds((20.0...33).contains(moments(counts).1))
  }

  @Test("glances have the tail of the recorded ones: one in a hundred lasts minutes")
  func glances() {
    var scaled = parameters
    scaled.set("user.lengthScale", .number(1))
    let (_, sessions) = sessions(days: 2000, parameters: scaled) { $0.unlockedShare = 0 }
    let lengths = sessions.map { ($0.end - $0.start).seconds }
    // Recorded: 3.3 s in the middle, 336 s at 99 % of 580 glances, 180 s of the 404 that are shipped.
    holds((2.7...4.2).contains(quantile(lengths, 0.5)), "\(quantile(lengths, 0.5))")
    holds((180.0...420).contains(quantile(lengths, 0.99)), "\(quantile(lengths, 0.99))")
  }

  @Test("sessions differ in power as the telemetry does, and users by a factor")
  func intensities() {
    let (_, sessions) = sessions(days: 600, parameters: parameters) { $0.screenPower = 2 }
    let found = sessions.map(\.intensity)
    let wanted = parameters.numbers("user.screenIntensity")
    for (p, value) in [(0.1, wanted[1]), (0.5, wanted[2]), (0.9, wanted[3])] {
      #expect(abs(quantile(found, p) / (2 * value) - 1) < 0.05, "\(p): \(quantile(found, p))")
    }
    holds(found.allSatisfy { $0 >= 2 * wanted[0] - 0.001 && $0 <= 2 * wanted[4] + 0.001 })
    holds(found.allSatisfy { ($0 * 1000).rounded() / 1000 == $0 })
    // About one in the mean, so that the powers of display and front app are means over sessions.
    holds((1.9...2.25).contains(found.reduce(0, +) / Double(found.count)))
  }

  private func moments(_ values: [Double]) -> (Double, Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    return (mean, variance.squareRoot())
  }

  private func quantile(_ values: [Double], _ p: Double) -> Double {
    values.sorted()[Int(p * Double(values.count))]
  }
}

@Suite("Joining sessions")
struct UserSessionTests {
  private func at(_ seconds: Int) -> Instant { .zero + .seconds(seconds) }

  private func session(_ from: Int, _ to: Int, app: Int? = nil, scripted: Bool = false) -> UserSession {
    let visits = app.map { [UserSession.visit($0, at(from), at(to), isScripted: scripted)] } ?? []
    return .of(at(from), at(to), unlock: app == nil ? nil : at(from), visits: visits)
  }

  @Test("sessions apart stay as they are")
  func apart() {
    let sessions = [session(0, 10), session(20, 30, app: 1)]
    #expect(UserSession.merged(sessions) == sessions)
  }

  @Test("a scripted open inside a session keeps its whole length and moves drawn visits aside")
  func overlap() throws {
    let merged = UserSession.merged([session(0, 100, app: 1), session(40, 60, app: 2, scripted: true)])
    let one = try #require(merged.first)
    #expect(merged.count == 1)
    holds(one.start == at(0) && one.end == at(100))
    #expect(one.visits.map(\.app) == [1, 2])
    #expect(one.visits.map(\.end) == [at(40), at(60)])
  }

  /// Sessions joined one by one, with all visits put in sequence every time.
  private func joinedOneByOne(_ sessions: [UserSession]) -> [UserSession] {
    let ordered = sessions.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    var result: [UserSession] = []
    for session in ordered.map(\.element) {
      guard var last = result.last, session.start <= last.end else {
        result.append(session)
        continue
      }
      last.end = max(last.end, session.end)
      last.unlock = [last.unlock, session.unlock].compactMap(\.self).min()
      last.visits = UserSession.sequence(last.visits + session.visits)
      result[result.count - 1] = last
    }
    return result
  }

  @Test("joining looks at the last visits only and finds the same as joining with all of them")
  func oneByOne() {
    var joined = 0
    for seed in 0..<400 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let sessions = (0..<60).map { _ -> UserSession in
        let start = numbers.integer(below: 1200)
        let length = 1 + numbers.integer(below: numbers.integer(below: 4) == 0 ? 200 : 20)
        switch numbers.integer(below: 4) {
        case 0: return session(start, start + length)
        case 1: return session(start, start + length, app: 1, scripted: true)
        case 2: return session(start, start + length, app: 2)
        default:
          var session = session(start, start + length, app: 3)
          let middle = at(start + numbers.integer(below: length))
          session.visits[0].end = middle
          session.visits.append(UserSession.visit(4, middle, at(start + length)))
          return session
        }
      }
      let merged = UserSession.merged(sessions)
      #expect(merged == joinedOneByOne(sessions), "seed \(seed)")
      joined += merged.count { $0.visits.count > 3 }
    }
    #expect(joined > 400)
  }

  @Test("opens that overlap for months are joined into one session")
  func manyOverlapping() {
    let count = 200_000
    let sessions = (0..<count).map { session(10 * $0, 10 * $0 + 86_400, app: 1, scripted: true) }
    let merged = UserSession.merged(sessions)
    holds(merged.count == 1 && merged.first?.visits.count == count)
  }

  @Test("a glance that meets a scripted open is unlocked then")
  func unlock() throws {
    let one = try #require(
      UserSession.merged([session(0, 10), session(5, 20, app: 3, scripted: true)]).first)
    holds(one.unlock == at(5) && one.end == at(20))
    #expect(types(of: one) == [.screenOn, .unlock, .appForeground, .screenOff, .lock])
  }

  private func types(of session: UserSession) -> [TimelineEventType] {
    var timeline = TimelineBuilder()
    session.addEvents(to: &timeline)
    return timeline.finish().events.map(\.type)
  }

  @Test("leaving an app is an event only if no other event ends the visit")
  func background() {
    var session = session(0, 30, app: 1)
    session.visits[0].end = at(10)
    session.visits.append(UserSession.visit(2, at(10), at(20)))
    #expect(
      types(of: session) == [
        .screenOn, .unlock, .appForeground, .appForeground, .appBackground, .screenOff, .lock,
      ])
  }
}
