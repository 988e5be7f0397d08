enum CompletionsCommand {
  static let specification = CommandSpecification(
    name: "completions", arguments: scripts.map(\.key).joined(separator: "|"), argumentCount: 1...1,
    summary: "Prints the script that completes commands and options in a shell.",
    example: "slumber completions bash > ~/.local/share/bash-completion/completions/slumber", run: run)

  private static let scripts: KeyValuePairs<String, @Sendable () -> String> = [
    "bash": { bash }, "zsh": { zsh }, "fish": { fish },
  ]

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let word = arguments.arguments[0]
    guard let script = scripts.first(where: { $0.key == word })?.value else {
      throw UsageError("`completions` was given `\(word)`, expected bash, zsh or fish")
    }
    Terminal.raw(script())
    return .done
  }

  private static var names: String { CommandTable.all.map(\.name).joined(separator: " ") }
  private static let globals = GlobalOption.allCases.flatMap { [$0.rawValue, $0.short] }.joined(
    separator: " ")

  /// The words that an option takes, where help names them all: `auto|plain|none`.
  private static func choices(_ option: OptionSpecification) -> String? {
    guard let words = option.placeholder?.split(separator: "|"), words.count > 1,
      words.allSatisfy({ $0.allSatisfy { $0.isLowercase || $0 == "-" } })
    else { return nil }
    return words.joined(separator: " ")
  }

  private static var bash: String {
    let cases = CommandTable.all.map { command in
      let words = command.options.compactMap { option in
        choices(option).map {
          "        \(option.name)) COMPREPLY=($(compgen -W \"\($0)\" -- \"$word\")); return ;;\n"
        }
      }
      let values = words.isEmpty ? "" : "      case \"$before\" in\n\(words.joined())      esac\n"
      let options = command.options.map(\.name).joined(separator: " ")
      return "    \(command.name))\n\(values)      options=\"\(options)\" ;;\n"
    }
    return """
      # bash completion of slumber
      _slumber() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names) help \(globals)" -- "$word"))
          return
        fi
        local options=""
        case "$command" in
      \(cases.joined())    help) COMPREPLY=($(compgen -W "\(names)" -- "$word")); return ;;
        esac
        case "$word" in
          -*) COMPREPLY=($(compgen -W "$options \(globals)" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _slumber slumber

      """
  }

  private static var zsh: String {
    func argument(_ name: String, _ help: String, _ value: String = "") -> String {
      "        \(quoted("\(name)[\(inBrackets(help))]\(value)")) \\\n"
    }
    let globals = GlobalOption.allCases.flatMap {
      [argument($0.short, $0.help), argument($0.rawValue, $0.help)]
    }
    let cases = CommandTable.all.map { command in
      let options = command.options.map { option in
        let value = option.placeholder.map { name in
          "\(option.mayLackValue ? "::" : ":")\(name.replacing(":", with: " ")):"
            + (choices(option).map { "(\($0))" } ?? "_files")
        }
        return argument((option.isRepeatable ? "*" : "") + option.name, option.help, value ?? "")
      }
      return
        "    \(command.name))\n      _arguments \\\n\((options + globals).joined())        '*:file:_files' ;;\n"
    }
    return """
      #compdef slumber
      # zsh completion of slumber
      _slumber() {
        local -a commands
        commands=(
      \(CommandTable.all.map { "    \(quoted("\($0.name):\($0.summary)"))\n" }.joined())    'help:Prints the help of a command.'
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        case "$words[2]" in
      \(cases.joined())    help) _describe 'command' commands ;;
        esac
      }
      _slumber "$@"

      """
  }

  private static var fish: String {
    var text = "# fish completion of slumber\ncomplete -c slumber -n __fish_use_subcommand -f\n"
    let named = CommandTable.all.map { ($0.name, $0.summary) } + [("help", "Prints the help of a command.")]
    for (name, summary) in named {
      text += "complete -c slumber -n __fish_use_subcommand -a \(name) -d \(quoted(summary))\n"
    }
    for command in CommandTable.all {
      for option in command.options {
        text +=
          "complete -c slumber -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name.dropFirst(2))"
        if option.placeholder != nil, !option.mayLackValue { text += " -r" }
        if let choices = choices(option) { text += " -f -a \(quoted(choices))" }
        text += " -d \(quoted(option.help))\n"
      }
    }
    for option in GlobalOption.allCases {
      text += "complete -c slumber -s \(option.short.dropFirst()) -l \(option.rawValue.dropFirst(2)) "
      text += "-d \(quoted(option.help))\n"
    }
    return text
  }

  /// The text in single quotes, for all three shells.
  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

  private static func inBrackets(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
