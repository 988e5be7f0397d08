import EventSimulation

/// Opens whose staleness the device does not know yet, in order of time.
struct AwaitedOpens {
  struct Open {
    var app: AppIndex
    var opened: Instant
    var staleness: TimeSpan
  }
  private var opens: [Open] = []

  mutating func append(_ open: Open) { opens.append(open) }

  /// The opens of an app that content as of an instant tells about; they wait no more.
  mutating func take(_ app: AppIndex, knownBy fetched: Instant) -> [Open] {
    func isKnown(_ open: Open) -> Bool { open.app == app && open.opened <= fetched }
    guard opens.contains(where: isKnown) else { return [] }
    defer { opens.removeAll(where: isKnown) }
    return opens.filter(isKnown)
  }

  /// All that still wait.
  mutating func takeAll() -> [Open] {
    defer { opens = [] }
    return opens
  }
}
