#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// PHONE in SimPy, run by the `python3` of the path; its source is built into the program.
enum SimPyPeer {
  /// Fewer phones than elsewhere: Python takes some fifty times as long.
  private static let phones = 3
  private static let probe = "python3 -c 'import simpy'"

  /// The variant, or nil, said on standard error, where Python or SimPy are missing.
  static func variant(days: Int) -> Variant? {
    guard system("\(probe) 2>/dev/null") == 0 else {
      let text = "slumber-benchmarks: PHONE: variant simpy is skipped, as `\(probe)` fails\n"
      _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      return nil
    }
    return Variant("simpy") {
      let answer = run(days: days)
      guard let events = number("events", in: answer), let grants = number("grants", in: answer),
        let sessions = number("sessions", in: answer), let seconds = number("seconds", in: answer)
      else {
        return Outcome(work: 0, events: 0, checks: [PhoneTotals.meansName: "not told by python3"])
      }
      let deviceDays = Double(phones * days)
      return Outcome(
        work: deviceDays, events: Int(events),
        checks: [
          PhoneTotals.meansName: PhoneTotals.means(
            events: events, grants: grants, sessions: sessions, deviceDays: deviceDays)
        ], seconds: seconds)
    }
  }

  /// The output of the script: one JSON object, or nothing.
  private static func run(days: Int) -> String {
    let script = String(decoding: PackageResources.phone_simpy_py, as: UTF8.self)
      .replacing("'", with: "'\\''")
    guard let pipe = popen("python3 -c '\(script)' \(phones) \(days)", "r") else { return "" }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { answer += buffer[..<count] }
    return pclose(pipe) == 0 ? String(decoding: answer, as: UTF8.self) : ""
  }

  private static func number(_ key: String, in json: String) -> Double? {
    guard let start = json.firstRange(of: "\"\(key)\": ")?.upperBound else { return nil }
    return Double(json[start...].prefix { $0 != "," && $0 != "}" })
  }
}
