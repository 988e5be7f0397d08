import DeviceModel
import EventSimulation

/// What starts an app through a mode.
enum ModeEvent: UInt8, Sendable {
  case none, significantChange, region, voip

  /// The identifier of its items in logs.
  var identifier: String { "\(self)" }
}

/// The modes of one app: what the user wants to be running, and what is.
struct ModeState {
  /// Whether the user wants audio to play, or the app to follow the location.
  var wantsAudio = false
  var wantsLocation = false
  /// Power of what is in use.
  var audio: ClaimID?
  var receiver: ClaimID?
  /// Standard location updates keep the platform awake.
  var locationHold: HolderID?

  /// Metres since the last significant change.
  var metres = 0.0
  var lastSignificantChange: Instant?
  var significantTimer: EventHandle?
  /// Borders that have been crossed and not for long enough.
  var crossings: [(region: UInt8, timer: EventHandle)] = []
  /// Number of location events so far: the ordinal of the next one's work.
  var ordinal = 0

  /// VoIP pushes without a reported call.
  var callsMissed = 0
  /// Visible and VoIP pushes sent so far: the ordinals of their draws.
  var visibleOrdinal = 0
  var voipOrdinal = 0
}

/// A visible or VoIP push between server and user.
struct Alert {
  enum Kind: UInt8 {
    case visible, voip
    /// The identifier of logs.
    var name: String { "\(self)" }
  }
  enum Place: UInt8 { case stored, travelling, inExtension, launching }

  var number: PushNumber
  var app: AppIndex
  var kind: Kind
  var place: Place
  /// Counts the pushes of this kind to the app.
  var ordinal: Int
  var sent: Instant
  var expires: Instant
  var pagingDelay: Double
  /// Whether it may be stored for a while; without a life it has one attempt (PUSH-3).
  var hasLife: Bool { expires > sent }

  // The run of the notification service extension
  var holder: HolderID?
  var processor: ClaimID?
  var processorTimer: EventHandle?
  var endTimer: EventHandle?
  var isLate = false
}
