import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A request to stop, from Ctrl-C or a batch system.
///
/// SIGTERM, SIGUSR1, SIGXCPU and the first SIGINT ask for an orderly end, however often they come. A second SIGINT
/// ends the process at once, but not within a transaction.
enum Interruption {
  private enum Phase {
    static let interruptible = 0
    static let protected = 1
    /// The process ends when the protected section does.
    static let endsAfterwards = 2
    static let ending = 3
  }
  private static let requested = Atomic<Bool>(false)
  private static let interrupts = Atomic<Int>(0)
  private static let phase = Atomic<Int>(Phase.interruptible)

  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Takes the signals from here on.
  static func install() {
    for number in [SIGTERM, SIGUSR1, SIGXCPU] {
      signal(number) { _ in Interruption.requested.store(true, ordering: .relaxed) }
    }
    signal(SIGINT) { _ in
      Interruption.requested.store(true, ordering: .relaxed)
      if Interruption.interrupts.add(1, ordering: .relaxed).newValue > 1 { Interruption.endProcess() }
    }
  }

  /// Does `body`, which a second SIGINT does not cut short.
  static func protected<Result>(_ body: () throws -> Result) rethrows -> Result {
    while !change(from: Phase.interruptible, to: Phase.protected) { usleep(1000) }
    defer {
      if !change(from: Phase.protected, to: Phase.interruptible) { _exit(ExitCode.interrupted.rawValue) }
    }
    return try body()
  }

  /// Ends the process, at once or after the protected section. Called by a signal handler.
  private static func endProcess() {
    while true {
      if change(from: Phase.interruptible, to: Phase.ending) { _exit(ExitCode.interrupted.rawValue) }
      if change(from: Phase.protected, to: Phase.endsAfterwards) { return }
      if phase.load(ordering: .sequentiallyConsistent) >= Phase.endsAfterwards { return }
    }
  }

  private static func change(from old: Int, to new: Int) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
  }
}
