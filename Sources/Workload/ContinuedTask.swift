import EventSimulation

/// The request of a continued processing task beside its work: chapter CONT.
public struct ContinuedRequest: Sendable, Hashable {
  /// The treatment of a submission while every slot is taken.
  public enum Strategy: String, Sendable, Hashable, CaseIterable {
    /// It waits in order of submission.
    case queue
    /// It is refused.
    case fail
  }
  /// The treatment of a submission that cannot run at once.
  public var strategy: Strategy
  /// Whether the task asks for the GPU, which the bundle has to be entitled to.
  public var usesGPU: Bool
  /// The user starts it so long after each open, if the app is still in front; nil leaves it to a script.
  public var startsAfterOpen: TimeSpan?
  /// The background session whose transfers it reports the progress of; nil where it reports that of its own work.
  public var progressSession: String?

  public init(strategy: Strategy = .queue, usesGPU: Bool = false, startsAfterOpen: TimeSpan? = nil) {
    self.strategy = strategy
    self.usesGPU = usesGPU
    self.startsAfterOpen = startsAfterOpen
  }
}
