import SchedulingPolicies
import Workload

/// The inputs, beside the candidates, of the answer of a policy that decides on changes only.
struct Circumstances: Equatable {
  var isPlugged: Bool
  var network: NetworkPath
  var isIdle: Bool
  var isLowPowerMode: Bool
  var thermal: ThermalLevel
}
