import ModelParameters
import RandomStreams
import Studies
import StudyTestSupport
import TestSupport
import Testing
import Workload

@Suite("Domains of keys")
struct DomainTests {
  @Test("Every key that takes a number has a domain with both ends, and no list is without an end")
  func complete() throws {
    for table in FieldTable.all {
      for field in table.fields {
        switch field.kind {
        case .integer, .number, .margin, .quantity, .distribution, .wordOrNumber:
          let domain = try #require(field.domain, "\(table.name).\(field.key)")
          holds(domain.least.isFinite && domain.greatest.isFinite && domain.least <= domain.greatest)
        default: #expect(field.domain == nil, "\(table.name).\(field.key)")
        }
        holds((1...10_000).contains(field.greatestCount))
      }
    }
  }

  /// The greatest value of a key, in the base unit of its unit.
  private func greatest(_ table: String, _ key: String) throws -> Double {
    let found = FieldTable.all.first { $0.name == table }
    let field = try #require(found?.fields.first { $0.key == key })
    let domain = try #require(field.domain)
    switch field.kind {
    case .quantity(let unit, _), .distribution(let unit):
      return domain.greatest * (ParameterUnit(rawValue: unit) ?? .none).scale
    default: return domain.greatest
    }
  }

  /// The greatest value of a parameter, in the base unit of its unit.
  private func greatest(_ name: String) throws -> Double {
    let definition = try #require(ParameterCatalogue.byName[name])
    return try #require(definition.domain).greatest * definition.unit.scale
  }

  private let largest = Double(Int64.max)

  @Test("Sums of times over the longest run fit 64 bits of microseconds")
  func times() throws {
    let horizon = try greatest("study", "horizonDays") * 86_400
    let draws = try ["cpu", "wait"].map { try greatest("work", $0) }.reduce(0, +)
    // Processor work at the least share of a core, and every parameter and key that is a time, all in one sum.
    let share = try #require(
      FieldTable.all.first { $0.name == "work" }?.fields.first { $0.key == "cpuShare" })
    var sum = horizon + draws / (try #require(share.domain).least / 100)
    for definition in ParameterCatalogue.all where definition.unit.dimension == .time {
      guard let domain = definition.domain else { continue }
      sum += max(abs(domain.least), domain.greatest) * definition.unit.scale
    }
    for table in FieldTable.all {
      for field in table.fields {
        switch field.kind {
        case .quantity(let unit, _), .distribution(let unit):
          guard let unit = ParameterUnit(rawValue: unit), unit.dimension == .time else { continue }
          sum += try greatest(table.name, field.key)
        default: break
        }
      }
    }
    #expect(sum * 1e6 < largest / 100)
    // Times are multiplied by small whole numbers in these places: tokens of a bucket, stages of a transfer, queued opens.
    #expect(try greatest("push.bucketRefill") * greatest("push.bucketCapacity") * 1e6 < largest)
    #expect(try greatest("transfer.stageLength") * 3 * 1e6 < largest)
    #expect(try greatest("usage", "stay") * 10_000 * 1e6 < largest / 10)
  }

  @Test("Bytes of a transfer at the least rate last less than 64 bits of microseconds")
  func transfers() throws {
    let rate = ParameterUnit.megabitsPerSecond.bounds.lowerBound * 1e6
    for (table, keys) in [("transfer", ["up", "down"]), ("work", ["up", "down"])] {
      let bytes = try keys.map { try greatest(table, $0) }.reduce(0, +)
      #expect(bytes * 8 / rate * 1e6 < largest / 100)
      // Ten million of them can be counted.
      #expect(bytes * 1e7 < largest)
    }
    #expect(try greatest("serviceExtension", "memory") < largest)
  }

  @Test("An hour of the greatest power of one claim is below 2⁶² pJ, and of a constant one at most 40 W")
  func powers() throws {
    let display = try greatest("display.base") + greatest("display.full")
    for watts in [
      display, try greatest("foreground.load"), try greatest("processor.efficiencyCore"),
      try greatest("audio.power"), try greatest("location.receiverPower"), try greatest("display.lockScreen"),
      try greatest("trace.powerMax"),
    ] { #expect(watts <= 40) }
    let rate = ParameterUnit.megabitsPerSecond.bounds.upperBound
    var radio = 0.0
    for path in NetworkProfile.names {
      for way in ["down", "up"] {
        radio = max(
          radio,
          try greatest("radio.\(path).\(way)Slope") * rate + greatest("radio.\(path).\(way)Intercept"))
      }
      radio = max(radio, try greatest("radio.\(path).tailPower"))
    }
    radio = max(radio, try greatest("radio.wifi.sendPower"), try greatest("radio.wifi.receivePower"))
    #expect(radio <= 1000)
    #expect(radio * 1e6 * 3.6e9 < 0x1p62)
  }

  @Test("Budgets of the longest run fit 64 bits of nanojoules and bytes")
  func budgets() throws {
    let days = try greatest("study", "horizonDays")
    let battery = try greatest("battery.capacity") * 1e9
    // Charging multiplies by 1000: microwatts for a microsecond are picojoules.
    #expect(battery * 1000 < largest)
    #expect(battery * (try greatest("budget.energyFraction")) * days < largest)
    #expect(
      battery * (try greatest("budget.energyFraction")) * (try greatest("budget.transferOverdraft")) < largest
    )
    #expect(try greatest("budget.cellularCapacity") * days < largest)
    // The monitor counts microseconds times millionths of a core, of up to two thousand runs.
    #expect(try greatest("life.cpuMonitorWindow") * 1e6 * 1e6 * 2000 < largest)
  }

  @Test("Numbers of events, apps and tasks fit the codes that hold them")
  func counts() throws {
    let apps = try #require(FieldTable.all.first { $0.name == "study" }?.fields.first { $0.key == "apps" })
    let tasks = try #require(FieldTable.all.first { $0.name == "app" }?.fields.first { $0.key == "tasks" })
    // 13 bits hold an app in the counts of events, with the fillers of a user's list; 8 bits a task of an app.
    #expect(apps.greatestCount + 1000 < 1 << 13)
    #expect(tasks.greatestCount < 1 << 8)
    #expect(try greatest("user.appsInUseLimits") <= 1000)
  }

  @Test("A draw beyond the domain of its key becomes its end, and no other draw changes")
  func clamped() throws {
    let text = StudyText.minimal.replacing(
      "15 min", with: "15 min, work: {wait: {lognormal: {median: 6 d, sigma: 2}}, cpu: 8 s}")
    let law = try StudyFolder().study(text).study.apps[0].tasks[0].work.wait
    let free = try Lognormal(median: 6 * 86_400, sigma: 2)
    let stream = RandomStream()
    var (limited, unlimited): (Int, Int) = (0, 0)
    for index in 0..<1000 {
      let address = StreamAddress(seed: 1, replication: 0, device: 0, purpose: .network, index: index)
      stream.seek(event: address)
      let draw = law.sample(stream)
      stream.seek(event: address)
      let other = free.sample(stream)
      #expect(draw == min(other, 604_800))
      if draw == other { unlimited += 1 } else { limited += 1 }
    }
    holds(limited > 100 && unlimited > 100)
  }
}
