import EventSimulation
import ModelParameters

/// Radios as their parameters describe them.
extension RadioCharacteristics {
  static func wifi(_ parameters: ParameterSet) -> RadioCharacteristics {
    let downRate = parameters.number("radio.wifi.downRate")
    let upRate = parameters.number("radio.wifi.upRate")
    let tail = Int64((parameters.base("radio.wifi.tailPower") * 1e6).rounded())
    return RadioCharacteristics(
      downRate: downRate, upRate: upRate,
      downEnergyPerBit: parameters.base("radio.wifi.receivePower") * 1000 / downRate,
      upEnergyPerBit: parameters.base("radio.wifi.sendPower") * 1000 / upRate,
      downFixed: 0, upFixed: 0, promotionNanojoules: 0, promotionMicroseconds: 0, resumeNanojoules: 0,
      resumeMicroseconds: 0,
      tail: RadioTail(
        microseconds: parameters.span("radio.wifi.tailTime").microseconds, microwatts: tail),
      tailMicrowatts: tail, streamHoldsConnection: false)
  }

  static func cellular(_ parameters: ParameterSet, _ profile: NetworkProfile) -> RadioCharacteristics {
    /// The network's own parameter, or the one that all networks share.
    func name(_ suffix: String) -> String {
      let own = "radio.\(profile.name).\(suffix)"
      return parameters.definition(own) == nil ? "radio.cellular.\(suffix)" : own
    }
    func number(_ suffix: String) -> Double { parameters.number(name(suffix)) }
    func span(_ suffix: String) -> Int64 { parameters.span(name(suffix)).microseconds }
    func microwatts(_ suffix: String) -> Int64 { Int64((parameters.base(name(suffix)) * 1e6).rounded()) }

    let promotion = parameters.span(name("promotionTime"))
    let energy = parameters.base(name("promotionPower")) * promotion.seconds * 1e9
    let resume = number("resumeShare")
    let connected = span("inactivityTimer")
    let mean = microwatts("tailPower")
    let last: (end: Int64, microwatts: Int64)? =
      switch profile {
      case .saTMobile: (span("inactiveUntil"), microwatts("inactivePower"))
      case .umts2012: (connected + span("fachTime"), microwatts("fachPower"))
      default: nil
      }
    let hasOwnPaging = parameters.definition("radio.\(profile.name).pagingPower") != nil
    return RadioCharacteristics(
      downRate: number("downRate"), upRate: number("upRate"), downEnergyPerBit: number("downSlope"),
      upEnergyPerBit: number("upSlope"),
      downFixed: parameters.base(name("downIntercept")) * 1e6,
      upFixed: parameters.base(name("upIntercept")) * 1e6,
      promotionNanojoules: Int64(energy.rounded()), promotionMicroseconds: promotion.microseconds,
      resumeNanojoules: Int64((energy * resume).rounded()),
      resumeMicroseconds: Int64((Double(promotion.microseconds) * resume).rounded()),
      tail: RadioTail(
        connected: connected, mean: mean, continuous: span("continuousReception"),
        receiving: microwatts("downIntercept"), last: last),
      tailMicrowatts: mean, pagingMicrowatts: hasOwnPaging ? microwatts("pagingPower") : nil,
      streamHoldsConnection: true)
  }
}
