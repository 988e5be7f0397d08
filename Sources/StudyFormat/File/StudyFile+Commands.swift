import ProcessPolicies

extension StudyFile {
  /// Lets the study start the programs that are its policies, if somebody has said so.
  ///
  /// A study starts none before this was called.
  ///
  /// - Parameter isAllowed: Whether the user allows it.
  /// - Throws: ``StudyErrors`` with the words of each command, where it is not allowed.
  public func allowCommands(_ isAllowed: Bool) throws(StudyErrors) {
    let commands = self.commands
    guard isAllowed || commands.isEmpty else { throw StudyErrors(commands) }
    pool.open()
  }

  /// Whether a policy is a program that the study starts.
  public var hasCommands: Bool { !commands.isEmpty }

  /// The commands of all design points with their places, as errors.
  private var commands: [StudyError] {
    var errors: [StudyError] = []
    for point in points {
      for (index, policy) in (point.tree["policies"]?.elements ?? []).enumerated() {
        guard let node = policy["command"] else { continue }
        let words = (node.elements ?? []).compactMap(\.text).joined(separator: " ")
        let error = StudyError(
          file: node.file, line: node.line, column: node.column, keyPath: "policies[\(index)].command",
          found: "the command `\(words)`",
          expected: "`--allow-commands`, without which no study starts programs")
        if !errors.contains(error) { errors.append(error) }
      }
    }
    return errors
  }
}
