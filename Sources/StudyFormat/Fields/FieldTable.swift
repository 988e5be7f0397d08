import ModelParameters
import Workload

/// One key of a mapping in a study file.
public struct Field: Sendable {
  /// What kind of value the key takes; it drives the JSON schema and the documentation.
  public enum Kind: Sendable {
    case text, integer, number, boolean
    /// A number in the unit of a metric, or a percentage of a baseline: `0.02`, `10 %`.
    case margin
    /// Any number that 64 bits hold.
    case seed
    /// A number with a unit, such as `15 min`.
    case quantity(String)
    /// One of several words.
    case choice([String])
    /// A constant with its unit, or one law by name with its parameters.
    case distribution(String)
    case list(of: String)
    case map(String)
    /// A word or a mapping of the named table.
    case textOrMap(String)
    /// Words or mappings of the named table.
    case listOfTextOrMap(String)
    /// One word or a list of them.
    case oneOrMore(of: String)
    /// A word, a number, or true or false.
    case wordOrNumber
    /// Any keys; the values are texts, numbers or lists.
    case open
  }
  public var key: String
  public var kind: Kind
  public var isRequired: Bool
  public var meaning: String
  /// The domain of a number, in the unit of the key; nil for keys that take no number.
  public var domain: ParameterDomain?
  /// Most elements of a list.
  public var greatestCount: Int
}

/// The keys of one kind of mapping, written once: decoding, errors, schema and documentation read them.
public struct FieldTable: Sendable {
  public var name: String
  public var fields: [Field]
  /// Keys of the format that this version does not build yet.
  public var later: [String]

  init(_ name: String, _ fields: [Field], later: [String] = []) {
    self.name = name
    self.fields = fields
    self.later = later
  }
}

/// A key of a table.
///
/// - Parameters:
///   - bounds: Least and greatest number; a quantity or a distribution without them takes those of its unit.
///   - count: Most elements of a list.
func field(
  _ key: String, _ kind: Field.Kind, _ meaning: String, required: Bool = false,
  in bounds: ClosedRange<Double>? = nil, atMost count: Int = 10_000
) -> Field {
  Field(
    key: key, kind: kind, isRequired: required, meaning: meaning, domain: Field.domain(kind, bounds),
    greatestCount: count)
}

extension Field {
  /// Longest time that one piece of work, one mode or one stay can be drawn: a week.
  static let longestDraw = 604_800.0

  /// The numbers that `seed` takes, in words.
  static let seedDomain = "a whole number from 0 to \(UInt64.max)"

  fileprivate static func domain(_ kind: Kind, _ bounds: ClosedRange<Double>?) -> ParameterDomain? {
    switch kind {
    case .integer: ParameterDomain(bounds ?? 0...1000, isWhole: true)
    case .number, .margin, .wordOrNumber: ParameterDomain(bounds ?? 0...1000)
    case .quantity(let word):
      ParameterDomain(bounds ?? 0...(ParameterUnit(rawValue: word) ?? .none).bounds.upperBound)
    case .distribution(let word):
      // Draws lie within a run, so draws of time end sooner than other times.
      ParameterDomain(
        bounds ?? 0...(word == "s" ? longestDraw : (ParameterUnit(rawValue: word) ?? .none).bounds.upperBound)
      )
    default: nil
    }
  }
}

extension FieldTable {
  /// The kinds of task requests.
  private static let taskKinds = Mechanism.allCases.filter(\.isRequest).map(\.name)

  static let study = FieldTable(
    "study",
    [
      field("formatVersion", .integer, "version of the format: 1", required: true, in: 1...1),
      field("extends", .text, "another study file that this one is laid over, relative to this file"),
      field("name", .text, "name of the study and of its results file", required: true),
      field("question", .text, "what is asked, in one sentence"),
      field("seed", .seed, "seed of all random streams"),
      field(
        "horizonDays", .integer, "days that are simulated, warm-up included; or `horizon`", in: 1...3660),
      field(
        "horizon", .quantity("h"), "time that is simulated, warm-up included; or `horizonDays`",
        in: 0.001...87_840),
      field("warmUpDays", .integer, "days at the start that metrics leave out", in: 0...3659),
      field("replications", .integer, "independent fleets", required: true, in: 1...100_000),
      field("population", .map("population"), "the fleet"),
      field("trace", .map("trace"), "real devices instead of synthetic ones"),
      field("apps", .list(of: "app"), "the apps of the study", atMost: 1000),
      field(
        "policies", .listOfTextOrMap("policy"), "what is compared; the first is the baseline", required: true),
      field("parameters", .open, "parameters that differ from their defaults, by name"),
      field("arms", .list(of: "arm"), "named variants of the study on the same devices and streams"),
      field("factors", .open, "what is varied: key path and a list of values or {from, to, steps}"),
      field("design", .choice(["fullFactorial"]), "how the levels of factors are combined"),
      field("script", .list(of: "scriptStep"), "timed interventions"),
      field("record", .list(of: "record"), "detail tables to keep: attempts, energy, timeseries, regret"),
      field("compare", .map("compare"), "baseline, metrics with margins, confidence"),
      field("expect", .list(of: "expectation"), "what must be observed"),
    ])
  static let population = FieldTable(
    "population",
    [
      field("devices", .integer, "number of phones", required: true, in: 1...1_000_000),
      field("mix", .text, "a list of apps from another file, relative to this file"),
      field("archetypes", .textOrMap("archetypes"), "`everyday`, `scripted`, or a list of archetypes"),
      field(
        "device", .choice(DeviceCatalogue.names),
        "a phone of `slumber devices` for all archetypes that name none; `standard` if left out"),
      field("settings", .map("settings"), "shares of users with settings of their own"),
      cellularNetwork,
    ])
  static let archetype = FieldTable(
    "archetype",
    [
      field("name", .text, "name in results", required: true),
      field("share", .quantity("%"), "share of the devices", required: true),
      field("user", .choice(["synthetic", "scripted"]), "who uses the phone"),
      field(
        "charging", .textOrMap("charging"),
        "night, topUp, docked, irregular, never, or a list of daily charges"),
      field(
        "network", .textOrMap("network"), "commuting, wifi, cellular, none, or a list of daily Wi-Fi spans"),
      cellularNetwork,
      field(
        "device", .choice(DeviceCatalogue.names + [DevicePlan.simulatorProfile]),
        "a phone of `slumber devices`, as `population.device` says if left out; nothing is launched on a simulator"
      ),
      field("stateOfHealth", .quantity("%"), "capacity left of the battery", in: 1...100),
      field("start", .map("start"), "the state at the start"),
      field("initialCharge", .quantity("%"), "the name of `start: {charge}` in earlier studies"),
    ])
  static let start = FieldTable(
    "start",
    [
      field("charge", .quantity("%"), "charge; drawn if left out, 100 % on the charger"),
      field("locked", .boolean, "false: unlocked with the screen on, in use until it is locked"),
      field("frontApp", .text, "bundle id of the app in front of an unlocked phone"),
      field("plugged", .boolean, "whether a charger is connected; as `charging` says if left out"),
      field("path", .choice(["wifi", "cellular", "none"]), "network path; as `network` says if left out"),
      field(
        "newApps", .list(of: "bundle id"),
        "apps that have just been installed, so that no day before counts"),
    ])
  static let dailySpan = FieldTable(
    "dailySpan",
    [
      field("from", .text, "time of day, such as 23:00", required: true),
      field("to", .text, "time of day", required: true),
      field(
        "charger", .choice(["wired20W", "magSafe", "qi", "wired5W", "usb", "ac"]), "charger, where it charges"
      ),
      field("screenOn", .boolean, "whether the screen is on all the while"),
    ])
  static let settings = FieldTable(
    "settings",
    [
      field("barOff", .quantity("%"), "users with Background App Refresh off"),
      field("barWifiOnly", .quantity("%"), "users with Background App Refresh on Wi-Fi only"),
      field("perAppOff", .quantity("%"), "apps whose own switch is off"),
      field("manualLowPowerMode", .quantity("%"), "users who keep Low Power Mode on"),
    ])
  static let trace = FieldTable(
    "trace",
    [
      field("file", .text, "CSV of real events, relative to this file", required: true),
      field("devices", .list(of: "device id"), "which of its devices; all if left out"),
      field("repeat", .boolean, "whether short traces are repeated in whole weeks up to the horizon"),
      field("appNames", .open, "bundle id of the study for each recorded app name"),
    ])
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
  static let policy = FieldTable(
    "policy",
    [
      field("name", .text, "name in the catalogue", required: true),
      field("label", .text, "name in tables"),
      field("parameters", .open, "parameters of this policy alone"),
      field(
        "enforces", .oneOrMore(of: "soft gate"), "soft gates that it obeys: `all`, `none`, or a list of names"
      ),
      field("onlyWhileCharging", .boolean, "whether its starts on battery become waits"),
      field("energyPerDay", .quantity("J"), "battery energy that its runs may take a day"),
      field("command", .list(of: "word"), "of `process`: the program and its arguments, seen from this file"),
      field("settings", .open, "of `process`: what the program is given as it is"),
      field(
        "replyLimit", .quantity("s"), "of `process`: longest wait for a line of its output; 5 s",
        in: 0.001...3600),
    ])
  static let arm = FieldTable(
    "arm",
    [
      field("name", .text, "name in tables", required: true),
      field("set", .open, "key paths and their values; the study as it is without them"),
    ])
  static let scriptStep = FieldTable(
    "scriptStep",
    [
      field("at", .text, "instant from the start: `2 d 08:00`", required: true),
      field(
        "action",
        .choice([
          "submit", "cancel", "cancelAll", "list", "kill", "forceQuit", "reboot", "plug", "unplug", "network",
          "push", "setting", "open", "close", "cancelContinued", "simulateLaunch", "simulateExpiration",
          "visiblePush", "voipPush", "audio", "location", "move", "signal",
          "region", "transfer", "lock", "unlock", "screenOn", "screenOff",
        ]),
        "what happens; `lock` turns the screen off too, `unlock` turns it on, `screenOff` does not lock",
        required: true),
      field("app", .text, "bundle id"),
      field("task", .text, "identifier, for submit and cancel"),
      field("session", .text, "session whose transfers the app creates"),
      field(
        "kind", .choice(taskKinds), "mechanism of a submitted identifier without a task"),
      field("floor", .quantity("min"), "floor of a submitted request"),
      field("origin", .choice(SubmissionOrigin.allCases.map(\.rawValue)), "who submits; the app if left out"),
      field("crash", .boolean, "whether a kill is a crash rather than memory pressure"),
      field("charger", .choice(["wired20W", "magSafe", "qi", "wired5W", "usb", "ac"]), "charger"),
      field("path", .choice(["wifi", "cellular", "none"]), "network path"),
      field("level", .choice(SignalLevel.allCases.map(\.name)), "signal of the cellular network"),
      field(
        "setting",
        .choice([
          "backgroundRefresh", "appRefresh", "lowPowerMode", "busy", "cpuLoad", "memoryPressure", "thermal",
        ]), "which setting"),
      field(
        "value", .wordOrNumber,
        "new value of the setting, a word or number; 0 ends audio or location; number of the region, from 0",
        in: 0...255),
      field("distance", .quantity("m"), "how far the user moves"),
      field(
        "expiration", .quantity("h"), "life of a push; if left out, the longest, or none for a VoIP push"),
      field(
        "priority", .integer, "APNs priority header of a push; that of the app's pushes if left out",
        in: 1...10),
    ])
  static let compare = FieldTable(
    "compare",
    [
      field("baseline", .text, "label of the policy that others are compared with"),
      field("metrics", .list(of: "compareMetric"), "metrics with a verdict"),
      field("confidence", .number, "confidence of intervals", in: 0.5...0.9999),
      field(
        "family", .choice(["designPoint", "study"]),
        "whose intervals are simultaneous: those of each design point, or of all together"),
      field("front", .list(of: "text"), "the two metrics of the front", atMost: 2),
    ])
  static let compareMetric = FieldTable(
    "compareMetric",
    [
      field("name", .text, "metric", required: true),
      field(
        "margin", .margin,
        "smallest difference that matters: a number in the metric's unit, or a share of the baseline such as `10 %`",
        in: 0...1e15),
    ])
  static let expectation = FieldTable(
    "expectation",
    [
      field("that", .text, "what is expected, in words"),
      field("metric", .text, "a metric of the catalogue"),
      field("event", .text, "count of an event of the vocabulary"),
      field("observe", .text, "a quantity read from the event log"),
      field("reason", .text, "reason of the event, or what blocks for `blockedHours`"),
      field("arm", .text, "arm; `base` if the study has none"),
      field("policy", .text, "label of the policy; the first if left out"),
      field("app", .text, "bundle id; all if left out"),
      field("mechanism", .choice(Mechanism.allCases.map(\.name)), "mechanism; all if left out"),
      field("equals", .open, "a number, or {policy, arm}"),
      field("lessThan", .open, "a number, or {policy, arm}"),
      field("atMost", .open, "a number, or {policy, arm}"),
      field("atLeast", .open, "a number, or {policy, arm}"),
      field("greaterThan", .open, "a number, or {policy, arm}"),
      field("between", .list(of: "number"), "lower and upper bound"),
      field("equivalentTo", .open, "a number, or {policy, arm}, within `margin`"),
      field(
        "increasesWith", .text,
        "a factor: higher at each of its levels than at the one before; numbers ascend"
      ),
      field("decreasesWith", .text, "a factor: lower at each of its levels than at the one before"),
      field(
        "at", .oneOrMore(of: "time"),
        "times of the event, on every device: each is met by one event, and no other event is near it"),
      field(
        "within", .quantity("us"), "how far from its time an event of `at` may be; 0 if left out",
        in: 0...86_400_000_000),
      field("margin", .number, "margin of equivalentTo", in: 0...1e15),
      field("factor", .number, "multiplies the other side", in: 0...1e15),
    ])

  /// All tables, for the schema.
  public static let all: [FieldTable] =
    [
      study, population, networkShares, archetype, start, dailySpan, settings, trace, app, declarations, popularity, usage,
      content,
      work,
      task, pushes, scheduledPush, transfer, exitWork, quality, policy, arm, scriptStep, compare,
      compareMetric,
      expectation,
    ] + ofModes
}
