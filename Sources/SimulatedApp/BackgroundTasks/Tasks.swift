import AppRuntime
import Foundation

/// A task that runs, until its handler says that it is complete.
open class BGTask: NSObject, @unchecked Sendable {
  public let identifier: String
  fileprivate let run: Int

  fileprivate init(identifier: String, run: Int) { (self.identifier, self.run) = (identifier, run) }

  /// Called when the run has to stop (REF-3); without one it is complete and unsuccessful then (BAD-4).
  open var expirationHandler: (() -> Void)? {
    didSet { if expirationHandler != nil { AppProcess.ask(.handlesExpiry(run: run)) } }
  }

  open func setTaskCompleted(success: Bool) { AppProcess.ask(.complete(run: run, success: success)) }
}

open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
open class BGProcessingTask: BGTask, @unchecked Sendable {}
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}

open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  /// Tells the phone how far it is (CONT-6).
  private final class Reporting: Progress, @unchecked Sendable {
    var run = 0

    private func report() {
      let share = totalUnitCount > 0 ? Double(completedUnitCount) / Double(totalUnitCount) : 0
      AppProcess.ask(.progress(run: run, share: min(1, max(0, share))))
    }
    override var completedUnitCount: Int64 {
      get { super.completedUnitCount }
      set {
        super.completedUnitCount = newValue
        report()
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

/// The tasks of this process.
enum RunningTasks {
  nonisolated(unsafe) private static var tasks: [Int: BGTask] = [:]

  static func listen() {
    AppSystem.observe("started") { event in
      guard let run = event.run else { return }
      // A permitted identifier without a handler (BAD-2).
      guard let handler = AppSystem.handlers[event.identifier] else { AppProcess.end("noHandler") }
      let task: BGTask =
        switch event.mechanism {
        case "processing": BGProcessingTask(identifier: event.identifier, run: run)
        case "health": BGHealthResearchTask(identifier: event.identifier, run: run)
        case "continued": BGContinuedProcessingTask(identifier: event.identifier, run: run)
        default: BGAppRefreshTask(identifier: event.identifier, run: run)
        }
      tasks[run] = task
      handler(task)
    }
    AppSystem.observe("expired") { event in event.run.flatMap { tasks[$0] }?.expirationHandler?() }
  }
}
