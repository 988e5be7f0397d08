import Testing

@testable import SlumberCommands

@Suite("Times of jobs") struct JobTimeTests {
  @Test(
    "a time with a unit or with colons",
    arguments: [
      ("90s", 90), ("30min", 1800), ("30 min", 1800), ("2h", 7200), ("1d", 86400), ("00:01:00", 60),
      ("100:00:00", 360_000), ("2-03:04:05", 183_845), ("3650d", 315_360_000),
    ])
  func read(_ text: String, _ seconds: Int) throws {
    #expect(try JobTime(text, option: "--time").seconds == seconds)
  }

  @Test(
    "anything else is refused with the forms that are read",
    arguments: [
      "", "0s", "30", "30 minutes", "1:30", "-5min", "1.5h", "00:60:00", "1-24:00:00", "4000d",
      "99999999999999999999h",
      "x", "1:2:3:4", "--", "1-",
    ])
  func refused(_ text: String) {
    let error = #expect(throws: UsageError.self) { try JobTime(text, option: "--time") }
    #expect(error?.description == "`--time` was given `\(text)`, expected \(JobTime.forms)")
  }

  @Test(
    "Slurm reads days, hours, minutes and seconds",
    arguments: [(60, "00:01:00"), (3661, "01:01:01"), (86400, "1-00:00:00"), (183_845, "2-03:04:05")])
  func slurm(_ seconds: Int, _ text: String) { #expect(JobTime(seconds: seconds).slurmText == text) }

  @Test(
    "a task is warned two minutes before its end, a short one after three quarters of its time",
    arguments: [(60, 15), (61, 15), (100, 25), (480, 120), (86400, 120)])
  func warning(_ seconds: Int, _ warning: Int) {
    #expect(JobTime(seconds: seconds).warningSeconds == warning)
  }
}
