import EventSimulation
import Foundation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Workload

@testable import Studies

/// A folder with programs of a test; it goes with its last reader.
final class ProgramFolder {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a program of the shell and gives the command that runs it.
  func command(
    _ program: String, settings: String = "{}", limit: Double = ProgramCommand.defaultReplyLimit
  ) throws -> ProgramCommand {
    try folder.write(program, as: "policy.sh")
    return ProgramCommand(
      label: "mine", words: [.init("sh"), .init("policy.sh")], folder: path, settings: settings,
      replyLimit: limit, startLimit: limit)
  }

  func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
}

enum Programs {
  static let hello = #"{"hello":2,"policy":"sh"}"#
  static let reusable = #"{"hello":2,"policy":"sh","reusable":true}"#

  /// Answers `hello`, then each decision point with the lines of the shell in `answer`.
  static func answering(_ answer: String, hello: String = hello) -> String {
    """
    read -r hello
    echo '\(hello)'
    while read -r line; do
      case $line in *'"observation"'*) \(answer);; esac
    done
    """
  }

  static func saying(_ reply: String, hello: String = hello) -> String {
    answering("echo '\(reply)'", hello: hello)
  }
}

func candidate(_ item: Int32, mechanism: Mechanism = .refresh) -> Candidate {
  Candidate(
    item: item, app: 2, mechanism: mechanism, submitted: .day(0, .hours(7)), open: .day(0, .minutes(435)),
    deadline: .distantFuture, denials: .of(.rateLimit, .herd), likelihood: 0.25,
    lastLaunch: .day(0, .hours(6)), usesNetwork: true, taskChain: .task(0))
}

let observation = Observation(
  now: .day(0, .hours(8)), isPlugged: false, stateOfCharge: 0.8125, network: .wifi, isIdle: true,
  isLowPowerMode: false, thermal: .fair, isAwake: false, radioIsHot: true, isPeriodic: true,
  energyBalance: -5, cellularBalance: -7, signal: .poor)

/// The line of `observation` with the candidate 17.
let observationLine =
  #"{"observation":{"now_us":28800000000,"is_plugged":false,"state_of_charge":0.8125,"network":"wifi","#
  + #""is_idle":true,"is_low_power_mode":false,"thermal":"fair","is_awake":false,"radio_is_hot":true,"#
  + #""is_periodic":true,"energy_balance_nj":-5},"candidates":[{"item":17,"app":2,"mechanism":"refresh","#
  + #""submitted_us":25200000000,"open_us":26100000000,"deadline_us":null,"denials":["rateLimit","herd"],"#
  + #""likelihood":0.25,"intensity":0.0,"last_launch_us":21600000000,"uses_network":true}]}"#

let context = PolicyContext(
  parameters: ParameterSet(), enforces: .of(.rateLimit), deviceKey: "9d2b0f6f1c7e4a35", firstWeekday: 6)

extension ProcessPolicy {
  /// The decisions as a list; no policy that is a class changes its reference.
  func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    var answer = PolicyAnswer()
    decide(observation, candidates, into: &answer)
    return answer.decisions
  }
}
