import ElementaryFunctions
import ModelParameters
import RandomStreams
import Workload

/// The apps on a device, and how much its user likes each.
///
/// **Idea** An app of the study is there with its `installShare` and has its weight times a lognormal factor;
/// fillers complete the list to the user's number of apps with the weights k^(−s), k = 1, 2, …. A weight of 1
/// is thus that of the user's favourite among all other apps. The heaviest app of all is then heavier by
/// `user.favoriteFactor`. Apps in `required` are there in any case.
struct UserAppList {
  /// Apps of the study in its order, then the fillers.
  var apps: [InstalledApp]
  /// Relative rates of being chosen; 0 for an app that the user never opens of itself.
  var weights: [Double]

  init(
    _ context: DrawContext, _ specifications: [AppSpecification], fillers: (count: Int, exponent: Double)?,
    required: Set<String> = [], favoriteFactor: Double = 1
  ) {
    apps = []
    weights = []
    var chosen = 0
    for (index, app) in specifications.enumerated() {
      var weight = 0.0
      if case .popularity(let installShare, let base, let spread) = app.usage {
        let stream = context.event(.installation, app: app.bundleID)
        guard stream.bernoulli(installShare) || required.contains(app.bundleID) else { continue }
        weight = base * stream.lognormal(zeta: 0, sigma: spread)
        chosen += 1
      }
      apps.append(InstalledApp(specification: index, bundleID: app.bundleID, isHeavy: app.isHeavy))
      weights.append(weight)
    }
    if let fillers {
      for rank in 1...max(1, fillers.count) where rank <= fillers.count - chosen {
        apps.append(InstalledApp(specification: nil, bundleID: "filler.\(rank)"))
        weights.append(Elementary.pow(Double(rank), -fillers.exponent))
      }
    }
    if let favorite = weights.indices.max(by: { weights[$0] < weights[$1] }) {
      weights[favorite] *= favoriteFactor
    }
  }
}
