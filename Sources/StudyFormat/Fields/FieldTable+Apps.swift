import Workload

/// The keys of apps and their work.
extension FieldTable {
  static let app = FieldTable(
    "app",
    [
      field("id", .text, "bundle id", required: true),
      field(
        "declarations", .map("declarations"), "permitted identifiers and modes; all its own if left out",
        default: .words("all of its own identifiers and modes")),
      field(
        "popularity", .map("popularity"), "how a synthetic user comes to use it",
        default: .words("not used by synthetic users")),
      field(
        "usage", .map("usage"), "opens of a scripted scenario", default: .words("no opens by scripted users")),
      field("content", .map("content"), "how its content changes", default: .words("none")),
      field("tasks", .list(of: "task"), "series of background tasks", atMost: 100, default: "[]"),
      field("pushes", .map("pushes"), "silent pushes of its server", default: .words("none")),
      field(
        "transfers", .list(of: "transfer"), "files moved through background sessions", atMost: 100,
        default: "[]"),
      field("visiblePushes", .map("visiblePushes"), "visible pushes of its server", default: .words("none")),
      field("voipPushes", .map("voipPushes"), "VoIP pushes of its server", default: .words("none")),
      field("modes", .map("modes"), "audio, location and regions", default: .words("none")),
      field(
        "assertions", .list(of: "exitWork"), "work that is left at each exit from the foreground",
        atMost: 100, default: "[]"),
      field("quality", .textOrMap("quality"), "a canned profile, or one with changes", default: "careful"),
      field("heavy", .boolean, "whether it puts memory under pressure when in front", default: "false"),
    ], later: ["extension"])
  static let declarations = FieldTable(
    "declarations",
    [
      field(
        "permittedIdentifiers", .list(of: "identifier"), "identifiers that may be submitted",
        default: .words("all of its own")),
      field(
        "modes", .list(of: "mode"), "fetch, processing, remote-notification, audio, location, voip",
        default: .words("all")),
      field("gpu", .boolean, "whether it is entitled to the GPU in the background", default: "false"),
    ])
  /// The words of `modes`.
  static let modeWords = ["fetch", "processing", "remote-notification", "audio", "location", "voip"]
  static let popularity = FieldTable(
    "popularity",
    [
      field("installShare", .quantity("%"), "share of devices that have it", required: true),
      field("weight", .number, "weight in the user's list of apps", required: true, in: 0...1_000_000),
      field("spread", .number, "log deviation of the weight between users", in: 0...5, default: "0"),
    ])
  static let usage = FieldTable(
    "usage",
    [
      field(
        "opensPerDay", .number, "mean opens a day", in: 0...10_000,
        default: .words("the number of times in `at`")),
      field("at", .list(of: "time of day"), "times of day of the opens", default: "[]"),
      field("spread", .quantity("min"), "standard deviation about the time", in: 0...1440, default: "0 min"),
      field("everyDays", .integer, "days between opens", in: 1...3660, default: "1"),
      field("stay", .quantity("min"), "time in the foreground", in: 0...10_080, default: "1 min"),
    ])
  static let content = FieldTable(
    "content",
    [
      field(
        "process", .choice(["poisson", "usageClock", "fixed", "none"]), "how changes arrive", required: true),
      field("perDay", .number, "mean changes a day", in: 0...10_000, default: "0"),
      field("freshWithin", .quantity("min"), "staleness that still counts as fresh", default: "0 min"),
      field("fetchOnOpen", .boolean, "whether every open fetches", default: "true"),
    ])
  /// Work that neither grows nor shares a core: after transfers and location events.
  static let eventWork = FieldTable(
    "eventWork", work.fields.filter { WorkGrowth(rawValue: $0.key) == nil && $0.key != "cpuShare" },
    later: work.later)
  static let work = FieldTable(
    "work",
    [
      field(
        "cpu", .distribution("s"), "processor time on an efficiency core",
        default: .words(
          "lognormal, median 1.5 s, sigma 0.6; processing: median 60 s, sigma 0.5; after transfers and location events: 0 s"
        )),
      field(
        "wait", .distribution("s"), "waiting for servers",
        default: .words("lognormal, median 2 s, sigma 0.7; processing: 0 s")),
      field(
        "cpuShare", .distribution("%"), "share of a core that the processor work takes; 100 % if left out",
        in: 1...100, default: .words("100 %; 50 % where processing has no `cpu` of its own")),
      field(
        "up", .distribution("kB"), "bytes sent", in: 0...10_000_000,
        default: .words("10 kB; processing: none")),
      field(
        "down", .distribution("kB"), "bytes received", in: 0...10_000_000,
        default: .words("lognormal, median 150 kB, sigma 1; processing: none")),
      field(
        "perChange", .map("growth"), "more work for each change not yet fetched", default: .words("none")),
      field(
        "perDay", .map("growth"), "more work for each day since the last success", default: .words("none")),
    ], later: ["chunks"])
  static let growth = FieldTable(
    "growth",
    [
      field("cpu", .distribution("s"), "processor time", in: 0...86_400, default: .words("none")),
      field("wait", .distribution("s"), "waiting for servers", in: 0...86_400, default: .words("none")),
      field("up", .distribution("kB"), "bytes sent", in: 0...10_000_000, default: .words("none")),
      field("down", .distribution("kB"), "bytes received", in: 0...10_000_000, default: .words("none")),
    ])
  static let task = FieldTable(
    "task",
    [
      field("id", .text, "identifier", required: true),
      field("kind", .choice(taskKinds), "mechanism", required: true),
      field(
        "floor", .quantity("min", orTime: true),
        "earliestBeginDate: a delay, or the next such time of day after the submission",
        default: .words("none")),
      field("requiresExternalPower", .boolean, "flag of a processing request", default: "false"),
      field("requiresNetworkConnectivity", .boolean, "flag of a processing request", default: "false"),
      field(
        "work", .map("work"), "what a run has to do",
        default: .words("a small fetch; processing computes and moves no bytes")),
      field(
        "fetches", .boolean, "whether a successful run brings content",
        default: .words("true for a refresh, else false")),
      field("submits", .boolean, "whether the app submits it by itself", default: "true"),
      field("alsoSubmits", .list(of: "furtherSubmission"), "other tasks that its runs submit", default: "[]"),
      field(
        "origin", .choice(SubmissionOrigin.allCases.map(\.rawValue)),
        "who submits where no run does: the app, or one of its extensions", default: "app"),
      field(
        "strategy", .choice(["queue", "fail"]), "what a continued task does while every slot is taken",
        default: "queue"),
      field("gpu", .boolean, "whether a continued task asks for the GPU", default: "false"),
      field(
        "startsAfterOpen", .quantity("s"), "the user starts a continued task so long after each open",
        in: 0...86_400, default: .words("never")),
      field(
        "progress", .map("progress"), "whose progress a continued task reports", default: .words("its own")),
      field(
        "failOn", .list(of: "number"),
        "the runs of the series that fail, counted from 1, and no others; replaces failureProbability",
        default: .words("by `failureProbability`")),
    ])
  static let furtherSubmission = FieldTable(
    "furtherSubmission",
    [
      field("task", .text, "identifier of another task of the app", required: true),
      field(
        "when", .choice(["start", "end", "success"]),
        "start of the handler, end that the app reports, or success", default: "start"),
    ])
  /// The moments of a run at which it submits.
  static let moments = ["start": QualityProfile.Resubmission.atStart, "end": .atEnd, "success": .onSuccess]
  static let progress = FieldTable(
    "progress",
    [field("from", .text, "session whose transfers it shows while the app is in front", required: true)])
  static let pushes = FieldTable(
    "pushes",
    [
      field(
        "on", .choice(["contentChange", "poisson", "schedule"]), "what triggers a push",
        default: "contentChange"),
      field("perDay", .number, "rate of Poisson pushes", in: 0...10_000, default: "0"),
      field(
        "at", .listOfTextOrMap("scheduledPush"),
        "instants of scheduled pushes, such as `2 d 12:00`, or mappings with a life or priority of their own",
        default: "[]"),
      field("expiration", .quantity("h"), "life at server and device", default: "24 h"),
      field("priority", .integer, "APNs priority header", in: 1...10, default: "5"),
      field("contentAvailable", .boolean, "whether the payload has `content-available: 1`", default: "true"),
      field(
        "userVisible", .boolean, "whether the payload has a key that the user would see", default: "false"),
      field("type", .choice(["background", "alert"]), "APNs push type header", default: "background"),
      field("work", .map("work"), "what a run has to do", default: .words("a small fetch")),
      field("fetches", .boolean, "whether a run brings content", default: "true"),
      field(
        "failOn", .list(of: "number"),
        "the push runs that fail, counted from 1, and no others; replaces failureProbability",
        default: .words("by `failureProbability`")),
    ])
  static let scheduledPush = FieldTable(
    "scheduledPush",
    [
      field("at", .text, "instant from the start: `2 d 08:00`", required: true),
      field(
        "expiration", .quantity("h"), "life at server and device; that of the app's pushes if left out",
        default: .words("that of `pushes`")),
      field(
        "priority", .integer, "APNs priority header; that of the app's pushes if left out", in: 1...10,
        default: .words("that of `pushes`")),
    ])
  static let quality = FieldTable(
    "quality",
    [
      field("profile", .choice(profileNames), "canned profile that is changed", default: "careful"),
      field("setsExpirationHandler", .boolean, "whether an expiration handler is set", default: "true"),
      field("expiryReaction", .quantity("s"), "time from expiry to completion", default: "0.5 s"),
      field(
        "completesOn", .list(of: "path"), "success, failure, expiry", default: "[success, failure, expiry]"),
      field(
        "checkpointInterval", .quantity("s"), "work is saved so often", in: 0.001...604_800, default: "5 s"),
      field(
        "resubmits", .choice(["atStart", "atEnd", "onSuccess", "never"]),
        "when the next request is submitted", default: "atStart"),
      field(
        "registration", .choice(QualityProfile.Registration.allCases.map(\.rawValue)),
        "how handlers are registered; atUse: those of continued tasks before each submission",
        default: "atLaunch"),
      field(
        "identifierSpelling", .choice(["exact", "wrong"]), "how identifiers are written", default: "exact"),
      field("failureProbability", .quantity("%"), "chance that the work fails", default: "5 %"),
      field("movesFiles", .boolean, "whether finished downloads are kept", default: "true"),
      field(
        "callsWakeCompletion", .boolean, "whether the relaunch after a batch reports its completion",
        default: "true"),
    ] + behaviours)
}
