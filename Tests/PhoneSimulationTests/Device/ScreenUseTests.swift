import DeviceModel
import EventSimulation
import ModelParameters
import Testing

@testable import PhoneSimulation

@Suite("Use of the screen")
struct ScreenUseTests: ~Copyable {
  private var screen = ScreenUse()
  private var power = PhonePower(
    parameters: DeviceParameters(ParameterSet()), appCount: 1, stateOfCharge: 0.5, at: .zero)

  private mutating func claim() -> ClaimID {
    power.begin(.display, payer: .idle, microwatts: 1000, at: .zero)
  }

  @Test("a session hands back its claims when it ends, once")
  mutating func session() throws {
    let display = claim()
    let hold = power.holdAwake(payer: .idle, at: .zero)
    screen.draw(display: display)
    #expect(screen.display == nil, "a dark screen draws nothing")
    screen.turnOn(at: .seconds(5))
    screen.draw(hold: hold)
    screen.draw(display: display)
    #expect(screen.isOn)
    #expect(screen.sessionStart == .seconds(5))
    let session = screen.turnOff()
    let ended = try #require(session)
    #expect(ended.start == .seconds(5))
    #expect(ended.hold == hold)
    #expect(ended.display == display)
    #expect(!screen.isOn)
    #expect(screen.turnOff() == nil)
  }

  @Test("a claim of the display takes the place of the one before")
  mutating func display() {
    screen.turnOn(at: .zero)
    let (first, second) = (claim(), claim())
    screen.draw(display: first)
    #expect(screen.display == first)
    screen.draw(display: second)
    #expect(screen.turnOff()?.display == second)
  }

  @Test("the device is idle exactly while it is locked with the screen off")
  mutating func idle() {
    #expect(screen.idleSince.value == .zero)
    screen.turnOn(at: .seconds(10))
    #expect(!screen.isIdle)
    #expect(screen.unlock(at: .seconds(12)) == .seconds(12))
    _ = screen.turnOff()
    #expect(screen.becomeIdle(at: .seconds(20)) == false, "it is unlocked")
    screen.lock(at: .seconds(30))
    #expect(screen.becomeIdle(at: .seconds(30)) == true)
    #expect(screen.becomeIdle(at: .seconds(40)) == false, "it is idle already")
    #expect(screen.idleSince.value == .seconds(30))
    screen.turnOn(at: .seconds(50))
    #expect(screen.becomeIdle(at: .seconds(50)) == false, "the screen is on")
    #expect(screen.unlock(at: .seconds(60)) == .seconds(30))
  }

  @Test("LIFE-7: after a boot the time locked and the idle time begin anew")
  mutating func restart() {
    screen.restart(at: .seconds(100))
    #expect(screen.idleSince.value == .seconds(100))
    #expect(screen.unlock(at: .seconds(130)) == .seconds(30))
  }

  @Test("an app leaves the front with what it draws there, and the next one begins with nothing")
  mutating func front() throws {
    let load = claim()
    let stream = power.beginStreaming(payer: .idle, path: .wifi, at: .zero)
    #expect(screen.leaveFront() == nil)
    screen.bringToFront(AppIndex(3))
    screen.draw(load: load)
    screen.draw(stream: stream)
    #expect(screen.frontApp == AppIndex(3))
    let front = screen.leaveFront()
    let left = try #require(front)
    #expect(left.app == AppIndex(3))
    #expect(left.load == load)
    #expect(left.stream == stream)
    #expect(screen.frontApp == nil)
    screen.bringToFront(AppIndex(4))
    let next = screen.leaveFront()
    #expect(next?.load == nil)
    #expect(next?.stream == nil)
  }

  @Test("traffic moves to another path only where there is some")
  mutating func stream() {
    let stream = power.beginStreaming(payer: .idle, path: .wifi, at: .zero)
    screen.bringToFront(AppIndex(3))
    #expect(screen.takeStream() == nil)
    screen.draw(stream: stream)
    let taken = screen.takeStream()
    #expect(taken?.app == AppIndex(3))
    #expect(taken?.stream == stream)
    #expect(screen.takeStream() == nil)
  }

  @Test("a later notification lets the lock screen glow longer")
  mutating func glow() {
    var calendar = EventCalendar<PhoneEvent>()
    let glow = LockScreenGlow(display: claim(), hold: power.holdAwake(payer: .idle, at: .zero))
    #expect(screen.glowEnded() == nil)
    screen.beginGlow(glow)
    screen.endGlow(at: .seconds(10), &calendar)
    screen.endGlow(at: .seconds(15), &calendar)
    #expect(screen.isGlowing)
    #expect(calendar.count == 1)
    #expect(calendar.popNext()?.time == .seconds(15))
    #expect(screen.glowEnded() == glow)
    #expect(!screen.isGlowing)
  }
}
