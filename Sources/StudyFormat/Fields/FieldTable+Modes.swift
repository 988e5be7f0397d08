/// The keys of modes, visible pushes and VoIP pushes.
extension FieldTable {
  static let modes = FieldTable(
    "modes",
    [
      field("audio", .map("modeUse"), "when the user wants the app to play or record"),
      field("location", .map("modeUse"), "when the app uses standard location updates"),
      field("significantChanges", .boolean, "whether the app asks for significant-change events"),
      field("significantChange", .map("significantChange"), "what the app does at each of them"),
      field("regions", .map("regions"), "regions that the app monitors"),
      field("work", .map("work"), "what a run after a location event has to do; nothing if left out"),
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
      field("at", .list(of: "time of day"), "times of day of the starts"),
      field(
        "perDay", .number, "mean starts a day on the user's clock, where no times are given", in: 0...10_000),
      field("duration", .distribution("s"), "length of a span", required: true),
    ])
  static let regions = FieldTable(
    "regions",
    [
      field("count", .integer, "regions that the app registers", required: true, in: 1...256),
      field("perDay", .number, "mean visits a day", in: 0...10_000),
      field("stay", .distribution("s"), "length of a visit"),
    ])
  static let visiblePushes = FieldTable(
    "visiblePushes",
    [
      field("on", .choice(["contentChange", "poisson", "schedule"]), "what triggers a push"),
      field("perDay", .number, "rate of Poisson pushes", in: 0...10_000),
      field("at", .list(of: "time"), "instants of scheduled pushes, such as `2 d 12:00`"),
      field("expiration", .quantity("h"), "life at the server"),
      field(
        "extension", .map("serviceExtension"), "the notification service extension that changes the content"),
    ])
  static let serviceExtension = FieldTable(
    "serviceExtension",
    [
      field("duration", .distribution("s"), "wall time of a run", required: true),
      field("cpu", .distribution("s"), "processor time within it"),
      field("memory", .quantity("MB"), "memory that it needs from its start on"),
    ])
  static let voipPushes = FieldTable(
    "voipPushes",
    [
      field("on", .choice(["poisson", "schedule"]), "what triggers a push"),
      field("perDay", .number, "rate of Poisson pushes", in: 0...10_000),
      field("at", .list(of: "time"), "instants of scheduled pushes, such as `2 d 12:00`"),
      field("expiration", .quantity("s"), "life at the server; one attempt if left out"),
    ])

  /// All of them, for the schema.
  static let ofModes: [FieldTable] = [
    modes, significantChange, modeUse, regions, visiblePushes, serviceExtension, voipPushes,
  ]
}
