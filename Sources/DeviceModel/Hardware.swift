import ModelParameters

/// The parts of a phone that do not change, shared by copies of its state.
final class Hardware: Sendable {
  let parameters: DeviceParameters
  /// Energy of the full battery at its present health.
  let capacityNanojoules: Int64
  /// The most energy that is drawn between two computations of the cell's loss: 1 % of charge, at most 2 kJ.
  let segmentNanojoules: Int64
  private let cell: InternalResistanceCell
  private let isLossless: Bool
  private let levelPerNanojoule: Double
  /// By the index of the path.
  private let paths: [RadioCharacteristics]
  /// Factors on the rate of a path that follows the signal, and on the energy of a bit, by signal.
  private let signalRates, signalCosts: [Double]
  /// Microwatts of a stream without the power of the connection, by the index of the path.
  private let streamPowers: [Double]
  /// Whether no tail goes over to a stage of higher power.
  let tailsFall: Bool

  init(_ parameters: DeviceParameters, capacityNanojoules: Int64) {
    precondition(capacityNanojoules > 0, "a battery needs a capacity")
    self.parameters = parameters
    self.capacityNanojoules = capacityNanojoules
    // At most 2 kJ, so that the picojoules of a segment fit into 64 bits with a wide margin.
    segmentNanojoules = max(1, min(capacityNanojoules / 100, 2_000_000_000_000))
    cell = parameters.cell
    isLossless = cell.isLossless
    levelPerNanojoule = 1 / Double(capacityNanojoules)
    let paths = RadioPath.allCases.map { parameters[$0] }
    self.paths = paths
    streamPowers = paths.map {
      Double($0.streamMicrowatts(bytesPerMinute: parameters.foregroundBytesPerMinute))
    }
    signalRates = parameters.signalRates
    signalCosts = zip(parameters.signalPowers, parameters.signalRates).map { $0 / $1 }
    tailsFall = paths.allSatisfy(\.tail.falls)
  }

  @inline(__always)
  subscript(path: RadioPath) -> RadioCharacteristics { _read { yield paths[path.index] } }

  /// Factor on the rate of a path that follows the signal.
  @inline(__always)
  func rateFactor(_ signal: SignalLevel) -> Double { signalRates[Int(signal.rawValue)] }

  /// Microwatts of a stream on a path, without the power of the connection.
  @inline(__always)
  func streamMicrowatts(_ path: RadioPath) -> Double { streamPowers[path.index] }

  /// Factor on the energy of a bit on a path that follows the signal.
  @inline(__always)
  func costFactor(_ signal: SignalLevel) -> Double { signalCosts[Int(signal.rawValue)] }

  /// Picojoules of a radio while it receives bits, without its tail.
  @inline(__always)
  func picojoules(receiving bits: Double, _ path: RadioPath) -> Double {
    // Microwatts for a microsecond are picojoules; the rate is in bits per microsecond.
    let index = path.index
    return paths[index].downFixed * bits / paths[index].downRate + paths[index].downEnergyPerBit * bits * 1000
  }

  /// Loss in the cell per microwatt delivered, in units of 2^-32 µW, while it delivers `microwatts` with
  /// `nanojoules` left; and the piece of the voltage curve on which that lies. To be rounded down.
  @inline(__always)
  func lossRate(microwatts: Int64, nanojoules: Double, _ piece: inout OpenCircuitVoltage.Piece) -> Double {
    guard !isLossless else { return 0 }
    return lossRate(microwatts: microwatts, volts: cell.voltage.find(nanojoules * levelPerNanojoule, &piece))
  }

  /// The same on a piece of the voltage curve that was found for a level which is not below this one; nil where another
  /// one is needed, as for any cell without loss.
  @inline(__always)
  func lossRate(microwatts: Int64, nanojoules: Double, on piece: OpenCircuitVoltage.Piece) -> Double? {
    guard let volts = cell.voltage(nanojoules * levelPerNanojoule, fallenOn: piece) else { return nil }
    return lossRate(microwatts: microwatts, volts: volts)
  }

  @inline(__always)
  private func lossRate(microwatts: Int64, volts: Double) -> Double {
    let ratio = cell.lossRatio(load: Double(microwatts) * 1e-6, volts: volts)
    return ratio * Double(FixedPointEnergy.picojoule) + 0.5
  }
}
