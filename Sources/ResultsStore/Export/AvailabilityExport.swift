import Basics

/// For simulators of federated learning, for each policy the intervals in which phones were eligible and those that it granted.
/// Eligibility is of a policy, too: whether a phone is charged by day depends on its level, and so on what has run.
struct AvailabilityExport {
  private let file: ResultsFile
  private let study: StudyDescription
  private let form: AvailabilityForm
  private let folder: ExportFolder
  private let groups: [(name: String, runs: [StoredRun])]

  private static let longestHorizon: Int64 = 3660 * 86_400_000_000

  /// Of each kind in order of the starts.
  private struct Device {
    var number: Int
    var observed = AvailabilityRow()
    var eligible: [AvailabilityRow] = []
    var granted: [AvailabilityRow] = []
  }

  init(
    _ file: ResultsFile, _ form: AvailabilityForm, policies: [String], to folder: ExportFolder
  ) throws(ResultsError) {
    (self.file, self.form, self.folder) = (file, form, folder)
    study = try file.study()
    var groups: [(place: PolicyPlace, runs: [StoredRun])] = []
    for run in try file.runs() where run.status == .ok && (policies.isEmpty || policies.contains(run.policy))
    {
      let place = run.run.place.policy
      if groups.last?.place != place { groups.append((place, [])) }
      groups[groups.count - 1].runs.append(run)
    }
    let isOnePoint = Set(groups.map(\.place.designPoint)).count == 1
    var taken: Set<String> = []
    self.groups = groups.map { group in
      let point = isOnePoint ? "" : Self.fileName(group.place.designPoint) + "."
      var name = point + Self.fileName(group.place.policy)
      while !taken.insert(name).inserted { name += "-" }
      return (name, group.runs)
    }
  }

  private static func fileName(_ label: String) -> String {
    String(
      label.prefix(100).map { character in
        character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
          ? character : "-"
      })
  }

  func write() throws(ResultsError) -> [String] {
    var names: [String] = []
    for group in groups {
      for kind in [AvailabilityKind.eligible, .granted] {
        names.append("\(group.name).\(kind).json")
        try folder.write(names[names.count - 1]) { (sink) throws(ResultsError) in
          try write(kind, of: group.runs, to: sink)
        }
      }
    }
    try folder.write("\(Round.table.name).csv") { (sink) throws(ResultsError) in try writeRounds(to: sink) }
    try folder.write("provenance.json", Self.provenance.json(self).text())
    let stale = FolderListing.files(in: folder.path).filter {
      $0.hasSuffix(".eligible.json") || $0.hasSuffix(".granted.json")
    }
    try folder.commit(removing: stale.filter { !names.contains($0) })
    return names + ["\(Round.table.name).csv", "provenance.json"]
  }

  private func write(_ kind: AvailabilityKind, of runs: [StoredRun], to sink: ByteSink) throws(ResultsError) {
    var text = form.frame.begin
    var isFirst = true
    for run in runs {
      try eachDevice(of: run) { (device) throws(ResultsError) in
        let client = ClientAvailability(
          number: run.replication &* run.devicesExpected &+ device.number &+ 1, device.observed,
          kind == .eligible ? device.eligible : device.granted)
        text += (isFirst ? "" : ",\n") + form.element(client)
        isFirst = false
        if text.utf8.count < 1 << 20 { return }
        try sink.write(Array(text.utf8))
        text = ""
      }
    }
    try sink.write(Array((text + form.frame.end).utf8))
  }

  /// Other programs can have written anything into the file.
  private func eachDevice(
    of run: StoredRun, _ body: (Device) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    var device: Device?
    try file.eachRow(of: AvailabilityRow.table, run: run.runID) { (row) throws(ResultsError) in
      let (start, end) = (row.startMicroseconds, row.endMicroseconds)
      guard 0 <= start, start <= end, end <= Self.longestHorizon else {
        throw .damaged(path: file.path, what: "a time of `availability` of run \(run.runID) is in no horizon")
      }
      if let present = device, present.number != row.device {
        try body(present)
        device = nil
      }
      if device == nil { device = Device(number: row.device) }
      switch row.kind {
      case .observed: device?.observed = row
      case .eligible: device?.eligible.append(row)
      case .granted: device?.granted.append(row)
      }
    }
    if let device { try body(device) }
  }

  private static let provenance: Table<Self> = [
    "study": \.study.name, "baseDigest": \.study.baseDigest, "seed": { String($0.study.seed) },
    "form": \.form.rawValue, "clients": { _ in "replication * devices + device + 1" },
    "times": { _ in
      "whole seconds from the end of warm-up, a local midnight; intervals are rounded inwards"
    }, "versions": \.study.versionsByName, "commit": \.study.commit,
    "policies": {
      $0.groups.json([
        "files": { ["\($0.name).eligible.json", "\($0.name).granted.json"] },
        "designPoint": \.runs[0].designPoint, "policy": \.runs[0].policy,
        "policyDigest": \.runs[0].policyDigest, "devices": \.runs[0].devicesExpected,
        "runs": { $0.runs.map(\.runID) },
      ])
    },
  ]

  /// A day from noon to noon, so that each night lies in one.
  private struct Round {
    var run: StoredRun
    var number: Int64
    var devices = 0
    var eligible = 0
    var granted = 0
    var completed = 0
    var dropped = 0
    /// Of each device that completes its round, in microseconds from the beginning of the round.
    var times: [Int64] = []

    static let length: Int64 = 86_400_000_000
    var start: Int64 { number * Self.length + Self.length / 2 }

    mutating func add(_ device: Device) {
      let span = start..<start + Self.length
      func isOpen(_ row: AvailabilityRow) -> Bool {
        row.startMicroseconds < span.upperBound && row.endMicroseconds > span.lowerBound
      }
      devices += 1
      if device.eligible.contains(where: isOpen) { eligible += 1 }
      let runs = device.granted.filter { span.contains($0.startMicroseconds) }
      if runs.isEmpty { return }
      granted += 1
      if let done = runs.first(where: { $0.outcome == "completed" }) {
        completed += 1
        times.append(done.endMicroseconds - start)
      } else if runs.allSatisfy({ $0.outcome != "running" }) {
        dropped += 1
      }
    }

    private var halfDone: Int64? {
      let half = (eligible + 1) / 2
      return half > 0 && times.count >= half ? times.sorted()[half - 1] : nil
    }

    static let table = Table<Round>(
      "rounds", "A round of training: a day from noon to noon that is observed as a whole.",
      key: ["run_id", "round"], references: TableDefinition.ForeignKey.ofRun,
      columns: StoredRun.keyColumns.prefix(5).map { $0.of(\.run) } + [
        Column("round", "Day on which it begins.", \.number),
        Column("start_s", as: .microseconds, "Since local midnight of day 0.", \.start),
        Column("devices", "Devices of which the whole round is observed.", \.devices),
        Column("eligible", "Of which were eligible at some time.", \.eligible),
        Column("granted", "Of which the policy granted a run that began in the round.", \.granted),
        Column("completed", "Of which completed one of these runs.", \.completed),
        Column("dropped", "Granted devices of which every run ended otherwise.", \.dropped),
        Column(
          "half_done_s", as: .microseconds,
          "Time from the beginning until as many as half of the eligible devices had completed; empty for never.",
          \.halfDone),
      ])
  }

  private func writeRounds(to sink: ByteSink) throws(ResultsError) {
    let csv = try CSVFile(sink)
    try csv.line(Round.table.columns.map { .text($0.definition.name) })
    for run in groups.flatMap(\.runs) {
      var rounds: [Int64: Round] = [:]
      try eachDevice(of: run) { (device) throws(ResultsError) in
        let observed = device.observed
        // From the first noon to the last.
        let first = (observed.startMicroseconds + Round.length / 2 - 1) / Round.length
        let end = (observed.endMicroseconds - Round.length / 2) / Round.length
        guard first < end else { return }
        for number in first..<end { rounds[number, default: Round(run: run, number: number)].add(device) }
      }
      for round in rounds.values.sorted(by: { $0.number < $1.number }) {
        try csv.line(Round.table.cells(round))
      }
    }
    try csv.finish()
  }
}

extension ResultsFile {
  /// Returns the names of what it writes; writes nothing where no availability was recorded.
  package func exportAvailability(
    as form: AvailabilityForm, policies: [String], to folder: String
  ) throws(ResultsError) -> [String] {
    let snapshot = isSnapshot ? self : try ResultsFile.open(path)
    guard try snapshot.holdsRows(of: AvailabilityRow.table.name) else { return [] }
    return try AvailabilityExport(snapshot, form, policies: policies, to: try ExportFolder(folder)).write()
  }
}
