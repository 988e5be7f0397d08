import Testing

@Suite("slumber timeline") struct TimelineTests {
  @Test("a written timeline is replayed exactly, event by event, as a trace")
  func exactReplay() throws {
    let folder = try TestFolder(Studies.small(devices: 1, replications: 1))
    try folder.slumber("timeline", "small.yaml", "--to", "phone.csv", code: 0)
    try folder.write(Studies.traced(file: "phone.csv"), to: "traced.yaml")
    for name in ["small", "traced"] {
      try folder.slumber("run", "\(name).yaml", code: 0)
    }
    func runs(_ name: String) throws -> [[String?]] {
      try folder.export("\(name).results.sqlite").rows("runs.csv").map {
        [$0["policy"], $0["events"], $0["event_hash"]]
      }
    }
    let original = try runs("small")
    #expect(original.count == 3)
    #expect(try runs("traced") == original)
  }

  @Test("a timeline has the steps of the study's script, and is replayed without the script exactly")
  func script() throws {
    let folder = try TestFolder()
    let script = """
      script:
        - {at: 1 d 07:00, action: submit, app: org.example.news, task: refresh, floor: 20 min}
        - {at: 1 d 07:30, action: submit, app: org.example.mail, task: sync, origin: extension}
        - {at: 0 d 06:00, action: list, app: org.example.mail}
        - {at: 1 d 08:00, action: cancel, app: org.example.news, task: clean}
        - {at: 2 d 09:00, action: open, app: org.example.mail}
        - {at: 2 d 09:01, action: kill, app: org.example.mail, crash: true}
        - {at: 2 d 09:02, action: simulateLaunch, app: org.example.news, task: refresh}
        - {at: 2 d 10:00, action: cancelAll, app: org.example.mail}
        - {at: 2 d 11:00, action: forceQuit}
        - {at: 3 d 12:00, action: push, app: org.example.news}
        - {at: 3 d 13:00, action: reboot}
        - {at: 3 d 14:00, action: setting, setting: thermal, value: 3}
        - {at: 3 d 15:00, action: setting, setting: thermal, value: 0}
        - {at: 3 d 16:00, action: plug, charger: qi}
        - {at: 3 d 17:00, action: unplug}
        - {at: 3 d 18:00, action: network, path: none}

      """
    try folder.write(Studies.small(devices: 1, replications: 1, extra: script), to: "small.yaml")
    try folder.slumber("timeline", "small.yaml", "--to", "phone.csv", code: 0)
    try folder.write(Studies.traced(file: "phone.csv"), to: "traced.yaml")
    for name in ["small", "traced"] {
      try folder.slumber("run", "\(name).yaml", code: 0)
    }
    func runs(_ name: String) throws -> [[String?]] {
      try folder.export("\(name).results.sqlite").rows("runs.csv").map {
        [$0["policy"], $0["events"], $0["event_hash"]]
      }
    }
    #expect(try runs("traced") == runs("small"))
  }

  /// A study of one device that is read from a file.
  private func outcome(of rows: String) throws -> Outcome {
    let folder = try TestFolder()
    try folder.write(rows, to: "phone.csv")
    try folder.write(
      """
      formatVersion: 1
      name: m
      horizonDays: 2
      replications: 1
      population: {devices: 1, archetypes: everyday}
      trace: {file: phone.csv}
      policies: [never]

      """, to: "m.yaml")
    return try folder.slumber("run", "m.yaml")
  }

  private static let header = "device_id,timestamp,utc_offset_s,event_type,app,value"

  @Test("an offset from UTC beyond a day is refused with its row and column")
  func offset() throws {
    let outcome = try outcome(of: "\(Self.header)\np,1488315824,-9223372036854775808,plug,usb,100\n")
    #expect(outcome.code == 3)
    #expect(
      outcome.error.contains(
        "phone.csv: line 2, utc_offset_s: found another value, expected whole seconds from -64800 to 64800"))
  }

  @Test("a row of a step that the timeline does not have is refused with its row and column")
  func missingStep() throws {
    let outcome = try outcome(
      of: """
        \(Self.header),value2
        d,345600,0,initial,charge,0.4,
        d,345600,0,initial,end,259200,
        d,460800,0,script,,0,

        """)
    #expect(outcome.code == 3)
    #expect(
      outcome.error.contains(
        "phone.csv: line 4, value: found another value, "
          + "expected the number of a step of the script in a row above, from 0"))
  }

  @Test("a charger that is pulled seconds before a recording ends is replayed")
  func shortUnplug() throws {
    let outcome = try outcome(
      of: """
        \(Self.header)
        p,86400,0,plug,usb,50
        p,90000,0,battery_level,,60
        p,259197,0,unplug,,100
        p,259200,0,screen_on,,

        """)
    #expect(outcome.code == 0, "\(outcome.summary)")
  }

  @Test("each device and replication has a timeline of its own, always the same")
  func devices() throws {
    let folder = try TestFolder(Studies.small())
    var texts: [String] = []
    for (device, replication) in [("0", "0"), ("1", "0"), ("0", "1")] {
      let arguments = [
        "timeline", "small.yaml", "--to", "a.csv", "--device", device, "--replication", replication,
      ]
      try folder.slumber(arguments, code: 0)
      let text = try folder.text("a.csv")
      #expect(text.hasPrefix("device_id,timestamp,utc_offset_s,event_type,app,value,value2\n"))
      try folder.slumber(arguments, code: 0)
      #expect(try folder.text("a.csv") == text)
      texts.append(text)
    }
    #expect(Set(texts).count == 3)
  }

  @Test(
    "a timeline with steps of a script, pushes of their own kind and a state at the start is replayed exactly"
  )
  func scriptReplay() throws {
    let folder = try TestFolder()
    let apps = """
      apps:
        - id: org.example.mail
          content: {process: none}
          pushes: {on: schedule, at: ["08:00", {at: "09:00", expiration: 2 min, priority: 10}]}
      policies: [immediate]

      """
    let head = "formatVersion: 1\nname: NAME\nhorizon: 30 h\nreplications: 1\n"
    try folder.write(
      head.replacing("NAME", with: "steps") + """
        population:
          devices: 1
          archetypes:
            - name: desk
              share: 100 %
              user: scripted
              charging: never
              network: cellular
              start: {charge: 60 %, frontApp: org.example.mail, plugged: true}

        """ + apps + """
          script:
            - {at: 10 min, action: lock}
            - {at: "07:00", action: unlock}
            - {at: "07:10", action: screenOff}
            - {at: "07:20", action: screenOn}
            - {at: "07:30", action: lock}
            - {at: "10:00", action: push, app: org.example.mail, expiration: 5 s, priority: 1}
            - {at: "11:00", action: setting, setting: backgroundRefresh, value: restricted}
            - {at: "11:00", action: setting, setting: appRefresh, app: org.example.mail, value: restricted}
            - {at: "12:00", action: push, app: org.example.mail}

          """, to: "steps.yaml")
    try folder.write(
      head.replacing("NAME", with: "replay") + "trace: {file: steps.csv}\n" + apps, to: "replay.yaml")
    try folder.slumber("timeline", "steps.yaml", "--to", "steps.csv", code: 0)
    func logAndHash(_ name: String) throws -> [String?] {
      try folder.slumber("run", "\(name).yaml", code: 0)
      try folder.slumber("trace", "\(name).yaml", "--to", "\(name).log.csv", code: 0)
      let row = try folder.export("\(name).results.sqlite").rows("runs.csv").first
      return [row?["event_hash"], row?["events"], try folder.text("\(name).log.csv")]
    }
    let original = try logAndHash("steps")
    #expect(original[0] != nil)
    #expect(try logAndHash("replay") == original)
    let log = original[2] ?? ""
    #expect(log.contains(",screenChanged,") && log.contains(",restricted,") && log.contains("badPriority"))
  }
}
