import Workload

/// The keys of apps and their work.
extension FieldTable {
  static let app = FieldTable(
    "app",
    [
      field("id", .text, "bundle id", required: true),
      field("declarations", .map("declarations"), "permitted identifiers and modes; all its own if left out"),
      field("popularity", .map("popularity"), "how a synthetic user comes to use it"),
      field("usage", .map("usage"), "opens of a scripted scenario"),
      field("content", .map("content"), "how its content changes"),
      field("tasks", .list(of: "task"), "series of background tasks", atMost: 100),
      field("pushes", .map("pushes"), "silent pushes of its server"),
      field("transfers", .list(of: "transfer"), "files moved through background sessions", atMost: 100),
      field("visiblePushes", .map("visiblePushes"), "visible pushes of its server"),
      field("voipPushes", .map("voipPushes"), "VoIP pushes of its server"),
      field("modes", .map("modes"), "audio, location and regions"),
      field(
        "assertions", .list(of: "exitWork"), "work that is left at each exit from the foreground", atMost: 100
      ),
      field("quality", .textOrMap("quality"), "a canned profile, or one with changes"),
      field("heavy", .boolean, "whether it puts memory under pressure when in front"),
    ], later: ["extension"])
  static let declarations = FieldTable(
    "declarations",
    [
      field("permittedIdentifiers", .list(of: "identifier"), "identifiers that may be submitted"),
      field("modes", .list(of: "mode"), "fetch, processing, remote-notification, audio, location, voip"),
      field("gpu", .boolean, "whether it is entitled to the GPU in the background"),
    ])
  /// The words of `modes`.
  static let modeWords = ["fetch", "processing", "remote-notification", "audio", "location", "voip"]
  static let popularity = FieldTable(
    "popularity",
    [
      field("installShare", .quantity("%"), "share of devices that have it", required: true),
      field("weight", .number, "weight in the user's list of apps", required: true, in: 0...1_000_000),
      field("spread", .number, "log deviation of the weight between users", in: 0...5),
    ])
  static let usage = FieldTable(
    "usage",
    [
      field("opensPerDay", .number, "mean opens a day", in: 0...10_000),
      field("at", .list(of: "time of day"), "times of day of the opens"),
      field("spread", .quantity("min"), "standard deviation about the time", in: 0...1440),
      field("everyDays", .integer, "days between opens", in: 1...3660),
      field("stay", .quantity("min"), "time in the foreground", in: 0...10_080),
    ])
  static let content = FieldTable(
    "content",
    [
      field(
        "process", .choice(["poisson", "usageClock", "fixed", "none"]), "how changes arrive", required: true),
      field("perDay", .number, "mean changes a day", in: 0...10_000),
      field("freshWithin", .quantity("min"), "staleness that still counts as fresh"),
      field("fetchOnOpen", .boolean, "whether every open fetches"),
    ])
  static let work = FieldTable(
    "work",
    [
      field("cpu", .distribution("s"), "processor time on an efficiency core"),
      field("wait", .distribution("s"), "waiting for servers"),
      field(
        "cpuShare", .distribution("%"), "share of a core that the processor work takes; 100 % if left out",
        in: 1...100),
      field("up", .distribution("kB"), "bytes sent", in: 0...10_000_000),
      field("down", .distribution("kB"), "bytes received", in: 0...10_000_000),
    ], later: ["chunks"])
  static let task = FieldTable(
    "task",
    [
      field("id", .text, "identifier", required: true),
      field("kind", .choice(taskKinds), "mechanism", required: true),
      field("floor", .quantity("min"), "delay of earliestBeginDate; none if left out"),
      field("requiresExternalPower", .boolean, "flag of a processing request"),
      field("requiresNetworkConnectivity", .boolean, "flag of a processing request"),
      field("work", .map("work"), "what a run has to do"),
      field("fetches", .boolean, "whether a successful run brings content"),
      field("submits", .boolean, "whether the app submits it by itself"),
      field(
        "origin", .choice(SubmissionOrigin.allCases.map(\.rawValue)),
        "who submits where no run does: the app, or one of its extensions"),
      field(
        "strategy", .choice(["queue", "fail"]), "what a continued task does while every slot is taken"),
      field("gpu", .boolean, "whether a continued task asks for the GPU"),
      field(
        "startsAfterOpen", .quantity("s"), "the user starts a continued task so long after each open",
        in: 0...86_400),
      field(
        "failOn", .list(of: "number"),
        "the runs of the series that fail, counted from 1, and no others; replaces failureProbability"),
    ])
  static let pushes = FieldTable(
    "pushes",
    [
      field("on", .choice(["contentChange", "poisson", "schedule"]), "what triggers a push"),
      field("perDay", .number, "rate of Poisson pushes", in: 0...10_000),
      field(
        "at", .listOfTextOrMap("scheduledPush"),
        "instants of scheduled pushes, such as `2 d 12:00`, or mappings with a life or priority of their own"),
      field("expiration", .quantity("h"), "life at server and device"),
      field("priority", .integer, "APNs priority header", in: 1...10),
      field("contentAvailable", .boolean, "whether the payload has `content-available: 1`"),
      field("userVisible", .boolean, "whether the payload has a key that the user would see"),
      field("type", .choice(["background", "alert"]), "APNs push type header"),
      field("work", .map("work"), "what a run has to do"),
      field("fetches", .boolean, "whether a run brings content"),
      field(
        "failOn", .list(of: "number"),
        "the push runs that fail, counted from 1, and no others; replaces failureProbability"),
    ])
  static let scheduledPush = FieldTable(
    "scheduledPush",
    [
      field("at", .text, "instant from the start: `2 d 08:00`", required: true),
      field("expiration", .quantity("h"), "life at server and device; that of the app's pushes if left out"),
      field("priority", .integer, "APNs priority header; that of the app's pushes if left out", in: 1...10),
    ])
  static let quality = FieldTable(
    "quality",
    [
      field("profile", .choice(profileNames), "canned profile that is changed"),
      field("setsExpirationHandler", .boolean, "whether an expiration handler is set"),
      field("expiryReaction", .quantity("s"), "time from expiry to completion"),
      field("completesOn", .list(of: "path"), "success, failure, expiry"),
      field("checkpointInterval", .quantity("s"), "work is saved so often", in: 0.001...604_800),
      field(
        "resubmits", .choice(["atStart", "atEnd", "onSuccess", "never"]), "when the next request is submitted"
      ),
      field(
        "registration", .choice(["atLaunch", "late", "twice", "missing"]), "how handlers are registered"),
      field("identifierSpelling", .choice(["exact", "wrong"]), "how identifiers are written"),
      field("failureProbability", .quantity("%"), "chance that the work fails"),
      field("movesFiles", .boolean, "whether finished downloads are kept"),
      field("callsWakeCompletion", .boolean, "whether the relaunch after a batch reports its completion"),
    ] + behaviours)
}
