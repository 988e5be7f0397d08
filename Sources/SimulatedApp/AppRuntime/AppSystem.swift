/// The system's side in the process of an app, which the frameworks share.
public enum AppSystem {
  /// Whether the launch sequence has not ended yet (API-3).
  nonisolated(unsafe) public static var isLaunching = true
  nonisolated(unsafe) public static var observers: [String: (Line) -> Void] = [
    "transferEnded": endActivity, "processorEnded": endActivity,
    "assertionsExpire": { _ in for id in assertions.keys.sorted() { assertions[id]?() } },
  ]
  nonisolated(unsafe) private static var lastID = 0

  /// The number of something that the app names to its phone.
  public static func takeID() -> Int {
    lastID += 1
    return lastID
  }

  nonisolated(unsafe) private static var assertions: [Int: () -> Void] = [:]

  /// Takes background time until its number ends it (EXT-1) or all of it ends. Before that, the system calls
  /// the handler of each open assertion (EXT-4).
  public static func beginAssertion(_ name: String, _ expire: @escaping () -> Void) -> Int {
    let id = takeID()
    assertions[id] = expire
    AppProcess.ask("begin_assertion", name.isEmpty ? ["id": id] : ["id": id, "name": name])
    return id
  }
  public static func endAssertion(_ id: Int) {
    if assertions.removeValue(forKey: id) != nil { AppProcess.ask("end_assertion", ["id": id]) }
  }

  nonisolated(unsafe) fileprivate static var activities: [Int: (Line) -> Void] = [:]
  private static func endActivity(_ event: Line) {
    event["id"].integer.flatMap { activities.removeValue(forKey: $0) }?(event)
  }

  /// Sends bytes to an address, whose server answers by an event. The phone's answer reports a refusal.
  /// Returns the number that stops the transfer.
  public static func fetch(_ url: String, up: Int64, _ done: @escaping (Line) -> Void) -> Int {
    let id = takeID()
    activities[id] = done
    let answer = AppProcess.ask("transfer", ["id": id, "url": url, "up": up])
    if answer["refused"].number != nil {
      activities[id] = nil
      WorkQueue.after(0) { done(answer) }
    }
    return id
  }

  /// Stops an activity, which then has no end. Returns whether it was under way.
  @discardableResult public static func stop(_ id: Int) -> Bool {
    guard activities.removeValue(forKey: id) != nil else { return false }
    AppProcess.ask("stop", ["id": id])
    return true
  }
}

/// Processor time that the simulation cannot see. In the app for phones it is an empty function of the same name.
public enum SimulatedWork {
  /// Computes for a duration, measured on the efficiency core of the standard phone; ends early if its task
  /// is canceled.
  public static func cpu(_ time: Duration) async {
    let parts = time.components
    let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    nonisolated(unsafe) var id = 0
    nonisolated(unsafe) var go: (() -> Void)?
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        guard !Task.isCancelled else { return continuation.resume() }
        go = { continuation.resume() }
        id = AppSystem.takeID()
        AppSystem.activities[id] = { _ in go?() }
        AppProcess.ask("processor", ["id": id, "time_us": microseconds])
      }
    } onCancel: {
      if id > 0, AppSystem.stop(id) { go?() }
    }
  }
}
