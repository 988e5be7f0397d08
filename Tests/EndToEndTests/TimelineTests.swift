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
}
