import Basics
import DeviceModel
import EventSimulation
import Workload

/// The pushes between the server and the apps of a device, silent, visible and VoIP: rules PUSH-2 and PUSH-3.
///
/// A silent push leaves when it reaches its app or waits on the device, the others when the user or the app has them.
struct PushServer: ~Copyable {
  struct Shelf {
    var silent: [Int32] = []
    var alerts: [Int32] = []
    /// Visible and VoIP pushes so far, and those that have not reached user or app.
    var visible = 0
    var voip = 0
    var open = 0
    /// The next token of the app, once a push of it has been held.
    var tokenTimer = PhoneTimer()

    subscript(silent isSilent: Bool) -> [Int32] {
      get { isSilent ? silent : alerts }
      set { if isSilent { silent = newValue } else { alerts = newValue } }
    }
  }

  private var rows = UniqueArray<ServerPush>()
  private var free = UniqueArray<Int32>()
  private var places = SlotTable()
  private var shelves: AppColumn<Shelf>
  private var nextSilent: Int32 = 0
  private var nextAlert: Int32 = 0
  private var extensions: [ExtensionRun] = []
  /// The events at which pushes expire, and those of pushes that have left, which are still in the calendar.
  private var expiries: [PushID: EventHandle] = [:]
  private var leftExpiries = UniqueArray<EventHandle>()
  private(set) var lastDelivery: Instant = .seconds(-1.0)
  private(set) var lastWakeUp: Instant = .seconds(-1.0)

  private let sharesSlots: Bool

  init(appCount: Int, sharesSlots: Bool = false) {
    shelves = AppColumn(repeating: Shelf(), count: appCount)
    self.sharesSlots = sharesSlots
  }

  mutating func delivered(at now: Instant) { lastDelivery = now }
  mutating func wokePhone(at now: Instant) { lastWakeUp = now }

  @inline(__always) subscript(id: PushID) -> ServerPush? { places[Self.key(id)].map { rows[Int($0)] } }

  /// The stored silent pushes of an app, and the launches that its stored alerts ask for.
  func storedCount(of app: AppIndex) -> Int {
    shelves[app].silent.count + shelves[app].alerts.count { rows[Int($0)].item != nil }
  }
  func alertCount(of app: AppIndex) -> Int { shelves[app].open }

  func isFull(for push: ServerPush, slots: Int) -> Bool { rivals(of: push).count >= slots }

  /// The stored pushes that share the slots of a push: pushes of its app and kind, or silent and visible pushes if kinds share.
  private func rivals(of push: ServerPush) -> [ServerPush] {
    let shelf = shelves[push.app]
    let isShared = sharesSlots && push.kind != .voip
    return (shelf.silent + shelf.alerts).map { rows[Int($0)] }.filter {
      $0.kind == push.kind || isShared && $0.kind != .voip
    }
  }

  mutating func awaitToken(_ app: AppIndex, at time: Instant, _ calendar: inout PhoneCalendar) {
    shelves[app].tokenTimer.move(PhoneEvent(.pushToken, app), to: time, .arrival, &calendar)
  }

  // MARK: From the server to the device

  mutating func accept(
    _ kind: ServerPush.Kind, _ app: AppIndex, item: ItemNumber? = nil, expires: Instant, pagingDelay: Double,
    at now: Instant
  ) -> ServerPush {
    let (number, ordinal) = takeNumber(kind, app)
    let push = ServerPush(
      number: number, item: item, app: app, kind: kind, ordinal: ordinal, sent: now, expires: expires,
      pagingDelay: pagingDelay)
    if kind != .silent { shelves[app].open += 1 }
    let row: Int32
    if let last = free.popLast() {
      row = last
      rows[Int(row)] = push
    } else {
      row = Int32(rows.count)
      rows.append(push)
    }
    places[Self.key(push.id)] = row
    return push
  }

  /// PUSH-2: stores a push. If the server keeps no more of its app and kind, one of them is lost.
  /// Returns the lost push, which has been removed, and the one that takes its place.
  mutating func store(_ id: PushID, slots: Int, keepsNew: Bool) -> (lost: ServerPush, newer: ServerPush)? {
    guard let row = places[Self.key(id)] else { return nil }
    let push = rows[Int(row)]
    var lost: (lost: ServerPush, newer: ServerPush)?
    let rivals = rivals(of: push)
    if rivals.count >= slots, let oldest = rivals.min(by: { $0.sent < $1.sent }) {
      let victim = keepsNew ? oldest : push
      lost = (victim, keepsNew ? push : oldest)
      remove(victim.id)
      guard keepsNew else { return lost }
    }
    rows[Int(row)].place = .stored
    if id.isSilent {
      shelves[push.app].silent.append(row)
    } else {
      let shelf = shelves[push.app].alerts
      let position = shelf.firstIndex { rows[Int($0)].number.rawValue > push.number.rawValue } ?? shelf.count
      shelves[push.app].alerts.insert(row, at: position)
    }
    return lost
  }

  mutating func takeStored(_ app: AppIndex, silent isSilent: Bool) -> ServerPush? {
    guard let row = shelves[app][silent: isSilent].first else { return nil }
    unshelve(row)
    return rows[Int(row)]
  }

  /// A push that has just arrived; nil if it is not on its way any more. Inlined: a call would copy the server's head.
  @inline(__always) func arriving(_ id: PushID) -> ServerPush? {
    guard let push = self[id], push.place == .travelling else { return nil }
    return push
  }

  func stored(_ id: PushID) -> ServerPush? { self[id].flatMap { $0.place == .stored ? $0 : nil } }

  mutating func remove(_ id: PushID) {
    guard let row = places[Self.key(id)] else { return }
    // Of those that are on the device or on their way, none expires at the server.
    if rows[Int(row)].place == .stored { unshelve(row) }
    if !id.isSilent { shelves[rows[Int(row)].app].open -= 1 }
    places[Self.key(id)] = nil
    free.append(row)
  }

  /// Takes from an alert the launch that it asks for, as a silent push that has arrived; nil if it asks for none.
  mutating func takeLaunch(of id: PushID) -> ServerPush? {
    guard let row = places[Self.key(id)], rows[Int(row)].wakes else { return nil }
    var launch = rows[Int(row)].halves[1]
    (launch.number, launch.ordinal) = takeNumber(.silent, launch.app)
    rows[Int(row)].item = nil
    return launch
  }

  mutating func setExpiry(of id: PushID, _ event: EventHandle) { expiries[id] = event }
  mutating func releaseHeld(_ number: PushNumber) { dropExpiry(of: .silent(number)) }

  private mutating func dropExpiry(of id: PushID) {
    if let event = expiries.removeValue(forKey: id) { leftExpiries.append(event) }
  }

  /// Takes the expiries of pushes that have left out of the calendar. One that has fired is not there any more.
  @inline(__always) mutating func cancelExpiries(_ calendar: inout PhoneCalendar) {
    while let event = leftExpiries.popLast() { calendar.withdraw(event) }
  }

  // MARK: On the device

  mutating func beginLaunch(_ id: PushID) { move(id, to: .launching) }

  mutating func beginExtension(_ run: ExtensionRun) {
    move(run.push, to: .inExtension)
    extensions.append(run)
  }

  mutating func endExtensionProcessor(_ id: PushID) -> ClaimID? {
    guard let index = extensions.firstIndex(where: { $0.push == id }) else { return nil }
    defer { extensions[index].processor = nil }
    return extensions[index].processor?.claim
  }

  mutating func endExtension(_ id: PushID) -> ExtensionRun? {
    extensions.firstIndex { $0.push == id }.map { extensions.remove(at: $0) }
  }

  var firstInExtension: PushID? { extensions.min { $0.push.number.rawValue < $1.push.number.rawValue }?.push }

  private static func key(_ id: PushID) -> UInt64 {
    UInt64(UInt32(bitPattern: id.number.rawValue)) << 1 | (id.isSilent ? 1 : 0)
  }

  private mutating func takeNumber(
    _ kind: ServerPush.Kind, _ app: AppIndex
  ) -> (number: PushNumber, ordinal: Int) {
    switch kind {
    case .silent:
      let number = nextSilent.takeNext()
      return (PushNumber(number), Int(number))
    case .visible: return (PushNumber(nextAlert.takeNext()), shelves[app].visible.takeNext())
    case .voip: return (PushNumber(nextAlert.takeNext()), shelves[app].voip.takeNext())
    }
  }

  private mutating func move(_ id: PushID, to place: ServerPush.Place) {
    guard let row = places[Self.key(id)] else { return }
    rows[Int(row)].place = place
  }

  private mutating func unshelve(_ row: Int32) {
    let push = rows[Int(row)]
    dropExpiry(of: push.id)
    rows[Int(row)].place = .travelling
    shelves[push.app][silent: push.kind == .silent].removeAll { $0 == row }
  }
}

/// The number of a push on its device: silent pushes are counted apart from visible and VoIP ones.
struct PushID: Hashable, Sendable {
  let isSilent: Bool
  let number: PushNumber

  static func silent(_ number: PushNumber) -> PushID { PushID(isSilent: true, number: number) }
  static func alert(_ number: PushNumber) -> PushID { PushID(isSilent: false, number: number) }
}

struct ServerPush {
  enum Kind: String {
    case silent = "push"
    case visible, voip

    var mechanism: Mechanism { self == .silent ? .push : .mode }
  }
  enum Place: UInt8 { case stored, travelling, inExtension, launching }

  var number: PushNumber
  /// The item that a silent push, or the launch of an alert that wakes its app, becomes on the device.
  var item: ItemNumber?
  let app: AppIndex
  var kind: Kind
  /// Counts the pushes of this kind to the app; the number of a silent push.
  var ordinal: Int
  let sent, expires: Instant
  /// The share of a paging cycle that it waits for an idle cellular radio.
  let pagingDelay: Double
  var place = Place.travelling

  var id: PushID { PushID(isSilent: kind == .silent, number: number) }

  /// Whether it is an alert that also wakes its app (PUSH-1).
  var wakes: Bool { kind == .visible && item != nil }

  /// The push as LOG-2 counts it: of an alert that wakes its app, the alert and the launch.
  var halves: [ServerPush] {
    guard wakes else { return [self] }
    var (alert, launch) = (self, self)
    alert.item = nil
    launch.kind = .silent
    return [alert, launch]
  }

  /// Whether it may be stored and held for a while; without a life it has one attempt (PUSH-3).
  var hasLife: Bool { expires > sent }

  var arrival: PhoneEvent { PhoneEvent(kind == .silent ? .pushArrival : .alertArrival, number) }
  var expiry: PhoneEvent { PhoneEvent(kind == .silent ? .pushExpiry : .alertExpiry, number) }
}

/// The run of a notification service extension, with what it uses: MODE-6.
struct ExtensionRun {
  let push: PushID
  let isLate: Bool
  let holder: HolderID
  var processor: (claim: ClaimID, timer: EventHandle)?
  let end: EventHandle
}
