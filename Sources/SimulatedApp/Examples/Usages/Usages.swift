// Ways in which apps use the interface, in the form of iOS projects; chosen by the first word of the command.
import BackgroundTasks
import UIKit
import os

/// One of them: what it adds to a delegate that does nothing.
class Usage: @unchecked Sendable {
  let refresh = "org.example.news.refresh"
  let processing = "org.example.news.cleaning"
  let feed = URL(string: "https://news.example.org/feed.json")!

  required init() {}
  func launched() {}
  func active() {}
  func background() {}
  func pushed(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void) { completionHandler(.noData) }

  func submitRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do { try BGTaskScheduler.shared.submit(request) } catch { print("submission failed: \(error)") }
  }
  func register(_ identifier: String, _ handler: @escaping (BGTask) -> Void) {
    let isRegistered = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: identifier, using: nil, launchHandler: handler)
    if !isRegistered { print("\(identifier) is not registered") }
  }
}

/// 1: extra time around an upload on a global queue, ended in the handler and at the end.
class ExtraTimeUpload: Usage, @unchecked Sendable {
  var identifier = UIBackgroundTaskIdentifier.invalid
  override func background() { DispatchQueue.global().async { self.upload() } }
  func upload() {
    identifier = UIApplication.shared.beginBackgroundTask(withName: "upload") { self.end() }
    var request = URLRequest(url: feed)
    request.httpMethod = "POST"
    let semaphore = DispatchSemaphore(value: 0)
    URLSession.shared.uploadTask(with: request, from: Data(count: 50_000)) { _, _, _ in semaphore.signal() }
      .resume()
    semaphore.wait()
    end()
  }
  func end() {
    UIApplication.shared.endBackgroundTask(identifier)
    identifier = .invalid
  }
}
/// 2: the same, blocking the main thread.
final class BlockingUpload: ExtraTimeUpload, @unchecked Sendable {
  override func background() { upload() }
}
/// 3: a refresh that completes at once; 19.
final class Placeholder: Usage, @unchecked Sendable {
  override func launched() {
    register(refresh) { task in
      self.submitRefresh()
      task.setTaskCompleted(success: true)
    }
  }
  override func background() { submitRefresh() }
}
/// 4: processing whose handler does nothing.
final class EmptyProcessing: Usage, @unchecked Sendable {
  override func launched() { register(processing) { _ in } }
  override func background() {
    try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: processing))
  }
}
/// 5 and 6: a silent push with a data task, which is never resumed or is.
class PushWithoutResume: Usage, @unchecked Sendable {
  func begin(_ task: URLSessionDataTask) {}
  override func pushed(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
    nonisolated(unsafe) let completionHandler = completionHandler
    begin(
      URLSession.shared.dataTask(with: feed) { data, _, _ in
        completionHandler(data == nil ? .failed : .newData)
      })
  }
}
final class PushResumed: PushWithoutResume, @unchecked Sendable {
  override func begin(_ task: URLSessionDataTask) { task.resume() }
}
/// 7: extra time for work that starts 20 s after the exit.
final class LateWork: Usage, @unchecked Sendable {
  override func background() {
    nonisolated(unsafe) var identifier = UIBackgroundTaskIdentifier.invalid
    identifier = UIApplication.shared.beginBackgroundTask {
      UIApplication.shared.endBackgroundTask(identifier)
    }
    _ = Timer.scheduledTimer(withTimeInterval: 20, repeats: false) { _ in
      print("left \(UIApplication.shared.backgroundTimeRemaining)")
      UIApplication.shared.endBackgroundTask(identifier)
    }
  }
}
/// 8: registration in the action of a button.
final class RegistrationAtTap: Usage, @unchecked Sendable {
  override func active() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
      self.register(self.refresh) { $0.setTaskCompleted(success: true) }
    }
  }
}
/// 9: a refresh with completion in both branches.
final class CarefulRefresh: Usage, @unchecked Sendable {
  override func launched() {
    register(refresh) { task in
      self.submitRefresh()
      let data = URLSession.shared.dataTask(with: self.feed) { _, response, _ in
        task.setTaskCompleted(success: (response as? HTTPURLResponse)?.statusCode == 200)
      }
      task.expirationHandler = { data.cancel() }
      data.resume()
    }
  }
  override func background() { submitRefresh() }
}
/// 10: processing in 30 chunks with checkpoints, whose success is reported after an expiry, too.
class Chunks: Usage, @unchecked Sendable {
  func isSuccess(_ isExpired: Bool) -> Bool { true }
  override func launched() {
    register(processing) { task in
      nonisolated(unsafe) var isExpired = false
      task.expirationHandler = { isExpired = true }
      Task {
        for index in UserDefaults.standard.integer(forKey: "done")..<30 {
          if isExpired { break }
          try? await Task.sleep(for: .seconds(4))
          UserDefaults.standard.set(index + 1, forKey: "done")
        }
        task.setTaskCompleted(success: self.isSuccess(isExpired))
      }
    }
  }
  override func background() {
    let request = BGProcessingTaskRequest(identifier: processing)
    (request.requiresExternalPower, request.requiresNetworkConnectivity) = (true, false)
    try? BGTaskScheduler.shared.submit(request)
  }
}
final class HonestChunks: Chunks, @unchecked Sendable {
  override func isSuccess(_ isExpired: Bool) -> Bool { !isExpired }
}
/// 12: a continued task, registered at the tap.
final class Export: Usage, @unchecked Sendable {
  override func active() {
    let identifier = "org.example.news.export.\(Int.random(in: 0..<1000))"
    register(identifier) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      task.progress.totalUnitCount = 100
      Task {
        for _ in 0..<100 {
          try? await Task.sleep(for: .seconds(1))
          task.progress.completedUnitCount += 1
        }
        task.setTaskCompleted(success: true)
      }
    }
    let request = BGContinuedProcessingTaskRequest(identifier: identifier, title: "Export", subtitle: "")
    do { try BGTaskScheduler.shared.submit(request) } catch { print("submission failed: \(error)") }
  }
}
/// 13: extra time for saving.
final class Saving: Usage, @unchecked Sendable {
  override func background() {
    ProcessInfo.processInfo.performExpiringActivity(withReason: "saving") { isExpired in
      if !isExpired { Thread.sleep(forTimeInterval: 12) }
    }
  }
}
/// 14 and 15: a background session, made when it is needed or at each launch.
class LazySession: Usage, URLSessionDownloadDelegate, @unchecked Sendable {
  lazy var session = URLSession(
    configuration: .background(withIdentifier: "org.example.news.session"), delegate: self, delegateQueue: nil
  )
  var completion: (() -> Void)?
  override func background() {
    // One issue a day, so that all files of the session are there at some time.
    let day = Int(Date().timeIntervalSince1970 / 86_400)
    guard UserDefaults.standard.integer(forKey: "day") != day else { return }
    UserDefaults.standard.set(day, forKey: "day")
    let task = session.downloadTask(with: feed)
    task.countOfBytesClientExpectsToReceive = 5_000_000
    task.resume()
  }
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    let file = URL(fileURLWithPath: NSHomeDirectory() + "/issue")
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.moveItem(at: location, to: file)
    print("moved \(downloadTask.originalRequest?.url?.lastPathComponent ?? "")")
  }
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    DispatchQueue.main.async { self.completion?() }
  }
}
final class EagerSession: LazySession, @unchecked Sendable {
  override func launched() { _ = session }
}
/// 16: a silent push that awaits; 9 for its refresh.
final class AwaitingPush: Usage, @unchecked Sendable {
  func fetch() async -> UIBackgroundFetchResult {
    do {
      let (_, response) = try await URLSession.shared.data(from: feed)
      return (response as? HTTPURLResponse)?.statusCode == 200 ? .newData : .failed
    } catch { return .failed }
  }
  override func pushed(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
    nonisolated(unsafe) let completionHandler = completionHandler
    Task { completionHandler(await fetch()) }
  }
}
/// 17: a task that is cancelled throws past the completion.
class ThrownPast: Usage, @unchecked Sendable {
  func hasThrown(_ task: BGTask) {}
  override func launched() {
    register(refresh) { task in
      self.submitRefresh()
      let work = Task {
        do {
          try await Task.sleep(for: .seconds(40))
          task.setTaskCompleted(success: true)
        } catch { self.hasThrown(task) }
      }
      task.expirationHandler = { work.cancel() }
    }
  }
  override func background() { submitRefresh() }
}
final class Caught: ThrownPast, @unchecked Sendable {
  override func hasThrown(_ task: BGTask) { task.setTaskCompleted(success: false) }
}
/// 18: reads Low Power Mode and the settings before it submits.
final class Considerate: Usage, @unchecked Sendable {
  override func launched() { register(refresh) { $0.setTaskCompleted(success: true) } }
  override func background() {
    guard !ProcessInfo.processInfo.isLowPowerModeEnabled,
      UIApplication.shared.backgroundRefreshStatus == .available
    else { return }
    submitRefresh()
  }
}
/// 20: an identifier that differs in one letter.
final class OtherLetter: Usage, @unchecked Sendable {
  override func launched() { register("org.example.news.Refresh") { $0.setTaskCompleted(success: true) } }
}
/// 21: no completion on the path of errors.
final class HappyPath: Usage, @unchecked Sendable {
  override func launched() {
    register(refresh) { task in
      self.submitRefresh()
      task.expirationHandler = {}
      URLSession.shared.dataTask(with: self.feed) { _, response, _ in
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { return }
        task.setTaskCompleted(success: true)
      }.resume()
    }
  }
  override func background() { submitRefresh() }
}
/// 23: a singleton that guards its registration.
final class Singleton: Usage, @unchecked Sendable {
  private final class Manager: @unchecked Sendable {
    static let shared = Manager()
    private var registered = false
    func register(_ usage: Usage) {
      guard !registered else { return }
      registered = true
      usage.register(usage.refresh) { task in
        usage.submitRefresh()
        task.setTaskCompleted(success: true)
      }
    }
  }
  override func launched() { Manager.shared.register(self) }
  override func background() { submitRefresh() }
}
/// 24: asks what is pending before it submits, and cancels at an open.
final class Pending: Usage, @unchecked Sendable {
  override func launched() { register(refresh) { $0.setTaskCompleted(success: true) } }
  override func active() { BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: refresh) }
  override func background() {
    BGTaskScheduler.shared.getPendingTaskRequests { requests in
      if !requests.contains(where: { $0.identifier == self.refresh }) { self.submitRefresh() }
    }
  }
}
/// 22: processing without the power flag.
final class AnyPower: Usage, @unchecked Sendable {
  override func launched() {
    register(processing) { task in
      Task {
        try? await Task.sleep(for: .seconds(20))
        task.setTaskCompleted(success: true)
      }
    }
  }
  override func background() {
    try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: processing))
  }
}
/// 25: an hour of processing that cancels and reports failure.
final class Hour: Usage, @unchecked Sendable {
  override func launched() {
    register(processing) { task in
      let work = Task {
        try await Task.sleep(for: .seconds(3600))
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = {
        work.cancel()
        task.setTaskCompleted(success: false)
      }
    }
  }
  override func background() {
    try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: processing))
  }
}

let usages: [Usage.Type] = [
  ExtraTimeUpload.self, BlockingUpload.self, Placeholder.self, EmptyProcessing.self, PushWithoutResume.self,
  PushResumed.self, LateWork.self, RegistrationAtTap.self, CarefulRefresh.self, Chunks.self,
  HonestChunks.self,
  Export.self, Saving.self, LazySession.self, EagerSession.self, AwaitingPush.self, ThrownPast.self,
  Caught.self,
  Considerate.self, OtherLetter.self, HappyPath.self, AnyPower.self, Singleton.self, Pending.self, Hour.self,
]

@main class AppDelegate: UIResponder, UIApplicationDelegate {
  let usage: Usage = {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let usage = usages.first(where: { "\($0)" == name }) else { fatalError("no usage `\(name)`") }
    return usage.init()
  }()
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    usage.launched()
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { usage.active() }
  func applicationDidEnterBackground(_ application: UIApplication) { usage.background() }
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { usage.pushed(completionHandler) }
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { (usage as? LazySession)?.completion = completionHandler }
}
