import RandomStreams
import Workload

/// The settings of a device at the start; they change only by a script.
enum SettingsModel {
  /// Writes the drawn settings into `initial`.
  static func apply(
    to initial: inout InitialState, _ context: DrawContext, _ apps: [InstalledApp], _ shares: SettingShares
  ) {
    let branch = context.event(.settings, 0).uniform()
    initial.backgroundRefresh =
      branch < shares.barOff ? 0 : branch < shares.barOff + shares.barWifiOnly ? 1 : 2
    initial.lowPowerMode = context.event(.settings, 1).bernoulli(shares.manualLowPowerMode)
    initial.appsRefreshOff = apps.indices.filter { index in
      apps[index].specification != nil
        && context.event(.settings, 0, app: apps[index].bundleID).bernoulli(shares.perAppOff)
    }
  }
}
