import Basics
import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Which apps a user opens in an unlocked session.
///
/// **Idea** 1 + geometric visits share the session in lognormal parts. The next app is the second most recent one with
/// `user.returnToSecond`, one of the third to fifth with `user.returnToThirdToFifth`, else a draw by weight that is not
/// the app in front. Recency goes on from session to session, also to the first app.
/// **Known weakness** No hours, no sequences of particular apps; novelty only through the tail of the weights.
/// **Source** Usage sheet, sections 5, 9.6 and 9.7.
package struct AppChoiceModel {
  private let continues, shareSigma, returnToSecond, returnToLater: Double
  private let maxVisits: Int

  package init(_ parameters: ParameterSet) {
    let mean = max(1, parameters.number("user.appsPerSessionMean"))
    continues = 1 - 1 / mean
    maxVisits = parameters.count("user.appsPerSessionMax")
    shareSigma = parameters.number("user.visitShareSigma")
    returnToSecond = parameters.number("user.returnToSecond")
    returnToLater = parameters.number("user.returnToThirdToFifth")
  }

  /// Fills unlocked sessions with visits; a session's draws have its ordinal.
  package func fill(_ sessions: inout [UserSession], _ context: DrawContext, weights: [Double]) {
    var sums: [Double] = []
    for weight in weights { sums.append((sums.last ?? 0) + weight) }
    guard let total = sums.last, total > 0 else { return }
    var recent: [Int] = []
    for index in sessions.indices {
      let session = sessions[index]
      guard let unlock = session.unlock, session.visits.isEmpty else { continue }
      let available = Int((session.end - unlock).microseconds / 1000)
      guard available > 0 else { continue }
      let stream = context.event(.appChoice, index)
      var count = 1
      if continues > 0 {
        count += Int(min(1000, Elementary.log(stream.uniform()) / Elementary.log(continues)))
      }
      count = min(count, maxVisits, available)
      var apps: [Int] = []
      var shares: [Double] = []
      for position in 0..<count {
        apps.append(next(stream, &recent, isFirst: position == 0, weights: weights, sums: sums))
        shares.append(stream.lognormal(zeta: 0, sigma: shareSigma))
      }
      sessions[index].visits = Self.split(from: unlock, milliseconds: available, apps: apps, shares: shares)
    }
  }

  /// Draws the next app and makes it the most recent one. Two uniform numbers, always.
  private func next(
    _ stream: RandomStream, _ recent: inout [Int], isFirst: Bool, weights: [Double], sums: [Double]
  ) -> Int {
    let (branch, place) = (stream.uniform(), stream.uniform())
    var app: Int?
    if branch < returnToSecond {
      app = recent.count > 1 ? recent[1] : nil
    } else if branch < returnToSecond + returnToLater, recent.count > 2 {
      app = recent[2 + min(recent.count - 3, Int(place * Double(min(3, recent.count - 2))))]
    }
    let current = isFirst ? nil : recent.first
    let choice = app ?? Self.weighted(place, weights: weights, sums: sums, except: current)
    recent.removeAll { $0 == choice }
    recent.insert(choice, at: 0)
    if recent.count > 5 { recent.removeLast() }
    return choice
  }

  /// The app at share `u` of the weights of all apps but `excluded`.
  private static func weighted(_ u: Double, weights: [Double], sums: [Double], except excluded: Int?) -> Int {
    let total = sums[sums.count - 1]
    var point = u * total
    if let excluded, total - weights[excluded] > 0 {
      point = u * (total - weights[excluded])
      if point >= sums[excluded] - weights[excluded] { point += weights[excluded] }
    }
    return min(sums.count - 1, sums.partitionPoint { $0 > point })
  }

  /// Cuts a time into visits of whole milliseconds, at least one each, in proportion to the shares.
  private static func split(
    from start: Instant, milliseconds: Int, apps: [Int], shares: [Double]
  ) -> [UserSession.Visit] {
    let total = shares.reduce(0, +)
    var visits: [UserSession.Visit] = []
    var (sum, begin) = (0.0, 0)
    for (index, app) in apps.enumerated() {
      sum += shares[index]
      let left = apps.count - 1 - index
      let cut = left == 0 ? milliseconds : Int((sum / total * Double(milliseconds)).rounded())
      let end = min(max(cut, begin + 1), milliseconds - left)
      visits.append(
        UserSession.Visit(
          app: app, start: start + .milliseconds(Int64(begin)), end: start + .milliseconds(Int64(end))))
      begin = end
    }
    return visits
  }
}

/// The apps on a device, and how much its user likes each.
///
/// **Idea** An app of the study is there with its `installShare` and has its weight times a lognormal factor; fillers
/// complete the list to the user's number of apps with the weights k^(−s), k = 1, 2, …. The heaviest app of all is then
/// heavier by `user.favoriteFactor`. Apps in `required` are there in any case.
package struct UserAppList {
  package var apps: [InstalledApp] = []
  /// Relative rates of being chosen; 0 for an app that the user never opens of itself.
  package var weights: [Double] = []

  package init(
    _ context: DrawContext, _ specifications: [AppSpecification], fillers: (count: Int, exponent: Double)?,
    required: Set<String> = [], favoriteFactor: Double = 1
  ) {
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
