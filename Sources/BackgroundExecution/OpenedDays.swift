/// The ended local days on which the user opened an app: rule USE-4.
///
/// Days before the start count as opened for an app that was there, and not for a new one. A day on which the
/// phone was dead is a day without an open.
public struct OpenedDays: Sendable, Hashable {
  /// One bit a day, the last ended day lowest.
  private var days: UInt64
  private var isOpenedToday = false

  /// - Parameter isNew: Whether the app has been installed at the start of the simulation.
  public init(isNew: Bool = false) { days = isNew ? 0 : .max }

  /// Notes that the user opened the app; today counts once it has ended.
  public mutating func noteOpen() { isOpenedToday = true }

  /// Ends the local day. Today becomes the last ended day, opened or not.
  public mutating func endDay() {
    days = days << 1 | (isOpenedToday ? 1 : 0)
    isOpenedToday = false
  }

  /// On how many of the last ended days it was opened, up to 63 of them.
  public func count(ofLast number: Int) -> Int { (days & (1 << UInt64(number) - 1)).nonzeroBitCount }
}
