import Basics

enum Help {
  static var program: TextPage {
    var page: TextPage = """
      slumber simulates background execution on iPhones: when apps run, how much energy they use, and which policy is better.

      Usage: slumber COMMAND [ARGUMENT…] [--option VALUE…]
      """
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    for (title, group) in CommandTable.groups {
      page.add("\n\(title):")
      page.add(
        list(group.map { [$0.name + String(repeating: " ", count: width - $0.name.count), $0.summary] }))
    }
    page.add("\nOptions of every command:")
    page.add(list(GlobalOption.allCases.map { ["\($0.short), \($0.rawValue)", $0.help] }))
    page.add("\nRun slumber COMMAND --help to list all options of a command, with an example.")
    page.add(
      "Output is as wide as the terminal, or as the environment variable COLUMNS specifies.\n\nExample:")
    page.add(command: "slumber run scenarios/quickstart.yaml")
    return page
  }

  static func usage(_ command: CommandSpecification) -> String {
    var words = ["slumber", command.name]
    if !command.arguments.isEmpty { words.append(command.arguments) }
    if !command.options.isEmpty { words.append("[--option VALUE…]") }
    return words.joined(separator: " ")
  }

  static func command(_ command: CommandSpecification) -> TextPage {
    var page = TextPage("\(command.summary)\n\nUsage: \(usage(command))")
    if !command.options.isEmpty {
      let options = command.options.map { option in
        [
          option.name + (option.shownPlaceholder.map { " \($0)" } ?? ""),
          option.help + (option.isRepeatable ? " (may be repeated)" : ""),
        ]
      }
      page.add("\nOptions:")
      page.add(list(options))
    }
    let global = GlobalOption.allCases.map { "\($0.short), \($0.rawValue)" }.joined(separator: "; ")
    page.add("\nEvery command also accepts: \(global)\n\nExample:")
    page.add(command: command.example)
    return page
  }

  private static func list(_ rows: [[String]]) -> TextTable {
    var table = TextTable([("", .left), ("", .left)], indentation: 2)
    for row in rows { table.add(row) }
    return table
  }
}

enum ManualCommand {
  static let specification = CommandSpecification(
    name: "manual", arguments: "", argumentCount: 0...0,
    summary: "Prints the manual page of the program for `man`.",
    example: "slumber manual > slumber.1", run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    Terminal.raw(page)
    return .done
  }

  static var page: String {
    var text = """
      .TH SLUMBER 1 "" "slumber \(Version.number)" "User Commands"
      .SH NAME
      slumber \\- discrete\\-event simulator of background execution on iPhones
      .SH SYNOPSIS
      .B slumber
      .I COMMAND
      .RI [ ARGUMENT ...]
      .RB [ \\-\\-option
      .IR VALUE ...]
      .SH DESCRIPTION
      Simulates iPhones with battery, radios, users, and apps, and compares the policies that decide when apps may run
      in the background: how much energy this uses, and how fresh app content is. A study is a YAML file;
      .B slumber schema
      lists its keys,
      .B slumber init
      writes a first study.
      .SH OPTIONS OF EVERY COMMAND

      """
    for option in GlobalOption.allCases {
      text +=
        ".TP\n.BR \(escaped(option.short)) \", \" \(escaped(option.rawValue))\n\(sentence(option.help))\n"
    }
    text += ".SH COMMANDS\n"
    for command in CommandTable.all {
      text += ".SS \(escaped(command.name)) \(escaped(command.arguments))\n\(sentence(command.summary))\n"
      for option in command.options {
        let value =
          option.shownPlaceholder.map { " \" \" \\fI\(escaped($0).replacing("\"", with: "\\(dq"))\\fR" } ?? ""
        text += ".TP\n.BR \(escaped(option.name))\(value)\n\(sentence(option.help))\n"
      }
      text += ".PP\nExample:\n.PP\n.nf\n    \(escaped(command.example))\n.fi\n"
    }
    text += ".SH EXIT STATUS\n"
    for code in ExitCode.allCases { text += ".TP\n.B \(code.rawValue)\n\(code.meaning)\n" }
    text += """
      .SH ENVIRONMENT
      .TP
      .B COLUMNS
      Width of the output in columns (default: the width of the terminal, or 100 in a pipe).
      .TP
      .B NO_COLOR
      Set it to print progress without a status line that erases itself.

      """
    return text
  }

  /// The text with escapes for roff, so that dashes print as ASCII and lines do not begin with a request.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
  }

  private static func sentence(_ text: String) -> String {
    let line = escaped(text)
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
