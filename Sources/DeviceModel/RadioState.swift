import Basics
import EventSimulation

struct RadioState: ~Copyable, Sendable {
  /// Slots of the transfers and streams that use the radio.
  var users = UniqueArray<Int32>()
  var transfers: Int64 = 0
  /// The number of transfers of the user's own opens.
  var foregroundTransfers: Int64 = 0
  /// Whether the shares are to be settled, once they are no longer held.
  var awaitsShares = false
  /// Streams that keep the connection.
  var streams: Int64 = 0
  /// End of the promotion.
  var connectedAt: Instant = .zero
  /// Slot of the tail, -1 for none.
  var tail = -1
  /// When the tail began: the end of the last byte.
  var tailStart: Instant = .zero
  var tailLength: TimeSpan = .zero
  /// When the tail ends, or its present stage.
  var tailEnd: Instant = .distantFuture
  /// The time since the promotion; kept only where a rule of billing needs it.
  var burst = RadioBurst()

  @inline(__always) var isHot: Bool { isInUse || tail >= 0 }

  /// Whether transfers or streams hold the connection; there is no tail then.
  @inline(__always) var isInUse: Bool { transfers > 0 || streams > 0 }

  /// Takes a transfer or stream off the users; false where it was none, because the radio went off meanwhile.
  @inline(__always) mutating func remove(_ slot: Int) -> Bool {
    // Mostly it is alone.
    guard users.last == Int32(truncatingIfNeeded: slot) else { return removeOneOfMany(slot) }
    users.removeLast()
    return true
  }

  @inline(never) private mutating func removeOneOfMany(_ slot: Int) -> Bool {
    // Those that came last mostly go first.
    var index = users.count - 1
    while index >= 0, users[index] != Int32(slot) { index -= 1 }
    guard index >= 0 else { return false }
    let last = users.removeLast()
    if index < users.count { users[index] = last }
    return true
  }

  /// Leaves the radio idle, without users and without a tail.
  mutating func clear() {
    users.removeAll()
    (transfers, foregroundTransfers, streams) = (0, 0, 0)
  }
}

/// The rule by which the tails of a burst are billed: the time from the promotion of a radio until it is idle again.
public enum TailRule: String, Sendable, Hashable, CaseIterable {
  /// The app of the transfer that was the last so far, until its timer ends or another transfer starts.
  case last
  /// The app whose transfer raised the radio, for all tails of the burst.
  case first
  /// The apps of the burst in equal parts.
  case equal
  /// Each app what its absence would save; the system the rest, as ``EnergyCause/sharedTail``.
  case marginal

  /// Whether the tails of a burst can be billed only when it is over.
  @inline(__always) var settlesBursts: Bool { self == .equal || self == .marginal }
}

/// The time from the promotion of a radio until it is idle again: which apps used it, and what its tails drew.
///
/// The energy of the tails is billed to the system as ``EnergyCause/sharedTail`` while the burst lasts, counted in ``pot``,
/// and divided at its end.
///
/// *Marginal* follows the radio as it would have been without each app: an app saves the tail that only it keeps up,
/// less the tail of the others that would have run while it alone moved bytes, without promotions. No instant of a tail
/// is saved by two apps, so the savings never exceed the tails.
struct RadioBurst: Sendable {
  struct Member: Sendable {
    let app: Int32
    /// Row and account of its latest transfer.
    var row: Int32
    var account: Int32
    /// Transfers and streams that it has under way.
    var active: Int32 = 0
    /// When its last byte moved, and the tail that followed or would have; nil before.
    var lastEnd: Instant?
    var tail: RadioTail
    /// Picojoules of tails that only this app kept up, and of tails of others that its transfers kept from running.
    var kept: Int128 = 0
    var spared: Int128 = 0
  }

  /// Nanojoules of tails that have not been divided yet.
  struct Pot: Sendable {
    var energy = EnergyLedger.Cell()
    var loss = EnergyLedger.Cell()

    mutating func add(_ use: ClaimUse, fromBattery: Bool) {
      energy.add(use.energy, fromBattery: fromBattery, shared: use.sharedEnergy)
      loss.add(use.loss, fromBattery: fromBattery, shared: use.sharedLoss)
    }

    /// A part of it, in whole nanojoules rounded down.
    func part(_ share: Int128, of whole: Int128) -> Pot {
      func part(_ cell: EnergyLedger.Cell) -> EnergyLedger.Cell {
        func part(_ nanojoules: Int64) -> Int64 { Int64(Int128(nanojoules) * share / whole) }
        return EnergyLedger.Cell(
          energy: part(cell.energy), battery: part(cell.battery), shared: part(cell.shared))
      }
      return Pot(energy: part(energy), loss: part(loss))
    }

    static func - (a: Pot, b: Pot) -> Pot { Pot(energy: a.energy - b.energy, loss: a.loss - b.loss) }
  }

  private(set) var members: [Member] = []
  var pot = Pot()
  /// The member whose last byte began the present tail.
  private var owner = 0
  /// Members with a transfer under way.
  private var activeMembers = 0
  /// Until when tails have been attributed.
  private var attributedTo: Instant = .zero
  /// Picojoules of all tails that have been attributed.
  private var whole: Int128 = 0

  var isOpen: Bool { !members.isEmpty }

  // MARK: Members

  mutating func join(_ app: Int32, row: Int32, account: Int32, tail: RadioTail, at now: Instant) {
    attribute(to: now)
    var index = members.firstIndex { $0.app == app } ?? -1
    if index < 0 {
      index = members.count
      members.append(Member(app: app, row: row, account: account, tail: tail))
    }
    members[index].active += 1
    if members[index].active == 1 { activeMembers += 1 }
  }

  mutating func leave(_ app: Int32, row: Int32, account: Int32, tail: RadioTail, at now: Instant) {
    guard let index = members.firstIndex(where: { $0.app == app }) else { return }
    attribute(to: now)
    (members[index].row, members[index].account) = (row, account)
    (members[index].lastEnd, members[index].tail) = (now, tail)
    members[index].active -= 1
    if members[index].active == 0 { activeMembers -= 1 }
    owner = index
  }

  /// An account is closed: nothing more is counted in it.
  mutating func forget(account: Int32) {
    for index in members.indices where members[index].account == account { members[index].account = -1 }
  }

  // MARK: Marginal energies

  /// Attributes the time since the last change to the apps without which it would have been another.
  private mutating func attribute(to now: Instant) {
    defer { attributedTo = now }
    guard now > attributedTo, isOpen, activeMembers < 2 else { return }
    guard activeMembers == 0 else {
      guard let alone = members.firstIndex(where: { $0.active > 0 }) else { return }
      members[alone].spared += tailOfOthers(than: alone, to: now)
      return
    }
    let drawn = tail(of: members[owner], to: now)
    whole += drawn
    members[owner].kept += max(0, drawn - tailOfOthers(than: owner, to: now))
  }

  /// The tail that the radio would have drawn since the last change without an app.
  private func tailOfOthers(than excluded: Int, to now: Instant) -> Int128 {
    var latest: Int?
    for index in members.indices where index != excluded {
      guard let end = members[index].lastEnd else { continue }
      if latest.flatMap({ members[$0].lastEnd }).map({ end >= $0 }) ?? true { latest = index }
    }
    return latest.map { tail(of: members[$0], to: now) } ?? 0
  }

  private func tail(of member: Member, to now: Instant) -> Int128 {
    guard let end = member.lastEnd else { return 0 }
    let (from, to) = ((attributedTo - end).microseconds, (now - end).microseconds)
    return member.tail.picojoules(to: to) - member.tail.picojoules(to: max(0, from))
  }

  // MARK: Division

  /// Divides the tails drawn so far: hands the part of each app that has one to `bill`, and keeps the rest with the
  /// system.
  mutating func divide(
    _ rule: TailRule, at now: Instant, _ bill: (_ member: Member, _ part: Pot) -> Void
  ) {
    attribute(to: now)
    if rule == .equal {
      var rest = pot
      for (index, member) in members.enumerated() {
        let part = index == members.count - 1 ? rest : pot.part(1, of: Int128(members.count))
        rest = rest - part
        bill(member, part)
      }
    } else if whole > 0 {
      for member in members where member.kept > member.spared {
        bill(member, pot.part(member.kept - member.spared, of: whole))
      }
    }
    pot = Pot()
    whole = 0
    for index in members.indices { (members[index].kept, members[index].spared) = (0, 0) }
  }

  mutating func end() {
    members.removeAll(keepingCapacity: true)
    activeMembers = 0
    owner = 0
  }
}
