import DeviceModel
import EventSimulation

/// The background modes of the apps: what the user wants to be running, and what is. MODE-1 and MODE-2.
struct ModeTable: ~Copyable {
  enum Running: Int { case audio, location }

  typealias Use = (claim: ClaimID, hold: HolderID?)

  struct Row {
    /// By mode, whether the user wants it, and its use.
    var modes = InlineArray<2, (isWanted: Bool, use: Use?)>(repeating: (false, nil))
  }

  private var rows: AppColumn<Row>

  init(count: Int) { rows = AppColumn(repeating: Row(), count: count) }

  func wants(_ app: AppIndex, _ mode: Running) -> Bool { rows[app].modes[mode.rawValue].isWanted }
  func wantsAny(_ app: AppIndex) -> Bool { wants(app, .audio) || wants(app, .location) }

  func isMissing(_ app: AppIndex, _ mode: Running) -> Bool {
    wants(app, mode) && rows[app].modes[mode.rawValue].use == nil
  }

  mutating func setWanted(_ app: AppIndex, _ mode: Running, _ isWanted: Bool) {
    rows[app].modes[mode.rawValue].isWanted = isWanted
  }

  mutating func begin(_ app: AppIndex, _ mode: Running, _ use: Use) {
    rows[app].modes[mode.rawValue].use = use
  }

  mutating func end(_ app: AppIndex, _ mode: Running) -> Use? { rows[app].modes[mode.rawValue].use.take() }
}
