/// Help texts, made from the command table.
enum Help {
  static var program: String {
    var lines = [
      "slumber: when does a phone let apps work in the background, what does it cost, which policy is better?",
      "", "Usage: slumber COMMAND [ARGUMENT…] [--option VALUE…]", "", "Commands:",
    ]
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    for command in CommandTable.all { lines.append("  \(pad(command.name, width))  \(command.summary)") }
    lines += [
      "", "  slumber COMMAND --help   options and an example", "  slumber --version", "",
      "Example: slumber run scenarios/quickstart.yaml",
    ]
    return lines.joined(separator: "\n")
  }

  static func usage(_ command: CommandSpecification) -> String {
    var words = ["slumber", command.name]
    if !command.arguments.isEmpty { words.append(command.arguments) }
    for option in command.options {
      let value = option.placeholder.map { " \($0)" } ?? ""
      words.append("[\(option.name)\(value)]" + (option.isRepeatable ? "…" : ""))
    }
    return words.joined(separator: " ")
  }

  static func command(_ command: CommandSpecification) -> String {
    var lines = [command.summary, "", "Usage: \(usage(command))"]
    if !command.options.isEmpty {
      lines += ["", "Options:"]
      let names = command.options.map { $0.name + ($0.placeholder.map { " \($0)" } ?? "") }
      let width = names.map(\.count).max() ?? 0
      for (name, option) in zip(names, command.options) {
        lines.append("  \(pad(name, width))  \(option.help)")
      }
    }
    lines += ["", "Example: \(command.example)"]
    return lines.joined(separator: "\n")
  }

  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
