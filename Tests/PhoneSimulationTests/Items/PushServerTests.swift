import DeviceModel
import EventSimulation
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("The server of pushes")
final class PushServerTests {
  private var server = PushServer(appCount: 2)

  private func accept(
    _ kind: ServerPush.Kind, _ app: AppIndex = .first, item: Int32? = nil
  ) -> ServerPush {
    server.accept(
      kind, app, item: item.map { ItemNumber($0) }, expires: at(60), pagingDelay: 0, at: .zero)
  }

  @discardableResult
  private func store(
    _ push: ServerPush, slots: Int = 1, keepsNew: Bool = true
  ) -> (lost: ServerPush, newer: ServerPush)? {
    server.store(push.id, slots: slots, keepsNew: keepsNew)
  }

  @Test("silent pushes are numbered apart from the others, and each kind of an app has ordinals of its own")
  func numbers() {
    let silent = accept(.silent, item: 1)
    let (call, visible, second) = (accept(.voip), accept(.visible), accept(.voip))
    expect(silent.number.rawValue == 0 && silent.id.isSilent)
    expect(call.number.rawValue == 0 && !call.id.isSilent)
    expect((visible.number.rawValue, second.number.rawValue) == (1, 2))
    expect((call.ordinal, visible.ordinal, second.ordinal) == (0, 0, 1))
    expect(accept(.voip, .second).ordinal == 0)
    expect(server[silent.id]?.item == ItemNumber(1) && server[call.id]?.kind == .voip)
  }

  @Test("PUSH-2: the server keeps the newest push of an app and kind, or loses the new one")
  func coalescing() {
    let (old, new) = (accept(.silent, item: 1), accept(.silent, item: 2))
    let (call, other) = (accept(.voip), accept(.silent, .second, item: 3))
    expect(store(old)?.lost.id == nil)
    expect(store(call)?.lost.id == nil)
    expect(store(other)?.lost.id == nil)
    expect(server.isFull(for: new, slots: 1) && !server.isFull(for: new, slots: 2))
    let lost = store(new)
    expect(lost?.lost.id == old.id && lost?.newer.id == new.id)
    expect(server[old.id] == nil && server.storedCount(of: .first) == 1)
    let third = accept(.silent, item: 4)
    let refused = store(third, keepsNew: false)
    expect(refused?.lost.id == third.id && refused?.newer.id == new.id)
    expect(server[third.id] == nil && server.stored(new.id) != nil)
  }

  @Test("stored pushes leave in order: silent ones as they were stored, the others as they were sent")
  func order() {
    let silent = [accept(.silent, item: 1), accept(.silent, item: 2)]
    let alerts = [accept(.voip), accept(.visible)]
    for push in silent.reversed() + alerts.reversed() { store(push, slots: 2) }
    expect(server.arriving(silent[0].id) == nil)
    expect(server.takeStored(.first, silent: true)?.id == silent[1].id)
    expect(server.takeStored(.first, silent: true)?.id == silent[0].id)
    expect(server.takeStored(.first, silent: true)?.id == nil)
    expect(server.takeStored(.first, silent: false)?.id == alerts[0].id)
    expect(server.takeStored(.second, silent: false)?.id == nil)
    expect(server.storedCount(of: .first) == 0 && server.stored(alerts[1].id) != nil)
    expect(server.arriving(silent[0].id) != nil && server.stored(silent[0].id) == nil)
  }

  @Test("a push that is removed is gone, from the store too, and its place is used again")
  func removal() {
    let push = accept(.visible)
    store(push)
    expect(server.alertCount(of: .first) == 1)
    server.remove(push.id)
    server.remove(push.id)
    expect(server.alertCount(of: .first) == 0 && server.stored(push.id) == nil)
    let next = accept(.visible)
    expect(server[push.id] == nil && server[next.id] != nil)
  }

  @Test("MODE-6: an extension gives back once what it uses")
  func serviceExtension() {
    var calendar = PhoneCalendar()
    var power = PhonePower.full()
    let (first, second) = (accept(.visible), accept(.visible))
    for push in [second, first] {
      let timer = calendar.schedule(PhoneEvent(.extensionProcessorEnd, push.number), at: at(1), .completion)
      let end = calendar.schedule(PhoneEvent(.extensionEnd, push.number), at: at(2), .completion)
      server.beginExtension(
        ExtensionRun(
          push: push.id, isLate: false, holder: power.hold(), processor: (power.claim(), timer), end: end))
    }
    expect(server.firstInExtension == first.id)
    expect(server.arriving(first.id) == nil)
    let claim = server.endExtensionProcessor(first.id)
    expect(claim != nil)
    let run = server.endExtension(first.id)
    expect(run != nil && run?.processor == nil)
    expect(server.firstInExtension == second.id)
    let again = server.endExtension(first.id)
    expect(again == nil)
  }
}
