import DeviceModel
import EventSimulation
import ModelParameters
import Workload

/// The network path of the device, and the time for which discretionary work waits after a long absence.
struct Connectivity {
  private(set) var path: NetworkPath
  /// The cellular network of the phone, and that of its operator without 5G.
  private let cellular, withoutFifthGeneration: RadioPath
  private var offlineSince: Instant?
  /// Until when discretionary work waits so that a returning device does not start all of it at once.
  private(set) var herdHoldEnd: Instant = .zero

  init(path: NetworkPath, cellular: NetworkProfile) {
    self.path = path
    self.cellular = .cellular(cellular)
    withoutFifthGeneration = .cellular(cellular.withoutFifthGeneration)
    offlineSince = path == .none ? .zero : nil
  }

  var isOnline: Bool { path != .none }

  /// Changes the path. Returns the path before and the absence that has ended; nil if the path is the present one.
  mutating func change(to path: NetworkPath, at now: Instant) -> PathChange? {
    guard path != self.path else { return nil }
    let change = PathChange(old: self.path, absence: offlineSince.map { now - $0 })
    self.path = path
    offlineSince = path == .none ? now : nil
    return change
  }

  /// Makes discretionary work wait until an instant, or longer if it waits already. Returns the end of the wait.
  mutating func holdHerd(until end: Instant) -> Instant {
    herdHoldEnd = max(herdHoldEnd, end)
    return herdHoldEnd
  }

  func radioPath(avoids5G: Bool) -> RadioPath? {
    switch path {
    case .none: nil
    case .wifi: .wifi
    case .cellular: avoids5G ? withoutFifthGeneration : cellular
    }
  }
}

struct PathChange: Equatable {
  var old: NetworkPath
  /// How long there had been no path; nil if there was one.
  var absence: TimeSpan?
}
