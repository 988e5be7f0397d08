import AppRuntime
@_exported import Foundation

public typealias SimulatedWork = AppRuntime.SimulatedWork

/// A request for a background task.
open class BGTaskRequest: NSObject, NSCopying, @unchecked Sendable {
  public let identifier: String
  /// No start before it (SUB-8).
  open var earliestBeginDate: Date?

  init(identifier: String) { self.identifier = identifier }

  var mechanism: String { "refresh" }
  var needsPower: Bool { false }
  var needsNetwork: Bool { false }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

open class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
  public override init(identifier: String) { super.init(identifier: identifier) }
}

open class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
  open var requiresNetworkConnectivity = false
  open var requiresExternalPower = false

  public override init(identifier: String) { super.init(identifier: identifier) }

  override var mechanism: String { "processing" }
  override var needsPower: Bool { requiresExternalPower }
  override var needsNetwork: Bool { requiresNetworkConnectivity }
}

/// Obeys the rules of processing (PROC-10).
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest, @unchecked Sendable {
  open var protectionTypeOfRequiredData = "NSFileProtectionCompleteUntilFirstUserAuthentication"

  override var mechanism: String { "health" }
}

/// Work that the user has begun and may watch (CONT-1 to CONT-10).
open class BGContinuedProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
  public enum SubmissionStrategy: Int, Sendable { case fail, queue }

  open var title: String
  open var subtitle: String
  open var strategy = SubmissionStrategy.queue

  public init(identifier: String, title: String, subtitle: String) {
    (self.title, self.subtitle) = (title, subtitle)
    super.init(identifier: identifier)
  }

  override var mechanism: String { "continued" }
}

extension BGTaskRequest {
  static func pending(_ identifier: String, _ mechanism: String, _ earliest: Int64?) -> BGTaskRequest {
    let request: BGTaskRequest =
      switch mechanism {
      case "processing": BGProcessingTaskRequest(identifier: identifier)
      case "health": BGHealthResearchTaskRequest(identifier: identifier)
      case "continued": BGContinuedProcessingTaskRequest(identifier: identifier, title: "", subtitle: "")
      default: BGAppRefreshTaskRequest(identifier: identifier)
      }
    request.earliestBeginDate = earliest.map { Date(timeIntervalSince1970: AppProcess.unix($0)) }
    return request
  }
}
