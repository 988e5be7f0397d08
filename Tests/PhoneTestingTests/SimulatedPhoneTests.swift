import Foundation
import PhoneTesting
import TestSupport
import Testing

@Suite("A phone in a unit test")
struct SimulatedPhoneTests {
  private static let refresh = "org.example.news.refresh"
  private static let example = PackageRoot.file("scenarios/examples/news.py")
  private static let plist = PackageRoot.file("Sources/SimulatedApp/Examples/Info.plist").path

  private static func phone(
    _ program: String = example.path, seed: UInt64 = 1, policy: String = "immediate"
  ) -> SimulatedPhone {
    SimulatedPhone(
      app: ["python3", program], plist: plist, bundleID: "org.example.news", seed: seed, policy: policy,
      server: [.init("https://news.example.org/*", down: "60 kB", delay: "200 ms", failures: "2 %")])
  }

  @Test("a careful app has launches, fresh content, a price and no finding, the same each time")
  func careful() throws {
    let (phone, again) = (Self.phone(), Self.phone())
    holds(phone.days == 0 && phone.launches.isEmpty && phone.freshness == nil)
    try phone.run(days: 6)
    try again.run(days: 2)
    let early = again.log
    try again.run(days: 4)
    holds(phone.findings == [] && phone.launches.count > 20)
    holds(phone.energy > 0 && (0.1...1).contains(phone.freshness ?? 0))
    holds(phone.log == again.log && again.days == 6)
    #expect(Array(phone.log.prefix(early.count)) == early)
    holds(phone.log.contains { $0.event == .decision && $0[.candidates] != nil })
    holds(phone.description.contains("6.0 days: \(phone.launches.count) launches, "))
    holds(phone.description.hasSuffix(", no finding"))
    let other = Self.phone(seed: 2)
    try other.run(days: 6)
    #expect(other.log != phone.log)
  }

  @Test("the events of a test happen")
  func acts() throws {
    let phone = Self.phone()
    phone.at("1 d 10:00", .open)
    phone.at("2 d 03:00", .forceQuit)
    phone.at("3 d 12:00", .push)
    phone.at("3 d 13:00", .setting("lowPowerMode", "true"))
    phone.at("3 d 14:00", .network("none"))
    phone.at("4 d 02:00", .reboot)
    try phone.run(days: 5)
    func times(_ event: LogEvent) -> [Double] {
      phone.log.filter { $0.event == event }.map { $0.time.seconds / 3600 }
    }
    holds(times(.userOpened).contains(34))
    holds(times(.forceQuit).contains(51) && times(.pushSent).contains { (84..<85).contains($0) })
    holds(times(.rebooted).contains(98))
    holds(phone.log.contains { $0.event == .settingChanged && $0.word.name == "lowPowerMode" })
    holds(phone.log.contains { $0.event == .networkChanged && $0.time.seconds / 3600 == 86 })
    let opened = try #require(times(.userOpened).first { $0 > 51 })
    holds(!phone.launches.contains { (51..<opened).contains($0.time.seconds / 3600) })
  }

  @Test("a pending task is started at the end of the run so far, and shows in the next")
  func debugger() throws {
    let phone = Self.phone(policy: "never")
    phone.at("0 d 10:00", .open)
    try phone.run(days: 1)
    holds(phone.launches.isEmpty)
    phone.simulateLaunch(Self.refresh)
    try phone.run(days: 0.5)
    #expect(phone.launches.map(\.time) == [.zero + .day])
    #expect(phone.findings == [])
    #expect(
      phone.description
        == "1.5 days: 1 launches, 0.0 % of opens fresh, 0.8 J in the background, no finding")
  }

  @Test("a running task expires at the end of the run so far")
  func expiration() throws {
    let phone = Self.phone(policy: "never")
    phone.at("0 d 10:00", .open)
    try phone.run(days: 1)
    phone.simulateLaunch(Self.refresh)
    try phone.run(days: 2.1 / 86_400)
    phone.simulateExpiration(Self.refresh)
    try phone.run(days: 0.5)
    holds(phone.log.contains { $0.event == .expired && $0.time == .zero + .day + .milliseconds(2100) })
  }

  @Test("a mistake is a finding with rule and price, for an app that is a program in its own process")
  func mistake() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOf: Self.example, encoding: .utf8)
    try folder.write(
      text.replacing("        finish(event.get(\"status\") == 200)\n", with: "        pass\n")
        .replacing("    elif event[\"kind\"] == \"expired\":\n        finish(False)\n", with: ""),
      as: "news.py")
    let phone = Self.phone("\(folder.path)/news.py")
    try phone.run(days: 3)
    let finding = try #require(phone.findings.first)
    holds(phone.findings.count == 1 && finding.name == "missingCompletion" && finding.rule == "BAD-3")
    holds(finding.identifier == Self.refresh && finding.count > 3 && finding.joules > 1)
    holds(phone.description.hasSuffix("missingCompletion \(finding.count) times"))
  }

  @Test("errors are reported")
  func errors() throws {
    let phone = SimulatedPhone(app: "/no/such/app", plist: "/no/such.plist")
    let missing = #expect(throws: (any Error).self) { try phone.run(days: 1) }
    #expect(missing.map { "\($0)" }?.contains("/no/such.plist") == true)
    let late = Self.phone()
    late.at("at noon", .forceQuit)
    let wrong = #expect(throws: (any Error).self) { try late.run(days: 1) }
    #expect(wrong.map { "\($0)" }?.contains("expected an instant, such as `2 d 08:00`") == true)
    let dead = SimulatedPhone(app: "/bin/false", plist: Self.plist)
    dead.at("0 d 10:00", .open)
    let death = #expect(throws: (any Error).self) { try dead.run(days: 1) }
    #expect(death.map { "\($0)" }?.contains("`/bin/false` ended with exit code 1") == true)
  }
}
