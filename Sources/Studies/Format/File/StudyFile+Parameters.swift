import ModelParameters
import SchedulingPolicies

extension StudyFile {
  /// The parameters that a study, or a part of one that others extend, states over others; nothing else of it is read.
  ///
  /// - Throws: ``StudyErrors`` with all that is wrong in them.
  package static func parameters(
    path: String, over base: ParameterSet, catalogue: PolicyCatalogue
  ) throws(StudyErrors) -> ParameterSet {
    let log = ErrorLog(quoting: path)
    let tree = try load(path, chain: [], log)
    guard log.errors.isEmpty else { throw StudyErrors(log.errors) }
    let decoder = StudyDecoder(
      tree, catalogue: catalogue, log: log, traces: TraceCache(), programs: StudyPrograms())
    // What a whole study would need besides.
    log.errors = []
    guard let place = decoder.root.place["parameters"] else {
      log.add(decoder.root.place.at("parameters"), found: "nothing", expected: "a mapping of parameter names")
      throw StudyErrors(log.errors)
    }
    let parameters = decoder.parameterSet(place, over: base)
    guard log.errors.isEmpty else { throw StudyErrors(log.errors) }
    return parameters
  }
}
