import EventSimulation
import RandomStreams
import Workload

/// The apps of one device as a policy may know them beyond its candidates: names, declared work, past runs and opens.
///
/// A policy that needs the history keeps the reference from ``SchedulingPolicy/begin(_:forecast:)`` and reads
/// it at its decisions. Without such a policy, the history is not recorded. It contains declarations and the
/// past only, not the draw of a run that has not ended and not the future.
///
/// It is a class because the simulation writes it and a policy reads it. It belongs to one run of one device.
public final class AppHistory {
  private struct Row: Hashable {
    var app: Int32
    var taskChain: TaskChain
  }

  private let specification: (_ app: Int32) -> AppSpecification?
  private var opens: [Int32: Instant] = [:]
  private var runs: [Row: PastRuns] = [:]

  /// - Parameter specification: The declarations of an app by its index on the device; nil for an app without work.
  public init(_ specification: @escaping (_ app: Int32) -> AppSpecification?) {
    self.specification = specification
  }

  // MARK: Reading

  /// The bundle id of a candidate's app; empty for an app that the device does not have.
  public func bundleID(of candidate: Candidate) -> String { bundleID(ofApp: candidate.app) }

  /// The bundle id of an app by its index on the device; empty for an app that the device does not have.
  public func bundleID(ofApp app: Int32) -> String { specification(app)?.bundleID ?? "" }

  /// The identifier of a candidate's task: the identifier of the task or of the transfer session, or `push`;
  /// nil for a request whose identifier belongs to no task of the app.
  public func identifier(of candidate: Candidate) -> String? {
    identifier(of: candidate.taskChain, ofApp: candidate.app)
  }

  /// The identifier of a task chain of an app, in the same form as for a candidate.
  public func identifier(of taskChain: TaskChain, ofApp app: Int32) -> String? {
    guard let app = specification(app) else { return nil }
    return switch taskChain {
    case .task(let index): app.tasks.element(Int(index))?.identifier
    case .push: "push"
    case .transfer(let session): app.transfers.element(Int(session))?.session
    case .unlisted: nil
    }
  }

  /// The work that a candidate's task is declared to have; nil for a request whose identifier no task of the app has.
  /// Takes the time of four quantiles.
  public func declaredWork(of candidate: Candidate) -> DeclaredWork? {
    guard let app = specification(candidate.app) else { return nil }
    return switch candidate.taskChain {
    case .task(let index): (app.tasks.element(Int(index))?.work).map(DeclaredWork.init)
    case .push: (app.pushes?.work).map(DeclaredWork.init)
    case .transfer(let session): app.transfers.element(Int(session)).map(DeclaredWork.init)
    case .unlisted: nil
    }
  }

  /// The ended runs of a candidate's task on this device; nil before the first has ended.
  public func pastRuns(of candidate: Candidate) -> PastRuns? {
    runs[Row(app: candidate.app, taskChain: candidate.taskChain)]
  }

  /// When the user last opened the app of a candidate, or was in it at the start; nil before the first time.
  public func lastOpen(of candidate: Candidate) -> Instant? { opens[candidate.app] }

  // MARK: Writing

  /// Notes an open by the user.
  public func noteOpen(_ app: Int32, at now: Instant) { opens[app] = now }

  /// Adds an ended run to the runs of its task chain.
  public func add(_ outcome: RunOutcome) {
    runs[Row(app: outcome.app, taskChain: outcome.taskChain), default: PastRuns()].add(outcome)
  }
}

/// The task of an app's work that an item belongs to.
public enum TaskChain: Sendable, Hashable {
  /// Requests of a task, by its index among the app's tasks.
  case task(Int16)
  /// The silent pushes.
  case push
  /// Files of a background session, by its index among the app's transfers.
  case transfer(session: Int16)
  /// Requests of an identifier that no task of the app has.
  case unlisted
}

/// The work that an app's maker declares for each run of a task: medians of the distributions in the study.
public struct DeclaredWork: Sendable, Hashable {
  /// Processor time on an efficiency core, at the declared share of it.
  public var processor: TimeSpan
  /// Waiting for servers.
  public var wait: TimeSpan
  /// Bytes sent and received by a run.
  public var bytesUp, bytesDown: Int64

  /// The duration of a run whose bytes move within its processor time: the shortest one, without the launch.
  public var duration: TimeSpan { processor + wait }

  init(_ work: WorkSpecification) {
    let share = min(1, max(0.01, work.cpuShare?.quantile(0.5) ?? 1))
    let busy = TimeSpan.seconds(Self.median(work.cpu) / share)
    processor = work.pace?.length(of: busy) ?? busy
    wait = .seconds(Self.median(work.wait))
    (bytesUp, bytesDown) = (Self.bytes(work.up), Self.bytes(work.down))
  }

  /// One file: a transfer needs no processor of its app.
  init(_ transfer: TransferSpecification) {
    (processor, wait) = (.zero, .zero)
    (bytesUp, bytesDown) = (Self.bytes(transfer.up), Self.bytes(transfer.down))
  }

  private static func median(_ law: any Distribution) -> Double { max(0, law.quantile(0.5)) }
  private static func bytes(_ law: any Distribution) -> Int64 { Int64(median(law).rounded()) }
}

/// The ended runs of one task of one app on one device, successful or not: their number, sums and means.
public struct PastRuns: Sendable, Hashable {
  /// The number of ended runs, at least 1 if a policy sees it.
  public private(set) var count: Int64 = 0
  private var length = TimeSpan.zero
  private var bytes: Int64 = 0, energy: Int64 = 0, battery: Int64 = 0

  /// Time from launch to end.
  public var meanDuration: TimeSpan { .microseconds(mean(length.microseconds)) }
  /// Bytes that moved, both ways.
  public var meanBytes: Int64 { mean(bytes) }
  /// Energy billed to a run by its end, in nanojoules; the tail of the radio is billed later and is not in it.
  public var meanEnergyNanojoules: Int64 { mean(energy) }
  /// The part of it that was drawn while the device was unplugged, in nanojoules.
  public var meanBatteryNanojoules: Int64 { mean(battery) }

  mutating func add(_ outcome: RunOutcome) {
    count += 1
    length = length + outcome.duration
    bytes += outcome.bytes
    energy += outcome.energyNanojoules
    battery += outcome.batteryNanojoules
  }

  private func mean(_ sum: Int64) -> Int64 { count > 0 ? sum / count : 0 }
}

/// How likely the user opens the apps of one device soon (USE-1), for a policy that asks for it where it needs it.
///
/// A policy that wants it keeps the reference that ``SchedulingPolicy/begin(_:forecast:)`` hands it. It knows the past
/// alone, and belongs to one run of one device.
public protocol OpenForecast: AnyObject {
  /// The estimated probability that the user opens an app, by its index on the device, within the look-ahead from the
  /// present decision point, as ``Candidate/likelihood`` tells it.
  func likelihood(ofApp app: Int32, at now: Instant) -> Double

  /// The intensity of the use of an app, as ``Candidate/intensity`` tells it; the same throughout a local day.
  func intensity(ofApp app: Int32) -> Float
}

extension Array {
  /// An element; nil beyond the ends.
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
