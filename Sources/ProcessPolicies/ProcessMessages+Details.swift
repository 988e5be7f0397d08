import EventSimulation
import JSON
import ModelParameters
import SchedulingPolicies

/// The names that only programs get which ask for details.
extension JSONLine {
  mutating func addDetails(of observation: Observation) {
    name("cellular_balance_bytes")
    value(observation.cellularBalance)
    name("signal")
    value(observation.signal.name)
  }

  mutating func addDetails(of candidate: Candidate, _ history: AppHistory) {
    name("bundle_id")
    value(history.bundleID(of: candidate))
    name("identifier")
    if let identifier = history.identifier(of: candidate) { value(identifier) } else { null() }
    name("requires_external_power")
    value(candidate.requiresExternalPower)
    name("last_open_us")
    value(history.lastOpen(of: candidate))
    name("declared")
    if let work = history.declaredWork(of: candidate) { add(work) } else { null() }
    name("past")
    if let runs = history.pastRuns(of: candidate) { add(runs) } else { null() }
  }

  private mutating func add(_ work: DeclaredWork) {
    open("{")
    name("duration_us")
    value(work.duration.microseconds)
    name("cpu_us")
    value(work.processor.microseconds)
    name("bytes_up")
    value(work.bytesUp)
    name("bytes_down")
    value(work.bytesDown)
    close("}")
  }

  private mutating func add(_ runs: PastRuns) {
    open("{")
    name("runs")
    value(runs.count)
    name("duration_us")
    value(runs.meanDuration.microseconds)
    name("bytes")
    value(runs.meanBytes)
    name("energy_nj")
    value(runs.meanEnergyNanojoules)
    name("battery_nj")
    value(runs.meanBatteryNanojoules)
    close("}")
  }
}
