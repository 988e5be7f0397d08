import DeviceModel

extension EnergyTotals {
  init(_ totals: BatteryTotals) {
    self.init()
    batteryOut = totals.batteryOut
    batteryIn = totals.batteryIn
    adapter = totals.adapter
    chargingLoss = totals.chargingLoss
  }
}
