// This file is what an iOS project contains: nothing in it knows of a simulator.
import BackgroundTasks
import UIKit
import os

final class FeedClient: Sendable {
  static let shared = FeedClient()

  func latest() async throws -> Int {
    guard let feed = URL(string: "https://news.example.org/feed.json"),
      let images = URL(string: "https://news.example.org/images.bin")
    else { return 0 }
    let (data, response) = try await URLSession.shared.data(from: feed)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    try await Task.sleep(for: .milliseconds(200))
    let (more, _) = try await URLSession.shared.data(from: images)
    return data.count + more.count
  }
}

@main class AppDelegate: UIResponder, UIApplicationDelegate {
  static let refreshIdentifier = "org.example.news.refresh"
  nonisolated static let log = Logger(subsystem: "org.example.news", category: "refresh")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refreshIdentifier, using: nil) { task in
      Self.handleAppRefresh(task: task as! BGAppRefreshTask)
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { Self.scheduleAppRefresh() }

  nonisolated static func scheduleAppRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: "org.example.news.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do { try BGTaskScheduler.shared.submit(request) } catch {
      log.error("could not schedule the refresh: \(error, privacy: .public)")
    }
  }

  nonisolated static func handleAppRefresh(task: BGAppRefreshTask) {
    scheduleAppRefresh()
    let work = Task {
      do {
        _ = try await FeedClient.shared.latest()
        task.setTaskCompleted(success: true)
      } catch {
        task.setTaskCompleted(success: false)
      }
    }
    task.expirationHandler = { work.cancel() }
  }
}
