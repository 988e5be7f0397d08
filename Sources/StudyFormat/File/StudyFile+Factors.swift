import ModelParameters

extension StudyFile {
  /// The factor of the study that sets the place of a key path, under whichever name either writes it.
  ///
  /// - Parameter path: A key path or the name of a parameter, as of `--set`.
  /// - Returns: The factor as the study writes it with the texts of its levels; nil where none varies the place.
  public func factor(varying path: String) -> (name: String, levels: [String])? {
    let parameters = study.parameters
    let steps = StudyKeyPath(path, in: tree, parameters: parameters)?.steps
    for (index, level) in (points.first?.levels ?? []).enumerated() {
      let own = StudyKeyPath(level.name, in: tree, parameters: parameters)?.steps
      guard level.name == path || (steps != nil && own == steps) else { continue }
      var levels: [String] = []
      for point in points where !levels.contains(point.levels[index].text) {
        levels.append(point.levels[index].text)
      }
      return (level.name, levels)
    }
    return nil
  }
}
