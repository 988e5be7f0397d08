import Containers

/// The open runs of each app, in the order of their slots. Mostly an app has one at a time.
struct OpenRuns: ~Copyable {
  private var first: AppColumn<RunSlot?>
  /// By slot the next open run of the same app.
  private var next = UniqueArray<RunSlot?>()

  init(appCount: Int) { first = AppColumn(repeating: nil, count: appCount) }

  /// The first open run of an app; nil without one.
  @inline(__always)
  func first(of app: AppIndex) -> RunSlot? { first[app] }

  /// The open run of its app behind another one; nil behind the last.
  @inline(__always)
  func next(after slot: RunSlot) -> RunSlot? { next[Int(slot.rawValue)] }

  /// The slots of an app's open runs.
  func slots(of app: AppIndex) -> [RunSlot] {
    var slots: [RunSlot] = []
    var slot = first(of: app)
    while let present = slot {
      slots.append(present)
      slot = next(after: present)
    }
    return slots
  }

  /// The run of a slot is open.
  @inline(__always)
  mutating func open(_ slot: RunSlot, of app: AppIndex) {
    while next.count <= Int(slot.rawValue) { next.append(nil) }
    guard let first = first[app], first.rawValue < slot.rawValue else {
      next[Int(slot.rawValue)] = self.first[app]
      self.first[app] = slot
      return
    }
    var before = first
    while let present = next(after: before), present.rawValue < slot.rawValue { before = present }
    next[Int(slot.rawValue)] = next(after: before)
    next[Int(before.rawValue)] = slot
  }

  /// The run of a slot is open no more.
  @inline(__always)
  mutating func close(_ slot: RunSlot, of app: AppIndex) {
    if first[app] == slot {
      first[app] = next(after: slot)
      return
    }
    var before = first[app]
    while let present = before, next(after: present) != slot { before = next(after: present) }
    if let before { next[Int(before.rawValue)] = next(after: slot) }
  }
}
