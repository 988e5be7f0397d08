import AppRuntime
import Foundation

/// The program of an app: it tells the delegate what the phone says.
@MainActor public enum SimulatedApp {
  private static var delegate: (any UIApplicationDelegate)?
  private static var scene: (any UISceneDelegate)?
  /// Scenes of SwiftUI hear of the life cycle in place of the delegate.
  public static var hasScenes = false
  /// Called when all files of a session are there, by its name.
  public static var sessions: [String: @Sendable () async -> Void] = [:]
  private static let window = UIWindowScene()
  /// Whether the app has been in front since its launch.
  private static var hasScene = false

  public nonisolated static func main(_ make: @escaping @MainActor () -> any UIApplicationDelegate) -> Never {
    AppProcess.main(test: SelfTest.run) {
      BGTaskScheduler.shared.listen()
      listen()
      DispatchQueue.main.async { MainActor.assumeIsolated { launch(make()) } }
    }
  }

  private nonisolated static func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: nil)
  }

  /// The first callback of every process (LIFE-1), after which it is too late to register (API-3).
  private static func launch(_ own: any UIApplicationDelegate) {
    delegate = own
    UIApplication.shared.delegate = own
    _ = own.application(.shared, willFinishLaunchingWithOptions: nil)
    _ = own.application(.shared, didFinishLaunchingWithOptions: nil)
    post(UIApplication.didFinishLaunchingNotification)
    AppSystem.isLaunching = false
  }

  private nonisolated static func onMain(
    _ kind: String, _ body: @escaping @MainActor (Line, any UIApplicationDelegate) -> Void
  ) {
    AppSystem.observers[kind] = { event in
      nonisolated(unsafe) let event = event
      DispatchQueue.main.async { MainActor.assumeIsolated { if let delegate { body(event, delegate) } } }
    }
  }

  private nonisolated static func listen() {
    onMain("opened") { _, delegate in
      connectScene(delegate)
      let delegate = hasScenes ? nil : delegate
      post(UIApplication.willEnterForegroundNotification)
      delegate?.applicationWillEnterForeground(.shared)
      scene?.sceneWillEnterForeground(window)
      post(UIApplication.didBecomeActiveNotification)
      delegate?.applicationDidBecomeActive(.shared)
      scene?.sceneDidBecomeActive(window)
    }
    // In the order of LIFE-2.
    onMain("enteredBackground") { _, delegate in
      let delegate = hasScenes ? nil : delegate
      post(UIApplication.willResignActiveNotification)
      delegate?.applicationWillResignActive(.shared)
      scene?.sceneWillResignActive(window)
      post(UIApplication.didEnterBackgroundNotification)
      delegate?.applicationDidEnterBackground(.shared)
      scene?.sceneDidEnterBackground(window)
    }
    // A silent push, with a run where the app was launched for it (PUSH-4, PUSH-8).
    onMain("pushed") { event, delegate in
      delegate.application(.shared, didReceiveRemoteNotification: ["aps": ["content-available": 1]]) {
        (result: UIBackgroundFetchResult) in complete(event, success: result != .failed)
      }
    }
    // All files of a session (URL-7, URL-8).
    onMain("sessionFinished") { event, delegate in
      let session = event["session"].text ?? ""
      let inBackground = event["run"].integer != nil
      if inBackground, let action = sessions[session] {
        Task {
          await action()
          complete(event, success: true)
        }
      } else if inBackground {
        delegate.application(.shared, handleEventsForBackgroundURLSession: session) {
          complete(event, success: true)
        }
      }
      BackgroundSessions.finish(session, inBackground: inBackground)
    }
  }

  private nonisolated static func complete(_ event: Line, success: Bool) {
    if let run = event["run"].integer { AppProcess.ask("complete", ["run": run, "success": success]) }
  }

  private static func connectScene(_ delegate: any UIApplicationDelegate) {
    guard !hasScene else { return }
    hasScene = true
    let session = UISceneSession()
    let options = UIScene.ConnectionOptions()
    let configuration = delegate.application(.shared, configurationForConnecting: session, options: options)
    guard let type = configuration.delegateClass as? any UISceneDelegate.Type else { return }
    scene = type.init()
    scene?.scene(window, willConnectTo: session, options: options)
  }
}
