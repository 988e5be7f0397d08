import EventSimulation

/// How well an app uses the background interfaces: section 6 of the specification.
///
/// The rows that need mechanisms of later chapters (assertions, locks, calls) join with them.
public struct QualityProfile: Sendable, Hashable {
  /// When the app submits the next request of a series.
  public enum Resubmission: String, Sendable, Hashable, CaseIterable { case atStart, atEnd, onSuccess, never }
  public enum Registration: String, Sendable, Hashable, CaseIterable { case atLaunch, late, twice, missing }
  public enum Spelling: String, Sendable, Hashable, CaseIterable { case exact, wrong }
  /// The paths on which a run reports its completion.
  public struct Completions: OptionSet, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let success = Completions(rawValue: 1)
    public static let failure = Completions(rawValue: 2)
    public static let expiry = Completions(rawValue: 4)
  }

  public var name: String
  public var setsExpirationHandler = true
  /// Time from expiry to completion; nil for an app that does not react.
  public var expiryReaction: TimeSpan? = .milliseconds(500)
  public var completesOn: Completions = [.success, .failure, .expiry]
  /// Work is saved every so many seconds of it; nil for never.
  public var checkpointInterval: TimeSpan? = .seconds(5)
  public var resubmits: Resubmission = .atStart
  public var registration: Registration = .atLaunch
  public var spelling: Spelling = .exact
  public var failureProbability = 0.05

  public init(name: String) { self.name = name }

  /// Does everything right: the default.
  public static let careful = QualityProfile(name: "careful")
  /// Submits an identifier that the bundle does not list.
  public static let typo: QualityProfile = {
    var profile = QualityProfile(name: "typo")
    profile.spelling = .wrong
    return profile
  }()

  /// The canned profiles by name.
  public static let canned: [QualityProfile] = [.careful, .typo]
}
