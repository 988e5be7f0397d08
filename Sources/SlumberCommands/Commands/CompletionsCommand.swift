import PlainText

/// `slumber completions`: a script that completes commands and options in a shell.
enum CompletionsCommand {
  static let specification = CommandSpecification(
    name: "completions", arguments: Shell.allCases.map(\.rawValue).joined(separator: "|"),
    argumentCount: 1...1,
    summary: "Prints the script that completes commands and options in a shell.",
    example: "slumber completions bash > ~/.local/share/bash-completion/completions/slumber", run: run)

  /// A shell that has completions.
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let word = arguments.arguments[0]
    guard let shell = Shell(rawValue: word) else {
      throw UsageError("`completions` was given `\(word)`, expected bash, zsh or fish")
    }
    let script = CompletionScript(commands: CommandTable.all)
    switch shell {
    case .bash: Terminal.raw(script.bash)
    case .zsh: Terminal.raw(script.zsh)
    case .fish: Terminal.raw(script.fish)
    }
    return .done
  }
}

/// The completions of the command table in the languages of three shells.
struct CompletionScript {
  let commands: [CommandSpecification]

  private var names: [String] { commands.map(\.name) + ["help"] }
  private static let globals = GlobalOption.allCases.flatMap { [$0.rawValue, $0.short] }

  /// The words that an option takes, where help names them all: `auto|plain|none`.
  private static func choices(_ option: OptionSpecification) -> [String] {
    guard let words = option.placeholder?.split(separator: "|").map(String.init), words.count > 1,
      words.allSatisfy({ $0.allSatisfy { $0.isLowercase || $0 == "-" } })
    else { return [] }
    return words
  }

  var bash: String {
    var text = """
      # bash completion of slumber
      _slumber() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names.joined(separator: " ")) \(Self.globals.joined(separator: " "))" -- "$word"))
          return
        fi
        local options=""
        case "$command" in

      """
    for command in commands {
      text += "    \(command.name))\n"
      let choices = command.options.filter { !Self.choices($0).isEmpty }
      if !choices.isEmpty {
        text += "      case \"$before\" in\n"
        for option in choices {
          text += "        \(option.name)) COMPREPLY=($(compgen -W "
          text += "\"\(Self.choices(option).joined(separator: " "))\" -- \"$word\")); return ;;\n"
        }
        text += "      esac\n"
      }
      text += "      options=\"\(command.options.map(\.name).joined(separator: " "))\" ;;\n"
    }
    text += """
          help) COMPREPLY=($(compgen -W "\(commands.map(\.name).joined(separator: " "))" -- "$word")); return ;;
        esac
        case "$word" in
          -*) COMPREPLY=($(compgen -W "$options \(Self.globals.joined(separator: " "))" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _slumber slumber

      """
    return text
  }

  var zsh: String {
    var text =
      "#compdef slumber\n# zsh completion of slumber\n_slumber() {\n  local -a commands\n  commands=(\n"
    for command in commands { text += "    \(Self.quoted("\(command.name):\(command.summary)"))\n" }
    text += """
          'help:Prints the help of a command.'
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        case "$words[2]" in

      """
    for command in commands {
      text += "    \(command.name))\n      _arguments \\\n"
      for option in command.options {
        let star = option.isRepeatable ? "*" : ""
        let help = Self.inBrackets(option.help)
        let choices = Self.choices(option)
        let value = option.placeholder.map { name in
          "\(option.mayLackValue ? "::" : ":")\(name.replacing(":", with: " ")):"
            + (choices.isEmpty ? "_files" : "(\(choices.joined(separator: " ")))")
        }
        text += "        \(Self.quoted("\(star)\(option.name)[\(help)]\(value ?? "")")) \\\n"
      }
      for option in GlobalOption.allCases {
        for name in [option.short, option.rawValue] {
          text += "        \(Self.quoted("\(name)[\(Self.inBrackets(option.help))]")) \\\n"
        }
      }
      text += "        '*:file:_files' ;;\n"
    }
    return text + "    help) _describe 'command' commands ;;\n  esac\n}\n_slumber \"$@\"\n"
  }

  var fish: String {
    var text = "# fish completion of slumber\ncomplete -c slumber -n __fish_use_subcommand -f\n"
    for command in commands {
      text +=
        "complete -c slumber -n __fish_use_subcommand -a \(command.name) -d \(Self.quoted(command.summary))\n"
    }
    text += "complete -c slumber -n __fish_use_subcommand -a help -d 'Prints the help of a command.'\n"
    for command in commands {
      for option in command.options {
        text +=
          "complete -c slumber -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name.dropFirst(2))"
        if option.placeholder != nil, !option.mayLackValue { text += " -r" }
        let choices = Self.choices(option)
        if !choices.isEmpty { text += " -f -a \(Self.quoted(choices.joined(separator: " ")))" }
        text += " -d \(Self.quoted(option.help))\n"
      }
    }
    for option in GlobalOption.allCases {
      text += "complete -c slumber -s \(option.short.dropFirst()) -l \(option.rawValue.dropFirst(2)) "
      text += "-d \(Self.quoted(option.help))\n"
    }
    return text
  }

  /// In single quotes, for all three shells.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// A text within the brackets of zsh's `_arguments`.
  private static func inBrackets(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
