import Workload

/// Keys of how well an app uses the interfaces, and of what it leaves to do at an exit.
extension FieldTable {
  /// Words of canned profiles.
  static let profileNames = QualityProfile.canned.map(\.name)

  /// The behaviours of section 6 beyond completion, resubmission and registration.
  static let behaviours: [Field] = [
    field(
      "completionStyle", .choice(QualityProfile.CompletionStyle.allCases.map(\.rawValue)),
      "an implicit completion, the return of a closure, cannot be missed", default: "explicit"),
    field(
      "completesEarly", .boolean, "whether success is reported before the work is done", default: "false"),
    field("doesNoWork", .boolean, "whether runs do nothing at all", default: "false"),
    field("rearmsAtExit", .boolean, "whether every exit submits again, with a fresh floor", default: "false"),
    field(
      "handlesSubmitError", .boolean, "whether a refused submission is noticed, and tried again",
      default: "true"),
    field(
      "checksLowPowerMode", .boolean, "whether nothing is submitted that Low Power Mode holds back",
      default: "false"),
    field(
      "checksRefreshStatus", .boolean, "whether nothing is submitted while background refresh is off",
      default: "false"),
    field(
      "endsAssertion", .choice(QualityProfile.AssertionEnd.allCases.map(\.rawValue)),
      "when extra time is given back", default: "whenDone"),
    field(
      "progressInterval", .quantity("s"), "a continued task reports progress so often", in: 0.1...604_800,
      default: "2 s"),
    field("holdsLock", .boolean, "whether a lock on a shared file is held at suspension", default: "false"),
    field("reportsCall", .boolean, "whether a VoIP push is followed by a reported call", default: "true"),
    field(
      "enterBackgroundTime", .quantity("s"), "time that didEnterBackground takes", in: 0...86_400,
      default: "0 s"),
    field(
      "launchTime", .quantity("s"), "time that a launch by the user takes", in: 0...86_400, default: "0 s"),
  ]

  static let exitWork = FieldTable(
    "exitWork",
    [
      field("name", .text, "name in the event log", required: true),
      field("length", .distribution("s"), "how long the work takes while it goes on", required: true),
      field(
        "usesAssertion", .boolean, "whether extra time is asked for; otherwise it stops at suspension",
        default: "true"),
      field(
        "origin", .choice(ExitWork.Origin.allCases.map(\.rawValue)), "an extension gets no extra time",
        default: "app"),
      field(
        "cpuShare", .quantity("%"), "share of a core that it takes while it goes on", in: 0...100,
        default: "20 %"),
    ])
}
