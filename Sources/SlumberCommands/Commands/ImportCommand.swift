import Basics
import Recordings
import ResultsStore

enum ImportCommand {
  static let specification = CommandSpecification(
    name: "import", arguments: "FILE…", argumentCount: 1...1000,
    summary: "Turns what a phone logged of itself into a recording with a study that replays it.",
    example: "slumber import sysdiagnose.tar.gz --to my-phone",
    options: [
      .value("--to", "FOLDER", "the folder for the recording, its tables and its study"),
      .value(
        "--format", PhoneLog.Format.allCases.map(\.rawValue).joined(separator: "|"),
        "what the files have to be; found by their contents by default"),
      .flag("--keep-names", "keep the names of apps and tasks, which are masked by default"),
      .flag("--json", "the summary as JSON"),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let folder = try arguments.value("--to", or: "`import` needs `--to FOLDER` for what it writes")
    let format = try arguments.choice("--format", of: PhoneLog.Format.self)
    let recording: RecordingFolder
    do throws(RecordingError) {
      recording = try PhoneLog(arguments.arguments, format: format)
        .folder(keepsNames: arguments.has("--keep-names"))
    } catch {
      throw CommandFailure("\(error)", code: .wrongStudy)
    }
    try keepStudy(of: recording, in: folder)
    let output = try ExportFolder(folder)
    for file in recording.files { try output.write(file.name, file.text) }
    try output.commit()
    for remark in recording.remarks { Terminal.note(remark) }
    try Terminal.show(page(recording, folder), json: recording.json, arguments)
    return .done
  }

  /// The study is there to be edited: one that somebody has changed is not written over.
  private static func keepStudy(of recording: RecordingFolder, in folder: String) throws {
    let path = "\(folder)/study.yaml"
    guard FilePlace.exists(path) else { return }
    let text = recording.files.first { $0.name == "study.yaml" }?.text ?? ""
    guard (try? TextFile.read(path, limit: 1 << 20)) != Array(text.utf8) else { return }
    throw CommandFailure(
      "`\(path)` exists already, is another study and stays as it is; remove it or name another folder")
  }

  private static func page(_ recording: RecordingFolder, _ folder: String) -> TextPage {
    var table = TextTable(
      [("span", .left), ("length", .right), ("events", .right), ("activities", .right)])
    for span in recording.spans {
      table.add([
        span.device, TimeSpanText.text(span.end - span.start), "\(span.events)", "\(span.activities)",
      ])
    }
    var page = TextPage(table)
    page.add("\nNext:")
    page.add(command: "slumber run \(ShellWord.quoted("\(folder)/study.yaml"))")
    return page
  }
}
