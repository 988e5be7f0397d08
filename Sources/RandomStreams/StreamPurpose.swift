/// The purpose of a random stream. The number is part of its identity: never renumbered, never reused.
public enum StreamPurpose: UInt8, Sendable, CaseIterable {
  // Fleet and user
  case archetype = 1
  case userTraits = 2
  case dayFactor = 3
  case sessions = 4
  case sessionLength = 5
  case appChoice = 6
  case nightCharge = 7
  case dayCharge = 8
  case network = 9
  case notifications = 10
  case settings = 11
  case forceQuitHabit = 12
  case scriptedUse = 13
  case initialState = 14
  case installation = 15
  case cellularNetwork = 17
  case signal = 18
  // Servers
  case contentChanges = 20
  case pushes = 21
  case pushNetworkDelay = 22
  case serverAnswers = 23
  // What a run needs, keyed by app and ordinal
  case transferDemand = 29
  case refreshWork = 30
  case processingWork = 31
  case pushWork = 32
  case foregroundWork = 33
  case shortGrant = 34
  case workFailure = 35
  case backgroundEntryWork = 36
  case changeWork = 37
  case transferSize = 38
  case wakeWork = 39
  // Choices of the phone and its user that depend on state, keyed by local day
  case lowPowerModePrompt = 40
  case memoryPressure = 41
  case evaluationOffset = 42
  case chargeHold = 43
  case settling = 44
  // Differences between devices, days and requests, and reactions of the user
  case deviceFactors = 45
  case quietDays = 46
  case firstEvaluation = 47
  case notificationOpens = 48
  // Policies and statistics
  case policy = 60
  case bootstrap = 61
  case design = 62
  /// Ties and resampled phones in comparisons with observations.
  case scores = 63
  // Modes and visible pushes
  case movement = 70
  case audioUse = 71
  case locationUse = 72
  case regionVisits = 73
  case visiblePushes = 74
  case voipPushes = 75
  case modeWork = 76
  case extensionWork = 77
  case appEvents = 78
  // The system's own work
  case systemWakes = 80
  // Tests and benchmarks
  case test = 250
  case benchmark = 251
}
