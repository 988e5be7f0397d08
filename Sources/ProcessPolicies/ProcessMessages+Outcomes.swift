import EventSimulation
import JSON
import SchedulingPolicies
import Workload

/// The messages that only programs get which ask for outcomes.
extension JSONLine {
  /// - Parameter details: The past of the apps, for a program that wants details, too.
  mutating func outcome(_ outcome: PolicyOutcome, _ details: AppHistory?) {
    open("{")
    name("outcome")
    open("{")
    name("kind")
    switch outcome {
    case .open(let open): add(open, details)
    case .run(let run): add(run, details)
    }
    close("}")
    close("}")
    end()
  }

  private mutating func add(_ open: OpenOutcome, _ details: AppHistory?) {
    value(word: "open")
    name("app")
    value(Int64(open.app))
    name("opened_us")
    value(open.opened)
    name("staleness_us")
    if let staleness = open.staleness { value(staleness.microseconds) } else { null() }
    guard let details else { return }
    name("bundle_id")
    value(details.bundleID(ofApp: open.app))
  }

  private mutating func add(_ run: RunCost, _ details: AppHistory?) {
    value(word: "run")
    name("item")
    value(Int64(run.item))
    name("app")
    value(Int64(run.app))
    name("mechanism")
    value(run.mechanism.name)
    name("ended_us")
    value(run.ended)
    name("energy_nj")
    value(run.energyNanojoules)
    name("battery_nj")
    value(run.batteryNanojoules)
    guard let details else { return }
    name("bundle_id")
    value(details.bundleID(ofApp: run.app))
    name("identifier")
    let identifier = details.identifier(of: run.series, ofApp: run.app)
    if let identifier { value(identifier) } else { null() }
  }
}
