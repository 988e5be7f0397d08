import Workload

/// The apps of a replayed phone, and which of them a name in the recording means.
struct ReplayApps {
  private(set) var installed: [InstalledApp]
  /// Index of the app by its name in the recording.
  private(set) var index: [String: Int] = [:]
  /// Whether an app of the study stands for a recorded one of another name by its rank alone.
  private(set) var byRank = false

  /// - Parameters:
  ///   - list: the apps on the device, without fillers if the recording has apps.
  ///   - recordedNames: apps in the recording, those with the most visits first.
  ///   - names: bundle ids by names in the recording.
  init(_ list: UserAppList, _ recordedNames: [String], names: [String: String]) {
    installed = list.apps
    for (number, app) in list.apps.enumerated() { index[app.bundleID] = number }
    for (name, bundleID) in names { if let number = index[bundleID] { index[name] = number } }
    let taken = Set(recordedNames.compactMap { index[$0] })
    var free = list.apps.indices.filter { list.weights[$0] > 0 && !taken.contains($0) }
      .sorted { list.weights[$0] != list.weights[$1] ? list.weights[$0] > list.weights[$1] : $0 < $1 }
      .makeIterator()
    for name in recordedNames where index[name] == nil {
      if let number = free.next() {
        index[name] = number
        byRank = true
      } else {
        index[name] = installed.count
        installed.append(InstalledApp(specification: nil, bundleID: name))
      }
    }
  }
}
