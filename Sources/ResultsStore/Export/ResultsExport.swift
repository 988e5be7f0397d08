import Basics

/// Writes the CSV files of a results file, with what is needed to understand and repeat them.
struct ResultsExport {
  let file: ResultsFile
  let study: StudyDescription
  let counts: RunCounts
  let runs: [StoredRun]
  let selection: ExportSelection
  private let folder: ExportFolder
  private var tables: [TableDefinition] = []

  private struct Attempt {
    var row: AttemptRow
    var blocked: [String: Int64]
    subscript(reason: String) -> Int64 { blocked[reason] ?? 0 }
  }

  private struct Summary {
    var run: StoredRun
    var values: [String: Double]
  }

  init(
    _ file: ResultsFile, of study: StudyDescription?, _ selection: ExportSelection, to folder: ExportFolder
  ) throws(ResultsError) {
    (self.file, self.selection, self.folder) = (file, selection, folder)
    if let study { self.study = study } else { self.study = try file.study() }
    counts = try file.counts()
    runs = try file.runs().filter { $0.status != .planned }
  }

  mutating func write(_ reports: [TableFile]) throws(ResultsError) -> [String] {
    try write(StoredRun.table.withFactors(of: runs, \.run.factors), runs)
    try writeSummary()
    try writeStored(MetricRow.table) { [selection] in selection.isDetailed || $0.scope == .population }
    try writeStored(DeviceRow.table)
    for report in reports where !report.rows.isEmpty {
      try write(report.definition) { (csv) throws(ResultsError) in
        for row in report.rows { try csv.line(row) }
      }
    }
    try writeAttempts()
    try writeRecorded(BlockedRow.table)
    try writeRecorded(EnergyRow.table)
    try writeRecorded(SampleRow.table)
    try writeRecorded(RegretRow.table)
    try writeRecorded(AvailabilityRow.table)
    try writeEvents()
    try writeRecorded(DayRow.table)
    try write(ProvenanceRow.table) { [file, runs] (line) throws(ResultsError) in
      for run in runs { if let row = try file.provenance(of: run.runID) { try line(row) } }
    }
    // A table that was asked for by name is there, or nothing is written.
    for name in selection.tables.sorted() where !tables.contains(where: { $0.name == name }) {
      throw .noRows(path: file.path, table: name)
    }
    try folder.write(selection.studyFile, try studyAsRun())
    let inputs = study.files.filter { $0.bytes != nil }
    for input in inputs { try folder.write(input, input.bytes ?? [], in: selection.studyFolder) }
    let package = DataPackage(study: study, counts: counts, tables: tables, selection: selection)
    try folder.write("datapackage.json", package.json.text())

    return tables.map { selection.file(of: $0.name) } + inputs.map { selection.studyFolder + $0.path }
      + [selection.studyFile, "datapackage.json"]
  }

  /// The effective study with the replications that were run: a command may have asked for more or fewer.
  private func studyAsRun() throws(ResultsError) -> String {
    let last = try file.runs().map(\.replication).max()
    guard let last, let value = study.effectiveValue, value["replications"]?.characters != "\(last + 1)",
      var members = value.members
    else { return study.effectiveStudy }
    members.removeAll { $0.name == "replications" }
    members.append(.init("replications", .string("\(last + 1)")))
    return JSONValue.object(members).text() + "\n"
  }

  /// The reasons that the study names, then all further reasons that occur, by name.
  private func blockedReasons() throws(ResultsError) -> [String] {
    var others: Set<String> = []
    if study.blockedReasons.isEmpty, selection.contains(AttemptRow.table.name) {
      for run in runs {
        try file.eachRow(of: AttemptRow.table, run: run.runID) { row in
          others.formUnion(row.blocked.map(\.reason))
        }
      }
    }
    return study.blockedReasons + others.sorted()
  }

  private mutating func writeSummary() throws(ResultsError) {
    let metrics = study.metrics.filter(\.isPopulation)
    let table = Table<Summary>(
      "summary", "One run with every metric of its population, after warm-up (wide form).", key: ["run_id"],
      references: TableDefinition.ForeignKey.ofRun,
      columns: StoredRun.table.with(StoredRun.keyColumns).withFactors(of: runs, \.run.factors).columns.map {
        $0.of(\.run)
      }
        + metrics.map { metric in
          Column(
            metric.name, unit: metric.unit, "\(metric.definition) \(metric.censoring)",
            \.values[metric.name])
        })
    try write(table) { [file, runs] (line) throws(ResultsError) in
      for run in runs {
        let rows = try file.metrics(of: run.runID, scope: .population)
        let values = Dictionary(rows.map { ($0.metric, $0.value) }, uniquingKeysWith: { $1 })
        try line(Summary(run: run, values: values.compactMapValues { $0 }))
      }
    }
  }

  private mutating func writeStored<Row: StoredRow>(
    _ table: Table<Row>, where isIncluded: @escaping (Row) -> Bool = { _ in true }
  ) throws(ResultsError) {
    try write(table) { [file, runs] (line) throws(ResultsError) in
      for run in runs where run.status == .ok {
        try file.eachRow(of: table, run: run.runID) { (row) throws(ResultsError) in
          if isIncluded(row) { try line(row) }
        }
      }
    }
  }

  private mutating func writeRecorded<Row: StoredRow>(_ table: Table<Row>) throws(ResultsError) {
    if try isRecorded(table.name) { try writeStored(table) }
  }

  /// Counts of events, by app only in a detailed export.
  private mutating func writeEvents() throws(ResultsError) {
    guard !selection.isDetailed else { return try writeRecorded(EventCountRow.table) }
    guard try isRecorded(EventCountRow.table.name) else { return }
    try write(EventCountRow.table) { [file, runs] (line) throws(ResultsError) in
      for run in runs where run.status == .ok {
        var sums: [[String]: EventCountRow] = [:]
        try file.eachRow(of: EventCountRow.table, run: run.runID) { (row) throws(ResultsError) in
          var sum = row
          if !row.app.isEmpty { sum.app = "all" }
          let key = [sum.event, sum.app, sum.mechanism, sum.reason]
          sum.count &+= sums[key]?.count ?? 0
          sums[key] = sum
        }
        for (_, sum) in sums.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { try line(sum) }
      }
    }
  }

  private func isRecorded(_ table: String) throws(ResultsError) -> Bool {
    selection.contains(table) ? try file.holdsRows(of: table) : false
  }

  /// With a column for each reason that held items back alone.
  private mutating func writeAttempts() throws(ResultsError) {
    let own = AttemptRow.table
    guard try isRecorded(own.name) else { return }
    let table = Table<Attempt>(
      own.name, own.definition.definition, key: own.definition.primaryKey,
      references: own.definition.foreignKeys,
      columns: own.columns.map { $0.of(\.row) }
        + (try blockedReasons()).map { reason in
          Column(
            "blocked_\(reason)_s", as: .microseconds,
            "Part of the wait in which only `\(reason)` blocked the item.", \.[reason])
        })
    try write(table) { [file, runs] (line) throws(ResultsError) in
      for run in runs where run.status == .ok {
        try file.eachRow(of: own, run: run.runID) { (row) throws(ResultsError) in
          let blocked = row.blocked.map { ($0.reason, $0.microseconds) }
          try line(Attempt(row: row, blocked: Dictionary(blocked, uniquingKeysWith: &+)))
        }
      }
    }
  }

  private mutating func write<Row>(_ table: Table<Row>, _ rows: [Row]) throws(ResultsError) {
    try write(table) { (line) throws(ResultsError) in for row in rows { try line(row) } }
  }

  private mutating func write<Row>(
    _ table: Table<Row>, _ body: ((Row) throws(ResultsError) -> Void) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    let exported = table.in(.csv)
    try write(exported.definition) { (csv) throws(ResultsError) in
      try body { (row) throws(ResultsError) in try csv.line(exported.cells(row)) }
    }
  }

  private mutating func write(
    _ table: TableDefinition, _ body: (CSVFile) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    guard selection.contains(table.name) else { return }
    try folder.write(selection.file(of: table.name)) { (sink) throws(ResultsError) in
      let csv = try CSVFile(sink, isCompressed: selection.isCompressed)
      try csv.line(table.columns.map { .text($0.name) })
      try body(csv)
      try csv.finish()
    }
    tables.append(table)
  }
}

extension ResultsFile {
  /// Writes the CSV files, the data package and the effective study into a folder, and returns their names.
  /// Rows stand in the order of the study, whatever the order in which runs were stored. Whoever knows how to compare makes the
  /// reports: comparison, effects of factors, and front.
  @discardableResult package func export(
    to folder: String, selecting selection: ExportSelection = ExportSelection(), reports: [TableFile] = []
  ) throws(ResultsError) -> [String] {
    let folder = try ExportFolder(folder)
    let written = try export(into: folder, selecting: selection, reports: reports)
    try folder.commit(removing: ExportSelection.knownFiles.filter { !written.contains($0) })
    return written
  }

  /// Writes the files of an export into a folder whose files get their names later.
  ///
  /// - Parameter study: The description to write instead of the stored description, with further files or another license.
  package func export(
    into folder: ExportFolder, of study: StudyDescription? = nil, selecting selection: ExportSelection,
    reports: [TableFile]
  ) throws(ResultsError) -> [String] {
    let snapshot = isSnapshot ? self : try ResultsFile.open(path)
    var export = try ResultsExport(snapshot, of: study, selection, to: folder)
    return try export.write(reports)
  }

  /// Whether a current run that is done has rows of a table.
  package func holdsRows(of name: String) throws(ResultsError) -> Bool {
    let table = ResultsSchema.runPieces.contains(name) ? "results" : "blocks"
    return try !rows(
      "SELECT 1 FROM \(table) JOIN runs USING (run_id) WHERE is_current = 1 AND status = 'ok' "
        + "AND \(table).\(name) IS NOT NULL LIMIT 1"
    ) { $0.integer(0) }.isEmpty
  }
}

/// The tables of an export and the form of their files.
public struct ExportSelection: Hashable, Sendable {
  package var tables: Set<String>
  /// Whether the export has rows by device and by app, next to the rows of the population.
  package var isDetailed: Bool
  package var isCompressed: Bool
  /// The folders of the tables and of the study, each with a slash at its end; empty for the folder of the export itself.
  let tableFolder, studyFolder: String

  package init(
    tables: Set<String> = [], isDetailed: Bool = false, isCompressed: Bool = false, tableFolder: String = "",
    studyFolder: String = ""
  ) {
    (self.tables, self.isDetailed, self.isCompressed) = (tables, isDetailed, isCompressed)
    (self.tableFolder, self.studyFolder) = (tableFolder, studyFolder)
  }

  package static let names =
    [
      StoredRun.table.name, "summary", MetricRow.table.name, EventCountRow.table.name, DayRow.table.name,
      ProvenanceRow.table.name,
    ] + detailNames + reportNames

  /// The tables whose rows are devices or apps, or parts of them.
  private static let detailNames = [DeviceRow.table.name] + recordedNames

  /// The tables by device or app that a study has only if it records them.
  package static let recordedNames = [
    AttemptRow.table.name, BlockedRow.table.name, EnergyRow.table.name, SampleRow.table.name,
    RegretRow.table.name, AvailabilityRow.table.name,
  ]

  /// The tables that have rows by app only in a detailed export.
  package static let summedNames = [MetricRow.table.name, EventCountRow.table.name]

  /// The tables that compare runs.
  package static let reportNames =
    [ComparisonRow.table.name] + EffectRow.Kind.allCases.map { EffectRow.table(of: $0).name } + ["front"]

  package func contains(_ table: String) -> Bool {
    tables.isEmpty ? isDetailed || !Self.detailNames.contains(table) : tables.contains(table)
  }
  func file(of table: String) -> String { "\(tableFolder)\(table).csv" + (isCompressed ? ".gz" : "") }
  var studyFile: String { studyFolder + StudyDescription.effectiveStudyFile }
  static var knownFiles: [String] { names.flatMap { ["\($0).csv", "\($0).csv.gz"] } }
}
