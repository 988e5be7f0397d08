import AppRuntime
@_exported import UIKit

// Views are named and never shown.
@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}
extension View where Body == Never { public var body: Never { fatalError("nothing is shown") } }
extension Never: View { public var body: Never { fatalError("nothing is shown") } }
@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content>(_ content: Content) -> Content { content }
}
public typealias SceneBuilder = ViewBuilder
public struct Text: View { public init(_ text: String) {} }

public enum ScenePhase: Sendable, Comparable { case background, inactive, active }

public struct EnvironmentValues: Sendable {
  @MainActor static var phase = ScenePhase.background
  public var scenePhase: ScenePhase { MainActor.assumeIsolated { Self.phase } }
}
@propertyWrapper public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}

/// Makes the app's delegate, which derives from `NSObject` and is final, or from `UIResponder`.
@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate: UIApplicationDelegate> {
  public let wrappedValue: Delegate
  public init(_ type: Delegate.Type = Delegate.self) {
    wrappedValue = type.init()
    SceneSystem.delegate = wrappedValue
  }
}

@MainActor enum SceneSystem {
  static var observers: [(ScenePhase, ScenePhase) -> Void] = []
  static var delegate: (any UIApplicationDelegate)?

  static func listen() {
    SimulatedApp.hasScenes = true
    let phases: [(Notification.Name, ScenePhase)] = [
      (UIApplication.didBecomeActiveNotification, .active),
      (UIApplication.willResignActiveNotification, .inactive),
      (UIApplication.didEnterBackgroundNotification, .background),
    ]
    for (name, phase) in phases {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { change(to: phase) }
      }
    }
  }

  private static func change(to phase: ScenePhase) {
    let old = EnvironmentValues.phase
    guard phase != old else { return }
    EnvironmentValues.phase = phase
    for observer in observers { observer(old, phase) }
  }
}

@MainActor public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  func attach()
}
extension Scene { public func attach() { body.attach() } }
extension Scene where Body == Never { public var body: Never { fatalError("nothing is shown") } }
extension Never: Scene {}
public struct WindowGroup: Scene {
  public init<Content: View>(@ViewBuilder content: () -> Content) {}
  public func attach() {}
}

private struct AttachedScene<Inner: Scene>: Scene {
  let inner: Inner
  let effect: @MainActor () -> Void
  func attach() {
    effect()
    inner.attach()
  }
}

public struct BackgroundTask<Request, Response>: Sendable {
  let attach: @MainActor @Sendable (@escaping @Sendable () async -> Void) -> Void
}
extension BackgroundTask where Request == Void, Response == Void {
  /// The task is complete when the function returns, and cancelled when it expires (REF-3).
  public static func appRefresh(_ identifier: String) -> Self {
    Self { action in
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { run in
        let work = Task {
          await action()
          run.setTaskCompleted(success: true)
        }
        run.expirationHandler = { work.cancel() }
      }
    }
  }
  public static func urlSession(_ identifier: String) -> Self {
    Self { action in SimulatedApp.sessions[identifier] = action }
  }
}

extension Scene {
  /// Watches a value; the phase is the only value of a scene that changes by itself.
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping @MainActor (Value) -> Void
  ) -> some Scene { onChange(of: value) { _, new in action(new) } }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor (Value, Value) -> Void
  ) -> some Scene {
    AttachedScene(inner: self) {
      SceneSystem.observers.append { old, new in
        if let old = old as? Value, let new = new as? Value { action(old, new) }
      }
    }
  }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some Scene { onChange(of: value) { _, _ in action() } }
  public func backgroundTask(
    _ task: BackgroundTask<Void, Void>, action: @escaping @Sendable () async -> Void
  ) -> some Scene { AttachedScene(inner: self) { task.attach(action) } }
}

@MainActor public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}
extension App {
  public nonisolated static func main() {
    SimulatedApp.main {
      SceneSystem.listen()
      Self().body.attach()
      return SceneSystem.delegate ?? PlainDelegate()
    }
  }
}

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}
