import AppRuntime
import Foundation

/// Registers handlers and submits requests.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  public static let shared = BGTaskScheduler()

  public struct Error: CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
      case unavailable = 1
      case tooManyPendingTaskRequests = 2
      case notPermitted = 3
      case immediateRunIneligible = 4

      public static func ~= (code: Code, error: any Swift.Error) -> Bool {
        (error as? BGTaskScheduler.Error)?.code == code
      }
    }
    public let code: Code
    public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [:] }
    public static var unavailable: Code { .unavailable }
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    public static var notPermitted: Code { .notPermitted }
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }

  /// The process hears of its tasks.
  public static func listen() { RunningTasks.listen() }

  /// False where the identifier is not permitted (API-1). A late or second registration ends the process (API-3), but for
  /// continued tasks (API-4).
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue? = nil,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let isContinued = isOfWildcard(identifier)
    guard AppSystem.isLaunching || isContinued else { AppProcess.end("lateRegistration") }
    if let permitted = AppProcess.permitted, !permitted.contains(identifier), !isContinued { return false }
    if AppSystem.handlers[identifier] != nil, !isContinued { AppProcess.end("duplicateRegistration") }
    nonisolated(unsafe) let launchHandler = launchHandler
    AppSystem.handlers[identifier] = { task in
      guard let task = task as? BGTask else { return }
      if let queue { queue.async { launchHandler(task) } } else { launchHandler(task) }
    }
    return true
  }

  /// Whether an entry with an asterisk at its end permits it (CONT-2).
  private func isOfWildcard(_ identifier: String) -> Bool {
    (AppProcess.permitted ?? []).contains { $0.hasSuffix(".*") && identifier.hasPrefix($0.dropLast()) }
  }

  /// - Throws: ``Error``, as the phone decides (API-1, API-2, SUB-1 to SUB-8).
  open func submit(_ request: BGTaskRequest) throws {
    let answer = AppProcess.ask(
      .submit(
        identifier: request.identifier, mechanism: request.mechanism,
        earliest: request.earliestBeginDate.map { AppProcess.instant(unix: $0.timeIntervalSince1970) },
        power: request.needsPower, network: request.needsNetwork))
    if let code = answer.refusal { throw Error(code: Error.Code(rawValue: code) ?? .notPermitted) }
  }

  /// Pending requests only (SUB-10).
  open func cancel(taskRequestWithIdentifier identifier: String) { AppProcess.ask(.cancel(identifier)) }
  open func cancelAllTaskRequests() { AppProcess.ask(.cancel(nil)) }

  open func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
    let requests = AppProcess.ask(.list).pending.map { BGTaskRequest.pending($0, $1, $2) }
    AppProcess.after(0) { completionHandler(requests) }
  }
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    await withUnsafeContinuation { continuation in
      getPendingTaskRequests { continuation.resume(returning: $0) }
    }
  }
}
