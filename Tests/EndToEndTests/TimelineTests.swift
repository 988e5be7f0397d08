import Testing

@Suite("slumber timeline") struct TimelineTests {
  /// The runs of `small.yaml`, whose timeline is written and replayed as a trace.
  private func replayed(_ folder: TestFolder) throws -> [[String?]] {
    try folder.slumber("timeline", "small.yaml", "--to", "phone.csv", code: 0)
    try folder.write(Studies.traced(file: "phone.csv"), to: "traced.yaml")
    let runs = try ["small", "traced"].map { name in
      try folder.slumber("run", "\(name).yaml", code: 0)
      return try folder.export("\(name).results.sqlite").rows("runs.csv").map {
        [$0["policy"], $0["events"], $0["event_hash"]]
      }
    }
    #expect(runs[1] == runs[0])
    return runs[0]
  }

  @Test("a written timeline is replayed exactly, event by event, as a trace")
  func exactReplay() throws {
    let folder = try TestFolder(Studies.small(devices: 1, replications: 1))
    #expect(try replayed(folder).count == 3)
  }

  @Test("a timeline has the steps of the study's script, and is replayed without the script exactly")
  func script() throws {
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
    #expect(
      try replayed(TestFolder(Studies.small(devices: 1, replications: 1, extra: script))).count == 3)
  }

  @Test("a charger that is pulled seconds before a recording ends is replayed")
  func shortUnplug() throws {
    let folder = try TestFolder(
      """
      formatVersion: 1
      name: m
      horizonDays: 2
      replications: 1
      population: {devices: 1, archetypes: everyday}
      trace: {file: phone.csv}
      policies: [never]

      """, as: "m.yaml")
    try folder.write(
      """
      device_id,timestamp,utc_offset_s,event_type,app,value
      p,86400,0,plug,usb,50
      p,90000,0,battery_level,,60
      p,259197,0,unplug,,100
      p,259200,0,screen_on,,

      """, to: "phone.csv")
    try folder.slumber("run", "m.yaml", code: 0)
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
    let steps = try Studies.fixture("steps.yaml")
    try folder.write(steps, to: "steps.yaml")
    let replay = steps.replacing("name: steps", with: "name: replay\ntrace: {file: steps.csv}")
      .replacing(/(?:population|script):\n(?: .*\n)+/, with: "")
    try folder.write(replay, to: "replay.yaml")
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
