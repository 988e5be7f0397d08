import Basics
import SchedulingPolicies

/// A policy whose decisions come from a program in any language: one line of JSON per decision point, and one
/// line per answer.
///
/// If the process ends, is late, or violates the protocol, the policy starts no further work, and its
/// ``refusal`` contains the reason.
package final class ProcessPolicy: SchedulingPolicy {
  private let session: ProgramSession
  /// Nil for a program that does not want details.
  private var history: AppHistory?

  init(_ command: ProgramCommand, _ context: PolicyContext, pool: ProgramPool) {
    var hello = JSONLine()
    hello.hello(command, context.parameters, enforces: context.enforces)
    session = ProgramSession(command, hello: hello, pool: pool, expecting: "one line `{\"decisions\":[…]}`")
    session.lines.device(key: context.deviceKey, firstWeekday: context.firstWeekday)
  }

  package var traits: PolicyTraits { session.traits?.policy ?? PolicyTraits() }

  package func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    if session.traits?.wantsDetails == true { self.history = history }
  }

  /// Sends the decision point to the process and waits for its answer. After a failure of the process, the
  /// policy starts no work.
  package func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    guard session.failure == nil else { return }
    let question = session.lines.bytes.count
    session.lines.decisionPoint(observation, candidates, details: history)
    do {
      let decisions = try session.ask(question: question) { reply throws(ReplyError) in
        try ProcessReply.decisions(reply, candidates)
      }
      answer.append(contentsOf: decisions ?? [])
    } catch {
      session.end(error)
    }
  }

  /// Passes on an event with the next question, if the process has asked for its kind.
  package func observe(_ event: PolicyEvent) {
    if traits.listens.contains(event.kind) { session.lines.event(event, details: history) }
  }

  package var refusal: PolicyRefusal? { session.failure.map { .failed($0.description) } }
}

extension ProcessPolicy {
  /// The name in studies of every policy that is a process.
  package static let name = "process"

  /// The entry in the catalog. Its policy cannot run; only the command in a study creates a working policy.
  package static let descriptor = PolicyDescriptor(
    name: name,
    summary: "Lets a program in any language decide, over lines of JSON.",
    idea: "You can compare an existing policy, or a policy in another language, without porting it.",
    rule: "the program decides to start it.",
    weakness: """
      Each decision costs two process switches and two messages. Results are repeatable only if the program does not \
      use a clock or its own random seed.
      """,
    source: "the protocol below",
    manual: manual,
    make: { ProcessPolicy(ProgramCommand(label: name, words: []), $0, pool: ProgramPool()) })

  /// The protocol, for `slumber policies process`.
  static let manual = """
    A study starts programs only if the command line has --allow-commands. Only the study file itself may name \
    programs: a command in a file that it extends is an error.

    In a study
      policies:
        - name: process
          label: hourly-python                  # name in tables
          command: [python3, policies/hourly.py]  # started in the folder of the study file
          settings: {hours: 1}                  # passed to the program unchanged; to vary them, use
                                                # policies.hourly-python.settings.hours
          state: trained.json                   # state file of `slumber train`, relative to this file
          replyLimit: 5 s                       # longest wait for a line (default: 5 s)
          parameters: {refresh.minGap: 10 min}  # as for any policy; also enforces, onlyWhileCharging,
                                                # energyPerDay

      The environment of the program contains only PATH, HOME, and LANG. The program must start and answer the first \
      message within a minute.
      slumber repeats stored runs if the command, the contents of files that it names, the settings, the state, or the \
      parameters change. It does not check imported files: after a change there, use `slumber run --fresh`.

    Protocol, version 2
      Messages are JSON objects in UTF-8, one per line, on standard input and standard output. slumber passes on \
      standard error. Times (`_us`) are integers in microseconds since local midnight of day 0, energies (`_nj`) \
      are integers in nanojoules, and shares are numbers from 0 to 1. A program must ignore unknown messages and \
      names, must not write unrequested lines, and must flush each line.

      1. Once; the program must answer:
         {"hello":2,"policy":"hourly-python","settings":{"hours":1},"enforces":["rateLimit"],
          "parameters":{"fixed.interval":60,…}}
           policy      the label in the study
           settings    scalars; JSON numbers, true, false, and null keep their types, other values are texts
           enforces    the soft gates that the policy must obey
           parameters  every parameter by name, in the unit that `slumber parameters` shows
           training    true under `slumber train`, false if the study has a `state`, otherwise absent
           state       with `training`: the JSON of the state, or null
         Answer: {"hello":2,"policy":"hourly"}, with these optional members:
           "reusable":true              the program resets itself at `device`, so one process may serve many devices;
                                        otherwise each device of each run has its own process
           "decides_at_launches":true   launches that the policy did not request are also decision points,
                                        and so are wakes of the system
           "decides_on_change_only":true   slumber may skip decision points until charger, network, idle state, Low
                                        Power Mode, thermal state, or a candidate changes, or `until_us` is reached
           "listens":["run_started","run_ended","event"]   further messages that the program requests
           "details":true               the program requests the names marked +, which cost time
           "outcomes":true              the program requests the outcomes of its decisions
           "learns":true                the program answers `save`, so that `slumber train` can train it

      2. At the start of each device; the program must not answer:
         {"device":{"device_key":"9d2b0f6f1c7e4a35","first_weekday":0}}
           device_key     16 hexadecimal digits, equal for all policies on one device of one replication; use
                          them to seed random numbers in the program
           first_weekday  weekday of day 0, with 0 for Monday

      3. At each decision point; the program must answer:
         {"observation":{"now_us":28800000000,"is_plugged":false,"state_of_charge":0.81,"network":"wifi",
          "is_idle":true,"is_low_power_mode":false,"thermal":"nominal","is_awake":false,"radio_is_hot":false,
          "is_periodic":true,"energy_balance_nj":120000000000,
          + "cellular_balance_bytes":28000000,"signal":"good"},
          "candidates":[{"item":17,"app":2,"mechanism":"refresh","submitted_us":…,"open_us":…,"deadline_us":…,
          "denials":["rateLimit"],"likelihood":0.2,"last_launch_us":null,"uses_network":true,
          + "bundle_id":"org.example.news","identifier":"refresh","requires_external_power":false,
          + "last_open_us":27000000000,
          + "declared":{"duration_us":3500000,"cpu_us":1500000,"bytes_up":10000,
          +  "bytes_down":150000},
          + "past":{"runs":12,"duration_us":4100000,"bytes":171000,"energy_nj":9000000000,
          +  "battery_nj":5000000000}}]}
           network      wifi, cellular, none          thermal  nominal, fair, serious, critical
           is_idle      locked with the screen off    is_periodic  on the grid of evaluations
           item         number in order of acceptance; app: index on the device
           mechanism    refresh, processing, health, push, discretionaryTransfer
           open_us      opening of the window         deadline_us  end of aging, or null
           denials      soft gates that deny the item at present; a policy must obey the gates in `enforces`
           likelihood   probability that the user opens the app soon; only for refresh
           signal       good, fair, poor: signal of the cellular network, also if `network` is different
           identifier   identifier of the task; null for a request without a task in the app
           declared     medians in the study, not drawn values: CPU and waiting time, CPU time,
                        bytes; null if `identifier` is null
           past         ended runs of the task on this device, and their means; null before
                        the first; `energy_nj` as billed at the end of a run, without the radio tail
         Answer: {"decisions":[{"item":17,"start":true},{"item":18,"wait":"policyChoice","until_us":32400000000}]}
           slumber executes starts in this order. A candidate without a decision waits for policyChoice. `wait` is a \
           reason as in `slumber explain`. `until_us` requests a decision point at that time. The numbers `score` and \
           `threshold` are stored in the event log. A line has at most 1 MiB, an object at most 64 names.

      4. If `listens` requests them, before the next decision point; the program must not answer:
         {"run_started":{"item":17}}
         {"run_ended":{"item":17,"app":2,"mechanism":"refresh","ended_us":…,"succeeded":true,"energy_nj":…,
          "battery_nj":…,"was_plugged":false, + "duration_us":4000000,"bytes":160000}}
         {"event":{"now_us":…,"kind":"opened","app":2}}
           kind         screenOn, screenOff, unlocked, plugged, unplugged, pathChanged, opened, left

      5. If `outcomes` requests them, before the next decision point; the program must not answer:
         {"outcome":{"kind":"open","app":2,"opened_us":…,"staleness_us":5400000000, + "bundle_id":…}}
         {"outcome":{"kind":"run","item":17,"app":2,"mechanism":"refresh","ended_us":…,"energy_nj":…,
          "battery_nj":…, + "bundle_id":…,"identifier":…}}
           open         the user opened an app with content, and new content arrived later; the staleness is the age
                        of the oldest missing change at the open, or 0 if the app had all changes
           run          a run and its radio tail have ended: its billed energy, and the part from the battery

      6. In training, after the last device of a seed; the program must answer:
         {"save":{}}
         Answer: {"state":…}
           The state is any JSON of at most 1 MiB, 32 levels, and 4096 names per object. slumber stores numbers
           as 64-bit integers or doubles.
           One process serves all devices of a seed, with or without `reusable`. Each seed has its own process, which \
           starts with the state of the previous seed. Each device ends with the outcomes after its last decision \
           point. If no content followed an open, `staleness_us` is null. Answers may take any time.

      7. At the end of standard input, the program must end. After one second, slumber kills it and all its child
         processes. They also end when slumber ends for any reason.

    Versions
      A program answers with the version that it supports. Within a version, slumber only adds names, and only for \
      programs that request them in their answer, such as `details`; other programs receive the same bytes as \
      before. If slumber does not support a request, the run fails with an error. Incompatible changes get version 3.

      If a program ends, is late, or answers incorrectly, its run fails with an error that quotes message and answer. \
      The study continues, and `slumber run` ends with code 4. Invalid requests, such as an `until_us` in the past, \
      count as violations. With several workers, each process serves one device at a time, so results do not depend \
      on the number of workers.
    """
}
