/// The studies that `slumber init` writes.
enum StarterStudies {
  /// The app of the starter `app`.
  static let appIdentifier = "com.example.news"

  static func quickstart(_ name: String) -> String {
    """
    # \(name): a fleet of everyday phones, and the policies that decide when their apps work in the background.
    #   slumber validate \(name).yaml      checks the file
    #   slumber describe \(name).yaml      shows what it will run, and how long that takes
    #   slumber run \(name).yaml           runs it and compares the policies
    #   slumber schema                     lists all keys, `slumber schema population` those of one part
    formatVersion: 1
    name: \(name)
    # One sentence; the comparison begins with it.
    question: Does a longer gap between refreshes save energy without ageing the news?
    # The same seed gives the same results, bit for bit.
    seed: 1
    # Two weeks for the phones to learn their users' habits; metrics cover the other two.
    horizonDays: 28
    warmUpDays: 14
    # Independent fleets: more of them make the intervals narrower.
    replications: 4
    population:
      devices: 8
      archetypes: everyday
    # `slumber policies` lists them; the first one is what the others are compared with.
    policies: [seven-factor, fixed-interval, never]
    # Every combination of the levels is run. `slumber parameters refresh` lists what can be varied.
    factors:
      refresh.minGap: [15 min, 1 h]
    apps:
      - id: com.example.news
        # On 80 % of the phones; the weight is its part in the opens of a user.
        popularity: {installShare: 80 %, weight: 0.3, spread: 0.5}
        # The server has news twelve times a day; an open within the hour counts as fresh.
        content: {process: poisson, perDay: 12, freshWithin: 1 h}
        tasks:
          # The app asks to be refreshed, not before 15 minutes have passed; each run computes for about 1.5 s.
          - id: refresh
            kind: refresh
            floor: 15 min
            work: {cpu: {lognormal: {median: 1.5 s, sigma: 0.6}}, down: 200 kB}
        # A silent push for each piece of news, stored for a day.
        pushes: {on: contentChange, expiration: 24 h}

    """
  }

  static func app(_ name: String) -> String {
    """
    # \(name): one app on the phone of one user whose days are all alike, and what is expected of it.
    #   slumber check \(name).yaml         runs the study and judges the list at its end
    #   slumber explain \(name).yaml --app \(appIdentifier)
    #                                      tells why the app ran when it did, and what would help
    formatVersion: 1
    name: \(name)
    question: Does the news app run often enough to be fresh in the morning?
    seed: 1
    horizonDays: 21
    warmUpDays: 14
    replications: 3
    population:
      devices: 2
      archetypes:
        - name: user
          share: 100 %
          user: scripted
          # On the charger at night, on Wi-Fi at home.
          charging: [{from: "23:00", to: "07:00", charger: wired20W}]
          network: [{from: "18:00", to: "08:30"}]
    apps:
      - id: \(appIdentifier)
        # Opened at these times, give or take a quarter of an hour, for two minutes.
        usage: {at: ["07:30", "12:30", "20:00"], spread: 15 min, stay: 2 min}
        content: {process: poisson, perDay: 24, freshWithin: 2 h}
        tasks:
          - {id: refresh, kind: refresh, floor: 15 min}
          - {id: cleanup, kind: processing, floor: 1 d, requiresExternalPower: true, work: {cpu: 20 s}}
        # Faults to look at: `profile: errorPathBug`, `typo`, `noCheckpoint`; `slumber schema apps.quality` has all.
        quality: {profile: careful}
    policies: [seven-factor]
    # What happens on the way: `slumber schema script` has all actions.
    script:
      - {at: 18 d 12:00, action: setting, setting: lowPowerMode, value: 1}
      - {at: 18 d 18:00, action: setting, setting: lowPowerMode, value: 0}
    expect:
      - {that: the app is refreshed, event: launched, mechanism: refresh, greaterThan: 0}
      - {that: nothing is refused, event: rejected, equals: 0}
      - {that: the cleanup runs at night, event: launched, mechanism: processing, greaterThan: 0}

    """
  }

  static func trace(_ name: String) -> String {
    """
    # \(name): recorded phones instead of synthetic users.
    #
    # `\(name).csv` holds two days of one phone; replace it with a recording of yours. Columns: device_id; timestamp,
    # seconds since 1970; utc_offset_s; event_type; app, or the charger; value, such as the level in percent.
    # `slumber timeline` writes the same format.
    # What a recording lacks is generated anew in every replication, and the comparison says so.
    formatVersion: 1
    name: \(name)
    question: Which policy keeps apps fresh on the days that were recorded?
    seed: 1
    # A recording that is shorter ends the study of its phone.
    horizonDays: 2
    warmUpDays: 0
    replications: 3
    trace:
      file: \(name).csv
    # The phones come from the recording; the population says what is generated where it has nothing.
    population:
      devices: 1
      archetypes: everyday
    policies: [seven-factor, fixed-interval, never]
    apps:
      - id: com.example.mail
        popularity: {installShare: 100 %, weight: 0.5, spread: 0.5}
        content: {process: poisson, perDay: 20, freshWithin: 30 min}
        tasks:
          - {id: refresh, kind: refresh, floor: 15 min}

    """
  }

  /// Two days of one phone, by the hours of its user.
  static let recording: String = {
    var text = "device_id,timestamp,utc_offset_s,event_type,app,value\n"
    // Midnight of a Monday, in seconds since 1970.
    let start = 1_488_153_600
    func add(
      _ day: Int, _ hour: Int, _ minute: Int, _ event: String, charger: String = "", level: String = ""
    ) {
      let time = start + day * 86_400 + hour * 3600 + minute * 60
      text += "my-phone,\(time),0,\(event),\(charger),\(level)\n"
    }
    for day in 0..<2 {
      if day == 0 {
        add(day, 0, 0, "plug", charger: "usb", level: "80")
        add(day, 0, 0, "battery_level", level: "80")
      }
      add(day, 7, 0, "unplug", level: "100")
      for (hour, minute) in [(7, 5), (8, 30), (12, 15), (15, 40), (18, 10), (20, 0), (22, 30)] {
        add(day, hour, minute, "screen_on")
        add(day, hour, minute, "unlock")
        add(day, hour, minute + 4, "screen_off")
        add(day, hour, minute + 4, "lock")
      }
      add(day, 23, 0, "plug", charger: "usb", level: "40")
    }
    return text
  }()
}
