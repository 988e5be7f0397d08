enum StarterPolicies {
  /// - Parameter package: Path of slumber's own package from the folder of the new one.
  static func manifest(_ name: String, package: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    // The program \(name): all of slumber, with a policy of its own. The path is that of slumber's checkout, from this folder; a
    // clone elsewhere is `.package(url: "file:///PATH/slumber", branch: "main")`.
    let package = Package(
      name: "\(name)",
      dependencies: [.package(name: "slumber", path: "\(package)")],
      targets: [
        .executableTarget(name: "\(name)", dependencies: [.product(name: "SlumberCommands", package: "slumber")])
      ])

    """
  }

  static func program(_ name: String) -> String {
    """
    import SlumberCommands

    /// Starts work on the charger; on battery only while more than a reserve is left, and not soon after the app's last launch.
    ///
    /// There is one value for each device of each run, so that what it remembers belongs to that device alone.
    struct Reserve: SchedulingPolicy {
      /// State of charge that is kept for the user, from 0 to 1.
      let reserve: Double
      let gap: TimeSpan

      /// It is asked at every decision point, shown everything and told nothing; a policy that says less is faster.
      let traits = PolicyTraits()

      /// Decides on the work that every rule of the platform lets through at this instant.
      mutating func decide(_ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer) {
        for candidate in candidates {
          let isLongAgo = candidate.lastLaunch.map { observation.now - $0 >= gap } ?? true
          let mayStart = observation.isPlugged || observation.stateOfCharge > reserve && isLongAgo
          mayStart ? answer.start(candidate) : answer.wait(candidate)
        }
      }
    }

    SlumberProgram.main(adding: [
      PolicyDescriptor(
        name: "\(name)",
        summary: "Starts work on the charger; on battery only above a reserve, after a gap.",
        // Studies set and vary them like any other parameter.
        ownParameters: [
          .quantity("\(identifier(name)).charge", "charge that is kept for the user", .percent, 50, 0...100),
          .quantity("\(identifier(name)).gap", "least time between launches of an app", .hours, 2, 0...24),
        ],
        make: {
          Reserve(
            reserve: $0.parameters.base("\(identifier(name)).charge"),
            gap: $0.parameters.span("\(identifier(name)).gap"))
        })
    ])

    """
  }

  private static func identifier(_ name: String) -> String {
    var result = ""
    var isWordStart = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        isWordStart = !result.isEmpty
        continue
      }
      result += isWordStart ? character.uppercased() : String(character)
      isWordStart = false
    }
    return result
  }

  static func swiftStudy(_ name: String) -> String {
    """
    # The policy of this package beside that of the system, for several reserves.
    \(head(name, question: "Which reserve of charge keeps the news fresh at the least energy?"))policies:
      - seven-factor
      - \(name)
      - {name: \(name), label: \(name)-80, parameters: {\(identifier(name)).charge: 80 %}}
    \(apps)
    """
  }

  static func pythonStudy(_ name: String) -> String {
    """
    # The policy of `policy.py` beside that of the system. A study starts programs with a flag only:
    #   slumber run \(name)/study.yaml --allow-commands
    # `slumber policies process` has the whole protocol.
    \(head(name, question: "Does a reserve of charge keep the news fresh at less energy?"))policies:
      - seven-factor
      - {name: process, label: \(name), command: [python3, policy.py], settings: {reserve: 0.5}}
    \(apps)
    """
  }

  static func appStudy(_ name: String) -> String {
    """
    # The app of `app.py` on everyday phones. A study starts programs with a flag only:
    #   slumber run \(name)/study.yaml --allow-commands
    # The page "Your app on a simulated phone" has all lines between phone and app.
    \(head(name, question: "How fresh is the news of this app, and what does it cost?"))policies: [seven-factor, immediate]
    apps:
      - id: org.example.news
        command: [python3, app.py]
        declarations: {permittedIdentifiers: [org.example.news.refresh], modes: [fetch]}
        server:
          - {url: "https://news.example.org/*", down: 60 kB, failures: 2 %}
        popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}
        content: {process: poisson, perDay: 12, freshWithin: 1 h}

    """
  }

  private static func head(_ name: String, question: String) -> String {
    """
    formatVersion: 1
    name: \(name)
    question: \(question)
    seed: 1
    horizonDays: 7
    warmUpDays: 2
    replications: 3
    population: {devices: 4, archetypes: everyday}

    """
  }

  private static let apps = """
    apps:
      - id: com.example.news
        popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}
        content: {process: poisson, perDay: 12, freshWithin: 1 h}
        tasks:
          - {id: refresh, kind: refresh, floor: 15 min}
        pushes: {on: contentChange, expiration: 24 h}

    """

  static let python = #"""
    """Starts work on the charger, and on battery only while more than a reserve is left.

    slumber writes a line of JSON for each decision point and reads a line with the decisions.
    """

    import json
    import signal
    import sys


    def decide(observation, candidate, reserve, enforces):
        """What to do with one piece of work that every rule of the platform lets through."""
        item = candidate["item"]
        # Gates that this policy obeys, such as rate limits, deny what they name here.
        for reason in candidate["denials"]:
            if reason in enforces:
                return {"item": item, "wait": reason}
        if observation["is_plugged"] or observation["state_of_charge"] > reserve:
            return {"item": item, "start": True}
        return {"item": item, "wait": "policyChoice"}


    def answer(message):
        print(json.dumps(message, separators=(",", ":")), flush=True)


    # An interrupt, or the end of slumber, ends it without a word.
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)

    enforces, reserve = set(), 0.5
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            enforces = set(message["enforces"])
            reserve = message["settings"].get("reserve", 0.5)
            # It remembers nothing from one decision to the next, so it may serve one device after the other.
            answer({"hello": 2, "policy": "reserve", "reusable": True})
        elif "observation" in message:
            observation = message["observation"]
            answer({"decisions": [decide(observation, c, reserve, enforces) for c in message["candidates"]]})

    """#
}
