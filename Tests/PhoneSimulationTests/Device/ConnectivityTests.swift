import DeviceModel
import EventSimulation
import ModelParameters
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Connectivity")
struct ConnectivityTests {
  @Test("a change tells the path before it; the present path changes nothing")
  func change() {
    var network = Connectivity(path: .wifi, cellular: .lteVerizon)
    #expect(network.change(to: .wifi, at: .seconds(1)) == nil)
    #expect(network.change(to: .cellular, at: .seconds(2)) == PathChange(old: .wifi, absence: nil))
    #expect(network.path == .cellular)
  }

  @Test("the path that returns tells how long there was none, from the start on")
  func absence() {
    var network = Connectivity(path: .none, cellular: .lteVerizon)
    #expect(network.change(to: .wifi, at: .seconds(5))?.absence == .seconds(5))
    #expect(network.change(to: .none, at: .seconds(10)) == PathChange(old: .wifi, absence: nil))
    #expect(!network.isOnline)
    #expect(network.change(to: .cellular, at: .seconds(40))?.absence == .seconds(30))
    #expect(network.change(to: .wifi, at: .seconds(50))?.absence == nil)
  }

  @Test("a later wait lengthens an earlier one and never shortens it")
  func herdHold() {
    var network = Connectivity(path: .wifi, cellular: .lteVerizon)
    #expect(network.holdHerd(until: .seconds(60)) == .seconds(60))
    #expect(network.holdHerd(until: .seconds(30)) == .seconds(60))
    #expect(network.holdHerd(until: .seconds(90)) == .seconds(90))
    #expect(network.herdHoldEnd == .seconds(90))
  }

  @Test("only a device with 5G that does not avoid it uses 5G")
  func radioPaths() {
    #expect(Connectivity(path: .none, cellular: .nsaVerizon).radioPath(avoids5G: false) == nil)
    #expect(Connectivity(path: .wifi, cellular: .nsaVerizon).radioPath(avoids5G: true) == .wifi)
    #expect(
      Connectivity(path: .cellular, cellular: .nsaVerizon).radioPath(avoids5G: false)
        == .cellular(.nsaVerizon))
    #expect(
      Connectivity(path: .cellular, cellular: .nsaVerizon).radioPath(avoids5G: true) == .cellular(.lteVerizon)
    )
    #expect(
      Connectivity(path: .cellular, cellular: .lteVerizon).radioPath(avoids5G: false)
        == .cellular(.lteVerizon))
  }
}
