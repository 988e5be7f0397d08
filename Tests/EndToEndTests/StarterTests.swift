import Foundation
import TestSupport
import Testing

@Suite("Starters, completions and the manual") struct StarterTests {
  @Test(
    "a study that `init` writes is valid without warnings and runs",
    arguments: ["quickstart", "app", "trace"])
  func studies(_ kind: String) throws {
    let folder = try TestFolder()
    let made = try folder.slumber("init", "mine", "--from", kind)
    #expect(made.code == 0 && made.output.contains("mine.yaml\n"), "\(made.summary)")
    let valid = try folder.slumber("validate", "mine.yaml", "--strict")
    #expect(valid.code == 0 && valid.error.isEmpty, "\(valid.summary)")
    try folder.slumber("run", "mine.yaml", "-q", "--replications", "2", code: 0)
    if kind == "app" {
      let check = try folder.slumber("check", "mine.yaml", "--progress", "none")
      #expect(check.code == 0 && !check.output.contains("CONTRADICTED"), "\(check.summary)")
      try folder.slumber("explain", "mine.yaml", "--app", "com.example.news", code: 0)
    }
    // Each command that it names next is one of the program.
    for line in made.output.split(separator: "\n") where line.hasPrefix("  slumber ") {
      let word = line.split(separator: " ")[1]
      #expect(try folder.slumber(String(word), "--help").code == 0, "\(line)")
    }
  }

  @Test("a policy in Python runs beside the system's, and waits for the charger below its reserve")
  func python() throws {
    let folder = try TestFolder()
    try folder.slumber("init", "mine", "--from", "policy-python", code: 0)
    #expect(try folder.names("mine") == ["policy.py", "study.yaml"])
    let refused = try folder.slumber("run", "mine/study.yaml", "-q")
    #expect(refused.code == 3 && refused.error.contains("--allow-commands"), "\(refused.summary)")
    let run = try folder.slumber("run", "mine/study.yaml", "-q", "--allow-commands", "--replications", "2")
    #expect(run.code == 0 && run.output.contains("\n  mine "), "\(run.summary)")
  }

  @Test("a policy in Swift is a package that can be read, with the program and study of the documentation")
  func swift() throws {
    let folder = try TestFolder()
    try folder.slumber(
      "init", "night-reserve", "--from", "policy-swift", "--package", PackageRoot.url.path, code: 0)
    #expect(try folder.names("night-reserve") == ["Package.swift", "Sources", "study.yaml"])
    let manifest = try ChildProcess(
      "/usr/bin/env", ["swift", "package", "--package-path", "night-reserve", "dump-package"], in: folder.path
    ).wait()
    #expect(manifest.code == 0 && manifest.output.contains("\"SlumberCommands\""), "\(manifest.summary)")
    let program = try folder.text("night-reserve/Sources/night-reserve/main.swift")
    let parsed = try ChildProcess(
      "/usr/bin/env", ["swiftc", "-parse", "night-reserve/Sources/night-reserve/main.swift"], in: folder.path
    ).wait()
    #expect(parsed.code == 0, "\(parsed.summary)")
    // The same policy is built and run from the page: everything but names and comments is equal.
    let page = try #require(try ReadmeBlocks.program())
    func code(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n")
    }
    #expect(
      code(program.replacing("nightReserve.", with: "reserve.").replacing("night-reserve", with: "reserve"))
        == code(page))
    // Without the policy, the study is wrong in its two policies alone.
    let study = try folder.slumber("validate", "night-reserve/study.yaml")
    #expect(study.code == 3 && study.error.split(separator: "\n").count == 2, "\(study.summary)")
    #expect(study.error.contains("found `night-reserve`"))
  }

  @Test("nothing is overwritten")
  func refusals() throws {
    let folder = try TestFolder("mine\n", as: "mine.yaml")
    let taken = try folder.slumber("init", "mine", code: 1)
    #expect(
      taken.error == "slumber: `mine.yaml` exists already and stays as it is; choose another NAME\n")
    #expect(try folder.text("mine.yaml") == "mine\n")
    try FileManager.default.createDirectory(
      atPath: folder.path("policy"), withIntermediateDirectories: false)
    try folder.slumber("init", "policy", "--from", "policy-python", code: 1)
    #expect(try folder.names() == ["mine.yaml", "policy"])
    #expect(try folder.names("policy").isEmpty)
  }

  @Test(
    "completions name every command and option, and the shell reads them", arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) throws {
    let folder = try TestFolder()
    let script = try folder.slumber("completions", shell)
    #expect(script.code == 0 && script.error.isEmpty)
    for word in ["explain", "init", "policy-python", "--verbose"] {
      let known = shell == "fish" ? word.replacing("--", with: "-l ") : word
      #expect(script.output.contains(known), "\(word)")
    }
    for command in try PageWidthTests.commands(folder.slumber("--help").output) {
      #expect(script.output.contains(command), "\(command)")
    }
    guard try folder.shell("command -v \(shell)").code == 0 else { return }
    try folder.shell("slumber completions \(shell) > script && \(shell) -n script", code: 0)
    guard shell == "bash" else { return }
    let completed = try folder.shell(
      """
      cat > test.sh <<'END'
      . ./script
      COMP_WORDS=(slumber expl); COMP_CWORD=1; _slumber; echo "${COMPREPLY[@]}"
      COMP_WORDS=(slumber run a.yaml --prog); COMP_CWORD=3; _slumber; echo "${COMPREPLY[@]}"
      COMP_WORDS=(slumber run --progress pl); COMP_CWORD=3; _slumber; echo "${COMPREPLY[@]}"
      END
      bash test.sh
      """)
    #expect(completed.output == "explain\n--progress\nplain\n", "\(completed.summary)")
  }

  @Test("the manual page has every command, and no line that roff takes for a request")
  func manual() throws {
    let folder = try TestFolder()
    let page = try folder.slumber("manual")
    #expect(page.code == 0 && page.output.hasPrefix(".TH SLUMBER 1 "))
    for command in try PageWidthTests.commands(folder.slumber("--help").output) {
      #expect(page.output.contains("\n.SS \(command.replacing("-", with: "\\-"))"), "\(command)")
    }
    let requests = ["TH", "SH", "SS", "TP", "B", "I", "BR", "IR", "RI", "RB", "PP", "nf", "fi"]
    for line in page.output.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      let word = line.dropFirst().prefix { $0.isLetter }
      #expect(requests.contains(String(word)), "\(line)")
    }
    guard try folder.shell("command -v groff").code == 0 else { return }
    let shown = try folder.shell("slumber manual | groff -man -Tutf8 -ww > /dev/null")
    #expect(shown.code == 0 && shown.error.isEmpty, "\(shown.summary)")
  }
}
