import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Makes a recorded phone drive a device: what the recording has is replayed, what it lacks is drawn.
///
/// **Idea** The device starts at the phone's first full local day, on its weekday, and ends with the recording.
/// Screen, lock, apps, notifications, chargers, levels and network are cleaned first: short interruptions of
/// charging are none, bursts of posts are one notification, locks that were not recorded are inferred. While
/// unplugged, the power of the whole phone follows from the level readings.
///
/// The apps of the study take the places of the recorded ones: by name, by `appNames`, else by rank, the
/// heaviest popular app that of the recorded app with the most visits. Scripted opens happen at the start of the
/// next time that the recorded phone is unlocked.
///
/// **Known weakness** Times while the level did not fall by a point have no measured power; the charger is that
/// of the model, so the level after a charge is not that of the recording.
public struct TraceReplay: Sendable {
  let device: TraceDevice
  let recorded: RecordedDevice?
  let generator: TimelineGenerator
  let nominalJoules: Double
  let appNames: [String: String]
  let windows: [ReplayWindow]

  /// - Parameters:
  ///   - device: the rows of a phone, or of an exported timeline, which is taken as it is.
  ///   - generator: draws what is missing; its horizon cuts the recording.
  ///   - nominalEnergyWattHours: energy of the new battery, which turns levels into power.
  ///   - appNames: bundle ids of the study by names in the recording.
  ///   - repeats: whether the whole weeks of the recording are replayed until the horizon.
  /// - Throws: ``TraceErrors`` if the recording cannot drive a device.
  public init(
    device: TraceDevice, generator: TimelineGenerator, nominalEnergyWattHours: Double,
    appNames: [String: String] = [:], repeats: Bool = false, file: String = "trace"
  ) throws(TraceErrors) {
    self.device = device
    self.generator = generator
    self.appNames = appNames
    nominalJoules = nominalEnergyWattHours * 3600
    if device.isExportedTimeline {
      recorded = nil
      windows = []
      do {
        _ = try TimelineCSV.plan(of: device, apps: generator.apps)
      } catch {
        throw TraceErrors(file: file, errors: error.errors)
      }
      return
    }
    do {
      let recorded = try RecordedDevice(device, generator.parameters)
      let bundleIDs = Set(generator.apps.map(\.bundleID))
      let strangers = recorded.others.filter { row in
        switch row.type {
        case .timeline(.contentChange), .timeline(.pushSent), .timeline(.visiblePushSent),
          .timeline(.voipPushSent), .timeline(.regionCrossed):
          !bundleIDs.contains(appNames[row.app] ?? row.app)
        default: false
        }
      }
      guard strangers.isEmpty else {
        throw TraceErrors(
          file: file,
          errors: strangers.map {
            TraceError(line: $0.line, place: "app", found: "`\($0.app)`", expected: "an app of the study")
          })
      }
      self.recorded = recorded
      windows = ReplayWindow.windows(
        from: recorded.start, to: recorded.end, horizon: generator.horizon, repeats: repeats)
      guard !windows.isEmpty else {
        throw TraceErrors(
          file: file,
          errors: [
            TraceError(
              line: device.rows.last?.line ?? 0, place: device.id,
              found: "\((recorded.end - recorded.start).microseconds / TimeSpan.day.microseconds) full days",
              expected: "at least 7 full days to repeat")
          ])
      }
    } catch let error as TraceErrors {
      throw error
    } catch let error as TraceError {
      throw TraceErrors(file: file, errors: [error])
    } catch {
      throw TraceErrors(file: file, errors: [])
    }
  }

  /// The length of the replay.
  public var length: TimeSpan { windows.last.map { $0.end + $0.shift - .zero } ?? .zero }

  /// The plan of the device: the recording, with what it lacks drawn for this replication.
  public func plan(replication: Int, device number: Int, stream: RandomStream) -> DevicePlan {
    guard let recorded else {
      do {
        var plan = try TimelineCSV.plan(of: device, apps: generator.apps)
        plan.replication = replication
        plan.device = number
        return plan
      } catch {
        preconditionFailure("the timeline was checked when the replay was made")
      }
    }
    return ReplayAssembly(self, recorded, replication: replication, device: number, stream: stream).plan
  }
}
