import DeviceModel
import EventSimulation
import Workload

/// What a transfer is to move, from its creation to its end.
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
  var item: Item
  var launched: Instant
  var bytesUpLeft: Int64
  var bytesDownLeft: Int64
  var bytesWifi: Int64 = 0
  var bytesCellular: Int64 = 0
  var isPaused = false

  // Energy
  var account: AccountID
  var payer: EnergyPayer
  /// What has been debited from the budgets so far.
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

/// A background session of an app: its present batch, and what the app is yet to be told.
struct TransferSession {
  /// Transfers created and not finished, and those finished of the same batch.
  var unfinished = 0
  var finished = 0
  /// Files of a chain that are yet to be created.
  var chainLeft = 0
  /// Number of files so far: the ordinal of the next one's size; and number of relaunches.
  var fileOrdinal = 0
  var wakeOrdinal = 0
  /// When the last file of the batch arrived; nil if none did.
  var arrived: Instant?
  /// A finished batch that the app has not been told of, and when its last file arrived.
  var isUntold = false
  var untoldArrival: Instant?
}

/// The resume delay of an app: URL-9 and URL-10.
struct ResumeDelay {
  var length: TimeSpan = .zero
  /// The last wake, or the last instant with a background-created transfer waiting or in flight.
  var quietSince: Instant = .zero
  /// Transfers created in the background that wait or are in flight.
  var backgroundTransfers = 0
}
