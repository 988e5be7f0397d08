/// The keys of modes, visible pushes and VoIP pushes.
extension FieldTable {
  static let modes = FieldTable(
    "modes",
    [
      field(
        "audio", .map("modeUse"), "when the user wants the app to play or record", default: .words("none")),
      field(
        "location", .map("modeUse"), "when the app uses standard location updates", default: .words("none")),
      field(
        "significantChanges", .boolean, "whether the app asks for significant-change events",
        default: .words("true with `significantChange`")),
      field(
        "significantChange", .map("significantChange"), "what the app does at each of them",
        default: .words("none")),
      field("regions", .map("regions"), "regions that the app monitors", default: .words("none")),
      field(
        "work", .map("eventWork"), "what a run after a location event has to do; nothing if left out",
        default: .words("nothing")),
    ])
  static let significantChange = FieldTable(
    "significantChange",
    [
      field(
        "assertion", .quantity("s"),
        "length of an assertion that begins at the event; its allowance counts from the end of the event's time",
        required: true)
    ])
  static let modeUse = FieldTable(
    "modeUse",
    [
      field("at", .list(of: "time of day"), "times of day of the starts", default: "[]"),
      field(
        "perDay", .number, "mean starts a day on the user's clock, where no times are given", in: 0...10_000,
        default: "0"),
      field("duration", .distribution("s"), "length of a span", required: true),
    ])
  static let regions = FieldTable(
    "regions",
    [
      field("count", .integer, "regions that the app registers", required: true, in: 1...256),
      field("perDay", .number, "mean visits a day", in: 0...10_000, default: "0"),
      field("stay", .distribution("s"), "length of a visit", default: .words("1 h")),
    ])
  static let visiblePushes = FieldTable(
    "visiblePushes",
    [
      field(
        "on", .choice(["contentChange", "poisson", "schedule"]), "what triggers a push",
        default: "contentChange"),
      field("perDay", .number, "rate of Poisson pushes", in: 0...10_000, default: "0"),
      field("at", .list(of: "time"), "instants of scheduled pushes, such as `2 d 12:00`", default: "[]"),
      field("expiration", .quantity("h"), "life at the server", default: "24 h"),
      field(
        "extension", .map("serviceExtension"), "the notification service extension that changes the content",
        default: .words("none")),
    ])
  static let serviceExtension = FieldTable(
    "serviceExtension",
    [
      field("duration", .distribution("s"), "wall time of a run", required: true),
      field("cpu", .distribution("s"), "processor time within it", default: .words("0.5 s")),
      field("memory", .quantity("MB"), "memory that it needs from its start on", default: "12 MB"),
    ])
  static let voipPushes = FieldTable(
    "voipPushes",
    [
      field("on", .choice(["poisson", "schedule"]), "what triggers a push", default: "poisson"),
      field("perDay", .number, "rate of Poisson pushes", in: 0...10_000, default: "0"),
      field("at", .list(of: "time"), "instants of scheduled pushes, such as `2 d 12:00`", default: "[]"),
      field("expiration", .quantity("s"), "life at the server; one attempt if left out", default: "0 s"),
    ])

  /// All of them, for the schema.
  static let ofModes: [FieldTable] = [
    modes, significantChange, modeUse, regions, visiblePushes, serviceExtension, voipPushes,
  ]
}
