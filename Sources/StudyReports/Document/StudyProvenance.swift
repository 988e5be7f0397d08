import Basics
import ResultsStore

struct StudyProvenance {
  let description: StudyDescription
  let command: String
  let runs: [StoredRun]
  /// Seconds spent on all runs together; a number of a clock.
  let wallSeconds: Double
  let hosts, processors, instructions, libraries: [String]
  /// When the first run began and the last one ended, ISO 8601, UTC; nil without runs.
  let started, ended: String?

  init(_ file: ResultsFile) throws {
    description = try file.study()
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

  /// `slumber 0.1.0, model 6, Swift 6.3, GSL 2.7.1`.
  var versions: String { description.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ") }

  /// A command that runs the study with another detail table; nil where the command of the study cannot be extended.
  func recording(_ table: String, beside recorded: [String]) -> String? {
    guard !command.isEmpty, !command.contains("record=") else { return nil }
    let tables = (recorded + [table]).joined(separator: ", ")
    let results = ShellWord.quoted("\(description.name)-\(table).results.sqlite")
    return "\(command) --set \(ShellWord.quoted("record=[\(tables)]")) --results \(results)"
  }

  var section: ReportSection {
    var section = ReportSection("reproduce", "How to reproduce")
    section.body += TextTable(
      [
        ("study", description.name), ("digest of the study", description.baseDigest),
        ("seed", String(description.seed)), ("versions", versions),
        ("commit", description.commit.isEmpty ? "unknown" : description.commit),
        ("license of the results", "\(description.licence.title) (\(description.licence.name))"),
      ], titles: ("property", "value")
    ).html(named: "versions and digests")
    if command.isEmpty {
      section.add(paragraph: "The runs keep no command; the effective study lies in every export.")
    } else {
      section.add(paragraph: "This command runs the study again, in the folder of its file:")
      section.add(code: command)
      section.add(
        paragraph:
          "An export holds the effective study, which can be run without any other file, and the hash of the events "
          + "of every run: equal runs have equal hashes, for any number of workers and after any interruption."
      )
      section.add(
        code: "slumber export RESULTS --to FOLDER", "slumber run FOLDER/study.json", "slumber verify RESULTS")
    }
    section.add(heading: "Where and when")
    section.add(paragraph: "Nothing else on this page was read from a clock or a machine.")
    var places: [(String, String)] = []
    if let started, let ended { places.append(("runs", "from \(started) to \(ended)")) }
    places.append(("time spent on all runs", TimeSpanText.text(wallSeconds)))
    for (name, found) in [
      ("hosts", hosts), ("processors", processors), ("extensions of the processors", instructions),
      ("library of functions", libraries),
    ] where !found.isEmpty { places.append((name, found.joined(separator: ", "))) }
    section.body += TextTable(places, titles: ("property", "value")).html(named: "where and when")
    section.tables.append(runTable)
    return section
  }

  private var runTable: ReportTable {
    var table = ReportTable(
      "runs.csv",
      columns: [
        "run_id", "design_point", "policy", "replication", "status", "events", "event_hash", "replay",
      ])
    for run in runs {
      table.add([
        run.runID, run.designPoint, run.policy, run.replication, run.status.rawValue, run.events,
        run.eventHash, run.replay,
      ])
    }
    return table
  }
}
