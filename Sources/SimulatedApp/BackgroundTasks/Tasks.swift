import AppRuntime
@_exported import Foundation

public typealias SimulatedWork = AppRuntime.SimulatedWork

open class BGTaskRequest: NSObject, @unchecked Sendable {
  public let identifier: String
  /// No start before it (SUB-8).
  open var earliestBeginDate: Date?

  fileprivate init(_ identifier: String) { self.identifier = identifier }
}

open class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
  public init(identifier: String) { super.init(identifier) }
}

open class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
  open var requiresNetworkConnectivity = false
  open var requiresExternalPower = false

  public init(identifier: String) { super.init(identifier) }
}

/// Obeys the rules of processing (PROC-10).
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest, @unchecked Sendable {
  open var protectionTypeOfRequiredData = "NSFileProtectionCompleteUntilFirstUserAuthentication"
}

/// Work that the user has begun and may watch (CONT-1 to CONT-10).
open class BGContinuedProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
  public enum SubmissionStrategy: Int, Sendable { case fail, queue }

  open var title: String
  open var subtitle: String
  open var strategy = SubmissionStrategy.queue

  public init(identifier: String, title: String, subtitle: String) {
    (self.title, self.subtitle) = (title, subtitle)
    super.init(identifier)
  }
}

open class BGTask: NSObject, @unchecked Sendable {
  public let identifier: String
  fileprivate let run: Int

  init(identifier: String, run: Int) { (self.identifier, self.run) = (identifier, run) }

  /// Called when the run has to stop (REF-3); without one it is complete and unsuccessful then (BAD-4).
  open var expirationHandler: (() -> Void)? {
    didSet { if expirationHandler != nil { AppProcess.ask("handles_expiry", ["run": run]) } }
  }

  open func setTaskCompleted(success: Bool) { AppProcess.ask("complete", ["run": run, "success": success]) }
}

open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
open class BGProcessingTask: BGTask, @unchecked Sendable {}
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}

open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  /// Tells the phone how far it is (CONT-6).
  private final class Reporting: Progress, @unchecked Sendable {
    var run = 0

    override var completedUnitCount: Int64 {
      get { super.completedUnitCount }
      set {
        super.completedUnitCount = newValue
        let share = totalUnitCount > 0 ? Double(newValue) / Double(totalUnitCount) : 0
        AppProcess.ask("progress", ["run": run, "share": min(1, max(0, share))])
      }
    }
  }
  open private(set) lazy var progress: Progress = {
    let progress = Reporting(parent: nil)
    progress.run = run
    return progress
  }()
  open private(set) var title = ""
  open private(set) var subtitle = ""

  open func updateTitle(_ title: String, subtitle: String) { (self.title, self.subtitle) = (title, subtitle) }
}
