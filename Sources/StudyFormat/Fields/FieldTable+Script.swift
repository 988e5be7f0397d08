import ModelParameters
import Workload

/// The keys of a script step.
extension FieldTable {
  static let scriptStep = FieldTable(
    "scriptStep",
    [
      field(
        "at", .text, "instant from the start: `2 d 08:00`; with `every` or `days` a time of day: `23:00`",
        required: true),
      field("every", .choice(["day"]), "the step is repeated: on every day up to the end"),
      field(
        "days", .list(of: "weekday"), "the step is repeated: on these days of the week, such as [mon, fri]"),
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
      field(
        "floor", .quantity("min", orTime: true), "floor of a submitted request; that of the task if left out"),
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
}
