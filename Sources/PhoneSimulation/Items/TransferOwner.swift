/// The owner of a transfer of the radio.
enum TransferOwner {
  case run(RunSlot)
  case file(ItemNumber)
  /// The fetch that an open of the app has started.
  case openFetch(AppIndex)
  /// Work of the app's process that no run stands for.
  case leftover(AppIndex)

  /// One number, which the radio gives back.
  var tag: UInt64 {
    switch self {
    case .run(let slot): slot.eventKey
    case .file(let number): number.eventKey | 1
    case .openFetch(let app): app.eventKey | 2
    case .leftover(let app): app.eventKey | 3
    }
  }

  /// The owner of a tag.
  init(tag: UInt64) {
    let number = Int32(truncatingIfNeeded: tag >> 16)
    switch tag & 3 {
    case 0: self = .run(RunSlot(Int(number)))
    case 1: self = .file(ItemNumber(number))
    case 2: self = .openFetch(AppIndex(number))
    default: self = .leftover(AppIndex(number))
    }
  }
}
