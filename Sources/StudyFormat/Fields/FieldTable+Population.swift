import ModelParameters
import Workload

/// The keys of the fleet, of its people and of recorded devices.
extension FieldTable {
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
}
