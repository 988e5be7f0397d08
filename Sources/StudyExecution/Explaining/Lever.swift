/// A change that a developer can make, tried by replaying the device with it.
public enum Lever: String, Sendable, Hashable, CaseIterable {
  case namesRight, refreshOn, withoutExternalPower, withoutNetwork, shorterFloor, longerFloor, lessWork
  case checkpoints, pushInsteadOfRefresh, fetchAtOpen, opensDaily

  /// The change in words.
  public var title: String {
    switch self {
    case .namesRight: "identifiers and modes declared right"
    case .refreshOn: "Background App Refresh switched on"
    case .withoutExternalPower: "without external power"
    case .withoutNetwork: "without network"
    case .shorterFloor: "half the floor"
    case .longerFloor: "twice the floor"
    case .lessWork: "half the work in each run"
    case .checkpoints: "a checkpoint every 5 s"
    case .pushInsteadOfRefresh: "a push instead of refresh"
    case .fetchAtOpen: "a fetch at every open"
    case .opensDaily: "the user opens the app daily"
    }
  }
}
