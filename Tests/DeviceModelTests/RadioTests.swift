import DeviceModel
import EventSimulation
import TestSupport
import Testing

@Suite("Radios")
struct RadioTests {
  @Test("a cellular transfer pays the promotion, its bytes, and the tail until the timer")
  func lte() throws {
    var power = barePhone()
    let start = power.startTransfer(
      payer: refreshOfApp0, path: .lte, bytesUp: 1_000_000, bytesDown: 5_000_000, at: .zero)
    // 0.26 s promotion, 1 s up at 8 Mbit/s, 2 s down at 20 Mbit/s.
    #expect(start.duration == .seconds(3.26))
    holds(power.radioIsHot && power.radioTimer == nil)
    let end = Instant.zero + start.duration
    power.finishTransfer(start.id, at: end)
    let active = 0.3146 + (0.58 + 0.0778 * 8) + 2 * (0.33 + 0.013 * 20)
    holds(close(power.joules(refreshOfApp0), active, 1e-5))
    let timer = try power.tailEnd()
    #expect(timer == end + .seconds(10.2))
    power.advance(to: timer)
    #expect(power.billed(refreshOfApp0) == power.billed(refreshOfApp0, .cellular))
    holds(close(power.joules(refreshOfApp0), active + 10.2 * 0.178, 1e-5))
    holds(!power.radioIsHot && power.radioTimer == nil)
    #expect(power.checkClosure() == nil)
  }

  @Test("a transfer in the tail of another pays no promotion and takes the tail over")
  func ownership() {
    var power = barePhone()
    let first = power.startTransfer(payer: refreshOfApp0, path: .nr, bytesUp: 0, bytesDown: 7500, at: .zero)
    power.finishTransfer(first.id, at: .zero + first.duration)
    let second = power.startTransfer(
      payer: pushOfApp1, path: .nr, bytesUp: 0, bytesDown: 0, at: .zero + first.duration + .seconds(4))
    #expect(second.duration == .zero)
    #expect(power.radioTimer == nil)
    power.finishTransfer(second.id, at: .zero + first.duration + .seconds(4))
    let end = power.radioTimer ?? .zero
    power.advance(to: end)
    // 10.3 s at 249 mW for the last, 4 s for the first, which also had the promotion and 1 ms of bytes.
    #expect(power.billed(pushOfApp1) == 2_564_700_000)
    let bytes = 0.001 * (0.54 + 0.0141 * 60)
    holds(close(power.joules(refreshOfApp0), (0.3146 + 4 * 0.249 + bytes), 1e-5))
  }

  @Test("Wi-Fi has no promotion and a short tail")
  func wifi() {
    var power = barePhone()
    let start = power.startTransfer(
      payer: refreshOfApp0, path: .wifi, bytesUp: 250_000, bytesDown: 500_000, at: .zero)
    #expect(start.duration == .seconds(0.2))
    power.finishTransfer(start.id, at: .zero + .seconds(0.2))
    power.advance(to: .zero + .seconds(0.45))
    holds(close(power.joules(refreshOfApp0, .wifi), (0.174 + 0.036 + 0.09), 1e-6))
  }

  @Test(
    "an interrupted transfer has moved its bytes in proportion, without loss",
    arguments: [0, 0.3, 0.7, 1, 2])
  func interrupted(share: Double) {
    var power = barePhone()
    let start = power.startTransfer(
      payer: refreshOfApp0, path: .wifi, bytesUp: 1_000_001, bytesDown: 3_000_007, at: .zero)
    let now = Instant.zero + .seconds(start.duration.seconds * share)
    let left = power.interruptTransfer(start.id, at: now)
    let rest = max(0, 1 - share)
    #expect(abs(Double(left.bytesUpLeft) - 1_000_001 * rest) <= 4)
    #expect(abs(Double(left.bytesDownLeft) - 3_000_007 * rest) <= 12)
    #expect(power.radioTimer == now + .seconds(0.25))
    if share >= 1 { #expect(left == (0, 0)) }
    if share == 0 { #expect(left == (1_000_001, 3_000_007)) }
  }

  @Test("the pieces of a transfer on one path cost as much energy as the whole transfer")
  func pieces() {
    var whole = barePhone(["radio.wifi.tailPower": 0])
    let all = whole.startTransfer(payer: user, path: .wifi, bytesUp: 0, bytesDown: 10_000_000, at: .zero)
    whole.finishTransfer(all.id, at: .zero + all.duration)
    var pieces = barePhone(["radio.wifi.tailPower": 0])
    var left: Int64 = 10_000_000
    var now = Instant.zero
    while left > 0 {
      let start = pieces.startTransfer(payer: user, path: .wifi, bytesUp: 0, bytesDown: left, at: now)
      now += min(start.duration, .milliseconds(300))
      left = pieces.interruptTransfer(start.id, at: now).bytesDownLeft
    }
    let ratio = Double(pieces.billed(user)) / Double(whole.billed(user))
    #expect(abs(ratio - 1) < 1e-5)
  }

  @Test("a stream keeps the cellular radio connected; its tail follows and pays no second promotion")
  func streaming() {
    var power = barePhone()
    let stream = power.beginStreaming(payer: user, path: .lte, at: .zero)
    holds(power.radioIsHot && power.radioTimer == nil)
    let start = power.startTransfer(
      payer: refreshOfApp0, path: .lte, bytesUp: 0, bytesDown: 2_500_000, at: .zero + .seconds(30))
    #expect(start.duration == .seconds(1))
    power.finishTransfer(start.id, at: .zero + .seconds(31))
    #expect(power.radioTimer == nil)
    power.endStreaming(stream, at: .zero + .minute)
    #expect(power.radioTimer == .zero + .seconds(70.2))
    power.advance(to: .zero + .seconds(70.2))
    // 59 s connected without the transfer and 10.2 s of tail, the promotion, and 1 MB.
    let bytes = 8 * (0.013 + 0.33 / 20)
    let expected = 0.3146 + 0.178 * 69.2 + bytes
    holds(close(power.joules(user), expected, 1e-4))
    holds(close(power.joules(refreshOfApp0), 0.59, 1e-6))
  }

  @Test("a stream over Wi-Fi costs its bytes only and leaves no tail")
  func wifiStreaming() {
    var power = barePhone()
    let stream = power.beginStreaming(payer: user, path: .wifi, at: .zero)
    #expect(power.radioIsHot == false)
    power.endStreaming(stream, at: .zero + .minutes(10))
    holds(close(power.joules(user), 10 * 8 * 0.009, 1e-9))
    #expect(power.radioTimer == nil)
  }

  @Test("PWR-7 with the radios off they draw no power, and transfers that end then cause no tail")
  func off() {
    var power = barePhone()
    let first = power.startTransfer(payer: refreshOfApp0, path: .wifi, bytesUp: 0, bytesDown: 0, at: .zero)
    power.finishTransfer(first.id, at: .zero)
    let second = power.startTransfer(payer: pushOfApp1, path: .lte, bytesUp: 0, bytesDown: 99_999, at: .zero)
    power.radiosOff(at: .zero + .milliseconds(100))
    _ = power.interruptTransfer(second.id, at: .zero + .milliseconds(100))
    holds(!power.radioIsHot && power.radioTimer == nil)
    let before = power.totals()
    #expect(power.totals(at: .day(1)) == before)
  }
}
