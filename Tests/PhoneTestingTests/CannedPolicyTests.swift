import DeviceModel
import EventSimulation
import Foundation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import Studies
import TestSupport
import Testing
import UsageModels
import Workload

/// The properties of section 8.5 for all policies in all shipped scenarios, each with its arms, one
/// replication and at most ten days of it.
@Suite("Every policy in every canned scenario")
struct CannedPolicyTests {
  @Test("the shipped scenarios are found")
  func found() { #expect(ShippedStudy.canned.count >= 18) }

  /// The outcome of one policy on all devices of an arm.
  private struct Tally {
    var hashes: [UInt64] = []
    var violations: [PolicyViolation: Int64] = [:]
    var opportunisticLaunches: Int64 = 0
    var deferredByChoice: Int64 = 0
    var opens = 0
    var ages = 0.0
    /// Whether the ledgers of all devices are what cell and adapter gave, whole and observed.
    var closes = true
    var meanAge: Double { ages / Double(opens) }

    mutating func add(_ result: DeviceResult) {
      hashes.append(result.eventHash)
      violations.merge(result.violations, uniquingKeysWith: +)
      for count in result.eventCounts {
        let isOffered = Mechanism.allCases.contains { $0.isOpportunistic && $0.name == count.mechanism }
        if count.event == "launched", isOffered { opportunisticLaunches += count.count }
        if count.event == "deferred", count.reason == "policyChoice" { deferredByChoice += count.count }
      }
      for (ledger, device, batteryOut) in [
        (result.ledgerWhole, result.energyWhole.device, result.energyWhole.batteryOut),
        (result.ledgerObserved, result.counts.energy, result.counts[.batteryOut]),
      ] {
        let energy = ledger.reduce(0) { $0 + $1.energyNanojoules }
        let battery = ledger.reduce(0) { $0 + $1.batteryNanojoules }
        closes = closes && energy == device && battery == batteryOut
      }
      for app in result.apps where app.hasContent {
        opens += app.opens.count
        ages += app.opens.reduce(0) { $0 + $1.contentAge.seconds }
      }
    }
  }

  private func tally(_ study: Study, _ policy: Int) throws -> Tally {
    var tally = Tally()
    for device in 0..<study.deviceCount {
      tally.add(try DeviceReplay(study, policy: policy, replication: 0, device: device).run(records: .energy))
    }
    return tally
  }

  @Test(
    "obedience, determinism, extremes, the bound of knowledge, and ledgers that close",
    arguments: Tier.isLong ? ShippedStudy.canned : Array(ShippedStudy.canned.prefix(2)))
  func propertiesInNumbers(scenario: String) throws {
    let path = ShippedStudy.path("canned/\(scenario)")
    let days = try StudyFile(path: path).study.horizonDays
    let file = try StudyFile(
      path: path, overrides: days > 10 ? [("horizonDays", "10"), ("warmUpDays", "3")] : [],
      policies: PolicyCatalogue.builtIn.names)
    for point in file.points {
      let study = point.study
      #expect(study.policies.map(\.name) == PolicyCatalogue.builtIn.names)
      let tallies = try study.policies.indices.map { try tally(study, $0) }
      for (index, policy) in study.policies.enumerated() {
        let place = "\(scenario), \(point.name), \(policy.name)"
        let found = tallies[index]
        holds(found.violations.isEmpty, "\(place)")
        holds(found.closes, "\(place)")
        #expect(try tally(study, index).hashes == found.hashes, "\(place)")
        if policy.name == "never" { #expect(found.opportunisticLaunches == 0, "\(place)") }
        if policy.name == "immediate" { #expect(found.deferredByChoice == 0, "\(place)") }
      }
      if Self.isSingleRefresh(study) { try bound(study, tallies, "\(scenario), \(point.name)") }
    }
  }

  /// One app with content and nothing but refreshes.
  private static func isSingleRefresh(_ study: Study) -> Bool {
    study.apps.count == 1
      && study.apps.allSatisfy { app in
        app.content.process != .none && app.tasks.count == 1
          && app.tasks.allSatisfy { $0.mechanism == .refresh }
          && app.pushes == nil && app.transfers.isEmpty
      }
  }

  private func bound(_ study: Study, _ tallies: [Tally], _ place: String) throws {
    let index = try #require(study.policies.firstIndex { $0.name == "clairvoyant" })
    let best = tallies[index]
    // A user who never comes back within the days that are run has no age to compare.
    guard best.opens > 0 else { return }
    for (policy, tally) in zip(study.policies, tallies)
    where tally.opportunisticLaunches <= best.opportunisticLaunches {
      #expect(best.meanAge <= tally.meanAge, "\(place), \(policy.name)")
    }
  }
}
