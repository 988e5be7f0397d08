/// An allowance that is refilled through the day: rules BUD-1 to BUD-9, in integer units (nJ or bytes).
///
/// The balance may be negative and never exceeds the capacity. `balance = initial + refilled − clipped −
/// debited` holds at all times.
public struct BudgetLedger: Sendable, Hashable {
  /// Largest balance, in nJ or bytes; the refills of one day add up to it.
  public private(set) var capacity: Int64
  public let initial: Int64
  public private(set) var balance: Int64
  /// Sum of the refills before clipping, in nJ or bytes.
  public private(set) var refilled: Int64 = 0
  public private(set) var clipped: Int64 = 0
  public private(set) var debited: Int64 = 0
  /// Whether the ledger has omitted a debit because it cannot be counted in 64 bits.
  public private(set) var hasOverflowed = false

  /// - Parameter initialFraction: Content at the start as a share of the capacity.
  public init(capacity: Int64, initialFraction: Double) {
    self.capacity = capacity
    initial = Int64((Double(capacity) * initialFraction).rounded(.down))
    balance = initial
  }

  /// The uniform amount of refill `slot` (1…count): `floor(kC/n) − floor((k−1)C/n)`, so that a day's sum is
  /// the capacity.
  public func uniformAmount(slot: Int, of count: Int) -> Int64 {
    let (k, n) = (Int64(slot), Int64(count))
    return share(k, n) - share(k - 1, n)
  }

  private func share(_ k: Int64, _ n: Int64) -> Int64 {
    let (product, isWide) = capacity.multipliedReportingOverflow(by: k)
    // Nearly never: a division of 128 bits takes a hundred times as long.
    if isWide { return n.dividingFullWidth(capacity.multipliedFullWidth(by: k)).quotient }
    return product / n
  }

  /// The amount of refill `slot` when a day's capacity is spread by `weights`; cumulative rounding keeps
  /// the day's sum at the capacity.
  public func weightedAmount(slot: Int, weights: [Double]) -> Int64 {
    let total = weights.reduce(0, +)
    guard total > 0 else { return uniformAmount(slot: slot, of: weights.count) }
    func cumulative(_ count: Int) -> Int64 {
      if count == weights.count { return capacity }
      return Int64((Double(capacity) * weights.prefix(count).reduce(0, +) / total).rounded(.down))
    }
    return cumulative(slot) - cumulative(slot - 1)
  }

  /// Adds an amount; returned is what is clipped of it, since it would exceed the capacity.
  @discardableResult public mutating func refill(_ amount: Int64) -> Int64 {
    let room = max(0, capacity - balance)
    let taken = min(amount, room)
    balance += taken
    refilled += amount
    clipped += amount - taken
    return amount - taken
  }

  /// Changes the capacity and returns the part of the balance above the new capacity, which is clipped.
  public mutating func setCapacity(_ capacity: Int64) -> Int64 {
    self.capacity = capacity
    let excess = max(0, balance - capacity)
    balance -= excess
    clipped += excess
    return excess
  }

  public mutating func debit(_ amount: Int64) {
    let (left, overflow) = balance.subtractingReportingOverflow(amount)
    guard !overflow, amount <= Int64.max / 2 - debited else {
      hasOverflowed = true
      return
    }
    balance = left
    debited += amount
  }

  /// The balance that relaxed mechanisms may go down to, for a credit in shares of the capacity (BUD-8).
  public func overdraft(credit: Double) -> Int64 { -Int64((Double(capacity) * credit).rounded()) }

  public func isSpent(credit: Double) -> Bool { balance <= overdraft(credit: credit) }

  /// BUD-9.
  public var closes: Bool { balance == initial + refilled - clipped - debited && balance <= capacity }
}
