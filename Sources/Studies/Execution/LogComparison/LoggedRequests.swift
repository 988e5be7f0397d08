import BackgroundExecution
import EventSimulation
import RandomStreams
import Recordings
import StudyReports
import UsageModels
import Workload

/// The requests in a recording, which a replayed device submits again.
///
/// An activity that requires power becomes a processing request, any other a refresh. Requests of one app, name and flags
/// are one task: where a later one comes before an earlier has run, it replaces it. What runs for no app is an app of its
/// own, a discretionary transfer a session of its own. A request without a window is made where the log has it start, if
/// nothing earlier is known, and has the window of the platform.
struct LoggedRequests {
  struct Request {
    let kind: RequestClass
    let app, identifier: String
    /// The name of the activity, without flags.
    var name = ""
    let mechanism: Mechanism
    var sent = 0.0
    var received = 0.0
    let submitted: Instant
    let from, to: Instant
    /// Whether the length of the window is that of the log.
    let hasWindow: Bool
    let started: Instant?

    /// How long after the opening, in windows, or in hours without one.
    func position(_ start: Instant) -> Double { (start - from) / (hasWindow ? to - from : .hour) }
  }

  private(set) var requests: [Request] = []
  /// Silent pushes that the phone received, with the names of their apps.
  private(set) var pushes: [(time: Instant, app: String)] = []
  private(set) var pushesDelivered = 0
  /// Requests of the log that lie outside the replayed time, and that have no time at all.
  private(set) var outside = 0, withoutTime = 0
  /// Transfers that are not discretionary, or of which the log does not tell when they were made.
  private(set) var transfers = 0

  init(_ activities: [Recording.Activity], replay: TraceReplay, end: Instant, platform: PlatformParameters) {
    func instant(_ seconds: Double?) -> Instant? { seconds.map { .zero + replay.instant(ofUnix: $0) } }
    for activity in activities {
      switch activity.kind {
      case .activity, .job, .sync: break
      case .push:
        guard let time = instant(activity.started ?? activity.submitted), time >= replay.beginning, time < end
        else { continue }
        pushes.append((time, Self.app(of: activity)))
        if activity.outcome == .delivered { pushesDelivered += 1 }
        continue
      case .transfer:
        guard activity.discretionary == true, let made = instant(activity.submitted) else {
          transfers += 1
          continue
        }
        guard made >= replay.beginning, made < end else {
          outside += 1
          continue
        }
        requests.append(
          Request(
            kind: .transfer, app: Self.app(of: activity), identifier: "transfer \(requests.count + 1)",
            mechanism: .discretionaryTransfer, sent: activity.bytesSent ?? 0,
            received: activity.bytesReceived ?? 0,
            submitted: made, from: made, to: made, hasWindow: false, started: instant(activity.started)))
        continue
      case .idleMode, .budget: continue
      }
      guard let from = instant(activity.windowStart ?? activity.submitted ?? activity.started) else {
        withoutTime += 1
        continue
      }
      let needsPower = activity.requiresPower == true
      let mechanism: Mechanism = needsPower ? .processing : .refresh
      let recorded = instant(activity.windowEnd).flatMap { $0 > from ? $0 : nil }
      let to = recorded ?? from + platform.window(of: mechanism)
      let started = instant(activity.started)
      // A request that was open when the recording began is made then.
      guard from < end, to > replay.beginning, started.map({ $0 >= replay.beginning }) != false else {
        outside += 1
        continue
      }
      let submitted = max(replay.beginning, min(from, instant(activity.submitted) ?? from))
      let kind = RequestClass(
        power: needsPower, network: activity.requiresNetwork == true, idle: activity.requiresIdle == true,
        band: RequestClass.Band(hours: recorded.map { ($0 - from).hours }))
      requests.append(
        Request(
          kind: kind, app: Self.app(of: activity), identifier: Self.identifier(activity), name: activity.name,
          mechanism: mechanism, submitted: submitted, from: from, to: to, hasWindow: recorded != nil,
          started: started))
    }
  }

  private static func app(of activity: Recording.Activity) -> String {
    activity.app.isEmpty ? (activity.name.isEmpty ? "unnamed" : activity.name) : activity.app
  }

  private static func identifier(_ activity: Recording.Activity) -> String {
    let flags = [activity.requiresPower, activity.requiresNetwork].map { $0 == true ? "1" : "0" }.joined()
    return "\(activity.name.isEmpty ? "unnamed" : activity.name) \(flags)"
  }

  /// The apps of these requests, over those of a study, which submit nothing of their own, and the script of them.
  func study(
    over known: [AppSpecification]
  ) throws(DistributionError) -> (apps: [AppSpecification], script: [ScriptedAction]) {
    var script: [ScriptedAction] = []
    var apps = known.map { app in
      var app = app
      (app.tasks, app.transfers) = ([], [])
      app.pushes?.trigger = .schedule([])
      return app
    }
    var places = Dictionary(apps.enumerated().map { ($1.bundleID, $0) }, uniquingKeysWith: { a, _ in a })
    func place(_ name: String) -> Int {
      if let place = places[name] { return place }
      places[name] = apps.count
      apps.append(AppSpecification(bundleID: name))
      return apps.count - 1
    }
    for request in requests {
      let app = place(request.app)
      let step: ScriptStep
      if request.mechanism == .discretionaryTransfer {
        step = .recordedTransfer(app: app, index: apps[app].transfers.count)
        apps[app].transfers.append(
          TransferSpecification(
            session: request.identifier, files: 1, up: try Constant(request.sent),
            down: try Constant(request.received), isDiscretionary: true, sendsLaunchEvents: false,
            work: DefaultWork.fetch, trigger: .script))
      } else {
        step = .submit(
          app: app, identifier: request.identifier, mechanism: request.mechanism,
          earliestBegin: .window(from: request.from, to: request.to))
        if !apps[app].tasks.contains(where: { $0.identifier == request.identifier }) {
          let isProcessing = request.mechanism == .processing
          let own = known.first { $0.bundleID == request.app }?.tasks.first { $0.identifier == request.name }
          apps[app].tasks.append(
            TaskSpecification(
              identifier: request.identifier, mechanism: request.mechanism, earliestBegin: nil,
              requiresExternalPower: request.kind.power, requiresNetworkConnectivity: request.kind.network,
              work: own?.work ?? (isProcessing ? DefaultWork.processing : DefaultWork.fetch),
              fetches: own?.fetches ?? false,
              submitsAtFirstLaunch: false))
        }
      }
      script.append(ScriptedAction(time: request.submitted, step: .script(step)))
    }
    for push in pushes {
      let app = place(push.app)
      if apps[app].pushes == nil {
        apps[app].pushes = PushSpecification(
          trigger: .schedule([]), expiration: nil, work: DefaultWork.fetch, fetches: false)
      }
      script.append(
        ScriptedAction(
          time: push.time,
          step: .event(.pushSent(app: app, expiration: nil, priority: 5, paging: 0.5))))
    }
    for app in apps.indices where !apps[app].tasks.isEmpty {
      apps[app].declarations = .everything
      apps[app].quality.resubmits = .never
    }
    return (apps, script)
  }
}
