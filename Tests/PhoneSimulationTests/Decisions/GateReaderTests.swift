import BackgroundExecution
import Basics
import EventSimulation
import ModelParameters
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Gate reader")
struct GateReaderTests {
  private let platform = PlatformParameters(ParameterSet())
  private let now = Instant.day(1)

  private func reader(_ facts: DeviceFacts = [.onWifi], recordsReasons: Bool = false) -> GateReader {
    GateReader(facts, platform, recordsReasons: recordsReasons)
  }

  private func gates(_ mechanism: Mechanism = .refresh, open: Instant = .zero) -> ItemGates {
    var app = AppGateState()
    app.energyBalance = 1
    app.cellularBalance = 1
    return platform.gates(ItemGateState(mechanism: mechanism, open: open), app, at: now)
  }

  /// Settles the reader at an instant and tells which items have changed, by slot.
  private func settle(
    _ reader: inout GateReader, _ facts: DeviceFacts = [.onWifi], at time: Instant,
    _ gates: (ItemSlot) -> ItemGates
  ) -> [Int32] {
    reader.read(facts, platform, at: time)
    while let slot = reader.takeStale() { reader.set(slot, gates(slot)) }
    reader.settle()
    reader.collectTouched(isSorted: true)
    return reader.touched.keys.indices.map { reader.touched.keys[$0].slot.rawValue }
  }

  @Test("a verdict is computed for a new item and then left alone")
  func once() {
    var reader = reader()
    for slot in 0..<3 as Range<Int32> { reader.add(ItemSlot(slot), order: Int64(10 - slot)) }
    var touched = settle(&reader, at: now) { _ in gates() }
    expect(touched == [2, 1, 0])
    expect(reader.evaluated == 3 && reader.changed == 3)
    touched = settle(&reader, at: now + .hour) { _ in gates() }
    expect(touched == [])
    expect(reader.evaluated == 3)
    reader.invalidate(ItemSlot(1))
    touched = settle(&reader, at: now + .hour) { _ in gates() }
    expect(touched == [1])
    expect(reader.evaluated == 4 && reader.changed == 3)
  }

  @Test("a change of the device reaches the kinds that it concerns")
  func device() {
    var reader = reader()
    reader.add(ItemSlot(0), order: 0)
    reader.add(ItemSlot(1), order: 1)
    let kinds = { (slot: ItemSlot) in slot.rawValue == 0 ? gates() : gates(.processing) }
    var touched = settle(&reader, at: now, kinds)
    expect(touched == [0, 1])
    touched = settle(&reader, [.onWifi, .refreshSlotsAreFull], at: now, kinds)
    expect(touched == [0])
    expect(!reader.isOpen(ItemSlot(0)) && reader.verdict(of: ItemSlot(0)).hard == .of(.concurrency))
    // Denied by a hard gate, it is not asked about soft ones.
    touched = settle(&reader, [.onWifi, .refreshSlotsAreFull, .busy], at: now, kinds)
    expect(touched == [1])
    touched = settle(&reader, [.onWifi, .busy], at: now, kinds)
    expect(touched == [0])
    expect(reader.verdict(of: ItemSlot(0)).soft.contains(.of(.busy)))
  }

  @Test("before the earliest begin only what comes before it in the order of reasons is looked at")
  func ahead() {
    let far = { (_: ItemSlot) in gates(open: now + .hour) }
    var reader = reader()
    reader.add(ItemSlot(0), order: 0)
    var touched = settle(&reader, at: now, far)
    expect(touched == [0])
    touched = settle(&reader, [.onWifi, .refreshSlotsAreFull], at: now, far)
    expect(touched == [])
    touched = settle(&reader, [.onWifi, .neverUnlocked], at: now, far)
    expect(touched == [0])
    touched = settle(&reader, [.onWifi], at: now + .hour) { _ in gates() }
    expect(touched == [0])
    expect(reader.isOpen(ItemSlot(0)))

    var recorder = self.reader(recordsReasons: true)
    recorder.add(ItemSlot(0), order: 0)
    touched = settle(&recorder, at: now, far)
    expect(touched == [0])
    touched = settle(&recorder, [.onWifi, .refreshSlotsAreFull], at: now, far)
    expect(touched == [0])
  }

  @Test("the clock brings an item back when its gates end")
  func clock() {
    var reader = reader()
    reader.add(ItemSlot(0), order: 0)
    _ = settle(&reader, at: now) { _ in gates(open: now + .hour) }
    var touched = settle(&reader, at: now + .hour - .tick) { _ in gates() }
    expect(touched == [])
    touched = settle(&reader, at: now + .hour) { _ in gates() }
    expect(touched == [0])
  }

  @Test("an open item that leaves is told of once, and its slot starts anew")
  func removal() {
    var reader = reader()
    reader.add(ItemSlot(0), order: 0)
    _ = settle(&reader, at: now) { _ in gates() }
    _ = reader.setCandidate(ItemSlot(0), true)
    reader.remove(ItemSlot(0))
    reader.add(ItemSlot(0), order: 1)
    var touched = settle(&reader, at: now) { _ in gates(.push) }
    expect(touched == [0, 0])
    expect(reader.touched.keys.indices.map { reader.touched.keys[$0].order } == [0, 1])
    expect(!reader.isCurrent(reader.touched.keys[0]) && reader.isCurrent(reader.touched.keys[1]))
    touched = settle(&reader, at: now) { _ in gates() }
    expect(touched == [])
  }

  @Test("a change of the source of energy reaches the items of apps whose budget is spent")
  func source() {
    var app = AppGateState()
    app.cellularBalance = 1
    let spent = platform.gates(ItemGateState(mechanism: .refresh, open: .zero), app, at: now)
    var reader = reader()
    reader.add(ItemSlot(0), order: 0)
    reader.add(ItemSlot(1), order: 1)
    let both = { (slot: ItemSlot) in slot.rawValue == 0 ? spent : gates() }
    _ = settle(&reader, at: now, both)
    let touched = settle(&reader, [.onWifi, .onBattery], at: now, both)
    expect(touched == [0])
    expect(reader.verdict(of: ItemSlot(0)).soft == .of(.energyBudget))
  }
}
