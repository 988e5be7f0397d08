import EventSimulation
import RandomStreams

/// An app that is code in place of a description of its work.
///
/// The phone passes the events of the system to the code. The code acts at this instant, can make requests to
/// its phone meanwhile, and returns when it wants to run next. One behavior belongs to one phone. Its
/// properties outlive its process, so the code must clear volatile state at ``AppEvent/launched``.
public protocol AppBehavior: AnyObject {
  /// - Parameters:
  ///   - event: What has happened, at this instant or while the process was suspended.
  ///   - now: The time since midnight of day 0, as the phone counts it.
  ///   - ask: Asks the phone, which answers at once.
  /// - Returns: The instant at which the app wants to be told ``AppEvent/timer``; nil for never. It replaces the one of the
  ///   event before. A process that is suspended is not told; at its next event it says anew when.
  func handle(_ event: AppEvent, at now: Instant, ask: (AppRequest) -> AppAnswer) -> Instant?

  /// Why the app cannot go on, which ends the run of its phone without a result; nil while it can.
  var failure: String? { get }
}

extension AppBehavior {
  /// None: the app can go on.
  public var failure: String? { nil }
}

/// An event that the system reports to an app.
public enum AppEvent: Sendable, Hashable {
  /// The process has begun.
  case launched
  /// The user has opened the app, or has left it.
  case opened, enteredBackground
  /// A run of a request begins; the phone knows it by its number.
  case started(run: Int, identifier: String, Mechanism)
  /// The system asks a run to stop, of which the app has said that it handles that.
  case expired(run: Int)
  /// A silent push, in a run of its own or, without one, in the process as it executes.
  case pushed(run: Int?)
  /// A transfer has moved its bytes, or was lost; `up` and `down` have moved.
  case transferEnded(id: Int, isLost: Bool, up: Int64, down: Int64)
  /// The processor time of an id has been spent.
  case processorEnded(id: Int)
  /// The instant for which the app has asked.
  case timer
  /// The time of open assertions is nearly over.
  case assertionsExpire
  /// All files of a background session have arrived or failed; with a run where the app was launched for it.
  case sessionFinished(run: Int?, session: String)
  /// The process has ended, for a reason in the words of the event log. The phone refuses whatever it is asked.
  case terminated(String)
}

/// A question or an order of an app to its phone.
public enum AppRequest: Sendable, Hashable {
  /// Submits a request, in place of a pending one with this identifier.
  case submit(
    identifier: String, Mechanism, earliest: Instant? = nil, power: Bool = false, network: Bool = false)
  /// Cancels the request of an identifier; nil for all.
  case cancel(String?)
  /// The pending requests.
  case list
  case complete(run: Int, success: Bool)
  /// The run has an expiration handler from now on.
  case handlesExpiry(run: Int)
  /// Sends and receives bytes. The id is the app's own.
  case transfer(id: Int, up: Int64, down: Int64)
  /// Computes for a time, as long as the efficiency core of the standard phone takes. The id is the app's own.
  case processor(id: Int, TimeSpan)
  /// Stops a transfer or a computation, which then has no end that is told.
  case stop(id: Int)
  /// A continued task reports which share of it is done.
  case progress(run: Int, Double)
  /// The app has its content as the server had it at an instant.
  case content(asOf: Instant)
  /// Takes or ends extra time in the background. The id is the app's own.
  case beginAssertion(id: Int, name: String)
  case endAssertion(id: Int)
  /// Adds a file to a background session of the app.
  case download(session: String, up: Int64, down: Int64)
  case state
  /// The app has asked for an address that no server of the study answers.
  case missingServer(url: String)
  /// The process ends by its own doing.
  case end(AppEnd)
}

/// How an app ends its own process.
public enum AppEnd: String, Sendable, Hashable, CaseIterable {
  case lateRegistration, duplicateRegistration, noHandler, crash
}

/// The answer of a phone.
public enum AppAnswer: Sendable, Hashable {
  case done
  /// The published code of the error, or 0: -1009 for a transfer without a network.
  case refused(Int)
  case pending([PendingRequest])
  case state(AppState)
}

/// A request that waits.
public struct PendingRequest: Sendable, Hashable {
  /// The identifier of the submitted request.
  public var identifier: String
  /// The kind of the request.
  public var mechanism: Mechanism
  /// The earliest begin date; nil if not set.
  public var earliest: Instant?

  public init(identifier: String, mechanism: Mechanism, earliest: Instant? = nil) {
    (self.identifier, self.mechanism, self.earliest) = (identifier, mechanism, earliest)
  }
}

/// The state of its phone that an app can read.
public struct AppState: Sendable, Hashable {
  /// Whether the user sees the app.
  public var isForeground: Bool
  /// Whether the user or the system has switched Low Power Mode on.
  public var isLowPowerMode: Bool
  /// Whether there is a path to the network.
  public var isOnline: Bool
  /// `available`, `denied` or `restricted`.
  public var refreshStatus: String
  /// The rest of the time in the background; nil in the foreground, where it does not count.
  public var remaining: TimeSpan?
  /// Whether a charger is connected.
  public var isPlugged: Bool
  /// The level of the battery, 0 to 1.
  public var stateOfCharge: Double
  /// The kind of the path to the network.
  public var network: NetworkPath

  public init(
    isForeground: Bool, isLowPowerMode: Bool, isOnline: Bool, refreshStatus: String, remaining: TimeSpan?,
    isPlugged: Bool = false, stateOfCharge: Double = 1, network: NetworkPath = .wifi
  ) {
    self.isForeground = isForeground
    self.isLowPowerMode = isLowPowerMode
    self.isOnline = isOnline
    self.refreshStatus = refreshStatus
    self.remaining = remaining
    (self.isPlugged, self.stateOfCharge, self.network) = (isPlugged, stateOfCharge, network)
  }
}

/// The code of an app, with its name in studies.
public struct AppCode: Sendable {
  /// The name in studies, as `behavior`.
  public var name: String
  /// The words that distinguish it in the identity of runs, where the study does not say it already.
  package var identity: String
  /// Makes the app of one phone.
  public var make: @Sendable (AppContext) -> any AppBehavior

  public init(name: String, make: @escaping @Sendable (AppContext) -> any AppBehavior) {
    self.init(name: name, identity: "", make: make)
  }

  package init(name: String, identity: String, make: @escaping @Sendable (AppContext) -> any AppBehavior) {
    (self.name, self.identity, self.make) = (name, identity, make)
  }
}

/// The facts that the code of an app may know before it begins.
public struct AppContext: Sendable, Hashable {
  /// The bundle identifier of the app.
  public var bundleID: String
  /// Identifies the device of the run, the same under all policies: 16 hexadecimal digits.
  public var deviceKey: String
  /// The weekday of day 0, 0 for Monday.
  public var firstWeekday: Int
  /// The address of the answers of its servers.
  package let servers: StreamAddress

  package init(bundleID: String, deviceKey: String, firstWeekday: Int, servers: StreamAddress) {
    (self.bundleID, self.deviceKey, self.firstWeekday) = (bundleID, deviceKey, firstWeekday)
    self.servers = servers
  }
}
