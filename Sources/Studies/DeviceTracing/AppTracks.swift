import EventSimulation
import PhoneSimulation
import Workload

/// The tracks of one app: its process, and for each kind of work what waits and what runs.
struct AppTracks {
  let end: Instant
  let app: PerfettoTrace.Track
  /// By item, the time for which each reason blocked it.
  let blockers: [Int32: [BlockingReason: TimeSpan]]

  private struct ItemSpan {
    var label: String
    var start: Instant
    var launched: Instant?
    var ended: Instant?
    var outcome = "pending"
    var isPush = false
  }

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

  func write(_ records: [LogRecord]) {
    StateTrack(records, .stateChanged) { $0.word == .notRunning ? nil : $0.word.name }
      .write("process", until: end, under: app)
    opens(records)
    let items = spans(records)
    pushes(records)
    var labels: [String] = []
    for item in items where !labels.contains(item.value.label) { labels.append(item.value.label) }
    for label in labels { write(items.filter { $0.value.label == label }, label) }
  }

  private func opens(_ records: [LogRecord]) {
    let marks = records.filter {
      $0.event == .userOpened || $0.event == .forceQuit || $0.event == .terminated
    }
    guard !marks.isEmpty else { return }
    let track = app.track("user and system")
    for record in marks where record.mechanism == nil {
      switch record.event {
      case .userOpened:
        track.instant("open", at: record.time, notes: [("staleness_s", .number(record.value))])
      case .terminated: track.instant("terminated: \(record.word.name)", at: record.time)
      default: track.instant("force quit", at: record.time)
      }
    }
  }

  /// Pushes as their server sends them; the arrow goes on to the launch and the run.
  private func pushes(_ records: [LogRecord]) {
    guard records.contains(where: { $0.event == .pushSent }) else { return }
    let track = app.track("push server")
    for record in records {
      switch record.event {
      case .pushSent: track.instant("sent", at: record.time, flows: [flow(record.item)])
      case .coalesced: track.instant("coalesced", at: record.time)
      case .dropped: track.instant("dropped: \(record.word.name)", at: record.time)
      case .delivered where record.word != .launch:
        track.instant("delivered: \(record.word.name)", at: record.time, flows: [flow(record.item)])
      default: break
      }
    }
  }

  private func flow(_ item: Int32) -> UInt64 { UInt64(UInt32(bitPattern: item)) }

  /// Every item that waited or ran, by number.
  private func spans(_ records: [LogRecord]) -> [(key: Int32, value: ItemSpan)] {
    var items: [Int32: ItemSpan] = [:]
    for record in records where record.item > 0 {
      let item = record.item
      func end(_ outcome: String) {
        items[item]?.ended = record.time
        items[item]?.outcome = outcome
      }
      switch record.event {
      case .submitted, .held:
        let kind = record.mechanism?.name ?? ""
        let label =
          record.identifier.isEmpty || record.mechanism == .push ? kind : "\(kind) \(record.identifier)"
        items[item] = ItemSpan(label: label, start: record.time, isPush: record.mechanism == .push)
      case .launched:
        // What has no submission of its own, such as an event of a mode, begins with its launch.
        if items[item] == nil {
          items[item] = ItemSpan(label: record.mechanism?.name ?? "", start: record.time)
        }
        items[item]?.launched = record.time
        items[item]?.outcome = "running"
      case .expired: items[item]?.outcome = "expired: \(record.word.name)"
      case .completed:
        items[item]?.ended = record.time
        if items[item]?.outcome == "running" {
          items[item]?.outcome = record.word == .success ? "completed" : "failed"
        }
      case .terminated: end("killed: \(record.word.name)")
      case .replaced, .cancelled, .coalesced, .dropped, .failed, .failedUnstarted: end(record.event.name)
      case .delivered where record.word != .launch: end("delivered")
      default: break
      }
    }
    return items.sorted {
      $0.value.start == $1.value.start ? $0.key < $1.key : $0.value.start < $1.value.start
    }
  }

  private func write(_ items: [(key: Int32, value: ItemSpan)], _ label: String) {
    // Of one series one request waits at a time, but several files of a batch do: each gets a lane.
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
    for (number, item) in items {
      let waitEnd = item.launched ?? item.ended ?? end
      guard waitEnd > item.start else { continue }
      let track = lane("\(label): waiting", from: item.start, to: waitEnd)
      var notes: [PerfettoTrace.Note] = [("item", .integer(Int64(number)))]
      if let blockers = blockers[number] { notes.append(("blocked by", .text(Self.words(blockers)))) }
      track.slice(
        item.launched == nil ? item.outcome : "pending", from: item.start, to: waitEnd,
        flows: item.isPush ? [flow(number)] : [], notes: notes)
    }
    lanes = []
    for (number, item) in items {
      guard let launched = item.launched else { continue }
      let stop = max(item.ended ?? end, launched + .tick)
      lane("\(label): runs", from: launched, to: stop).slice(
        item.outcome, from: launched, to: stop, flows: item.isPush ? [flow(number)] : [],
        notes: [("item", .integer(Int64(number)))])
    }
  }
}
