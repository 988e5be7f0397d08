import Workload

/// Everything that a phone's own log says of it. Readers of the formats fill it in any order; ``RecordingFolder`` sorts it, splits it
/// into spans and writes it. Times are Unix seconds (UTC) with the clock mended.
package struct Recording: Sendable {
  package var events: [Event] = []
  /// Work of the system: activities of the scheduler, jobs, syncs, pushes, background transfers, steps of idle mode.
  package var activities: [Activity] = []
  package var power: [PowerSample] = []
  /// Parts that the file lacks, and what that costs, a sentence each.
  package var missing: [String] = []
  /// Rows that were read, by table or kind of line.
  package var rowsRead: [String: Int] = [:]
  /// The longest time without a row, in seconds, before the device or its recorder counts as powered off.
  package var longestSilence = 3600.0

  package init() {}

  package struct Event: Sendable, Hashable {
    package var time: Double
    package var offset: Int
    package var type: TimelineEventType
    /// Bundle identifier or package as the file has it; masked when it is written.
    package var app = ""
    /// The value column as traces have it: percent, path, charger, setting.
    package var value = ""
  }

  package struct Activity: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
      case activity, job, sync, push, transfer, idleMode, budget
    }
    package enum Outcome: String, Sendable, CaseIterable {
      case completed, failed, stopped, running, delivered, dropped
    }

    package var kind: Kind
    /// Bundle identifier or package that it runs for; empty where unknown.
    package var app = ""
    /// Name of the task, component of the job, topic of the push.
    package var name = ""
    package var submitted: Double?
    package var windowStart: Double?
    package var windowEnd: Double?
    package var started: Double?
    package var duration: Double?
    package var outcome: Outcome?
    package var reason = ""
    package var requiresPower: Bool?
    package var requiresNetwork: Bool?
    package var requiresIdle: Bool?
    package var discretionary: Bool?
    package var priority: Int?
    package var bytesSent: Double?
    package var bytesReceived: Double?
    /// The rest of a budget, in the unit of its name.
    package var amount: Double?
    /// Scores that the scheduler printed, by name, in the order of the file.
    package var scores: [String: Double] = [:]

    package init(_ kind: Kind) { self.kind = kind }
  }

  package struct PowerSample: Sendable, Hashable {
    package var time: Double
    /// Milliamperes into the battery.
    package var current: Double?
    package var voltage: Double?
    /// Degrees Celsius.
    package var temperature: Double?
    package var level: Double?
    package var charge: Double?
    /// Milliampere-hours between empty and full, as the phone counts them.
    package var capacity: Double?
    /// 1 on external power, 0 without.
    package var connected: Double?
    package init(time: Double) { self.time = time }
  }
}
