import EventSimulation

extension PhonePower {
  /// Moves a few bytes within the instant: connection set-up where the radio is idle, the energy of the bytes
  /// as a lump, and the tail that follows.
  public mutating func spendTransfer(
    payer: EnergyPayer, path: RadioPath, bytesDown: Int64, account: AccountID? = nil, at now: Instant
  ) {
    let transfer = startTransfer(
      payer: payer, path: path, bytesUp: 0, bytesDown: bytesDown, account: account, at: now)
    finishTransfer(transfer.id, at: now)
    let radio = parameters[path]
    let bits = Double(bytesDown) * 8
    // Microwatts for a microsecond are picojoules; the rate is in bits per microsecond.
    let picojoules = radio.downFixed * bits / radio.downRate + radio.downEnergyPerBit * bits * 1000
    spend(
      path.component, payer: payer, nanojoules: Int64((picojoules / 1000).rounded()), account: account,
      at: now)
  }
}

extension PhonePower {
  /// Power of all loads at present, without the loss in the cell, in microwatts.
  public var drawnMicrowatts: Int64 {
    var sum: Int64 = 0
    for slot in slots[..<used] { sum += slot.microwatts }
    return sum
  }

  /// Power of the loads at present by the raw value of their component, in microwatts.
  public var microwattsByComponent: [Int64] {
    var sums = [Int64](repeating: 0, count: EnergyComponent.allCases.count)
    for slot in slots[..<used] { sums[Int(slot.component.rawValue)] += slot.microwatts }
    return sums
  }
}
