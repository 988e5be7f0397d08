import AppRuntime
import Foundation

open class BGTaskScheduler: NSObject, @unchecked Sendable {
  public static let shared = BGTaskScheduler()

  public enum Error: Int, CustomNSError, Sendable {
    public typealias Code = Error

    case unavailable = 1
    case tooManyPendingTaskRequests, notPermitted, immediateRunIneligible

    public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
    public var errorCode: Int { rawValue }
    public var code: Code { self }
  }

  private var handlers: [String: (BGTask) -> Void] = [:]
  private var tasks: [Int: BGTask] = [:]

  public func listen() {
    AppSystem.observers["started"] = { [self] event in
      guard let run = event["run"].integer else { return }
      let identifier = event["identifier"].text ?? ""
      // A permitted identifier without a handler (BAD-2).
      guard let handler = handlers[identifier] else { AppProcess.end("noHandler") }
      let task = kind(event["mechanism"].text).task(identifier, run)
      tasks[run] = task
      handler(task)
    }
    AppSystem.observers["expired"] = { [self] event in
      event["run"].integer.flatMap { tasks[$0] }?.expirationHandler?()
    }
  }

  /// False where the identifier is not permitted (API-1). A late or second registration ends the process (API-3), but for
  /// continued tasks (API-4).
  @discardableResult open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue? = nil,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    // Whether an entry with an asterisk at its end permits it (CONT-2).
    let isContinued = (AppProcess.permitted ?? []).contains {
      $0.hasSuffix(".*") && identifier.hasPrefix($0.dropLast())
    }
    guard AppSystem.isLaunching || isContinued else { AppProcess.end("lateRegistration") }
    if let permitted = AppProcess.permitted, !permitted.contains(identifier), !isContinued { return false }
    if handlers[identifier] != nil, !isContinued { AppProcess.end("duplicateRegistration") }
    nonisolated(unsafe) let launchHandler = launchHandler
    handlers[identifier] = { task in
      if let queue { queue.async { launchHandler(task) } } else { launchHandler(task) }
    }
    return true
  }

  /// - Throws: ``Error``, as the phone decides (API-1, API-2, SUB-1 to SUB-8).
  open func submit(_ request: BGTaskRequest) throws {
    let processing = request as? BGProcessingTaskRequest
    let answer = AppProcess.ask(
      "submit",
      [
        "identifier": request.identifier, "mechanism": mechanism(of: request),
        "earliest_us": request.earliestBeginDate.map { AppProcess.instant(unix: $0.timeIntervalSince1970) },
        "requires_external_power": processing?.requiresExternalPower ?? false,
        "requires_network_connectivity": processing?.requiresNetworkConnectivity ?? false,
      ])
    if let code = answer["refused"].integer { throw Error(rawValue: code) ?? .notPermitted }
  }

  /// Pending requests only (SUB-10).
  open func cancel(taskRequestWithIdentifier identifier: String) {
    AppProcess.ask("cancel", ["identifier": identifier])
  }
  open func cancelAllTaskRequests() { AppProcess.ask("cancel") }

  open func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
    let requests = (AppProcess.ask("list")["pending"].elements ?? []).map { line in
      let request = kind(line["mechanism"].text).request(line["identifier"].text ?? "")
      request.earliestBeginDate = line["earliest_us"].number.map {
        Date(timeIntervalSince1970: AppProcess.unix($0))
      }
      return request
    }
    WorkQueue.after(0) { completionHandler(requests) }
  }
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    await withUnsafeContinuation { continuation in
      getPendingTaskRequests { continuation.resume(returning: $0) }
    }
  }
}

private func mechanism(of request: BGTaskRequest) -> String {
  switch request {
  case is BGHealthResearchTaskRequest: "health"
  case is BGProcessingTaskRequest: "processing"
  case is BGContinuedProcessingTaskRequest: "continued"
  default: "refresh"
  }
}
/// How a request is made again and which task its run is, by the mechanism.
private func kind(_ mechanism: String?) -> (request: (String) -> BGTaskRequest, task: (String, Int) -> BGTask)
{
  switch mechanism {
  case "processing": (BGProcessingTaskRequest.init, BGProcessingTask.init)
  case "health": (BGHealthResearchTaskRequest.init, BGHealthResearchTask.init)
  case "continued":
    (
      { BGContinuedProcessingTaskRequest(identifier: $0, title: "", subtitle: "") },
      BGContinuedProcessingTask.init
    )
  default: (BGAppRefreshTaskRequest.init, BGAppRefreshTask.init)
  }
}
