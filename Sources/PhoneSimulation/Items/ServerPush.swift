import DeviceModel
import EventSimulation
import Workload

/// The number of a push on its device: silent pushes are counted apart from visible and VoIP ones.
struct PushID: Hashable, Sendable {
  let isSilent: Bool
  let number: PushNumber

  static func silent(_ number: PushNumber) -> PushID { PushID(isSilent: true, number: number) }
  static func alert(_ number: PushNumber) -> PushID { PushID(isSilent: false, number: number) }
}

/// A push between server and app or user.
struct ServerPush {
  enum Kind: UInt8 {
    case silent, visible, voip

    var name: String {
      switch self {
      case .silent: "push"
      case .visible: "visible"
      case .voip: "voip"
      }
    }
    var mechanism: Mechanism { self == .silent ? .push : .mode }
  }
  enum Place: UInt8 { case stored, travelling, inExtension, launching }

  let number: PushNumber
  /// The item that a silent push becomes on the device.
  let item: ItemNumber?
  let app: AppIndex
  let kind: Kind
  /// Counts the pushes of this kind to the app; the number of a silent push.
  let ordinal: Int
  let sent: Instant
  let expires: Instant
  /// The share of a paging cycle that it waits for an idle cellular radio.
  let pagingDelay: Double
  var place = Place.travelling

  var id: PushID { PushID(isSilent: kind == .silent, number: number) }

  /// Whether it may be stored and held for a while; without a life it has one attempt (PUSH-3).
  var hasLife: Bool { expires > sent }

  var arrival: PhoneEvent { PhoneEvent(kind == .silent ? .pushArrival : .alertArrival, number) }
  var expiry: PhoneEvent { PhoneEvent(kind == .silent ? .pushExpiry : .alertExpiry, number) }
}

/// The run of a notification service extension, with what it uses: MODE-6.
struct ExtensionRun {
  let push: PushID
  /// Whether it needs longer than its limit, so that the original is shown.
  let isLate: Bool
  let holder: HolderID
  /// Its claim on the processor and the event that ends it.
  var processor: (claim: ClaimID, timer: EventHandle)?
  let end: EventHandle
}
