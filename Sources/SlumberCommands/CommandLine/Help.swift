import PlainText

/// Help texts, made from the command table.
enum Help {
  static var program: TextPage {
    var page: TextPage = """
      slumber: when does a phone let apps work in the background, what does it cost, which policy is better?

      Usage: slumber COMMAND [ARGUMENT…] [--option VALUE…]

      Commands:
      """
    var commands = list
    for command in CommandTable.all { commands.add([command.name, command.summary]) }
    page.add(commands)
    page.add("\nOptions of every command:")
    var options = list
    for option in GlobalOption.allCases { options.add(["\(option.short), \(option.rawValue)", option.help]) }
    page.add(options)
    page.add("\nslumber COMMAND --help lists all options of a command, with an example.")
    page.add("Pages are as wide as the terminal, or as the variable COLUMNS says.\n\nExample:")
    page.add(command: "slumber run scenarios/quickstart.yaml")
    return page
  }

  /// The form of a call; its options have lines of their own in help.
  static func usage(_ command: CommandSpecification) -> String {
    var words = ["slumber", command.name]
    if !command.arguments.isEmpty { words.append(command.arguments) }
    if !command.options.isEmpty { words.append("[--option VALUE…]") }
    return words.joined(separator: " ")
  }

  static func command(_ command: CommandSpecification) -> TextPage {
    var page = TextPage("\(command.summary)\n\nUsage: \(usage(command))")
    if !command.options.isEmpty {
      page.add("\nOptions:")
      var options = list
      for option in command.options {
        options.add([
          option.name + (option.shownPlaceholder.map { " \($0)" } ?? ""), option.help + option.suffix,
        ])
      }
      page.add(options)
    }
    let global = GlobalOption.allCases.map { "\($0.short), \($0.rawValue)" }.joined(separator: "; ")
    page.add("\nEvery command has: \(global)\n\nExample:")
    page.add(command: command.example)
    return page
  }

  private static var list: TextTable { TextTable([("", .left), ("", .left)], indentation: 2) }
}

extension OptionSpecification {
  /// The remark in help that the option may be repeated.
  fileprivate var suffix: String { isRepeatable ? " (may be repeated)" : "" }
}
