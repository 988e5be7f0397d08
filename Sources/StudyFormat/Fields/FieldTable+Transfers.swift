extension FieldTable {
  static let transfer = FieldTable(
    "transfer",
    [
      field("session", .text, "identifier of the background session", required: true),
      field("files", .integer, "files that one trigger creates; 1 if left out", in: 1...10_000, default: "1"),
      field("up", .distribution("MB"), "bytes sent per file", in: 0...100_000, default: .words("0 MB")),
      field("down", .distribution("MB"), "bytes received per file", in: 0...100_000, default: .words("0 MB")),
      field("discretionary", .boolean, "whether the system chooses the time", default: "false"),
      field("sendsLaunchEvents", .boolean, "whether a finished batch relaunches the app", default: "true"),
      field(
        "chained", .boolean, "whether each file is created when the app is told of the one before",
        default: "false"),
      field(
        "floor", .quantity("min", orTime: true),
        "earliestBeginDate: a delay, or the next such time of day after the submission",
        default: .words("none")),
      field("fetches", .boolean, "whether a finished batch brings content", default: "false"),
      field(
        "work", .map("eventWork"), "what the app does in the relaunch after a batch; nothing if left out",
        default: .words("nothing")),
      field(
        "on", .choice(["open", "exit", "success", "script"]), "when the app creates them",
        default: .words("script")),
      field(
        "task", .text, "identifier of the task whose successful runs create them, for `on: success`",
        default: .words("none")),
    ])
}
