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
@MainActor open class UIResponder: NSObject {
  public required nonisolated override init() {}
}
@MainActor open class UIWindow: UIResponder {}
@MainActor open class UIViewController: UIResponder {
  open func viewDidLoad() {}
}

@MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable { case active, inactive, background }
  public struct LaunchOptionsKey: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
  }
  public nonisolated static let shared = UIApplication()
  public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0
  public nonisolated static let backgroundFetchIntervalNever = TimeInterval.greatestFiniteMagnitude
  public internal(set) weak var delegate: (any UIApplicationDelegate)?
  open var applicationIconBadgeNumber = 0

  /// Extra time in the background, which has to be ended (EXT-1 to EXT-6). May be called by any thread.
  @preconcurrency
  public nonisolated func beginBackgroundTask(
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
    AppProcess.ask(.state).remaining ?? .greatestFiniteMagnitude
  }
  public nonisolated var applicationState: State {
    AppProcess.ask(.state).isForeground ? .active : .background
  }
  /// As the settings have it (BAR-1).
  public nonisolated var backgroundRefreshStatus: UIBackgroundRefreshStatus {
    switch AppProcess.ask(.state).refreshStatus {
    case "available": .available
    case "denied": .denied
    default: .restricted
    }
  }

  // What a phone registers for is what the study says of it.
  open func registerForRemoteNotifications() {}
  open func setMinimumBackgroundFetchInterval(_ interval: TimeInterval) {}

  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
}

/// What the system calls of the app. All of it is optional.
@MainActor public protocol UIApplicationDelegate: AnyObject {
  init()
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillEnterForeground(_ application: UIApplication)
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role) }
  // The two forms of one method: the one that the app has is reached through the other.
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    nonisolated(unsafe) let (userInfo, completionHandler) = (userInfo, completionHandler)
    Task { @MainActor in
      completionHandler(await self.application(application, didReceiveRemoteNotification: userInfo))
    }
  }
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult { .noData }
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { completionHandler() }

  /// `@main` of a delegate.
  public nonisolated static func main() {
    nonisolated(unsafe) let type: any UIApplicationDelegate.Type = self
    SimulatedApp.main { type.init() }
  }
}

// MARK: Scenes

@MainActor open class UIScene: UIResponder {
  public struct ConnectionOptions: Sendable {}
}
@MainActor open class UIWindowScene: UIScene {}
@MainActor open class UISceneSession: NSObject {
  public struct Role: Hashable, Sendable {
    let name: String
    public static let windowApplication = Role(name: "UIWindowSceneSessionRoleApplication")
  }
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
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
}
extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
