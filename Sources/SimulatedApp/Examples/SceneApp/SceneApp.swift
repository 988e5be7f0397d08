import BackgroundTasks
// A refresh of a scene, as an app of SwiftUI has it.
import SwiftUI

@main struct SceneApp: App {
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup { Text("News") }
      .onChange(of: phase) { newPhase in
        if newPhase == .background { schedule() }
      }
      .backgroundTask(.appRefresh("org.example.news.refresh")) {
        await schedule()
        _ = try? await URLSession.shared.data(from: URL(string: "https://news.example.org/feed.json")!)
      }
  }
}

@MainActor func schedule() {
  let request = BGAppRefreshTaskRequest(identifier: "org.example.news.refresh")
  request.earliestBeginDate = .now.addingTimeInterval(15 * 60)
  try? BGTaskScheduler.shared.submit(request)
}
