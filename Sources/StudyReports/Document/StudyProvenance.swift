import Basics
import ResultsStore

extension StudyDescription.Licence {
  /// The title and the name; an instruction if the author has to choose a license.
  package var sentence: String {
    self == .open ? "the author has to choose a license" : title == name ? name : "\(title) (\(name))"
  }
}

/// The sources of the results of a study: commands, versions and machines.
struct StudyProvenance {
  let description: StudyDescription
  let command: String
  let runs: [StoredRun]
  /// Seconds spent on all runs together; a number of a clock.
  let wallSeconds: Double
  let hosts, processors, instructions, libraries: [String]
  /// The start of the first run and the end of the last run, ISO 8601, UTC; nil without runs.
  let started, ended: String?

  init(_ file: ResultsFile, of study: StudyDescription? = nil) throws {
    description = try study ?? file.study()
    runs = try file.runs()
    command = StudyDesign.command(runs)
    let rows = try file.provenance()
    wallSeconds = rows.reduce(0) { $0 + $1.wallSeconds }
    func unique(_ texts: [String?]) -> [String] {
      Set(texts.compactMap(\.self).filter { !$0.isEmpty }).sorted()
    }
    hosts = unique(rows.map(\.host))
    processors = unique(rows.map(\.processor))
    instructions = unique(rows.map(\.instructions))
    libraries = unique(rows.map(\.cLibrary))
    started = rows.map(\.started).min()
    ended = rows.map(\.ended).max()
  }

  var studyFile: String {
    let words = ShellWord.words(command)
    return words.count > 2 ? String(words[2]) : "STUDY"
  }

  /// `slumber 0.2.0, model 8, Swift 6.3, GSL 2.7.1`.
  var versions: String { description.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ") }

  /// The command that runs the study with another detail table; nil if the command of the study is unknown or sets `record`.
  func recording(_ table: String, beside recorded: [String]) -> String? {
    guard !command.isEmpty, !command.contains("record=") else { return nil }
    let tables = (recorded + [table]).joined(separator: ", ")
    let results = ShellWord.quoted("\(description.name)-\(table).results.sqlite")
    return "\(command) --set \(ShellWord.quoted("record=[\(tables)]")) --results \(results)"
  }

  var chapter: ReportChapter {
    let properties = [
      ("study", description.name), ("digest of the study", description.baseDigest),
      ("seed", String(description.seed)), ("versions", versions),
      ("commit", description.commit.isEmpty ? "unknown" : description.commit),
      ("license of the results", description.licence.sentence),
    ]
    var page = TextPage(TextTable(properties, titles: ("property", "value"), subject: "versions and digests"))
    if command.isEmpty {
      page.add("The runs do not store their command. Every export has the effective study.")
    } else {
      page.add("This command runs the study again, in the folder of its file:")
      page.add(command: command)
      page.add(
        "An export has the complete effective study and the hash of the events of every run. Equal runs have equal hashes, for "
          + "any number of workers and after any interruption.")
      page.add(command: "slumber export RESULTS --to FOLDER")
      page.add(command: "slumber run FOLDER/study.json")
      page.add(command: "slumber verify RESULTS")
    }
    page.add(heading: "Where and when")
    page.add("Only this table depends on a clock or a machine.")
    let span = started.flatMap { started in ended.map { [("runs", "from \(started) to \($0)")] } } ?? []
    let places = [
      ("hosts", hosts), ("CPU models", processors), ("CPU extensions", instructions),
      ("C library", libraries),
    ].filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: ", ")) }
    page.add(
      TextTable(
        span + [("time spent on all runs", TimeSpanText.text(wallSeconds))] + places,
        titles: ("property", "value"), subject: "where and when"))
    var chapter = ReportChapter("reproduce", "How to reproduce", page)
    chapter.data.append(ReportData(StoredRun.table, runs))
    return chapter
  }
}
