import RandomStreams

/// Files that an app moves through a background URLSession: chapter URL of the specification.
public struct TransferSpecification: Sendable {
  /// When the app creates the transfers.
  public enum Trigger: Sendable, Hashable {
    /// At each open, in the foreground.
    case open
    /// At each exit from the foreground, when the app has entered the background.
    case background
    /// After each successful run of the task with this identifier.
    case success(of: String)
    /// By the study's script only.
    case script
  }

  /// Which triggers create files.
  public enum Demand: Sendable, Hashable {
    /// Each of them.
    case always
    /// A share of them, from 0 to 1: each is drawn by itself.
    case share(Double)
    /// The first one after each demand of the user; demands arise at random, so many a day on average.
    case perDay(Double)
  }

  /// Identifier of the session; transfers of one session make up its batches.
  public var session: String
  /// Files that one trigger creates.
  public var files: Int
  /// Bytes sent and received per file.
  public var up, down: any Distribution
  /// Whether the configuration leaves the time to the system, as is always so for files made in the background (URL-3).
  public var isDiscretionary: Bool
  /// Whether bytes may move over cellular: `allowsCellularAccess`.
  public var allowsCellular = true
  /// `sessionSendsLaunchEvents`: false lets the app learn of finished files when it next runs.
  public var sendsLaunchEvents: Bool
  /// Whether each file is created only after the system reports the end of the last file.
  public var isChained: Bool
  /// The `earliestBeginDate` of each file; nil if not set.
  public var earliestBegin: EarliestBegin?
  /// Whether a finished batch brings the app's content up to date.
  public var fetches: Bool
  /// The action of the app in the relaunch after a batch.
  public var work: WorkSpecification
  /// When the app creates the transfers.
  public var trigger: Trigger
  /// Which of these create files.
  public var demand = Demand.always

  public init(
    session: String, files: Int, up: any Distribution, down: any Distribution, isDiscretionary: Bool = false,
    sendsLaunchEvents: Bool = true, isChained: Bool = false, earliestBegin: EarliestBegin? = nil,
    fetches: Bool = false,
    work: WorkSpecification, trigger: Trigger
  ) {
    self.session = session
    self.files = files
    self.up = up
    self.down = down
    self.isDiscretionary = isDiscretionary
    self.sendsLaunchEvents = sendsLaunchEvents
    self.isChained = isChained
    self.earliestBegin = earliestBegin
    self.fetches = fetches
    self.work = work
    self.trigger = trigger
  }
}
