import SchedulingPolicies

extension ProcessPolicy {
  /// The name in studies of every policy that is a process.
  package static let name = "process"

  /// The entry in the catalogue. What it makes cannot run; a study's own command is what makes a policy.
  package static let descriptor = PolicyDescriptor(
    name: name,
    summary: "Asks a program, in any language, over lines of JSON.",
    idea: "A policy that exists elsewhere, or in a language that one knows, is compared as it is.",
    rule: "the program says so.",
    weakness: """
      Each decision costs two switches between processes and two texts, and the results are only as repeatable as \
      the program: no clock, no random numbers of its own.
      """,
    source: "the protocol below",
    manual: manual,
    make: { ProcessPolicy(ProgramCommand(label: name, words: []), $0, pool: ProgramPool()) })

  /// The protocol, for `slumber policies process`.
  static let manual = """
    A study starts programs only where the command line has --allow-commands, and only those that its own file \
    names: a command in a file that it extends is an error.

    In a study
      policies:
        - name: process
          label: hourly-python                  # name in tables
          command: [python3, policies/hourly.py]  # started in the folder of the study file
          settings: {hours: 1}                  # handed to the program as they are; may be varied as
                                                # policies.hourly-python.settings.hours
          state: trained.json                   # what `slumber train` has stored, seen from this file
          replyLimit: 5 s                       # longest wait for a line; this is the default
          parameters: {refresh.minGap: 10 min}  # as for any policy; so are enforces, onlyWhileCharging,
                                                # energyPerDay

      The program sees PATH, HOME and LANG of the environment, and nothing else. It has a minute to start and to \
      answer the first message.
      Runs count as done by the command's words, the contents of the files that the words name, the settings, the \
      contents of the state and the parameters. What such a file imports is not looked at: `slumber run --fresh` after a change there.

    Protocol, version 2
      One JSON object per line, UTF-8, on standard input and standard output; what the program writes to standard \
      error is passed on. Times are integers in microseconds since local midnight of day 0 (`_us`), energies \
      integers in nanojoules (`_nj`), shares numbers from 0 to 1. A program skips messages and names that it does \
      not know; it must not write lines that it was not asked for, and has to flush each one.

      1. Once, to be answered:
         {"hello":2,"policy":"hourly-python","settings":{"hours":1},"enforces":["rateLimit"],
          "parameters":{"fixed.interval":60,…}}
           policy      the label in the study
           settings    scalars that look like JSON numbers or true, false, null are sent as such, others as texts
           enforces    the soft gates that the study wants obeyed
           parameters  every parameter by name, in the unit that `slumber parameters` shows
           training    true under `slumber train`, and false where the study has a `state`; else left out
           state       with `training`: the JSON of the state, null for none
         Answer: {"hello":2,"policy":"hourly"}, and where wanted
           "reusable":true              it forgets everything at `device`, and may serve one device after the other;
                                        otherwise each device of each run has a process of its own
           "decides_at_launches":true   a launch that it did not ask for is a decision point too,
                                        and a wake of the system itself
           "decides_on_change_only":true   it need not be asked before charger, network, idleness, Low
                                        Power Mode, heat or a candidate changes or `until_us` comes
           "listens":["run_started","run_ended","event"]   further messages that it wants
           "details":true               it wants the names marked +, too; they cost time
           "outcomes":true              it wants to be told what became of its decisions
           "learns":true                it answers `save`, so that `slumber train` can train it

      2. At the start of each device, no answer:
         {"device":{"device_key":"9d2b0f6f1c7e4a35","first_weekday":0}}
           device_key     16 hexadecimal digits, the same for all policies on one device of one replication; random
                          numbers of the program's own start from it
           first_weekday  0 for Monday is the weekday of day 0

      3. At each decision point, to be answered:
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
           mechanism    refresh, processing, health, push, transferD
           open_us      when its window opened        deadline_us  where its ageing ends, null for never
           denials      the soft gates that deny it now; a policy obeys those in `enforces`
           likelihood   chance that the user opens the app soon; for refresh only
           signal       good, fair, poor: of the cellular network, whatever `network` is
           identifier   of the series; null for a request that no task of the app has
           declared     medians in the study, never a draw: processor and waiting together, processor,
                        bytes; null where `identifier` is
           past         ended runs of the series on this device, and means over them; null before
                        the first; `energy_nj` as billed by the end of a run, without the radio's tail
         Answer: {"decisions":[{"item":17,"start":true},{"item":18,"wait":"policyChoice","until_us":32400000000}]}
           Starts are executed in this order. A candidate that is left out waits for policyChoice. `wait` is a \
           reason as in `slumber explain`; `until_us` asks for a decision point then; `score` and `threshold`, \
           numbers, are kept in the event log. A line has at most 1 MiB, an object at most 64 names.

      4. Where `listens` asks for them, no answer; they come with the next decision point:
         {"run_started":{"item":17}}
         {"run_ended":{"item":17,"app":2,"mechanism":"refresh","ended_us":…,"succeeded":true,"energy_nj":…,
          "battery_nj":…,"was_plugged":false, + "duration_us":4000000,"bytes":160000}}
         {"event":{"now_us":…,"kind":"opened","app":2}}
           kind         screenOn, screenOff, unlocked, plugged, unplugged, pathChanged, opened, left

      5. Where `outcomes` asks for them, no answer; they come with the next decision point:
         {"outcome":{"kind":"open","app":2,"opened_us":…,"staleness_us":5400000000, + "bundle_id":…}}
         {"outcome":{"kind":"run","item":17,"app":2,"mechanism":"refresh","ended_us":…,"energy_nj":…,
          "battery_nj":…, + "bundle_id":…,"identifier":…}}
           open         the user has opened an app with content, and content has arrived since: for how long, at the
                        open, the app had been without the oldest change that it lacked; 0 if it lacked none
           run          a run is over, and so is its tail: all that it was billed, and what the cell gave of it

      6. In training, to be answered, after the last device of a seed:
         {"save":{}}
         Answer: {"state":…}: any JSON in at most 1 MiB, at most 32 levels and 4096 names in an object; numbers are
           kept as 64-bit integers or doubles
           One process serves all devices of a seed, `reusable` or not, and each seed has a process of its own that \
           begins with the state of the seed before. Each device ends with the outcomes that came after its last \
           decision point; an open that no content has followed has the `staleness_us` null. Answers may take any time.

      7. The end of standard input: the program ends. It is killed if it takes longer than a second, with all
         that it has started; so it is as soon as slumber itself ends, in whatever way.

    Versions
      A program answers the version that it was written for. Within a version names are only added: to programs that \
      ask for them in their answer, such as `details`, so that all others are sent the same bytes as before. A \
      slumber that does not know what a program asks for says so and fails the run. What would break programs \
      gets version 3.

      A program that ends, is late, or answers anything else fails its run with an error that quotes message and \
      answer, and the study goes on; `slumber run` ends with code 4. Wishes that no policy may have, such as an \
      `until_us` in the past, are counted violations. With several workers several processes run, each for one \
      device at a time, so results do not depend on the number of workers.
    """
}
