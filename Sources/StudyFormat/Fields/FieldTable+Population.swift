import ModelParameters
import Workload

/// The keys of the fleet, of its people and of recorded devices.
extension FieldTable {
  static let population = FieldTable(
    "population",
    [
      field("devices", .integer, "number of phones", required: true, in: 1...1_000_000),
      field("mix", .text, "a list of apps from another file, relative to this file", default: .words("none")),
      field(
        "archetypes", .textOrMap("archetypes"), "`everyday`, `scripted`, or a list of archetypes",
        default: "everyday"),
      field(
        "device", .choice(DeviceCatalogue.names),
        "a phone of `slumber devices` for all archetypes that name none; `standard` if left out",
        default: "standard"),
      field(
        "settings", .map("settings"), "shares of users with settings of their own",
        default: .words("parameters `settings.…`; none of scripted users")),
      cellularNetwork,
    ])
  static let archetype = FieldTable(
    "archetype",
    [
      field("name", .text, "name in results", required: true),
      field("share", .quantity("%"), "share of the devices", required: true),
      field("user", .choice(["synthetic", "scripted"]), "who uses the phone", default: "synthetic"),
      field(
        "charging", .textOrMap("charging"),
        "night, topUp, docked, irregular, never, or a list of daily charges", atMost: 100, default: "night"),
      field(
        "network", .textOrMap("network"), "commuting, wifi, cellular, none, or a list of daily Wi-Fi spans",
        atMost: 100, default: "commuting"),
      field(
        "noNetwork", .list(of: "networkSpan"), "daily spans without network, whatever `network` says",
        atMost: 100, default: "[]"),
      cellularNetwork,
      field(
        "device", .choice(DeviceCatalogue.names + [DevicePlan.simulatorProfile]),
        "a phone of `slumber devices`, as `population.device` says if left out; nothing is launched on a simulator",
        default: .words("as `population.device`")),
      field(
        "stateOfHealth", .quantity("%"), "capacity left of the battery", in: 1...100,
        default: .words("drawn by `battery.health`; 100 % for scripted users")),
      field("start", .map("start"), "the state at the start", default: .words("drawn")),
      field(
        "initialCharge", .quantity("%"), "the name of `start: {charge}` in earlier studies",
        default: .words("drawn")),
    ])
  static let start = FieldTable(
    "start",
    [
      field(
        "charge", .quantity("%"), "charge; drawn if left out, 100 % on the charger",
        default: .words("drawn; 100 % on the charger")),
      field(
        "locked", .boolean, "false: unlocked with the screen on, in use until it is locked",
        default: .words("true without `frontApp`")),
      field("frontApp", .text, "bundle id of the app in front of an unlocked phone", default: .words("none")),
      field(
        "plugged", .boolean, "whether a charger is connected; as `charging` says if left out",
        default: .words("as `charging` says")),
      field(
        "path", .choice(["wifi", "cellular", "none"]), "network path; as `network` says if left out",
        default: .words("as `network` says")),
      field(
        "newApps", .list(of: "bundle id"),
        "apps that have just been installed, so that no day before counts", default: "[]"),
    ])
  private static let span = [
    field("from", .text, "time of day, such as 23:00", required: true),
    field("to", .text, "time of day; on the next day if it is not later", required: true),
    field(
      "days", .list(of: "weekday"), "days of the week on which it begins, such as [mon, fri]",
      default: .words("every day")),
  ]
  /// The words of days of the week, Monday first.
  static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  static let networkSpan = FieldTable("networkSpan", span)
  static let dailySpan = FieldTable(
    "dailySpan",
    span + [
      field(
        "charger", .choice(["wired20W", "magSafe", "qi", "wired5W", "usb", "ac"]),
        "charger, where it charges", default: "wired20W"),
      field("screenOn", .boolean, "whether the screen is on all the while", default: "false"),
    ])
  static let settings = FieldTable(
    "settings",
    [
      field(
        "barOff", .quantity("%"), "users with Background App Refresh off",
        default: .words("parameter `settings.barOff`")),
      field(
        "barWifiOnly", .quantity("%"), "users with Background App Refresh on Wi-Fi only",
        default: .words("parameter `settings.barWifiOnly`")),
      field(
        "perAppOff", .quantity("%"), "apps whose own switch is off",
        default: .words("parameter `settings.perAppOff`")),
      field(
        "manualLowPowerMode", .quantity("%"), "users who keep Low Power Mode on",
        default: .words("parameter `settings.manualLowPowerMode`")),
    ])
  static let trace = FieldTable(
    "trace",
    [
      field("file", .text, "CSV of real events, relative to this file", required: true),
      field(
        "devices", .list(of: "device id"), "which of its devices; all if left out",
        default: .words("all of the file")),
      field(
        "repeat", .boolean, "whether short traces are repeated in whole weeks up to the horizon",
        default: "false"),
      field(
        "appNames", .open, "bundle id of the study for each recorded app name",
        default: .words("recorded apps by rank")),
    ])
}
