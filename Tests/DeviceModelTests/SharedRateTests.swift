import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport
import Testing

/// Transfers at the same time, and the signal of the network.
@Suite("Shared rates")
struct SharedRateTests {
  /// Bytes that a radio of 40 Mbit/s receives in a second.
  static let second: Int64 = 5_000_000

  static func start(
    _ power: inout PhonePower, _ payer: EnergyPayer, _ bytes: Int64, tag: UInt64, path: RadioPath = .wifi,
    at seconds: Double
  ) -> TransferStart {
    power.startTransfer(
      payer: payer, path: path, bytesUp: 0, bytesDown: bytes, tag: tag, at: .zero + .seconds(seconds))
  }

  /// New ends in seconds by tag, sorted.
  static func replans(_ power: inout PhonePower) -> [[Double]] {
    power.takeReplans().map { [Double($0.tag), $0.end.seconds] }.sorted { $0[0] < $1[0] }
  }

  @Test("two transfers have half of the rate each while both go on, and the energy of each stays")
  func equalParts() {
    var power = barePhone(["radio.wifi.tailPower": 0])
    let first = Self.start(&power, refreshOfApp0, Self.second, tag: 1, at: 0)
    #expect(first.duration == .second)
    let second = Self.start(&power, pushOfApp1, Self.second, tag: 2, at: 0.5)
    #expect(second.duration == .seconds(2))
    #expect(Self.replans(&power) == [[1, 1.5]])
    power.finishTransfer(first.id, at: .zero + .seconds(1.5))
    #expect(Self.replans(&power) == [[2, 2]])
    power.finishTransfer(second.id, at: .zero + .seconds(2))
    holds(close(power.joules(refreshOfApp0), 0.36, 1e-6) && close(power.joules(pushOfApp1), 0.36, 1e-6))
    let isOpen = power.hasReplans
    holds(!isOpen)
  }

  @Test("transfers of the user's opens come first; remaining transfers wait without drawing power")
  func foregroundFirst() {
    var power = barePhone(["radio.wifi.tailPower": 0])
    let fetch = Self.start(&power, refreshOfApp0, Self.second, tag: 1, at: 0)
    let open = Self.start(&power, user, Self.second, tag: 2, at: 0.25)
    #expect(open.duration == .second)
    #expect(Self.replans(&power) == [[1, 2]])
    power.advance(to: .zero + .second)
    holds(close(power.joules(refreshOfApp0), 0.09, 1e-6))
    let left = power.bytesLeft(of: fetch.id, at: .zero + .second)
    #expect(left.bytesDownLeft == Self.second * 3 / 4)
    let other = Self.start(&power, user, Self.second, tag: 3, at: 1)
    // Of the first open 0.25 s of work are left, at half of the rate; then the second is alone.
    #expect(other.duration == .seconds(2))
    #expect(Self.replans(&power) == [[1, 3.75], [2, 1.5]])
    power.finishTransfer(open.id, at: .zero + .seconds(1.5))
    #expect(Self.replans(&power) == [[1, 3], [3, 2.25]])
    power.finishTransfer(other.id, at: .zero + .seconds(2.25))
    #expect(Self.replans(&power) == [])
    power.finishTransfer(fetch.id, at: .zero + .seconds(3))
    holds(close(power.joules(refreshOfApp0), 0.36, 1e-6) && close(power.joules(user), 0.72, 1e-6))
    #expect(power.checkClosure() == nil)
  }

  @Test("bytes do not move before the connection exists, for any number of waiting transfers")
  func promotion() {
    var power = barePhone(["radio.lteVerizon.downSlope": 0])
    let a = Self.start(&power, refreshOfApp0, 2_500_000, tag: 1, path: .lte, at: 0)
    let b = Self.start(&power, pushOfApp1, 2_500_000, tag: 2, path: .lte, at: 0.06)
    holds(a.duration == .seconds(1.26) && b.duration == .seconds(2.2))
    #expect(Self.replans(&power) == [[1, 2.26]])
    let left = power.bytesLeft(of: a.id, at: .zero + .seconds(0.26))
    #expect(left.bytesDownLeft == 2_500_000)
    power.finishTransfer(a.id, at: .zero + .seconds(2.26))
    power.finishTransfer(b.id, at: .zero + .seconds(2.26))
    holds(close(power.joules(refreshOfApp0), 0.3146 + 0.33, 1e-5))
    holds(close(power.joules(pushOfApp1), 0.33, 1e-5))
  }

  @Test(
    "the signal changes rate and power, so the energy of a bit; promotion and tail stay",
    arguments: [(SignalLevel.good, 1.0, 1.0), (.fair, 1 / 0.6, 1 / 0.6), (.poor, 4, 4.4)])
  func signal(level: SignalLevel, longer: Double, dearer: Double) throws {
    var power = barePhone()
    power.setSignal(level, at: .zero)
    let start = Self.start(&power, refreshOfApp0, 2_500_000, tag: 1, path: .lte, at: 0)
    holds(close(start.duration.seconds, 0.26 + longer, 2e-6))
    power.finishTransfer(start.id, at: .zero + start.duration)
    let timer = try power.tailEnd()
    #expect(timer == Instant.zero + start.duration + TimeSpan.seconds(10.2))
    power.advance(to: timer)
    let bytes = 0.33 + 0.013 * 20
    holds(close(power.joules(refreshOfApp0), 0.3146 + dearer * bytes + 10.2 * 0.178, 1e-5))
  }

  @Test("a change of signal plans active transfers again; Wi-Fi and 3G do not depend on it")
  func signalChanges() {
    for (path, end) in [(RadioPath.lte, 2.76), (.wifi, 0.5), (.cellular(.umts2012), 0.5821 + 20 / 3.0)] {
      var power = barePhone(["radio.wifi.tailPower": 0])
      let start = Self.start(&power, refreshOfApp0, 2_500_000, tag: 1, path: path, at: 0)
      power.setSignal(.poor, at: .zero + .seconds(0.76 < start.duration.seconds ? 0.76 : 0.25))
      let replans = Self.replans(&power)
      if path == .lte {
        // Half of the bytes are left, at a quarter of the rate.
        holds(replans.count == 1 && close(replans[0][1], 0.76 + 0.5 * 4, 1e-5) && close(end, 2.76, 1e-9))
      } else {
        holds(replans.isEmpty && close(start.duration.seconds, end, 2e-6))
      }
    }
  }

  @Test(
    "each transfer costs the same with and without overlap, and its bytes move once", arguments: 1...60)
  func invariance(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var power = barePhone(["radio.wifi.tailPower": 0])
    var ends: [UInt64: (id: TransferID, end: Instant)] = [:]
    var megabytes: [Int32: Double] = [:]
    var now = Instant.zero
    func follow(_ power: inout PhonePower, _ ends: inout [UInt64: (id: TransferID, end: Instant)]) {
      for replan in power.takeReplans() { ends[replan.tag]?.end = replan.end }
    }
    func pass(_ power: inout PhonePower, to next: Instant) {
      while let first = ends.min(by: { ($0.value.end, $0.key) < ($1.value.end, $1.key) }),
        first.value.end <= next
      {
        let left = power.bytesLeft(of: first.value.id, at: first.value.end)
        holds(left.bytesUpLeft == 0 && left.bytesDownLeft == 0, "seed \(seed)")
        power.finishTransfer(first.value.id, at: first.value.end)
        ends[first.key] = nil
        follow(&power, &ends)
        while let timer = power.radioTimer, timer <= first.value.end { power.advance(to: timer) }
      }
      while let timer = power.radioTimer, timer <= next { power.advance(to: timer) }
      power.advance(to: next)
    }
    for tag in UInt64(1)...30 {
      now += .microseconds(Int64(random.next() % 3_000_000))
      pass(&power, to: now)
      let app = Int32(random.next() % 4)
      let bytes = Int64(random.next() % 20_000_000)
      megabytes[app, default: 0] += Double(bytes) * 1e-6
      let payer = EnergyPayer(app: app, cause: app == 3 ? .user : .refresh)
      let start = power.startTransfer(
        payer: payer, path: .wifi, bytesUp: 0, bytesDown: bytes, tag: tag, at: now)
      ends[tag] = (start.id, now + start.duration)
      follow(&power, &ends)
    }
    pass(&power, to: now + .hour)
    holds(ends.isEmpty, "seed \(seed)")
    for (app, megabytes) in megabytes {
      let payer = EnergyPayer(app: app, cause: app == 3 ? .user : .refresh)
      // 9 nJ for each bit.
      holds(close(power.joules(payer), megabytes * 8 * 0.009, 1e-3), "seed \(seed)")
    }
    #expect(power.checkClosure() == nil)
  }

  @Test("an end that is rounded up does not cost the remaining transfers time")
  func remainder() {
    var power = barePhone(["radio.wifi.tailPower": 0])
    // 10 s of bytes for one; the others come and go in between, each at a part of the rate that is no whole microsecond.
    var active = [Self.start(&power, refreshOfApp0, Self.second * 10, tag: 0, at: 0).id]
    var ends: [Double: Instant] = [0: .zero + .seconds(10)]
    for (tag, time) in [(1.0, 1.000001), (2, 1.3), (3, 1.500002)] {
      let start = Self.start(&power, pushOfApp1, Self.second / 4, tag: UInt64(tag), at: time)
      active.append(start.id)
      ends[tag] = .zero + .seconds(time) + start.duration
      for replan in power.takeReplans() { ends[Double(replan.tag)] = replan.end }
    }
    while let next = ends.min(by: { $0.value < $1.value }), next.key > 0 {
      ends[next.key] = nil
      power.finishTransfer(active[Int(next.key)], at: next.value)
      for replan in power.takeReplans() { ends[Double(replan.tag)] = replan.end }
    }
    #expect(ends == [0: .zero + .seconds(10.75)])
  }

  @Test("many transfers that start and stop at one instant are planned once")
  func many() {
    var power = barePhone(["radio.wifi.tailPower": 0])
    var kept = barePhone(["radio.wifi.tailPower": 0])
    power.holdShares()
    let count = 200
    var ids: [TransferID] = []
    for tag in 0..<count {
      ids.append(Self.start(&power, refreshOfApp0, Self.second, tag: UInt64(tag), at: 0).id)
      _ = Self.start(&kept, refreshOfApp0, Self.second, tag: UInt64(tag), at: 0)
    }
    let plansMeanwhile = power.hasReplans
    holds(!plansMeanwhile)
    power.settleShares()
    #expect(Self.replans(&power) == (0..<count).map { [Double($0), Double(count)] })
    holds(Self.replans(&kept).allSatisfy { $0[1] == Double(count) })
    power.holdShares()
    for id in ids.reversed() { _ = power.interruptTransfer(id, at: .zero + .second) }
    power.settleShares()
    let isOpen = power.hasReplans
    holds(!isOpen)
  }
}
