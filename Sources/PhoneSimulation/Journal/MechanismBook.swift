import Workload

/// Counts of one app and mechanism: after warm-up for metrics, over the whole horizon for the conservation laws.
struct MechanismBook {
  var observed = MechanismResult()
  var whole = Conservation()
}

/// Whole-horizon counts of one app and mechanism that must balance at the end: LOG-1 to LOG-3.
struct Conservation {
  var submitted = 0
  var launched = 0
  var replaced = 0
  var cancelled = 0
  /// Transfers that failed before they started.
  var failedUnstarted = 0
  var sent = 0
  var delivered = 0
  var coalesced = 0
  var dropped = 0
  var runsEnded = 0
  /// Pushes on their way to the device.
  var travelling = 0
  /// Push launches whose handler has not started.
  var launching = 0
}

/// The items of one app and mechanism that have not ended at the horizon.
struct OpenItems {
  /// Items that wait.
  var waiting = 0
  /// Runs that have not ended, transfers in flight among them.
  var running = 0
  /// Pushes at the server, and visible ones anywhere before their end.
  var atServer = 0
}

extension Conservation {
  /// The first law that does not hold, with both sides: LOG-1, LOG-2, LOG-3.
  func brokenLaw(_ mechanism: Mechanism, _ open: OpenItems) -> (rule: String, left: Int, right: Int)? {
    let ended = delivered + coalesced + dropped
    if mechanism == .push {
      let known = ended + open.atServer + open.waiting + travelling + launching
      if sent != known { return ("LOG-2", sent, known) }
    } else {
      let known = launched + replaced + cancelled + failedUnstarted + open.waiting
      if submitted != known { return ("LOG-1", submitted, known) }
    }
    if mechanism == .mode, sent != ended + open.atServer { return ("LOG-2", sent, ended + open.atServer) }
    let known = runsEnded + open.running
    return launched == known ? nil : ("LOG-3", launched, known)
  }
}
