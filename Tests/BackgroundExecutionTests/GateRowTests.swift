import BackgroundExecution
import EventSimulation
import Foundation
import TestSupport
import Testing
import Workload

/// The rows of one title of `Rules/gates.txt`, which explains them.
struct GateRows: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var rows: [String]

  static let all: [GateRows] = {
    let text = try! PackageRoot.text("Tests/BackgroundExecutionTests/Rules/gates.txt")
    return text.components(separatedBy: "\n# ").dropFirst().map { section in
      let lines = section.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("//") }
      return GateRows(testDescription: lines[0], rows: Array(lines.dropFirst()))
    }
  }()
}

/// A change of a gate row that is not known.
private struct UnknownChange: Error {
  var words: String
}

@Suite("The gates") struct GateRowTests {
  @Test("each row of the gates has its verdict", arguments: GateRows.all)
  func verdict(_ section: GateRows) throws {
    holds(!section.rows.isEmpty)
    for row in section.rows {
      let cells = try #require(cases(row).first { $0.count == 3 }, "\(row)")
      for name in cells[0].split(separator: " ") {
        let mechanism = try #require(Mechanism.allCases.first { $0.name == name }, "\(row)")
        let found = try Self.verdict(mechanism, cells[1].split(separator: ",").map(String.init))
        #expect(Self.text(found) == cells[2], "\(name) in \(row)")
        #expect(found.hard.first == found.hard.reasons.first)
      }
    }
  }

  /// The reasons of a verdict in order of precedence.
  private static func text(_ verdict: GateVerdict) -> String {
    let parts = [("hard", verdict.hard), ("soft", verdict.soft)].filter { !$0.1.isEmpty }
    return parts.isEmpty ? "open" : parts.map { "\($0) \($1.names)" }.joined(separator: ", ")
  }

  private static func verdict(_ mechanism: Mechanism, _ changes: [String]) throws -> GateVerdict {
    var (item, app, device) = (openItem(mechanism), openApp(), openDevice())
    device.isPlugged = mechanism == .processing
    var parameters: [String: String] = [:]
    for change in changes {
      let words = change.split(whereSeparator: { $0 == "=" || $0 == " " })
      if change.contains("=") {
        parameters[String(words[0])] = words.dropFirst().joined(separator: " ")
      } else {
        let number = words.count > 1 ? Double(words[1]) : 0
        guard let number, Self.change(&item, &app, &device, String(words[0]), number) else {
          throw UnknownChange(words: change)
        }
      }
    }
    return try platform(parameters).verdict(item, app, device)
  }

  /// Makes one change of a state; false if its word is not known.
  private static func change(
    _ item: inout ItemGateState, _ app: inout AppGateState, _ device: inout DeviceGateState,
    _ word: String, _ number: Double
  ) -> Bool {
    switch word {
    case "begins": item.open = noon + .seconds(number)
    case "requiresPower": item.requiresExternalPower = true
    case "requiresNetwork": item.requiresNetworkConnectivity = true
    case "running": item.isAlreadyRunning = true
    case "evaluated": item.firstEvaluation = noon + .seconds(number)
    case "spacing": item.spacingEnd = noon + .seconds(number)
    case "resumeDelay": item.resumeDelayEnd = noon + .seconds(number)
    case "noCellular": item.allowsCellular = false
    case "forceQuit": app.isForceQuit = true
    case "forceQuitForPushes": app.isForceQuitForPushes = true
    case "appRefreshOff": app.refreshSwitch = false
    case "foreground": app.isForeground = true
    case "appEnergy": app.energyBalance = Int64(number)
    case "appOverdraft": app.energyOverdraft = Int64(number)
    case "appCellularData": app.cellularBalance = Int64(number)
    case "used": app.lastForeground = noon - .seconds(number)
    case "neverUsed": app.lastForeground = nil
    case "plugged": device.isPlugged = true
    case "unplugged": device.isPlugged = false
    case "level": device.stateOfCharge = number
    case "wifi": device.network = .wifi
    case "cellular": device.network = .cellular
    case "offline": device.network = .none
    case "idle": device.idleSince = noon - .seconds(number)
    case "inUse": device.idleSince = nil
    case "lowPower": device.isLowPowerMode = true
    case "backgroundRefresh": device.backgroundRefresh = Int(number)
    case "locked": device.hasBeenUnlocked = false
    case "thermal": device.thermal = Int(number)
    case "busy": device.isBusy = true
    case "quietDay": device.isQuietDay = true
    case "load": device.processorLoad = number
    case "bootHold": device.bootHoldEnd = noon + .seconds(number)
    case "herdHold": device.herdHoldEnd = noon + .seconds(number)
    case "refreshSlots": device.refreshSlotsTaken = Int(number)
    case "processingSlots": device.processingSlotsTaken = Int(number)
    case "energy": device.energyBalance = Int64(number)
    case "cellularData": device.cellularBalance = Int64(number)
    case "cellularOverdraft": device.cellularOverdraft = Int64(number)
    default: return false
    }
    return true
  }
}
