import Basics
import PhoneSimulation
import StudyReports
import Workload

/// One replay of a device without some causes, as the table of `explain` has it.
package struct SingleReplay: Sendable, Record {
  /// The word after the option, and the change as a sentence.
  let name, sentence: String
  /// The study key with the same effect; nil where only `explain` can replay the change.
  let key: String?
  let outcome: String
  let lost, slots, lostBefore: Int

  /// The names of the causes.
  package static var names: [String] { Change.allCases.map(\.name) }

  /// The replay without causes, whose names commas separate; nil for an unknown name.
  package init?(
    without name: String, _ replay: DeviceReplay, app: Int32, _ choice: Explanation.Choice
  ) throws(SimulationFailure) {
    let names = name.split(separator: ",").map(String.init)
    let changes = names.compactMap { Change(rawValue: $0) }
    guard !changes.isEmpty, changes.count == names.count else { return nil }
    let scene = AppScene(replay, app: Int(app))
    let replays = Replays(scene)
    let base = try replays.asItIs()
    guard let chosen = Explanation.chosen(of: Explanation.outcomes(scene, base, choice)) else { return nil }
    (self.name, sentence) = (name, changes.map(\.clause).joined(separator: ", and "))
    key = Change.studyKeys(changes, of: scene)
    (outcome, lostBefore, slots) = (chosen.outcome.words, chosen.lost, chosen.slots)
    lost = chosen.outcome.lost(try replays.with(changes))
  }

  package var page: TextPage {
    let same =
      key.map { "The study key `\($0)` has the same effect." } ?? "Only `explain` can replay this change."
    return TextPage(
      "Without `\(name)` (\(sentence)), \(lost) of \(slots) \(outcome); with it, \(lostBefore). \(same)")
  }

  package static let record: Table<Self> = [
    "without": \.name, "sentence": \.sentence, "key": \.key, "lost": \.lost, "slots": \.slots,
    "lost_unchanged": \.lostBefore,
  ]
}
