import PhoneSimulation
import Studies
import StudyTestSupport
import TestSupport
import Testing

/// A recording that is cut anywhere is replayed, or refused with its row.
@Suite("Cut recordings")
struct CutRecordingTests {
  private static func study(_ apps: String) -> String {
    """
    formatVersion: 1
    name: cut
    horizonDays: 3
    replications: 1
    population: {devices: 1}
    trace: {file: cut.csv}
    policies: [immediate]
    \(apps)
    """
  }

  private static let apps = """
    apps:
      - id: mail
        popularity: {installShare: 100 %, weight: 1}
        content: {process: poisson, perDay: 4}
        tasks: [{id: sync, kind: refresh, earliestBegin: 30 min}]

    """

  /// The outcome of a study whose trace is `bytes`: nil for a replay to its end.
  private func error(_ bytes: some Sequence<UInt8>, in folder: StudyFolder, _ apps: String = "") throws
    -> String?
  {
    _ = try folder.write(Array(bytes), as: "cut.csv")
    let path = try folder.write(Self.study(apps))
    let file: StudyFile
    do throws(StudyErrors) {
      file = try StudyFile(path: path)
    } catch {
      return error.description
    }
    _ = try DeviceReplay(file.study, policy: 0, replication: 0, device: 0).run(records: [])
    return nil
  }

  /// A refusal names the row of the trace.
  private func expectRow(_ error: String?, _ place: String) {
    if let error { holds(error.contains("cut.csv: line "), "\(place): \(error)") }
  }

  /// Three days of a phone with every kind of row that recordings have.
  private static let recording: String = {
    var rows = ["device_id,timestamp,utc_offset_s,event_type,app,value"]
    func row(_ second: Int, _ text: String) { rows.append("phone,\(86_400 + second),0,\(text)") }
    for day in 0..<3 {
      let start = day * 86_400
      row(start, "unplug,,\(95 - day)")
      for session in 0..<4 {
        let time = start + 25_000 + session * 10_000
        row(time, "screen_on,,")
        row(time + 1, "unlock,,")
        row(time + 2, "app_fg,mail,")
        row(time + 60, "battery_level,,\(80 - session * 9)")
        row(time + 61, "app_fg,other,")
        row(time + 70, "app_bg,other,")
        row(time + 80, "notif_post,mail,")
        row(time + 90, "screen_off,,")
        row(time + 91, "lock,,")
        row(time + 100, "network,,\(session % 2 == 0 ? "cellular" : "wifi")")
      }
      row(start + 80_000, "plug,usb,40")
      row(start + 80_003, "unplug,,40")
      row(start + 80_200, "plug,ac,39")
      if day == 1 {
        row(start + 81_000, "shutdown,,")
        row(start + 81_600, "reboot,,")
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }()

  @Test("After any row")
  func rows() throws {
    let folder = try StudyFolder()
    let lines = Self.recording.split(separator: "\n")
    var replays = 0
    for count in 0...lines.count {
      let text = lines.prefix(count).joined(separator: "\n")
      let error = try error(text.utf8, in: folder, Self.apps)
      expectRow(error, "\(count) rows")
      if error == nil { replays += 1 }
    }
    #expect(replays > lines.count / 2)
  }

  @Test("A recording cut after any of the last bytes, and many other bytes")
  func bytes() throws {
    let folder = try StudyFolder()
    let bytes = Array(Self.recording.utf8)
    let places = Array(stride(from: 0, to: bytes.count, by: 97)) + Array(bytes.count - 80...bytes.count)
    for place in places { expectRow(try error(bytes[..<place], in: folder, Self.apps), "\(place) bytes") }
  }

  @Test("Also where rows at the start are gone")
  func starts() throws {
    let folder = try StudyFolder()
    let lines = Self.recording.split(separator: "\n")
    for first in stride(from: 1, to: lines.count, by: 3) {
      let text = ([lines[0]] + lines[first...]).joined(separator: "\n")
      expectRow(try error(text.utf8, in: folder, Self.apps), "from row \(first)")
    }
  }

  @Test("Recordings of real phones, after every 500th row")
  func realPhones() throws {
    let folder = try StudyFolder()
    let shipped = try StudyFiles.bytes(of: "\(PackageRoot.path)/scenarios/data/real-phones.csv")
    let lines = shipped.split(separator: UInt8(ascii: "\n"))
    for id in ["android-C", "android-B"] {
      let own = lines.filter { $0.starts(with: "\(id),".utf8) }
      for count in stride(from: 400, through: own.count, by: 500) {
        let text = ([lines[0]] + own.prefix(count)).joined(separator: [UInt8(ascii: "\n")])
        expectRow(try error(text, in: folder), "\(id), \(count) rows")
      }
    }
  }
}
