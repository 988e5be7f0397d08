import AppRuntime
import Foundation

/// The program of an app: it tells the delegate what the phone says.
@MainActor public enum SimulatedApp {
  private static var delegate: (any UIApplicationDelegate)?
  private static var scene: (any UISceneDelegate)?
  private static let window = UIWindowScene()
  /// Whether the app has been in front since its launch.
  private static var hasScene = false

  /// - Parameter make: Makes the delegate, at each launch.
  public nonisolated static func main(_ make: @escaping @MainActor () -> any UIApplicationDelegate) -> Never {
    AppProcess.savePreferences = { UserDefaults.standard.synchronize() }
    AppProcess.main(test: SelfTest.run) {
      AppSystem.boot()
      BGTaskScheduler.listen()
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
    _ kind: String, _ body: @escaping @MainActor (AppEvent, any UIApplicationDelegate) -> Void
  ) {
    AppSystem.observe(kind) { event in
      nonisolated(unsafe) let event = event
      DispatchQueue.main.async { MainActor.assumeIsolated { if let delegate { body(event, delegate) } } }
    }
  }

  private nonisolated static func listen() {
    onMain("opened") { _, delegate in
      connectScene(delegate)
      post(UIApplication.willEnterForegroundNotification)
      delegate.applicationWillEnterForeground(.shared)
      scene?.sceneWillEnterForeground(window)
      post(UIApplication.didBecomeActiveNotification)
      delegate.applicationDidBecomeActive(.shared)
      scene?.sceneDidBecomeActive(window)
    }
    // In the order of LIFE-2.
    onMain("enteredBackground") { _, delegate in
      post(UIApplication.willResignActiveNotification)
      delegate.applicationWillResignActive(.shared)
      scene?.sceneWillResignActive(window)
      post(UIApplication.didEnterBackgroundNotification)
      delegate.applicationDidEnterBackground(.shared)
      scene?.sceneDidEnterBackground(window)
    }
    // A silent push, with a run where the app was launched for it (PUSH-4, PUSH-8).
    onMain("pushed") { event, delegate in
      delegate.application(.shared, didReceiveRemoteNotification: ["aps": ["content-available": 1]]) {
        (result: UIBackgroundFetchResult) in
        if let run = event.run { AppProcess.ask(.complete(run: run, success: result != .failed)) }
      }
    }
    // All files of a session (URL-7, URL-8).
    onMain("sessionFinished") { event, delegate in
      if let run = event.run {
        delegate.application(.shared, handleEventsForBackgroundURLSession: event.session) {
          AppProcess.ask(.complete(run: run, success: true))
        }
      }
      BackgroundSessions.finish(event.session, inBackground: event.run != nil)
    }
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
