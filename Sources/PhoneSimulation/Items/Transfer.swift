import DeviceModel
import EventSimulation
import Workload

/// The bytes and conditions of a transfer, from its creation to its end.
struct TransferOrder {
  var bytesUp: Int64
  var bytesDown: Int64
  /// The resume delay of its app when it was created in the background; zero in the foreground.
  var delay: TimeSpan
  var isFromBackground: Bool
  /// Its resource timeout.
  var timeout: EventHandle?
}

/// A transfer that the system has started: it needs no process of its app.
struct Transfer {
  var item: WorkItem
  var launched: Instant
  var bytesUpLeft: Int64
  var bytesDownLeft: Int64
  var bytesWifi: Int64 = 0
  var bytesCellular: Int64 = 0
  var isPaused = false

  var account: AccountID
  var payer: EnergyPayer
  /// The energy and bytes debited from the budgets so far.
  var debitedEnergy: Int64 = 0
  var debitedBytes: Int64 = 0

  /// Set while its bytes move.
  var burst: Burst?

  var ended: Instant?
  /// How it ended; `running` while it goes on.
  var outcome = ItemOutcome.running
  var reason = LogWord.none

  /// Bytes on the air over one path.
  struct Burst {
    var id: TransferID
    var path: RadioPath
    var holder: HolderID
    var timer: EventHandle?
  }
}

extension Transfer {
  var number: ItemNumber { item.number }
  var bytesDone: Int64 { bytesWifi + bytesCellular }
  var bytesLeft: Int64 { bytesUpLeft + bytesDownLeft }

  /// Attributes bytes to the path on which they moved.
  mutating func book(_ bytes: Int64, on path: RadioPath) {
    if path == .wifi { bytesWifi += bytes } else { bytesCellular += bytes }
  }

  /// The last byte has moved.
  ///
  /// - Returns: The burst that moved it.
  mutating func finishBurst() -> Burst? {
    guard let burst else { return nil }
    book(bytesLeft, on: burst.path)
    (bytesUpLeft, bytesDownLeft, self.burst) = (0, 0, nil)
    return burst
  }
}
