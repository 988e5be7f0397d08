import ModelParameters
import TestSupport
import Testing

@Suite("Catalogue of devices")
struct DeviceCatalogueTests {
  @Test("names are unique, and the iPhones 11 to 17 and the Pixels of the data are there")
  func names() {
    let names = DeviceCatalogue.names
    holds(Set(names).count == names.count && names.first == "standard")
    #expect(names.count { $0.hasPrefix("iphone-") } == 31)
    #expect(names.count { $0.hasPrefix("pixel-") } == 7)
    for number in 11...17 { holds(names.contains { $0.hasPrefix("iphone-\(number)") }, "\(number)") }
    #expect(Set(DeviceCatalogue.all.map(\.title)).count == names.count)
    #expect(DeviceCatalogue.device("tablet") == nil)
  }

  @Test(
    "every value has a source, a grade, and lies in the domain of its parameter",
    arguments: DeviceCatalogue.all)
  func complete(_ device: DeviceProfile) throws {
    holds(!device.chip.isEmpty && !device.title.isEmpty)
    #expect(Set(device.values.map(\.parameter)).count == device.values.count)
    for own in device.values {
      holds(DeviceProfile.parameterNames.contains(own.parameter), "\(own.parameter)")
    }
    for parameter in DeviceProfile.parameterNames {
      let (value, isOwn) = try #require(device.value(of: parameter))
      let definition = try #require(ParameterCatalogue.byName[parameter])
      holds(!value.source.isEmpty && !value.text.isEmpty, "\(parameter)")
      if !isOwn { holds(value.grade == .d && value.value == definition.defaultValue, "\(parameter)") }
      if case .number(let number) = value.value {
        #expect(definition.domain?.contains(number) == true, "\(parameter): \(number)")
      }
      // What a device supplies can be written in a study.
      var set = ParameterSet()
      try set.set(parameter, parsing: [value.text])
      #expect(set.value(parameter) == value.value)
    }
  }

  @Test("values equal the tables that they cite")
  func values() throws {
    func number(_ device: String, _ parameter: String) throws -> Double {
      let found = try #require(DeviceCatalogue.device(device)?.value(of: parameter))
      guard case .number(let number) = found.value.value else { return .nan }
      return number
    }
    #expect(try number("iphone-15", "battery.capacity") == 12.98)
    #expect(try number("iphone-se-3", "battery.capacity") == 7.82)
    #expect(try number("iphone-15-pro", "processor.efficiencyCore") == 0.2605)
    #expect(try number("iphone-15-pro", "lpm.performanceCore") == 0.5958)
    #expect(try number("iphone-13", "processor.performanceCore") == 2.9403)
    #expect(try number("iphone-17", "processor.performanceCore") == 3.72)
    // 4356 mAh, 43.8 mA awake, 60.01 mA on a little core, all at 3.85 V.
    #expect(try number("pixel-7", "battery.capacity") == 16.7706)
    #expect(try number("pixel-7", "platform.awake") == 0.1686)
    #expect(try number("pixel-7", "processor.efficiencyCore") == 0.231)
    #expect(try number("pixel-7", "radio.wifi.sendPower") == 1.739)
    let measured = try #require(
      DeviceCatalogue.device("iphone-13-pro")?.value(of: "processor.efficiencyCore"))
    let shared = try #require(DeviceCatalogue.device("iphone-14")?.value(of: "processor.efficiencyCore"))
    holds(measured.value.grade == .a && shared.value.grade == .b && shared.isOwn)
    for device in DeviceCatalogue.all where device.name.hasPrefix("pixel-") {
      #expect(device.note == "Hardware only: the rules of background work are still the rules of iOS.")
    }
  }

  @Test("a device supplies its values, and a parameter that the study states wins, be it at its default")
  func supplied() throws {
    let device = try #require(DeviceCatalogue.device("iphone-se-2"))
    var study = ParameterSet()
    #expect(device.parameters(of: study).number("battery.capacity") == 6.96)
    holds(!device.parameters(of: study).boolean("radio.has5G"))
    try study.set("battery.capacity", parsing: ["12.98 Wh"])
    holds(!study.isOverridden("battery.capacity") && study.isStated("battery.capacity"))
    #expect(device.parameters(of: study).number("battery.capacity") == 12.98)
    #expect(DeviceCatalogue.standard.parameters(of: study) == study)
  }
}
