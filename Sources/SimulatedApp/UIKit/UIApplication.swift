import AppRuntime
@_exported import BackgroundTasks
@_exported import FoundationNetworking
@_exported import os

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }
public enum UIBackgroundRefreshStatus: Int, Sendable { case restricted, denied, available }

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// Delegates derive from it; one that derives from `NSObject` has to be final.
@MainActor open class UIResponder: NSObject { public required nonisolated override init() {} }
@MainActor open class UIWindow: UIResponder {}

@MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable { case active, inactive, background }
  public enum LaunchOptionsKey: Hashable, Sendable { case remoteNotification }
  public nonisolated static let shared = UIApplication()
  public internal(set) weak var delegate: (any UIApplicationDelegate)?

  /// Extra time in the background, which has to be ended (EXT-1 to EXT-6). May be called by any thread.
  @preconcurrency public nonisolated func beginBackgroundTask(
    withName name: String? = nil, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    UIBackgroundTaskIdentifier(
      rawValue: AppSystem.beginAssertion(name ?? "") {
        if let expirationHandler { DispatchQueue.main.async { expirationHandler() } }
      })
  }
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    AppSystem.endAssertion(identifier.rawValue)
  }
  public nonisolated var backgroundTimeRemaining: TimeInterval {
    AppProcess.state["remaining_us"].number.map { Double($0) / 1e6 } ?? .greatestFiniteMagnitude
  }
  public nonisolated var applicationState: State {
    AppProcess.state["foreground"].flag ? .active : .background
  }
  /// As the settings have it (BAR-1).
  public nonisolated var backgroundRefreshStatus: UIBackgroundRefreshStatus {
    switch AppProcess.state["refresh_status"].text {
    case "available": .available
    case "denied": .denied
    default: .restricted
    }
  }

  // What a phone registers for is what the study says of it.
  open func registerForRemoteNotifications() {}

  private nonisolated static func name(_ event: String) -> Notification.Name {
    Notification.Name("UIApplication\(event)Notification")
  }
  public nonisolated static let didFinishLaunchingNotification = name("DidFinishLaunching")
  public nonisolated static let didBecomeActiveNotification = name("DidBecomeActive")
  public nonisolated static let willResignActiveNotification = name("WillResignActive")
  public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")
  public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
}

public typealias LaunchOptions = [UIApplication.LaunchOptionsKey: Any]?
public typealias FetchCompletion = (UIBackgroundFetchResult) -> Void

/// The methods of the app that the system calls. All of them are optional.
@MainActor public protocol UIApplicationDelegate: AnyObject {
  init()
  func application(_: UIApplication, willFinishLaunchingWithOptions: LaunchOptions) -> Bool
  func application(_: UIApplication, didFinishLaunchingWithOptions: LaunchOptions) -> Bool
  func applicationDidBecomeActive(_: UIApplication)
  func applicationWillResignActive(_: UIApplication)
  func applicationDidEnterBackground(_: UIApplication)
  func applicationWillEnterForeground(_: UIApplication)
  func application(
    _: UIApplication, configurationForConnecting: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  func application(
    _: UIApplication, didReceiveRemoteNotification: [AnyHashable: Any],
    fetchCompletionHandler: @escaping FetchCompletion)
  func application(_: UIApplication, didReceiveRemoteNotification: [AnyHashable: Any]) async
    -> UIBackgroundFetchResult
  func application(
    _: UIApplication, handleEventsForBackgroundURLSession: String, completionHandler: @escaping () -> Void)
}

extension UIApplicationDelegate {
  public func application(_: UIApplication, willFinishLaunchingWithOptions: LaunchOptions) -> Bool { true }
  public func application(_: UIApplication, didFinishLaunchingWithOptions: LaunchOptions) -> Bool { true }
  public func applicationDidBecomeActive(_: UIApplication) {}
  public func applicationWillResignActive(_: UIApplication) {}
  public func applicationDidEnterBackground(_: UIApplication) {}
  public func applicationWillEnterForeground(_: UIApplication) {}
  public func application(
    _: UIApplication, configurationForConnecting session: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: session.role) }
  // The two forms of one method: the one that the app has is reached through the other.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping FetchCompletion
  ) {
    nonisolated(unsafe) let (userInfo, completionHandler) = (userInfo, completionHandler)
    Task { @MainActor in
      completionHandler(await self.application(application, didReceiveRemoteNotification: userInfo))
    }
  }
  public func application(_: UIApplication, didReceiveRemoteNotification: [AnyHashable: Any]) async
    -> UIBackgroundFetchResult
  { .noData }
  public func application(
    _: UIApplication, handleEventsForBackgroundURLSession: String, completionHandler: @escaping () -> Void
  ) { completionHandler() }

  public nonisolated static func main() {
    nonisolated(unsafe) let type: any UIApplicationDelegate.Type = self
    SimulatedApp.main { type.init() }
  }
}

@MainActor open class UIScene: UIResponder { public struct ConnectionOptions: Sendable {} }
@MainActor open class UIWindowScene: UIScene {}
@MainActor open class UISceneSession: NSObject {
  public enum Role: Hashable, Sendable { case windowApplication }
  public let role = Role.windowApplication
}
@MainActor open class UISceneConfiguration: NSObject {
  open var delegateClass: AnyClass?
  public let name: String?
  public init(name: String?, sessionRole: UISceneSession.Role) { self.name = name }
}

/// A scene that the app has named by ``UIApplicationDelegate/application(_:configurationForConnecting:options:)``.
@MainActor public protocol UISceneDelegate: AnyObject {
  init()
  func scene(_: UIScene, willConnectTo: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneDidBecomeActive(_: UIScene)
  func sceneWillResignActive(_: UIScene)
  func sceneDidEnterBackground(_: UIScene)
  func sceneWillEnterForeground(_: UIScene)
}
extension UISceneDelegate {
  public func scene(_: UIScene, willConnectTo: UISceneSession, options: UIScene.ConnectionOptions) {}
  public func sceneDidBecomeActive(_: UIScene) {}
  public func sceneWillResignActive(_: UIScene) {}
  public func sceneDidEnterBackground(_: UIScene) {}
  public func sceneWillEnterForeground(_: UIScene) {}
}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
