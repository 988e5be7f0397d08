import EventSimulation
import ModelParameters
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Opens after notifications")
struct NotificationModelTests {
  private static func parameters(_ share: Double) -> ParameterSet {
    var set = ParameterSet()
    set.set("user.notificationOpenShare", .number(share))
    // A clean-up ends a session early, which can drop opens.
    set.set("user.forceQuitShare", .number(0))
    return set
  }

  private static let apps: [AppSpecification] = ["chat", "mail"].map { name in
    var app = Fleet.app(name, perDay: 12, trigger: nil)
    app.visiblePushes = VisiblePushSpecification(trigger: .contentChange, expiration: nil)
    return app
  }

  private func lengths(_ plan: DevicePlan) -> [TimeSpan] {
    zip(plan.events(.screenOn), plan.events(.screenOff)).map { $1.time - $0.time }
  }

  @Test("USE-8 sessions and opens per day keep their numbers and lengths")
  func distribution() {
    let before = Fleet.generator(apps: Self.apps, parameters: Self.parameters(0), days: 20)
    let after = Fleet.generator(apps: Self.apps, parameters: Self.parameters(0.33), days: 20)
    var (sent, opened) = (0, 0)
    for device in 0..<30 {
      let (old, new) = (before.plan(device), after.plan(device))
      let opens = new.events(.appForeground, .notificationOpen)
      #expect(opens.count == old.count(.appForeground))
      #expect(Set(opens.map(\.time.day)) == Set(old.events(.appForeground).map(\.time.day)))
      for day in 0..<20 {
        #expect(
          opens.count { $0.time.day == day } == old.events(.appForeground).count { $0.time.day == day })
      }
      #expect(lengths(new).sorted() == lengths(old).sorted())
      #expect(new.count(.unlock) == old.count(.unlock))
      sent += new.count(.visiblePushSent)
      opened += new.count(.notificationOpen)
    }
    // Some users sleep, use the app already, or open nothing more on that day.
    let share = Double(opened) / Double(sent)
    holds((0.15...0.33).contains(share), "\(share)")
  }

  @Test("USE-8 an open follows a notification of its app by a recorded delay")
  func delays() {
    let model = NotificationModel(Self.parameters(1))
    let plan = Fleet.generator(apps: Self.apps, parameters: Self.parameters(1)).plan(1)
    let sent = plan.events(.visiblePushSent)
    for open in plan.events(.notificationOpen) {
      let times = sent.filter { $0.app == open.app && $0.time < open.time }.map { open.time - $0.time }
      holds(times.contains { $0 >= .seconds(1.1) && $0 < .minutes(10) }, "\(open.time)")
    }
    #expect(NotificationModel.delay(quantile: 0) == 1.1)
    #expect(NotificationModel.delay(quantile: 0.5) == 51.3)
    #expect(abs(NotificationModel.delay(quantile: 0.999_999_999) - 299.1) < 1e-4)
    var sessions: [UserSession] = []
    model.apply(to: &sessions, after: [.init(time: .seconds(1), app: 0)])
    holds(sessions.isEmpty)
  }

  @Test("USE-8 the reaction of a device is the same in a fleet of any size")
  func fleetSize() {
    let small = Fleet.generator(
      .named(.everyday, devices: 2), apps: Self.apps, parameters: Self.parameters(0.2))
    let large = Fleet.generator(
      .named(.everyday, devices: 2000), apps: Self.apps, parameters: Self.parameters(0.2))
    for device in 0..<2 { #expect(small.plan(device) == large.plan(device)) }
  }

  /// Sessions by hand: a use of app 1, a glance, and a use of apps 2 and 0, with times in seconds.
  private var day: [UserSession] {
    func at(_ seconds: Double) -> Instant { .seconds(seconds) }
    return [
      .of(at(100), at(200), unlock: at(100), visits: [UserSession.visit(1, at(100), at(200))]),
      .of(at(400), at(410)),
      .of(
        at(600), at(700), unlock: at(600),
        visits: [UserSession.visit(2, at(600), at(650)), UserSession.visit(0, at(650), at(700))]),
    ]
  }

  private func react(_ app: Int, at seconds: Double, _ sessions: [UserSession]) -> [UserSession] {
    var sessions = sessions
    NotificationModel(Self.parameters(1)).apply(
      to: &sessions, after: [.init(time: .seconds(seconds), app: app)])
    return sessions
  }

  @Test("USE-8 the next session comes earlier, and a glance that it meets comes after it")
  func bringsForward() {
    let sessions = react(3, at: 350, day)
    #expect(sessions.map(\.start) == [.seconds(100), .seconds(350), .seconds(450.001)])
    #expect(sessions[1].visits.map(\.app) == [3, 0])
    #expect(sessions[1].visits[0].drawnApp == 2)
    #expect(sessions[1].end == .seconds(450))
    // In a glance, the session waits for its end.
    #expect(react(3, at: 405, day).map(\.start) == [.seconds(100), .seconds(400), .seconds(410.001)])
    // If the second app is the app of the notification, the two change their places.
    #expect(react(0, at: 350, day)[1].visits.map(\.app) == [0, 2])
  }

  @Test("USE-8 a user who uses the phone opens the app in the same session")
  func inSession() {
    let sessions = react(3, at: 150, day)
    #expect(sessions[0].visits.map(\.app) == [1, 3])
    #expect(sessions[0].visits.map(\.start) == [.seconds(100), .seconds(150)])
    #expect(sessions[2].visits.map(\.app) == [0])
    #expect(sessions[2].visits[0].start == .seconds(600))
    let within = react(3, at: 620, day)
    #expect(within[2].visits.map(\.app) == [2, 3])
    #expect(within[2].visits.map(\.start) == [.seconds(600), .seconds(620)])
    // The app is open already, or no open is left on this day.
    #expect(react(1, at: 150, day) == day)
    #expect(react(3, at: 680, day) == day)
    #expect(react(3, at: 800, day) == day)
  }

  @Test("USE-8 the opens of a script stay")
  func scripted() {
    var sessions = day
    sessions[2].visits[0].isScripted = true
    #expect(react(3, at: 350, sessions) == sessions)
    #expect(react(3, at: 150, sessions) == sessions)
  }
}
