import EventSimulation
import Foundation
import PhoneSimulation
import SchedulingPolicies
import StudyTestSupport
import TestSupport
import Testing
import Workload

@testable import Studies

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Speed of apps that are code", .enabled(if: Tier.isLong, "takes a minute: make test-long"))
struct ProgramAppSpeedTests {
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
  }

  @Test("an exchange of lines takes at most five times the round trip of a pipe")
  func exchangeInNumbers() throws {
    let folder = try ProgramFolder()
    func app(_ program: String) throws -> ProgramApp {
      var command = try folder.command("exec python3 -c '\(program)'", limit: 60)
      command.role = .app
      return ProgramApp(command, ProgramAppTests.context, pool: ProgramPool())
    }
    let app = try app(
      """
      import os
      os.read(0, 1000)
      os.write(1, b"{\\"hello\\":2,\\"app\\":\\"a\\"}\\n")
      while os.read(0, 1000): os.write(1, b"{\\"rest\\":{}}\\n")
      """)
    let count = 20_000
    _ = app.handle(.launched, at: .zero) { _ in .done }
    let lines = seconds { for _ in 0..<count { _ = app.handle(.opened, at: .zero) { _ in .done } } }
    #expect(app.failure == nil)
    // The same bytes by hand.
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", "import os\nwhile os.read(0, 1000): os.write(1, b'{\"rest\":{}}\\n')",
    ]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let (to, from) = (
      input.fileHandleForWriting.fileDescriptor, output.fileHandleForReading.fileDescriptor
    )
    let event = Array("{\"event\":{\"now_us\":0,\"kind\":\"opened\"}}\n".utf8)
    var reply = [UInt8](repeating: 0, count: 1000)
    let pipe = seconds {
      for _ in 0..<count {
        _ = write(to, event, event.count)
        _ = read(from, &reply, reply.count)
      }
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    print("exchange of lines \(lines / Double(count) * 1e6) µs, of a pipe \(pipe / Double(count) * 1e6) µs")
    #expect(lines < 5 * pipe)
  }

  @Test("a year takes about four times its quarter; inside the phone it is many times faster")
  func horizonsInNumbers() throws {
    let folder = try StudyFolder()
    _ = try folder.write(ProgramAppTests.python.replacing("EXTRA", with: "pass"), as: "news.py")
    let catalogue = try PolicyCatalogue.standard.adding(
      [], apps: [AppCode(name: "news") { _ in ProgramAppTests.News() }])
    func time(_ code: String, days: Int) throws -> Double {
      let text = ProgramAppTests.study(code, days: days, devices: 1)
      let file = try StudyFile(path: folder.write(text), catalogue: catalogue)
      try file.allowCommands(true)
      let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: 0)
      _ = try DeviceReplay(file.study, policy: 0, replication: 0, device: 0).run(records: [])
      return try seconds { _ = try replay.run(records: []) }
    }
    let program = "command: [python3, news.py]"
    let (quarter, year) = (try time(program, days: 90), try time(program, days: 365))
    let inside = (try time("behavior: news", days: 90), try time("behavior: news", days: 365))
    print("child: 90 days \(quarter) s, a year \(year) s; inside: \(inside.0) s, \(inside.1) s")
    #expect(year < 6 * quarter)
    #expect(inside.1 * 3 < year)
  }
}
