import DeviceModel
import EventSimulation

/// What starts an app through a mode.
enum ModeEvent: UInt8, Sendable {
  case none, significantChange, region, voip

  /// The identifier of its items in logs.
  var identifier: String { "\(self)" }
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
