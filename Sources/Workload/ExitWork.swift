import RandomStreams

/// Work that an app still has to do when its user leaves it: an upload, a save, a last request.
public struct ExitWork: Sendable {
  /// The process that asks for the extra time: an extension gets none (EXT-1).
  public enum Origin: String, Sendable, Hashable, CaseIterable { case app, `extension` }

  /// Name of the assertion in the log.
  public var name: String
  /// How long the work takes while it goes on, in seconds.
  public var length: any Distribution
  /// Whether the app takes an assertion for it; without one the work stops when the process is suspended and
  /// goes on when it next runs.
  public var usesAssertion: Bool
  /// The process that has the work to do.
  public var origin: Origin
  /// Share of a core that the work takes while it goes on; the rest is waiting. Most such work waits for a
  /// server.
  public var cpuShare: Double

  public init(
    name: String, length: any Distribution, usesAssertion: Bool = true, origin: Origin = .app,
    cpuShare: Double = 0.2
  ) {
    self.name = name
    self.length = length
    self.usesAssertion = usesAssertion
    self.origin = origin
    self.cpuShare = cpuShare
  }
}

/// The process that calls `submit`: rules API-5 and SUB-2.
public enum SubmissionOrigin: String, Sendable, Hashable, CaseIterable {
  case app, `extension`
  /// An extension of a kind that may not schedule tasks.
  case limitedExtension
}
