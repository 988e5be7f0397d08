import Testing

@Suite("slumber timeline") struct TimelineTests {
  @Test("a written timeline is replayed exactly, event by event, as a trace")
  func exactReplay() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(devices: 1, replications: 1), to: "small.yaml")
    let written = try folder.slumber("timeline", "small.yaml", "--to", "phone.csv")
    #expect(written.code == 0, "\(written.summary)")
    try folder.write(Studies.traced(file: "phone.csv"), to: "traced.yaml")
    for name in ["small", "traced"] {
      let outcome = try folder.slumber("run", "\(name).yaml")
      #expect(outcome.code == 0, "\(outcome.summary)")
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

  @Test("each device and replication has a timeline of its own, always the same")
  func devices() throws {
    let folder = try TestFolder()
    try folder.write(Studies.small(), to: "small.yaml")
    var texts: [String] = []
    for (device, replication) in [("0", "0"), ("1", "0"), ("0", "1")] {
      let arguments = [
        "timeline", "small.yaml", "--to", "a.csv", "--device", device, "--replication", replication,
      ]
      #expect(try folder.slumber(arguments).code == 0)
      let text = try folder.text("a.csv")
      #expect(text.hasPrefix("device_id,timestamp,utc_offset_s,event_type,app,value,value2\n"))
      #expect(try folder.slumber(arguments).code == 0)
      #expect(try folder.text("a.csv") == text)
      texts.append(text)
    }
    #expect(Set(texts).count == 3)
    let outside = try folder.slumber("timeline", "small.yaml", "--to", "b.csv", "--device", "3")
    #expect(outside.code == 1)
    #expect(outside.error.contains("the study has 3 devices, found --device 3"))
    #expect(try folder.slumber("timeline", "small.yaml").code == 2)
    #expect(try folder.names() == ["a.csv", "small.yaml"])
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
    let written = try folder.slumber("timeline", "steps.yaml", "--to", "steps.csv")
    #expect(written.code == 0, "\(written.summary)")
    func logAndHash(_ name: String) throws -> [String?] {
      let run = try folder.slumber("run", "\(name).yaml")
      #expect(run.code == 0, "\(run.summary)")
      let trace = try folder.slumber("trace", "\(name).yaml", "--to", "\(name).log.csv")
      #expect(trace.code == 0, "\(trace.summary)")
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
