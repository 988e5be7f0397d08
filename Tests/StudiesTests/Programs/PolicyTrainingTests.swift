import Basics
import EventSimulation
import Foundation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("A program that learns")
struct PolicyTrainingTests {
  private static let hello = #"{"hello":2,"policy":"sh","learns":true,"outcomes":true}"#
  private let folder: ProgramFolder

  init() throws { folder = try ProgramFolder() }

  /// Writes down what it hears, and answers `save` with what the shell does in `save`.
  private static func program(save: String, hello: String = hello) -> String {
    """
    read -r line
    echo "$line" > heard
    echo '\(hello)'
    while read -r line; do
      echo "$line" >> heard
      case $line in
        *'"observation"'*) echo '{"decisions":[]}';;
        *'"save"'*) \(save);;
      esac
    done
    echo end >> heard
    """
  }

  private func training(_ program: String, from text: String? = nil) throws -> PolicyTraining {
    let state = try text.map { try PolicyState(Array($0.utf8), digest: "1") }
    return PolicyTraining(try folder.command(program), from: state, shouldStop: { false })
  }

  private let open = PolicyOutcome.open(OpenOutcome(app: 1, opened: .zero, staleness: .seconds(2)))
  private static let openLine =
    #"{"outcome":{"kind":"open","app":1,"opened_us":0,"staleness_us":2000000}}"#

  @Test("one process serves all devices, hears every outcome, and is asked for its state in the end")
  func learns() throws {
    let training = try training(
      Self.program(save: #"echo '{"state": {"a": [1, 0.5], "b": "x y"}}'"#), from: "[1,\n 2]\n")
    for device in 0..<2 {
      let policy = training.policy(context)
      holds(policy.traits.listens.contains(.outcome) && policy.refusal == nil)
      holds(policy.decide(observation, [candidate(17)]).isEmpty)
      if device == 0 { policy.observe(.outcome(open)) }
      #expect(policy.refusal == nil)
    }
    #expect(try training.save() == #"{"a":[1,0.5],"b":"x y"}"#)
    let heard = try #require(folder.text("heard")).split(separator: "\n")
    try #require(heard.count == 8, "\(heard)")
    holds(heard[0].hasSuffix(#"},"training":true,"state":[1,2]}"#))
    holds(heard[1].hasPrefix("{\"device\":") && heard[4].hasPrefix("{\"device\":"))
    holds(heard[2] == observationLine && heard[5] == observationLine)
    #expect(heard[3] == Self.openLine)
    holds(heard[6] == "{\"save\":{}}" && heard[7] == "end")
  }

  @Test("without a state it begins with null; in a run it is frozen, and without both hello is as before")
  func hello() throws {
    let command = try folder.command("")
    func text(_ command: ProgramCommand) -> String {
      var line = JSONLine()
      line.hello(command, context.parameters, enforces: [])
      return String(decoding: line.bytes, as: UTF8.self)
    }
    holds(!text(command).contains("training") && !text(command).contains("state\":"))
    var frozen = command
    frozen.state = try PolicyState(Array("{\"a\":1}".utf8), digest: "1")
    holds(text(frozen).hasSuffix("},\"training\":false,\"state\":{\"a\":1}}\n"))
    var fresh = command
    fresh.isTraining = true
    holds(text(fresh).hasSuffix("},\"training\":true,\"state\":null}\n"))
    holds(frozen.canonicalText != command.canonicalText && frozen.canonicalText.hasSuffix("|state=1"))
  }

  @Test("in a run, outcomes come with the next decision and are dropped after the last")
  func run() throws {
    let policy = ProcessPolicy(
      try folder.command(Self.program(save: "exit")), context, pool: ProgramPool())
    policy.observe(.outcome(open))
    _ = policy.decide(observation, [candidate(17)])
    policy.observe(.outcome(open))
    let heard = try #require(folder.text("heard")).split(separator: "\n")
    holds(heard.count == 4 && heard[2] == Self.openLine && heard[3] == observationLine)
  }

  @Test("a program that does not request outcomes does not receive them")
  func deaf() throws {
    let hello = #"{"hello":2,"policy":"sh","learns":true}"#
    let training = try training(Self.program(save: "echo '{\"state\":null}'", hello: hello))
    do {
      let policy = training.policy(context)
      holds(!policy.traits.listens.contains(.outcome))
      policy.observe(.outcome(open))
    }
    #expect(try training.save() == "null")
    #expect(folder.text("heard")?.contains("outcome") == false)
  }

  // MARK: Failures

  private func failure(_ program: String) throws -> String? {
    let training = try training(program)
    do {
      let policy = training.policy(context)
      _ = policy.decide(observation, [candidate(17)])
      if case .failed(let reason) = policy.refusal { return reason }
    }
    do { return try training.save() } catch { return error.description }
  }

  @Test("a program that cannot be trained, or gives no state, fails with the message")
  func failures() throws {
    let start = "policy `mine`: the process `sh policy.sh` "
    let untaught = try #require(
      try failure(Self.program(save: "exit", hello: #"{"hello":2,"policy":"sh"}"#)))
    holds(untaught.hasPrefix(start + #"answered `{"hello":2,"policy":"sh"}`"#))
    holds(untaught.hasSuffix("expected `learns` to be true in training"))
    let asked = " after the message `{\"save\":{}}`, expected "
    #expect(
      try failure(Self.program(save: "exit 3"))
        == start + "ended with exit code 3" + asked + "one line `{\"state\":…}`")
    #expect(
      try failure(Self.program(save: "echo '{}'"))
        == start + "answered `{}`" + asked + "`state` to be there")
    #expect(
      try failure(Self.program(save: "echo '{\"state\":1,\"more\":2}'"))
        == start + "answered `{\"state\":1,\"more\":2}`" + asked + "no `more`; known names are state")
  }

  @Test("a program that ends between two devices is not started again, as it would have forgotten")
  func restart() throws {
    let training = try training(
      """
      read -r line; echo '\(Self.hello)'; read -r line; read -r line; echo '{"decisions":[]}'; echo unasked
      while read -r line; do :; done
      """)
    do { _ = training.policy(context).decide(observation, [candidate(17)]) }
    usleep(200_000)
    let second = training.policy(context)
    guard case .failed(let reason) = second.refusal else {
      // The first device has not seen the further line, so the second one does.
      _ = second.decide(observation, [candidate(17)])
      guard case .failed(let reason) = second.refusal else { throw Missing() }
      holds(reason.contains("wrote the unrequested line `unasked`"))
      return
    }
    holds(reason.hasSuffix("expected one process for all devices of a seed"))
    #expect(throws: ProgramFailure.self) { try training.save() }
  }
  private struct Missing: Error {}

  // MARK: States

  @Test(
    "a file that holds no state says why",
    arguments: [
      ("", "invalid JSON (byte 1 should be a value)"),
      ("{\"a\":1,}", "invalid JSON (byte 8 should be a name in double quotes)"),
      ("1 2", "invalid JSON (byte 3 should be the end of the line)"),
    ])
  func noState(_ text: String, _ found: String) {
    #expect(throws: PolicyStateError(found: found)) { try PolicyState(Array(text.utf8), digest: "") }
  }

  @Test("a state has at most 1 MiB, and may have thousands of names")
  func sizes() throws {
    let long = Array(repeating: UInt8(ascii: " "), count: PolicyState.sizeLimit) + Array("1".utf8)
    #expect(throws: PolicyStateError(found: "more than 1048576 bytes")) {
      try PolicyState(long, digest: "")
    }
    let names = (0..<4000).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    #expect(try PolicyState(Array("{\(names)}".utf8), digest: "").text == "{\(names)}")
  }
}
