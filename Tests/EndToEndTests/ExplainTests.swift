import Foundation
import TestSupport
import Testing

@Suite("slumber explain and trace") struct ExplainTests {

  @Test("an explanation names the items, what blocked them, what would have been, and advice")
  func text() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber(
      "explain", "small.yaml", "--app", "org.example.news", "--device", "1", "--gates", "--phones", "2",
      code: 0)
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    for part in [
      "org.example.news on device 1", "point base", "Verdict: ", "Cause: ", "What blocked, over all waits",
      "What if:",
      "under each rule", "marginal", "What your changes would do", "What would help", "By hour of day",
      "Legend",
    ] {
      #expect(outcome.output.contains(part), "\(part)")
    }
  }

  @Test("as JSON the shares of every item sum to its delay, for requests and pushes")
  func shares() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber(
      "explain", "small.yaml", "--app", "org.example.news", "--json", "--phones", "4")
    let report = try outcome.object
    let items = try #require(report["items"] as? [[String: Any]])
    #expect(!items.isEmpty)
    for item in items {
      let shares = try #require(item["shares"] as? [[String: Any]])
      let sum = shares.reduce(0.0) { $0 + ($1["time_s"] as? Double ?? 0) }
      let delay = try #require(item["delay_s"] as? Double)
      #expect(abs(sum - delay) < 1e-6)
    }
    let kinds = Set(items.compactMap { $0["mechanism"] as? String })
    #expect(kinds.isSuperset(of: ["refresh", "push"]))
    #expect((report["what_if"] as? [[String: Any]])?.isEmpty == false)
    let bills = try #require(report["tail_bills"] as? [[String: Any]])
    #expect(bills.compactMap { $0["rule"] as? String } == ["last", "first", "equal", "marginal"])
    #expect(bills.compactMap { $0["is_studys"] as? Bool } == [true, false, false, false])
    #expect(bills.allSatisfy { ($0["battery_j_per_day"] as? Double ?? 0) > 0 })
    let health = try #require(report["health"] as? [String: Any])
    #expect(
      ["healthy", "someStale", "late", "rare", "mostlyStale", "failing", "never", "refused"].contains(
        health["verdict"] as? String))
    #expect(["fresh", "someStale", "mostlyStale"].contains(health["freshness"] as? String))
    #expect((health["runs_per_day_by_kind"] as? [String: Any])?.keys.contains("refresh") == true)
    #expect((health["background_battery_share_per_day"] as? Double ?? 0) > 0)
    let series = try #require(health["series"] as? [[String: Any]])
    #expect(series.compactMap { $0["series"] as? String } == ["refresh", "clean", "push"])
    // Over all reasons no series waits for longer than the study lasts.
    let blocked = try #require(report["blocked"] as? [[String: Any]])
    let waits = Dictionary(grouping: blocked) { $0["series"] as? String ?? "" }
      .mapValues { $0.reduce(0.0) { $0 + ($1["time_s"] as? Double ?? 0) } }
    #expect(
      waits.keys.contains("refresh") && waits.values.allSatisfy { $0 > 0 && $0 <= 5 * 86_400 }, "\(waits)")
    #expect((report["limits"] as? [[String: Any]])?.first?["name"] as? String == "explain.successShare")
    let levers = try #require(report["levers"] as? [[String: Any]])
    #expect(levers.first?["lever"] is NSNull && levers.count > 3)
    #expect(levers.first?["phones"] as? Int == 4)
    #expect(levers.dropFirst().allSatisfy { $0["effect"] is String && $0["gain_half_width"] is Double })
    #expect((report["by_hour"] as? [[String: Any]])?.count == 24)
    #expect((report["advice"] as? [String])?.isEmpty == false)
  }

  @Test("the summary has a row for each app and series, the same again")
  func summary() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber("explain", "small.yaml", "--summary", "--json")
    let rows = try #require(try outcome.object["rows"] as? [[String: Any]])
    #expect(rows.contains { $0["series"] as? String == "push" && $0["app"] as? String == "org.example.news" })
    for row in rows { #expect((row["runs_per_day"] as? Double ?? -1) >= 0) }
    #expect(try folder.slumber("explain", "small.yaml", "--summary", "--json").output == outcome.output)
  }

  @Test("a replication beyond the study's is drawn, and said")
  func laterReplication() throws {
    let folder = try TestFolder(Studies.small())
    let later = try folder.slumber("explain", "small.yaml", "--list", "--replication", "2")
    #expect(later.code == 0 && later.output.hasPrefix("3 of 3 devices, replication 2\n"), "\(later.summary)")
    #expect(
      later.error.contains(
        "replication 2 is beyond the study's, which are 0 to 1; it is drawn all the same"),
      "\(later.summary)")
    #expect(
      try folder.slumber("explain", "small.yaml", "--list", "--replication", "1").error.isEmpty)
  }

  @Test("the devices of a trace are no number to be chosen")
  func tracedDevices() throws {
    let folder = try TestFolder()
    let refused = try folder.slumber("describe", ShippedStudy.path("real-phones"), "--devices", "7", code: 2)
    #expect(
      refused.error.contains("`--devices` has no effect: the study takes its 5 devices from a trace"),
      "\(refused.summary)")
  }

  @Test("the devices are listed, and those with an app")
  func list() throws {
    let folder = try TestFolder(Studies.small())
    let list = try folder.slumber("explain", "small.yaml", "--list")
    #expect(list.code == 0 && list.output.hasPrefix("3 of 3 devices, replication 0\n"), "\(list.summary)")
    let object = try folder.slumber("explain", "small.yaml", "--list", "--json").object
    let devices = try #require(object["devices"] as? [[String: Any]])
    #expect(devices.compactMap { $0["device"] as? Int } == [0, 1, 2])
    #expect(devices.allSatisfy { ($0["apps"] as? [[String: Any]])?.count == 2 })
    let one = try folder.slumber("explain", "small.yaml", "--list", "--app", "org.example.mail")
    #expect(one.output.hasPrefix("3 of 3 devices with org.example.mail"))
  }

  @Test("the summary of one app has the segments of its users and its rows only")
  func segments() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber(
      "explain", "small.yaml", "--summary", "--app", "org.example.mail", "--json")
    let summary = try outcome.object
    let segments = try #require(summary["segments"] as? [[String: Any]])
    #expect(segments.reduce(0) { $0 + ($1["devices"] as? Int ?? 0) } == 3)
    let rows = try #require(summary["rows"] as? [[String: Any]])
    #expect(Set(rows.compactMap { $0["app"] as? String }) == ["org.example.mail"])
    let text = try folder.slumber("explain", "small.yaml", "--summary").output
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    #expect(segments.allSatisfy { $0.keys.contains("fresh_open_share") && $0["mostly_stale_devices"] is Int })
    for part in ["Users by what decides", "How often", "How soon", "Legend"] { #expect(text.contains(part)) }
  }

  @Test("an app's last word is enough to find its id, and the only app of a study needs no name")
  func naming() throws {
    let folder = try TestFolder(Studies.small())
    let unknown = try folder.slumber("explain", "small.yaml", "--app", "News", code: 2)
    #expect(unknown.error.contains("no app `News`; did you mean `org.example.news`?"), "\(unknown.summary)")
    let none = try folder.slumber("explain", "small.yaml", code: 2)
    #expect(
      none.error.contains("the apps of the study are: org.example.news, org.example.mail"), "\(none.summary)")
    let only = try folder.slumber(
      "explain", ShippedStudy.path("canned/01-weather-refresh"), "--phones", "1", code: 0)
    #expect(only.output.hasPrefix("org.example.weather on device 0"))
  }

  @Test("--svg draws the day that trace draws, of the device and the app explained")
  func picture() throws {
    let folder = try TestFolder(Studies.small())
    let device = ["--app", "org.example.mail", "--device", "1"]
    let drawn = try folder.slumber(
      ["explain", "small.yaml", "--svg", "day.svg", "--phones", "1"] + device, code: 0)
    #expect(
      drawn.error.contains(/day \d \(\w+\) of org.example.mail on device 1 .*: day.svg/), "\(drawn.error)")
    try folder.slumber(["trace", "small.yaml", "--to", "same.svg"] + device, code: 0)
    #expect(try folder.text("day.svg") == folder.text("same.svg"))
    try folder.slumber("explain", "small.yaml", "--list", "--svg", "x.svg", code: 2)
    let policies = ["--policy", "never", "--policy", "seven-factor"]
    try folder.slumber(["explain", "small.yaml", "--svg", "x.svg"] + device + policies, code: 2)
    #expect(try folder.names() == ["day.svg", "same.svg", "small.yaml"])
  }

  @Test("trace writes the timeline of a device, or its event log, and nothing on a mistake")
  func trace() throws {
    let folder = try TestFolder(Studies.small())
    try folder.slumber("trace", "small.yaml", "--to", "a.csv", "--device", "2", code: 0)
    let log = try folder.text("a.csv")
    #expect(log.hasPrefix("t_us,seq,device,event,app,mechanism,item,identifier,"))
    #expect(log.split(separator: "\n").count > 100)
    try folder.slumber("trace", "small.yaml", "--to", "a.pftrace", "--device", "2", code: 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.pftrace")))
    #expect(bytes.first == 0x0A && bytes.count > 10_000)
    #expect(try folder.names() == ["a.columns.csv", "a.csv", "a.pftrace", "small.yaml"])
  }
}
