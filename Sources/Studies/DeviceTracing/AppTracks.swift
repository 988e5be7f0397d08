import EventSimulation
import PhoneSimulation
import Workload

/// The tracks of one app: its process, and for each kind of work what waits and what runs.
struct AppTracks {
  let history: History
  /// Index of the app on the device.
  let index: Int
  let app: PerfettoTrace.Track
  /// By item, the time for which each reason blocked it.
  let blockers: [Int32: [BlockingReason: TimeSpan]]

  static func blockers(_ intervals: [BlockedInterval]) -> [Int32: [BlockingReason: TimeSpan]] {
    var times: [Int32: [BlockingReason: TimeSpan]] = [:]
    for interval in intervals {
      for reason in interval.reasons.reasons {
        times[interval.item, default: [:]][reason, default: .zero] += interval.to - interval.from
      }
    }
    return times
  }

  /// `energyBudget 3.2 h, herd 300.0 s`: the longest first; several may have blocked at once.
  private static func words(_ times: [BlockingReason: TimeSpan]) -> String {
    times.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map { reason, time in
      let (length, unit) = time >= .hour ? (time.hours, "h") : (time.seconds, "s")
      return "\(reason.name) \((length * 10).rounded() / 10) \(unit)"
    }.joined(separator: ", ")
  }

  func write() {
    let own = history.apps[index]
    own.process.write("process", until: history.end, under: app)
    write(own.acts)
    write(own.pushes)
    // A push that no device holds, and that starts no run, never waits.
    let items = history.items.filter {
      $0.app == index && ($0.isSubmitted || $0.isHeld || $0.launched != nil)
    }.sorted { (start($0), $0.item) < (start($1), $1.item) }
    var labels: [String] = []
    for item in items where !labels.contains(label(item)) { labels.append(label(item)) }
    for label in labels { write(items.filter { self.label($0) == label }, label) }
  }

  private func write(_ acts: [History.Act]) {
    guard acts.contains(where: { $0.isOfUserOrSystem }) else { return }
    let track = app.track("user and system")
    for act in acts {
      switch act.kind {
      case .opened(let staleness):
        track.instant("open", at: act.time, notes: [("staleness_s", .number(staleness.seconds))])
      case .terminated(nil, let reason): track.instant("terminated: \(reason)", at: act.time)
      case .swipedAway: track.instant("force quit", at: act.time)
      case .left, .expired, .terminated: break
      }
    }
  }

  /// Pushes as their server sends them; the arrow goes on to the launch and the run.
  private func write(_ pushes: [History.Push]) {
    guard pushes.contains(where: { $0.step == .sent }) else { return }
    let track = app.track("push server")
    for push in pushes {
      switch push.step {
      case .sent: track.instant("sent", at: push.time, flows: [flow(push.item)])
      case .coalesced: track.instant("coalesced", at: push.time)
      case .dropped(let reason): track.instant("dropped: \(reason)", at: push.time)
      case .delivered(let how):
        track.instant("delivered: \(how)", at: push.time, flows: [flow(push.item)])
      }
    }
  }

  private func flow(_ item: Int32) -> UInt64 { UInt64(UInt32(bitPattern: item)) }

  /// An item without a submission of its own, such as an event of a mode, begins with its launch.
  private func start(_ item: History.Item) -> Instant {
    item.isSubmitted || item.isHeld ? item.submitted : item.launched ?? item.submitted
  }

  private func label(_ item: History.Item) -> String {
    let hasName = item.isSubmitted && !item.identifier.isEmpty && item.mechanism != .push
    return hasName ? "\(item.mechanism.name) \(item.identifier)" : item.mechanism.name
  }

  private func write(_ items: [History.Item], _ label: String) {
    // Of one task one request waits at a time, but several files of a batch do: each gets a lane.
    var lanes: [(track: PerfettoTrace.Track, free: Instant)] = []
    func lane(_ name: String, from start: Instant, to end: Instant) -> PerfettoTrace.Track {
      if let index = lanes.firstIndex(where: { $0.free <= start }) {
        lanes[index].free = end
        return lanes[index].track
      }
      let track = app.track(name)
      lanes.append((track, end))
      return track
    }
    func notes(_ item: History.Item) -> [PerfettoTrace.Note] { [("item", .integer(Int64(item.item)))] }
    func flows(_ item: History.Item) -> [UInt64] { item.isHeld ? [flow(item.item)] : [] }
    for item in items {
      let waitEnd = item.launched ?? item.ended ?? history.end
      guard waitEnd > start(item) else { continue }
      let blocked = blockers[item.item].map { [("blocked by", LogField.Value.text(Self.words($0)))] } ?? []
      lane("\(label): waiting", from: start(item), to: waitEnd).slice(
        item.launched == nil ? item.sliceName : "pending", from: start(item), to: waitEnd,
        flows: flows(item), notes: notes(item) + blocked)
    }
    lanes = []
    for item in items {
      guard let launched = item.launched else { continue }
      let stop = max(item.ended ?? history.end, launched + .tick)
      lane("\(label): runs", from: launched, to: stop).slice(
        item.sliceName, from: launched, to: stop, flows: flows(item), notes: notes(item))
    }
  }
}

extension History.Act {
  /// Whether it is an act of the user, or an end of the process.
  fileprivate var isOfUserOrSystem: Bool {
    switch kind {
    case .opened, .swipedAway, .terminated: true
    case .left, .expired: false
    }
  }
}
