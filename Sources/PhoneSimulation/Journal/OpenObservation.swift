import EventSimulation

/// The freshness that the user found on opening an app, in 16 bytes.
public struct OpenObservation: Sendable, Hashable {
  private let packedAge: Int64
  private let packed: LabeledSpan

  /// - Parameter contentAge: Less than 18,000 years.
  public init(contentAge: TimeSpan, staleness: TimeSpan, isFresh: Bool, reach: OpenReach = .reachable) {
    packedAge = contentAge.microseconds * 16 + reach.code
    packed = LabeledSpan(staleness, isFresh)
  }

  /// Age of information: time since the last fetch.
  public var contentAge: TimeSpan { TimeSpan(microseconds: packedAge >> 4) }
  /// Whether the app could have fetched in the background before.
  public var reach: OpenReach { OpenReach(code: packedAge & 15) }
  /// Time since the oldest change that had not been fetched; zero if none.
  public var staleness: TimeSpan { packed.span }
  /// Whether ``staleness`` is within the app's tolerance, `freshWithin` of its content.
  public var isFresh: Bool { packed.label }
}
