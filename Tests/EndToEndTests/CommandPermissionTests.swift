import Foundation
import TestSupport
import Testing

@Suite("Programs of a study on the command line") struct CommandPermissionTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("touch started\nexit 3\n", to: "policy.sh")
    try folder.write(
      Studies.small(
        name: "programs",
        policies: "{name: process, label: mine, command: [sh, policy.sh, \"\\e[2J\"]}, never",
        extra: "expect:\n  - {that: work is asked for, event: submitted, greaterThan: 0}\n"),
      to: "study.yaml")
  }

  private var hasStarted: Bool { FileManager.default.fileExists(atPath: folder.path("started")) }

  @Test(
    "whatever runs policies starts none without the flag, and says the words of the command",
    arguments: [
      ["run"], ["check"], ["explain", "--app", "org.example.news"], ["trace", "--to", "a.csv"], ["ablate"],
      ["sensitivity", "--quick", "--over", "score.thresholdEnd", "--budget", "0"],
      ["train", "--policy", "mine", "--seeds", "1..2", "--state", "state.json"],
    ])
  func refused(_ words: [String]) throws {
    let outcome = try folder.slumber([words[0], "study.yaml"] + words.dropFirst(), code: 3)
    #expect(
      outcome.error == "study.yaml:8:50: policies[0].command: found the command `sh policy.sh \\u{1B}[2J`, "
        + "expected `--allow-commands`, without which no study starts programs\n")
    #expect(outcome.output.isEmpty && !hasStarted)
    let allowed = try folder.slumber(
      [words[0], "study.yaml", "--allow-commands"] + words.dropFirst())
    #expect(hasStarted && allowed.code != 3, "\(allowed.summary)")
    #expect(allowed.error.contains("ended with exit code 3"), "\(allowed.summary)")
  }

  @Test("what looks at a study alone needs no flag and starts nothing", arguments: ["validate", "describe"])
  func looking(_ command: String) throws {
    try folder.slumber(command, "study.yaml", code: 0)
    #expect(!hasStarted)
  }

  @Test("a study of programs alone is described with the phones of another policy")
  func programsAlone() throws {
    let text = try folder.text("study.yaml").replacing(", never]", with: "]")
    try folder.write(text, to: "alone.yaml")
    let outcome = try folder.slumber("describe", "alone.yaml")
    #expect(outcome.code == 0 && outcome.output.contains("under seven-factor"), "\(outcome.summary)")
    #expect(!hasStarted)
  }

  @Test("names that would act on a terminal, a picture or a spreadsheet are refused, and shown escaped")
  func injection() throws {
    let fixture = PackageRoot.file("Tests/EndToEndTests/Fixtures/injection.yaml")
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path("injection.yaml"))
    for command in ["validate", "run"] {
      let outcome = try folder.slumber(command, "injection.yaml", code: 3)
      #expect(
        !(outcome.output + outcome.error).unicodeScalars.contains {
          $0 != "\n" && ($0.value < 0x20 || 0x7F...0x9F ~= $0.value || $0.value == 0x202E)
        })
      for place in [
        "2:7: name: found `..`", "3:11: question: found `\\u{1B}]0;TITLE\\u{7}\\u{1B}[31mRED",
        "6:46: population.archetypes[0].name: found `=HYPERLINK(\"http://evil/\",\"x\")`",
        "8:9: apps[0].id: found `=cmd|' /C calc'!A0`", "13:33: policies[0].label: found `=1+1<script>",
        "16:27: policies[3].label: found `a\\u{A}b\\u{D}INJECT\\u{202E}gnp`",
        "18:12: arms[0].name: found `@SUM(1)`",
      ] {
        #expect(outcome.error.contains("injection.yaml:\(place)"), "\(place)\n\(outcome.error)")
      }
    }
  }
}
