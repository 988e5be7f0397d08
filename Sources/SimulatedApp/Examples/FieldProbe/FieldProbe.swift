// The probe of a field study submits two background tasks. It logs their events and the state of the phone in
// the columns that `slumber compare-log` reads. Your project adds views for consent, export, and withdrawal.
import BackgroundTasks
import Network
import UIKit
import os

/// One row per event, in a file of the app that the volunteer can read, send, and delete.
@MainActor final class FieldLog {
  static let columns =
    "timestamp,event,identifier,level,charging,network,low_power,refresh_status,success,volunteer"
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appendingPathComponent("field-probe.csv")
  private let console = Logger(subsystem: FieldProbe.app, category: "field-probe")
  private let paths = NWPathMonitor()
  private var knowsPath = false

  init() {
    UIDevice.current.isBatteryMonitoringEnabled = true
    paths.pathUpdateHandler = { [weak self] _ in MainActor.assumeIsolated { self?.knowsPath = true } }
    paths.start(queue: .main)
  }

  func write(_ event: String, _ identifier: String, success: Bool? = nil) {
    guard let volunteer = FieldProbe.volunteer else { return }
    let time = Date().formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: .current))
    let device = UIDevice.current
    let row = [
      time, event, identifier, level(device), charging(device), network,
      "\(ProcessInfo.processInfo.isLowPowerModeEnabled)", refreshStatus,
      success.map { "\($0)" } ?? "", volunteer,
    ].joined(separator: ",")
    console.notice("\(row, privacy: .public)")
    append(row)
  }

  func delete() { try? FileManager.default.removeItem(at: file) }

  /// The default protection of a file lets a locked phone write after its first unlock.
  private func append(_ row: String) {
    if !FileManager.default.fileExists(atPath: file.path) {
      let folder = file.deletingLastPathComponent()
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try? Data("\(Self.columns)\n".utf8).write(to: file)
    }
    guard let handle = try? FileHandle(forWritingTo: file) else { return }
    defer { try? handle.close() }
    _ = try? handle.seekToEnd()
    try? handle.write(contentsOf: Data("\(row)\n".utf8))
  }

  private func level(_ device: UIDevice) -> String {
    device.batteryLevel < 0 ? "" : "\(Int((device.batteryLevel * 100).rounded()))"
  }
  private func charging(_ device: UIDevice) -> String {
    switch device.batteryState {
    case .charging, .full: "true"
    case .unplugged: "false"
    default: ""
    }
  }
  /// Empty until the system has reported the first path.
  private var network: String {
    guard knowsPath else { return "" }
    let path = paths.currentPath
    guard path.status == .satisfied else { return "none" }
    return path.usesInterfaceType(.cellular) ? "cellular" : "wifi"
  }
  private var refreshStatus: String {
    switch UIApplication.shared.backgroundRefreshStatus {
    case .available: "available"
    case .denied: "denied"
    default: "restricted"
    }
  }
}

/// A task of the protocol. Its runs wait for a time, and use neither the processor nor the network.
struct FieldTask {
  let identifier: String
  /// Seconds from a submission to the earliest begin date, and from the start of a run to its end.
  let floor, work: TimeInterval
  let isProcessing: Bool

  static let all = [
    FieldTask(identifier: FieldProbe.app + ".refresh", floor: 3_600, work: 1, isProcessing: false),
    FieldTask(identifier: FieldProbe.app + ".processing", floor: 14_400, work: 60, isProcessing: true),
  ]

  func request() -> BGTaskRequest {
    let processing = BGProcessingTaskRequest(identifier: identifier)
    processing.requiresExternalPower = true
    let request: BGTaskRequest = isProcessing ? processing : BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: floor)
    return request
  }
}

@main final class FieldProbe: UIResponder, UIApplicationDelegate {
  nonisolated static let app = "org.example.probe"
  private var log: FieldLog?

  /// The random code of a volunteer who has given consent; nil before, and after a withdrawal.
  nonisolated static var volunteer: String? { UserDefaults.standard.string(forKey: "volunteer") }

  /// Called by the view for consent.
  func join() {
    UserDefaults.standard.set(UUID().uuidString, forKey: "volunteer")
    opened()
  }

  /// Called by the view for withdrawal: the app stops, and deletes its log and the code.
  func withdraw() {
    BGTaskScheduler.shared.cancelAllTaskRequests()
    log?.delete()
    UserDefaults.standard.removeObject(forKey: "volunteer")
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log = FieldLog()
    for task in FieldTask.all {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: task.identifier, using: .main) { run in
        MainActor.assumeIsolated { self.start(task, run) }
      }
    }
    _ = NotificationCenter.default.addObserver(
      forName: UIApplication.didBecomeActiveNotification, object: nil, queue: .main
    ) { _ in MainActor.assumeIsolated { self.opened() } }
    return true
  }

  private func opened() {
    guard Self.volunteer != nil else {
      // A simulated phone has no view for consent.
      if CommandLine.arguments.contains("--consent") { join() }
      return
    }
    log?.write("opened", Self.app)
    submitMissing()
  }

  /// Submits the tasks that have no waiting request. A second request would replace the first.
  private func submitMissing() {
    BGTaskScheduler.shared.getPendingTaskRequests { waiting in
      let identifiers = Set(waiting.map(\.identifier))
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          for task in FieldTask.all where !identifiers.contains(task.identifier) { self.submit(task) }
        }
      }
    }
  }

  private func submit(_ task: FieldTask) {
    guard Self.volunteer != nil, (try? BGTaskScheduler.shared.submit(task.request())) != nil else { return }
    log?.write("submitted", task.identifier)
  }

  private func start(_ task: FieldTask, _ run: BGTask) {
    log?.write("started", task.identifier)
    submit(task)
    // Both closures run on the main thread, so that a run ends once.
    var isOpen = true
    func end(_ event: String, success: Bool) {
      guard isOpen else { return }
      isOpen = false
      self.log?.write(event, task.identifier, success: success)
      run.setTaskCompleted(success: success)
    }
    run.expirationHandler = {
      DispatchQueue.main.async { MainActor.assumeIsolated { end("expired", success: false) } }
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + task.work) {
      MainActor.assumeIsolated { end("completed", success: true) }
    }
  }
}
