import DeviceModel
import EventSimulation
import Workload

/// The transfers of the apps' background sessions, from their creation until their costs are known: rules URL-1
/// to URL-10.
///
/// An order is kept from the creation of a transfer to its end. Started transfers are kept in order of their start,
/// ended ones until their tail energy is settled. Searches are linear: there are few.
struct TransferQueue: ~Copyable {
  private var orders: [(number: ItemNumber, order: TransferOrder)] = []
  private var started: [Transfer] = []
  private var ended: [Transfer] = []
  private var sessions: AppColumn<[TransferSession]>
  private var delays: AppColumn<ResumeDelay>

  init(sessionCounts: [Int]) {
    sessions = AppColumn(sessionCounts.map { Array(repeating: TransferSession(), count: $0) })
    delays = AppColumn(repeating: ResumeDelay(), count: sessionCounts.count)
  }

  mutating func accept(
    _ number: ItemNumber, _ app: AppIndex, session: Int, isRelaxed: Bool, _ order: TransferOrder
  ) {
    orders.append((number, order))
    sessions[app][session].beginFile(isRelaxed: isRelaxed)
    if order.isFromBackground { delays[app].beginBackgroundTransfer() }
  }

  func order(of number: ItemNumber) -> TransferOrder? { place(of: number).map { orders[$0].order } }

  mutating func forget(_ number: ItemNumber, _ app: AppIndex, at now: Instant) -> EventHandle? {
    guard let place = place(of: number) else { return nil }
    let order = orders.remove(at: place).order
    if order.isFromBackground { delays[app].endBackgroundTransfer(at: now) }
    return order.timeout
  }

  var hasStarted: Bool { !started.isEmpty }
  var startedNumbers: [ItemNumber] { started.map(\.number) }

  func count(of app: AppIndex, _ mechanism: Mechanism) -> Int {
    started.count { $0.item.app == app && $0.item.mechanism == mechanism }
  }

  subscript(number: ItemNumber) -> Transfer? { index(of: number).map { started[$0] } }
  func first(of app: AppIndex) -> ItemNumber? { started.first { $0.item.app == app }?.number }
  var moving: ItemNumber? { started.first { $0.burst != nil }?.number }

  /// The transfer whose bytes are to move over a path: those without discretion come first.
  func nextToMove(over path: RadioPath) -> ItemNumber? {
    (started.first { $0.item.mechanism == .transfer && $0.mayMove(over: path) }
      ?? started.first { $0.mayMove(over: path) })?.number
  }

  @discardableResult
  mutating func start(_ item: WorkItem, account: AccountID, payer: EnergyPayer, at now: Instant) -> Bool {
    guard let place = place(of: item.number) else { return false }
    let order = orders[place].order
    if let session = item.session { sessions[item.app][session].startFile(item.mechanism) }
    started.append(
      Transfer(
        item: item, launched: now, bytesUpLeft: order.bytesUp, bytesDownLeft: order.bytesDown,
        allowsCellular: order.allowsCellular, account: account, payer: payer))
    return true
  }

  mutating func setPaused(_ number: ItemNumber, _ isPaused: Bool) {
    guard let index = index(of: number) else { return }
    started[index].isPaused = isPaused
  }

  mutating func beginBurst(_ number: ItemNumber, _ burst: Transfer.Burst) {
    guard let index = index(of: number) else { return }
    started[index].burst = burst
  }

  mutating func endBurst(_ number: ItemNumber, bytesUpLeft: Int64, bytesDownLeft: Int64, at now: Instant) {
    guard let index = index(of: number), let burst = started[index].burst else { return }
    let item = started[index].item
    if let session = item.session { sessions[item.app][session].lastMoved = now }
    started[index].book(started[index].bytesLeft - bytesUpLeft - bytesDownLeft, on: burst.path)
    started[index].bytesUpLeft = bytesUpLeft
    started[index].bytesDownLeft = bytesDownLeft
    started[index].burst = nil
  }

  mutating func remove(_ number: ItemNumber) -> Transfer? { index(of: number).map { started.remove(at: $0) } }

  mutating func takeStarted() -> [Transfer] {
    defer { started = [] }
    return started
  }

  var hasEnded: Bool { !ended.isEmpty }
  mutating func keepEnded(_ transfer: Transfer) { ended.append(transfer) }

  mutating func takeEnded() -> [Transfer] {
    defer { ended = [] }
    return ended
  }

  @inline(__always) func sessionIndices(of app: AppIndex) -> Range<Int> { sessions[app].indices }

  subscript(app: AppIndex, session: Int) -> TransferSession {
    _read { yield sessions[app][session] }
    _modify { yield &sessions[app][session] }
  }

  func hasMoved(_ app: AppIndex, session: Int, since start: Instant) -> Bool {
    sessions[app][session].lastMoved > start
      || started.contains { $0.burst != nil && $0.item.app == app && $0.item.session == session }
  }

  func noticeIsDiscretionary(_ wake: WorkItem) -> Bool {
    wake.session.map { sessions[wake.app][$0].noticeIsDiscretionary } ?? false
  }

  mutating func clearSessions(_ app: AppIndex) {
    for session in sessions[app].indices { sessions[app][session].clear() }
  }

  subscript(resumeDelay app: AppIndex) -> ResumeDelay {
    _read { yield delays[app] }
    _modify { yield &delays[app] }
  }

  private func index(of number: ItemNumber) -> Int? { started.firstIndex { $0.number == number } }
  private func place(of number: ItemNumber) -> Int? { orders.firstIndex { $0.number == number } }
}
