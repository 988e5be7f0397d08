import DeviceModel
import EventSimulation
import ModelParameters
import Testing

/// The table of task energies of the energy sheet: tasks on networks, at the rates behind the table.
///
/// A promotion of 1.21 W for 0.26 s stands where the table has 0.6 W for the delay of the first packet; that is most
/// of an isolated transfer on T-Mobile's LTE, whose tail is the smallest.
@Suite("Task energies")
struct TaskEnergyTests {
  struct Task: Sendable {
    var name: String
    /// Bytes, and joules of processor, awake platform and wake-up.
    var up, down: Int64
    var other: Double
    /// Joules in the order of ``networks``.
    var totals: [Double]
  }

  static let tasks = [
    Task(
      name: "silent push", up: 2000, down: 4000, other: 0.47, totals: [0.56, 13.07, 2.5, 3.26, 12.07, 1.0]),
    Task(
      name: "app refresh", up: 20_000, down: 300_000, other: 2.25,
      totals: [2.34, 15.31, 4.35, 5.1, 13.87, 2.85]),
    Task(
      name: "e-mail sync", up: 20_000, down: 500_000, other: 1.43,
      totals: [1.53, 14.73, 3.57, 4.31, 13.06, 2.06]),
    Task(
      name: "location upload", up: 5000, down: 2000, other: 0.65,
      totals: [0.74, 13.27, 2.69, 3.44, 12.25, 1.18]),
    Task(
      name: "photo", up: 3_000_000, down: 20_000, other: 1.69, totals: [2.19, 31.0, 6.98, 6.26, 14.3, 5.47]),
    Task(
      name: "podcast", up: 200_000, down: 40_000_000, other: 6.05,
      totals: [6.94, 68.09, 15.1, 15.62, 19.42, 13.59]),
  ]

  static let networks: [(path: RadioPath, tolerance: Double)] = [
    (.wifi, 0.05), (.cellular(.lte2012), 0.05), (.cellular(.lteVerizon), 0.05),
    (.cellular(.nsaVerizon), 0.05),
    (.cellular(.mmWaveVerizon), 0.05), (.cellular(.lteTMobile), 0.15),
  ]

  /// The rates behind the table, Mbit/s.
  static let rates: [String: Double] = [
    "radio.wifi.downRate": 150, "radio.wifi.upRate": 100, "radio.lteVerizon.downRate": 40,
    "radio.lteVerizon.upRate": 10, "radio.lteTMobile.downRate": 40, "radio.lteTMobile.upRate": 10,
    "radio.nsaVerizon.downRate": 80, "radio.nsaVerizon.upRate": 20, "radio.cellular.continuousReception": 0.1,
    "radio.wifi.tailPower": 0.36,
  ]

  @Test("a task costs the energy of the table", arguments: tasks.indices, networks.indices)
  func cost(task: Int, network: Int) {
    let (path, tolerance) = Self.networks[network]
    let task = Self.tasks[task]
    var power = barePhone(Self.rates)
    let start = power.startTransfer(
      payer: pushOfApp1, path: path, bytesUp: task.up, bytesDown: task.down, at: .zero)
    power.finishTransfer(start.id, at: .zero + start.duration)
    while let timer = power.radioTimer { power.advance(to: timer) }
    let ratio = (task.other + power.joules(pushOfApp1)) / task.totals[network]
    #expect(abs(ratio - 1) < tolerance, "\(task.name) over \(path): \(ratio)")
  }
}
