import Basics
import EventSimulation
import PhoneSimulation

/// A trace in the protobuf format of the Perfetto UI: tracks with slices, instants and counters.
///
/// Times are nanoseconds since local midnight of the device's day 0. The numbers of the fields are those of
/// the published schema (`perfetto/trace/trace_packet.proto` and the messages it names). Names of events are
/// interned, so that a trace of two weeks stays small.
final class PerfettoTrace {
  /// A track at the top, or under another one; siblings are shown in the order in which they are added.
  struct Track {
    fileprivate let trace: PerfettoTrace
    fileprivate let uuid: UInt64
  }
  typealias Note = (name: String, value: LogField.Value)

  private var trace = ProtobufWriter()
  private var names: [String: UInt64] = [:]
  private var nextTrack: UInt64 = 1
  private var hasPackets = false

  fileprivate enum EventType: UInt64 { case sliceBegin = 1, sliceEnd, instant, counter }

  var bytes: [UInt8] { trace.bytes }

  func track(_ name: String) -> Track { track(name, under: nil, unit: nil) }

  fileprivate func track(_ name: String, under parent: UInt64?, unit: String?) -> Track {
    let track = Track(trace: self, uuid: nextTrack)
    nextTrack += 1
    packet { packet in
      packet.message(60) { descriptor in
        descriptor.unsigned(1, track.uuid)
        descriptor.text(2, name)
        if let parent { descriptor.unsigned(5, parent) }
        // Children in the order of their rank rather than of their names.
        descriptor.unsigned(11, 3)
        descriptor.signed(12, Int64(track.uuid))
        if let unit { descriptor.message(8) { $0.text(6, unit) } }
      }
    }
    return track
  }

  fileprivate func event(
    _ type: EventType, _ name: String?, at time: Instant, on track: UInt64, flows: [UInt64] = [],
    notes: [Note] = [], value: Double? = nil
  ) {
    let identity = name.map { names[$0] ?? UInt64(names.count + 1) }
    packet(at: time) { packet in
      packet.message(11) { event in
        event.unsigned(9, type.rawValue)
        event.unsigned(11, track)
        if let identity { event.unsigned(10, identity) }
        if let value { event.double(44, value) }
        for flow in flows { event.fixed64(47, flow) }
        for note in notes { Self.write(note, to: &event) }
      }
      if let name, let identity, names.updateValue(identity, forKey: name) == nil {
        packet.message(12) { interned in
          interned.message(2) {
            $0.unsigned(1, identity)
            $0.text(2, name)
          }
        }
      }
    }
  }

  private static func write(_ note: Note, to event: inout ProtobufWriter) {
    event.message(4) { annotation in
      annotation.text(10, note.name)
      switch note.value {
      case .integer(let value): annotation.signed(4, value)
      case .number(let value): annotation.double(5, value)
      default: annotation.text(6, note.value.text)
      }
    }
  }

  private func packet(at time: Instant = .zero, _ write: (inout ProtobufWriter) -> Void) {
    let isFirst = !hasPackets
    hasPackets = true
    trace.message(1) { packet in
      packet.unsigned(8, UInt64(max(0, time.microseconds)) * 1000)
      packet.unsigned(10, 1)
      // The first packet starts the table of names, the others need it.
      packet.unsigned(13, isFirst ? 1 : 2)
      write(&packet)
    }
  }
}

extension PerfettoTrace.Track {
  func track(_ name: String) -> Self { trace.track(name, under: uuid, unit: nil) }
  func counter(_ name: String, unit: String) -> Self { trace.track(name, under: uuid, unit: unit) }

  /// A span; those of one track must not overlap. Equal numbers in `flows` are joined by arrows, in order of time.
  func slice(
    _ name: String, from start: Instant, to end: Instant, flows: [UInt64] = [],
    notes: [PerfettoTrace.Note] = []
  ) {
    trace.event(.sliceBegin, name, at: start, on: uuid, flows: flows, notes: notes)
    trace.event(.sliceEnd, nil, at: end, on: uuid)
  }

  func instant(_ name: String, at time: Instant, flows: [UInt64] = [], notes: [PerfettoTrace.Note] = []) {
    trace.event(.instant, name, at: time, on: uuid, flows: flows, notes: notes)
  }

  /// The value that a counter has from an instant on.
  func count(_ value: Double, at time: Instant) {
    trace.event(.counter, nil, at: time, on: uuid, value: value)
  }
}

/// Writes the wire format of protocol buffers: fields of varints, 64-bit words and nested bytes.
struct ProtobufWriter {
  private var coder = ByteCoder()
  var bytes: [UInt8] { coder.bytes }

  private mutating func key(_ field: Int, _ wireType: UInt64) { coder.append(UInt64(field) << 3 | wireType) }

  mutating func unsigned(_ field: Int, _ value: UInt64) {
    key(field, 0)
    coder.append(value)
  }

  mutating func signed(_ field: Int, _ value: Int64) { unsigned(field, UInt64(bitPattern: value)) }

  mutating func fixed64(_ field: Int, _ value: UInt64) {
    key(field, 1)
    coder.append(bits: value)
  }

  mutating func double(_ field: Int, _ value: Double) { fixed64(field, value.bitPattern) }

  mutating func text(_ field: Int, _ value: String) { nested(field, Array(value.escapingControls.utf8)) }

  mutating func message(_ field: Int, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    nested(field, inner.bytes)
  }

  private mutating func nested(_ field: Int, _ content: [UInt8]) {
    key(field, 2)
    coder.append(counted: content)
  }
}
