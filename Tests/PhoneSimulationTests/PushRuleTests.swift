import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Silent pushes")
struct PushRuleTests {
  @Test("PUSH-2 the server may keep two, or one at random")
  func serverChoice() throws {
    func lost(_ changes: [String: String] = [:]) throws -> [Int32] {
      var bench = try PhoneBench([.pushed()], hours: 12, changes)
      bench.initial.network = .none
      for index in 1...40 { bench.push(at: .minutes(10 * index)) }
      return try bench.run().log(.coalesced, .server).map(\.item)
    }
    #expect(try lost() == Array(1...39))
    #expect(try lost(["push.serverSlots": "2"]) == Array(1...38))
    // Of some the new one is lost, and later the one that had stayed.
    let random = try lost(["push.serverKeep": "random"])
    holds(Set(random).count == 39 && random != random.sorted())
  }

  @Test("PUSH-9 opening the app every day leaves its push log unchanged, other things equal")
  func usage() throws {
    func launches(_ likelihood: Bool) throws -> [Double] {
      var bench = try PhoneBench([.pushed(), .pushed(bundleID: "org.other")], hours: 24 * 9)
      bench.initial.charger = .wired20W
      // The same use of the phone, of one app or of the other.
      for day in 0..<8 { bench.use(likelihood ? 0 : 1, at: .days(day) + .hours(8)) }
      bench.push(at: .days(8) + .minutes(465))
      return try bench.runSevenFactor().seconds(.launched)
    }
    #expect(try launches(true) == launches(false))
    #expect(try launches(true).count == 1)
  }
}
